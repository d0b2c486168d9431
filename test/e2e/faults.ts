// The fate of an open question, by fault and by CLI. parking.test.ts tests every cell with the real CLI; docs/architecture.md shows
// the table, which `node scripts/faultTable.mjs` writes there.

/** The CLIs, by the packages that pin them. */
const packages = {
  newest: '@anthropic-ai/claude-code',
  deferring: 'claude-code-deferring',
  oldest: 'claude-code-oldest',
} as const;

export type Cli = keyof typeof packages;
export const clis = Object.keys(packages) as readonly Cli[];

const outcomes = {
  stays: 'still there, as it was',
  resumes: 'still there; the answer resumes the session',
  parked: 'parked; the answer resumes the session',
  waits: 'goes on waiting',
  lost: 'lost; the answers go as a message',
  notParked: 'not parked; the answers go as a message',
} as const;

export type Outcome = keyof typeof outcomes;

interface Row extends Readonly<Record<Cli, Outcome>> {
  readonly title: string;
}

const rows = {
  hidden: { title: 'the view is hidden or moved', newest: 'stays', deferring: 'stays', oldest: 'stays' },
  reloaded: { title: 'the window is reloaded', newest: 'resumes', deferring: 'resumes', oldest: 'lost' },
  closed: { title: 'the window and the server are closed and opened', newest: 'resumes', deferring: 'resumes', oldest: 'lost' },
  unanswered: { title: 'nobody answers in time', newest: 'parked', deferring: 'waits', oldest: 'waits' },
  killedOverdue: {
    title: 'everything is killed, after nobody answered in time',
    newest: 'resumes',
    deferring: 'notParked',
    oldest: 'notParked',
  },
  killedOpen: { title: 'everything is killed, before that', newest: 'lost', deferring: 'lost', oldest: 'lost' },
  cliKilled: { title: 'only the CLI is killed', newest: 'lost', deferring: 'lost', oldest: 'lost' },
} as const satisfies Readonly<Record<string, Row>>;

export type Fault = keyof typeof rows;
export const faults: Readonly<Record<Fault, Row>> = rows;
export const faultNames = Object.keys(rows) as readonly Fault[];

export const wordsFor = (fault: Fault, cli: Cli): string => outcomes[faults[fault][cli]];

/** The table as the formatter writes it. `pinned`: the `devDependencies` of package.json. */
export function faultTable(pinned: Readonly<Record<string, string>>): string {
  const head = ['fault, while a question is open', ...clis.map(cli => versionOf(pinned[packages[cli]] ?? ''))];
  const body = faultNames.map(fault => [faults[fault].title, ...clis.map(cli => wordsFor(fault, cli))]);
  const widths = head.map((_, column) => Math.max(...[head, ...body].map(cells => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** `2.0.77`, or `npm:name@2.0.77`. */
function versionOf(pinned: string): string {
  return pinned.slice(pinned.lastIndexOf('@') + 1);
}

/** The place of the table in the page. */
export const tablePlace = /(?<=<!-- faults -->\n\n)[^]*(?=\n\n<!-- \/faults -->)/;
