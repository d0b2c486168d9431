// Conversations of any length as the CLI records them: prompts, texts with Markdown, tools with results, and a question every
// twenty items. Owns what they say and where they lie for the time of a bench; knows nothing of what reads them.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Question } from '../../src/shared/question.js';

export interface Conversation {
  readonly sessionId: string;
  /** The transcript. */
  readonly path: string;
  readonly items: number;
  /** Words of the last item, which stand nowhere else. */
  readonly lastWords: string;
}

type Line = Readonly<Record<string, unknown>>;

/** One of twenty items: a prompt begins an exchange, the question ends the last. */
const kinds = [
  ...(['prompt', 'text', 'tool', 'tool', 'text', 'tool', 'text'] as const),
  ...(['prompt', 'text', 'tool', 'text', 'tool', 'text'] as const),
  ...(['prompt', 'text', 'tool', 'tool', 'tool', 'text', 'question'] as const),
];

/** Bytes that are gathered before they are written. */
const blockLength = 1_000_000;

export interface ConversationOptions {
  /** The folder that the CLI worked in. */
  readonly cwd: string;
  /** Makes the session's id. */
  readonly number?: number;
  /** The CLI keeps one more question, which nobody has answered. */
  readonly waits?: boolean;
  /** Lines in the result of a tool. */
  readonly resultLines?: number;
}

/** Writes the transcript `<folder>/<session id>.jsonl`. */
export function writeConversation(
  folder: string,
  items: number,
  { cwd, number = items, waits = false, resultLines = 12 }: ConversationOptions,
): Conversation {
  const sessionId = uuid(0xc0, number);
  const path = join(folder, `${sessionId}.jsonl`);
  mkdirSync(folder, { recursive: true });
  const file = openSync(path, 'w', 0o600);
  let block = '';
  let parent: string | null = null;
  let lines = 0;
  const add = (line: Line): void => {
    const id = uuid(number % 0x100, ++lines);
    const time = new Date(Date.UTC(2026, 0, 5) + lines * 1_000).toISOString();
    const common = { userType: 'external', entrypoint: 'sdk-cli', cwd, sessionId, version: '2.1.329', gitBranch: 'main' };
    block += `${JSON.stringify({ parentUuid: parent, isSidechain: false, ...line, uuid: id, timestamp: time, ...common })}\n`;
    parent = id;
    if (block.length < blockLength) return;
    writeSync(file, block);
    block = '';
  };
  for (let index = 0; index < items; index++) for (const line of linesOf(index, index === items - 1, resultLines)) add(line);
  if (waits) for (const line of waitingLines(items)) add(line);
  writeSync(file, block);
  closeSync(file);
  return { sessionId, path, items, lastWords: lastWordsOf(items - 1) };
}

/** Words of the text that item `index` is, where it is one, which stand nowhere else. */
export const wordsOf = (index: number): string => `function flush${index}(`;

const lastWordsOf = (index: number): string => `the end of item ${index}`;

function linesOf(index: number, isLast: boolean, resultLines: number): readonly Line[] {
  const kind = isLast ? 'text' : kinds[index % kinds.length];
  if (kind === 'prompt') return [user([{ type: 'text', text: promptOf(index) }])];
  if (kind === 'tool') return toolLines(index, resultLines);
  if (kind === 'question') return questionLines(index);
  return [assistant(index, [{ type: 'text', text: isLast ? `${textOf(index)}\n\nThis is ${lastWordsOf(index)}.` : textOf(index) }])];
}

const user = (content: readonly Line[], more: Line = {}): Line => ({ type: 'user', message: { role: 'user', content }, ...more });

function assistant(index: number, content: readonly Line[]): Line {
  const message = { id: `msg_${pad(index, 24)}`, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content };
  return { type: 'assistant', message: { ...message, stop_reason: 'end_turn', stop_sequence: null } };
}

const promptOf = (index: number): string =>
  `Please look at part ${index} of the storage again: the file is written twice when the window closes while a write is under way. ` +
  'Find out why, and mend it with a test that fails before.';

/** A paragraph with marks, a list and a code block, as most answers are. */
function textOf(index: number): string {
  return [
    `I have read **part ${index}** and the tests beside it. The write begins in \`storage.ts:${index % 300}\` and ends in the queue, so a second ` +
      'one can begin before the first has been put in its place. There are two ways to mend that:',
    `- keep *one* pending write per file, and let the later state win\n- number the writes, and drop what is older than ${index}`,
    `\`\`\`ts\nasync function flush${index}(): Promise<void> {\n  await this.writing;\n  await this.write(this.latest());\n}\n\`\`\``,
    'The first is shorter, and the tests for it exist already. I go on with that.',
  ].join('\n\n');
}

function toolLines(index: number, length: number): readonly Line[] {
  const id = `toolu_${pad(index, 24)}`;
  const result = Array.from({ length }, (_, line) => `src/host/chats/part${index}.ts:${line * 7}: await this.write(latest());`);
  return [
    assistant(index, [
      { type: 'tool_use', id, name: 'Bash', input: { command: `grep -rn "write(" src/part${index}`, description: 'Find the writes' } },
    ]),
    user([{ type: 'tool_result', tool_use_id: id, content: result.join('\n') }], { toolUseResult: { stdout: '', interrupted: false } }),
  ];
}

export interface AskedQuestion {
  readonly id: string;
  readonly input: { readonly questions: readonly [Question & { readonly kind: 'choice' }] };
}

/** The question that item `index` asks. */
export function questionOf(index: number): AskedQuestion {
  const options = [
    { label: 'One pending write', description: 'The later state wins' },
    { label: 'Numbered writes', description: 'Older ones are dropped' },
  ];
  const question = `Which way should part ${index} go?`;
  return {
    id: `toolu_${pad(index, 24)}`,
    input: { questions: [{ question, header: 'Way', options, multiSelect: false, kind: 'choice' }] },
  };
}

function waitingLines(index: number): readonly Line[] {
  const { id, input } = questionOf(index);
  const attachment = { type: 'hook_deferred_tool', toolUseID: id, toolName: 'AskUserQuestion', toolInput: input, hookEvent: 'PreToolUse' };
  return [assistant(index, [{ type: 'tool_use', id, name: 'AskUserQuestion', input }]), { type: 'attachment', attachment }];
}

function questionLines(index: number): readonly Line[] {
  const { id, input } = questionOf(index);
  const [{ question }] = input.questions;
  const text = `Your questions have been answered: "${question}"="One pending write". You can now continue with these answers in mind.`;
  return [
    assistant(index, [{ type: 'tool_use', id, name: 'AskUserQuestion', input }]),
    user([{ type: 'tool_result', tool_use_id: id, content: text }], {
      toolUseResult: { ...input, answers: { [question]: 'One pending write' } },
    }),
  ];
}

const pad = (index: number, length: number): string => String(index).padStart(length, '0');

function uuid(first: number, second: number): string {
  return `${first.toString(16).padStart(8, '0')}-0000-4000-8000-${second.toString(16).padStart(12, '0')}`;
}
