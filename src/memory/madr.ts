// Decisions as files of MADR 4 (https://adr.github.io/madr/), as other tools and people write them. Owns how Parley writes one; madrReading reads
// them. Pure.
import type { Asker, DecisionStatus, KnownDecision } from './decision.js';
import { inlineOf, paragraphOf, plainLine, plainText, quotedOf } from './madrText.js';

/** What is not in the text, behind it in a comment. It counts only as far as it agrees with the text, which a person may have edited. */
export interface MadrComment {
  readonly id: string;
  readonly at: number;
  readonly kind: KnownDecision['question']['kind'];
  readonly multiSelect: boolean;
  /** Set where the front matter cannot tell it from `superseded`. */
  readonly once?: true;
  readonly superseded?: { readonly at: number; readonly by?: string };
}

/** Number of the file of a decision; undefined where it has none. */
export type NumberOf = (id: string) => number | undefined;

/** Front matter as MADR has it. */
const frontMatterFence = '---';
export const commentStart = '<!-- parley: ';
export const commentEnd = ' -->';
export const sections = {
  context: 'Context and Problem Statement',
  options: 'Considered Options',
  outcome: 'Decision Outcome',
  more: 'More Information',
} as const;
export const labels = {
  chosen: 'Chosen option: ',
  severalChosen: 'Chosen options: ',
  words: 'In own words: ',
  note: 'Note: ',
  asker: 'Asked by: ',
  branch: 'Branch: ',
  commit: 'Commit: ',
  superseded: 'Superseded: ',
} as const;
export const claudeName = 'Claude';
export const agentsName = 'other agents';
export const fileName = 'a file';
export const serverName = 'MCP server ';
export const agentName = 'agent ';

/** The text of a decision's file. One that is from a file is that file, with the status that the decision has here. */
export function toMadr(decision: KnownDecision, numberOf: NumberOf = () => undefined): string {
  const { file, status } = decision;
  if (file === undefined) return madrOf(decision, numberOf);
  return status === file.status ? file.text : withStatus(file.text, statusLine(decision, numberOf));
}

/** Whether a file would say the same of both, except whether they hold. */
export function isSameDecision(one: KnownDecision, other: KnownDecision): boolean {
  const [text, otherText] = [one, other].map(decision => madrOf({ ...decision, status: 'current' }, () => undefined));
  return text === otherText;
}

/** The decision in the form of a file of MADR. */
export function madrOf(decision: KnownDecision, numberOf: NumberOf): string {
  const { question } = decision;
  const parts = [
    [
      frontMatterFence,
      `status: ${statusLine(decision, numberOf)}`,
      `date: ${dateOf(decision.at)}`,
      'decision-makers: user',
      frontMatterFence,
    ],
    [`# ${inlineOf(titleOf(decision))}`],
    [`## ${sections.context}`],
    [paragraphOf(question.question)],
    [paragraphOf(question.description ?? '')],
    ...(question.options.length === 0 ? [] : [[`## ${sections.options}`], question.options.map(optionItem)]),
    [`## ${sections.outcome}`],
    [chosenLine(decision.chosen)],
    [labelled(labels.words, decision.words)],
    [labelled(labels.note, decision.note)],
    [`## ${sections.more}`],
    facts(decision),
    [commentStart + commentText(commentOf(decision)) + commentEnd],
  ];
  return `${parts
    .map(lines => lines.join('\n'))
    .filter(text => text !== '')
    .join('\n\n')}\n`;
}

/** The name of the decision's file: the number that `nextNumber` gives, and the title in ASCII. */
export function madrName(decision: KnownDecision, number: number): string {
  return `${String(number).padStart(4, '0')}-${slugOf(titleOf(decision))}.md`;
}

/**
 * The number of the next file in a folder that holds `names`. A number that has more than six digits, or whose next one has, is a date or a slip, and
 * names behind it would not be in order.
 */
export function nextNumber(names: readonly string[]): number {
  let last = 0;
  for (const name of names) {
    const number = madrNumber(name) ?? 0;
    if (number < 999_999) last = Math.max(last, number);
  }
  return last + 1;
}

/** Undefined where the name is none of MADR's. */
export function madrNumber(name: string): number | undefined {
  const digits = /^(\d{1,9})-.*\.md$/i.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The question's header; where it has none, its beginning. */
export function titleOf({ question }: KnownDecision): string {
  const text = plainLine(question.header) || plainLine(question.question) || 'Decision';
  const characters = [...text];
  return characters.length <= longestTitle
    ? text
    : `${characters
        .slice(0, longestTitle - 1)
        .join('')
        .trim()}…`;
}

const longestTitle = 100;
const longestSlug = 60;

function slugOf(title: string): string {
  const ascii = title.toLowerCase().replace(/[äöü]/g, '$&e').replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-|-$/g, '');
  return slug === '' ? 'decision' : slug;
}

function statusLine({ status, superseded }: KnownDecision, numberOf: NumberOf): string {
  const names: Readonly<Record<DecisionStatus, string>> = {
    proposed: 'proposed',
    current: 'accepted',
    once: 'deprecated',
    superseded: 'superseded',
  };
  const number = status === 'superseded' && superseded?.by !== undefined ? numberOf(superseded.by) : undefined;
  return names[status] + (number === undefined ? '' : ` by ${String(number).padStart(4, '0')}`);
}

function withStatus(text: string, status: string): string {
  const front = /^(\uFEFF?---\r?\n)((?:(?!---\r?\n)[^\n]*\n)*?)(?=---\r?(?:\n|$))/.exec(text);
  const [all = '', fence = '', fields = ''] = front ?? [];
  const end = (fence || text).includes('\r\n') ? '\r\n' : '\n';
  if (front === null) return `---${end}status: ${status}${end}---${end}${end}${text.replace(/^\uFEFF/, '')}`;
  const line = /^status:[^\r\n]*/m;
  const changed = line.test(fields) ? fields.replace(line, `status: ${status}`) : `status: ${status}${end}${fields}`;
  return fence + changed + text.slice(all.length);
}

function optionItem({ label, description = '' }: KnownDecision['question']['options'][number]): string {
  const text = plainText(description);
  return `* ${inlineOf(label)}${text === '' ? '' : `\\\n  ${paragraphOf(text, '  ')}`}`;
}

function chosenLine(chosen: readonly string[]): string {
  if (chosen.length === 0) return '';
  return `${chosen.length === 1 ? labels.chosen : labels.severalChosen}${chosen.map(quotedOf).join(', ')}`;
}

function labelled(label: string, text = ''): string {
  return plainText(text) === '' ? '' : label + paragraphOf(text);
}

function facts({ asker, branch, commit, status, superseded }: KnownDecision): string[] {
  const given: readonly (readonly [string, string | undefined])[] = [
    [labels.branch, branch],
    [labels.commit, commit],
    [labels.superseded, status === 'superseded' ? superseded?.reason : undefined],
  ];
  const texts = given.map(([label, text = '']) => [label, inlineOf(text)] as const).filter(([, text]) => text !== '');
  return [`* ${labels.asker}${askerText(asker)}`, ...texts.map(([label, text]) => `* ${label}${text}`)];
}

function askerText(asker: Asker): string {
  if (asker.kind === 'server') return serverName + quotedOf(asker.name);
  if (asker.kind === 'agents' && asker.name !== undefined) return agentName + quotedOf(asker.name);
  return { claude: claudeName, agents: agentsName, file: fileName }[asker.kind];
}

function commentOf({ id, at, question, status, superseded }: KnownDecision): MadrComment {
  return {
    id,
    at,
    kind: question.kind,
    multiSelect: question.multiSelect,
    ...(status === 'once' && { once: true as const }),
    ...(status === 'superseded' &&
      superseded !== undefined && { superseded: { at: superseded.at, ...(superseded.by !== undefined && { by: superseded.by }) } }),
  };
}

/** JSON in ASCII, in which nothing ends the comment. */
function commentText(comment: MadrComment): string {
  return JSON.stringify(comment).replace(/[<>&\u007f-\uffff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
