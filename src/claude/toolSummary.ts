// The one thing about a tool call that is worth a line in the transcript.

const telling = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description', 'skill', 'prompt'];

/** The first line of the most telling field of the tool's input, at most 200 characters; empty when there is none. */
export function toolSummary(input: Readonly<Record<string, unknown>>): string {
  for (const key of telling) {
    const value = input[key];
    if (typeof value === 'string' && value !== '') {
      const line = value.split('\n', 1)[0] ?? '';
      return line.length > 200 ? `${line.slice(0, 199)}…` : line;
    }
  }
  return '';
}
