// A long answer of Claude's, in the pieces in which it is streamed.

import { lessInSmoke } from './smoke.js';

const deltas = lessInSmoke(2_000, 100);
const deltaLength = 100;
/** Milliseconds from one delta to the next. */
export const pace = 4;
export const lastWords = 'These are the last words of all.';

/** Markdown as answers have it, with the last words at its end. */
function answer(): string {
  const parts: string[] = [];
  for (let part = 1, length = 0; length < deltas * deltaLength; part++) {
    const text = sectionOf(part);
    parts.push(text);
    length += text.length;
  }
  const whole = parts.join('').slice(0, deltas * deltaLength - lastWords.length - 2);
  return `${whole}\n\n${lastWords}`;
}

function sectionOf(part: number): string {
  const rows = [1, 2, 3, 4].map(row => `| ${part}.${row} | \`src/part${part}.ts:${row}\` | written *twice* | one pending write |\n`);
  const code = Array.from(
    { length: 24 },
    (_, line) => `  await this.write(${line}, this.latest(${part})); // part ${part}, line ${line}\n`,
  );
  return [
    `## Part ${part}\n\nI have read **part ${part}** and the tests beside it. The write begins in \`storage.ts:${part}\` and ends in the queue, `,
    'so a second one can begin before the first has been put in its place. That is what the report describes, and what the test shows.\n\n',
    `1. keep *one* pending write per file\n2. number the writes, and drop what is older than ${part}\n   - the numbers are kept beside the file\n\n`,
    `\`\`\`ts\nasync function flush${part}(): Promise<void> {\n${code.join('')}}\n\`\`\`\n\n`,
    ...(part % 4 === 0 ? [`| place | file | what happens | mended by |\n| --- | --- | --- | --- |\n${rows.join('')}\n`] : []),
    `> The first is shorter, and the tests for it exist already: see [the plan](https://example.com/plan/${part}).\n\n`,
  ].join('');
}

function piecesOf(text: string): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / deltaLength) }, (_, index) =>
    text.slice(index * deltaLength, (index + 1) * deltaLength),
  );
}

/** What is streamed, as the names of the rows have it. */
export const answerName = `${(deltas * deltaLength) / 1000} kB in ${deltas.toLocaleString('en')} deltas`;

export const answerPieces: readonly string[] = piecesOf(answer());

/** The same, of the same length, in a language that gets no colours. */
export const greyPieces: readonly string[] = piecesOf(answer().replaceAll('```ts', '```zz'));
