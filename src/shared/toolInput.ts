// The input of a tool call: its most telling field, and all fields as text.

const telling = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description', 'skill', 'prompt'];

export type ToolInput = Readonly<Record<string, unknown>>;

/** One call of a tool, as Claude has written it. */
export interface ToolCall {
  /** The `tool_use_id`. */
  readonly id: string;
  readonly name: string;
  readonly input: ToolInput;
}

export interface InputField {
  readonly name: string;
  readonly text: string;
}

/** The most telling text in the input; undefined when there is none. */
export function tellingField(input: ToolInput): InputField | undefined {
  for (const name of telling) {
    const text = input[name];
    if (typeof text === 'string' && text !== '') return { name, text };
  }
  return undefined;
}

/** Every field of the input, the most telling one first: strings as they are, other values as indented JSON. */
export function inputFields(input: ToolInput): InputField[] {
  const first = tellingField(input);
  const others = Object.entries(input).filter(([name]) => name !== first?.name);
  const fields = others.map(([name, value]) => ({ name, text: typeof value === 'string' ? value : JSON.stringify(value, null, 2) }));
  return first === undefined ? fields : [first, ...fields];
}
