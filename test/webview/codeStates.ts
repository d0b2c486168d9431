// A chat with code in several languages, whose colours are looked at.
import type { TranscriptItem } from '../../src/shared/transcript.js';

const blocks: readonly (readonly [info: string, code: string])[] = [
  [
    'ts',
    `import { readFile } from 'node:fs/promises';

/** Reads the notes of a person. */
export class Notes extends Store<Note> {
  static readonly limit = 0x40;
  async load(path: string): Promise<Note[] | undefined> {
    if (this.#closed === true) return undefined; // nobody asks
    const lines = (await readFile(path, 'utf8')).split(/\\r?\\n/);
    return lines.map(line => JSON.parse(\`{"note": \${line}}\`));
  }
}
`,
  ],
  [
    'diff',
    `--- a/src/notes.ts
+++ b/src/notes.ts
@@ -3,3 +3,3 @@
 export class Notes {
-  limit = 40;
+  limit = 64; // in kB, because the notes of a person may be long, and this line is longer than a narrow view is wide
 }
`,
  ],
  [
    'python',
    `@cache\ndef total(notes: list[int] = None) -> int:\n    """Sums them."""\n    return sum(n for n in notes if n is not None) + 1.5e3\n`,
  ],
  ['sh', `# Builds it\nfor f in src/*.ts; do echo "$f: \${#f}" && npm run build -- --watch; done\n`],
  ['html', `<!-- A page -->\n<main class="notes" hidden>\n  <a href="#top">Up &amp; away</a>\n  <script>let a = 1;</script>\n</main>\n`],
  ['css', `.notes > a:hover {\n  color: #1e6fd9;\n  margin: 0 auto !important;\n}\n`],
  ['json', `{ "name": "notes", "private": true, "size": 12, "tags": [null] }\n`],
  ['sql', `select id, count(*) from notes where words like '%a%' group by id; -- slow\n`],
  ['yaml', `on: push\njobs:\n  test: { runs-on: ubuntu-latest, steps: [{ run: "npm test" }] }\n`],
  ['', 'No language names this.\n'],
];

export const codeItems: readonly TranscriptItem[] = [
  {
    kind: 'text',
    id: 'text1',
    streaming: false,
    text: blocks.map(([info, code]) => `\`\`\`${info}\n${code}\`\`\``).join('\n\n'),
  },
];
