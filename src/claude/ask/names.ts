// What the tool `ask_user` is called, and the forms of its input. Without schemas, so that importing it is cheap.

export const askServer = 'parley';
export const askTool = 'ask_user';
/** As the CLI names the tool of an MCP server. */
export const askToolName = `mcp__${askServer}__${askTool}`;

/** In the place of an answer. No label may be the same. */
export const skippedAnswer = '(skipped: the user gave no answer)';

/** `text`: `{question, context?}`. `choices`: `{question, choices, multi_select, allow_other}`. `set`: `{questions}`. */
export type AskForm = 'text' | 'choices' | 'set';

export function formOf(raw: Readonly<Record<string, unknown>>): AskForm {
  if ('questions' in raw) return 'set';
  return 'choices' in raw ? 'choices' : 'text';
}
