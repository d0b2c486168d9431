// Reads files of MADR, Parley's own and those of other tools and people. Knows the outline of MADR 2 to 4; what it does not understand stays in
// the file's text, which the decision keeps. Pure, except for a hash.
import { createHash } from 'node:crypto';
import type { Asker, DecisionStatus, KnownDecision, NewDecision } from './decision.js';
import { questionKinds } from '../shared/question.js';
import type { QuestionOption } from '../shared/question.js';
import { isObject } from '../shared/loose.js';
import type { MadrComment, NumberOf } from './madr.js';
import { agentName, agentsName, claudeName, commentEnd, commentStart, dateOf, labels, madrOf, sections, serverName } from './madr.js';
import { textOf } from './madrText.js';

/** `tooLong`: more than a person writes. `noTitle`: no line of it is a title, so it is no MADR. */
export type MadrFault = 'tooLong' | 'noTitle';

type MadrResult = { readonly ok: true; readonly decision: KnownDecision } | { readonly ok: false; readonly fault: MadrFault };

export interface MadrSource {
  /** The name of the file, such as `0007-use-sqlite.md`: the id of a decision that Parley did not write. */
  readonly name: string;
  /** Absolute path of the work folder. */
  readonly folder: string;
  /** Epoch milliseconds, for a file without a date. */
  readonly at: number;
  /** Id of the decision in the file of that number, where there is one. */
  readonly idOf?: (number: number) => string | undefined;
  /** The other way round: with it Parley's own file is known for what it is. */
  readonly numberOf?: NumberOf;
}

/** The most characters of a file. */
const longestText = 262_144;

/**
 * A decision as the file tells it: whoever has written the file may claim any id, asker, time and status. What of it counts is `foreignDecision`'s.
 */
export function fromMadr(text: string, source: MadrSource): MadrResult {
  if (text.length > longestText) return { ok: false, fault: 'tooLong' };
  const read = outlineOf(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
  if (read.title === '') return { ok: false, fault: 'noTitle' };
  const decision = decisionOf(read, source);
  const isOwn = madrOf(decision, source.numberOf ?? (() => undefined)) === text;
  return { ok: true, decision: isOwn ? decision : { ...decision, file: { text, status: decision.status } } };
}

/** Id of a decision from the file that is `MadrSource.name`, whatever the file says. */
export function fileIdOf(name: string): string {
  return `madr-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

/** What a file that this ledger did not write says of a decision. */
interface ForeignDecision {
  readonly decision: KnownDecision;
  readonly text: string;
  /** `fileIdOf` its file. */
  readonly id: string;
  /** Id of the decision in its place, as this ledger knows it. */
  readonly by: string | undefined;
}

/** What counts of it: it holds once a person has accepted it, and who has asked is not known. That it does not hold needs no proof. */
export function foreignDecision({ decision, text, id, by }: ForeignDecision): NewDecision {
  const { notLike: _, untold: __, judgedAt: ___, superseded, ...claimed } = decision;
  return {
    ...claimed,
    id,
    asker: { kind: 'file' },
    status: decision.status === 'current' ? 'proposed' : decision.status,
    ...(superseded !== undefined && { superseded: { reason: superseded.reason, at: superseded.at, ...(by !== undefined && { by }) } }),
    file: { text, status: decision.status },
  };
}

interface Outline {
  readonly fields: ReadonlyMap<string, string>;
  /** Markdown. */
  readonly title: string;
  /** Markdown between the title and the first section. */
  readonly opening: string;
  /** Markdown by heading, in lower case. The first of a name counts. */
  readonly sections: ReadonlyMap<string, string>;
  readonly comment: Partial<MadrComment>;
}

function outlineOf(text: string): Outline {
  const front = /^---\n((?:[^\n]*\n)*?)---(?:\n|$)/.exec(text);
  const found = new Map<string, string[]>();
  let title = '';
  const opening: string[] = [];
  let lines: string[] = opening;
  let fence: string | undefined;
  for (const line of text.slice(front?.[0].length ?? 0).split('\n')) {
    const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined ? marks.startsWith(fence) : marks !== '') fence = fence === undefined ? marks : undefined;
    const [, level, rest = ''] = (fence === undefined && /^(#{1,2})\s(.*)$/s.exec(line)) || [];
    const heading = rest.trim();
    if (level === '#' && title === '') title = heading;
    else if (level === '##') {
      const name = heading.toLowerCase();
      lines = [];
      if (!found.has(name)) found.set(name, lines);
    } else lines.push(line);
  }
  const joined = new Map([...found].map(([name, own]) => [name, own.join('\n').trim()]));
  const more = joined.get(sections.more.toLowerCase()) ?? '';
  return { fields: fieldsIn(front?.[1] ?? ''), title, opening: opening.join('\n').trim(), sections: joined, comment: commentIn(more) };
}

function fieldsIn(front: string): ReadonlyMap<string, string> {
  const pairs = [...front.matchAll(/^([\w-]+):(.*)$/gm)];
  return new Map(pairs.map(([, key = '', value = '']) => [key.toLowerCase(), value.trim().replace(/^(["'])(.*)\1$/, '$2')]));
}

function decisionOf(read: Outline, source: MadrSource): KnownDecision {
  const { comment } = read;
  const section = (name: string): readonly string[] => paragraphsOf(read.sections.get(name.toLowerCase()) ?? '');
  const outcome = outcomeIn(section(sections.outcome));
  const facts = itemsOf(read.sections.get(sections.more.toLowerCase()) ?? '');
  const fact = (label: string): string | undefined => facts.find(one => one.startsWith(label))?.slice(label.length);
  const options = optionsIn(read.sections.get(sections.options.toLowerCase()) ?? '');
  const at = timeIn(read, source.at);
  const [branch, commit] = [fact(labels.branch), fact(labels.commit)].map(one => one && textOf(one));
  const status = statusIn(read);
  return {
    id: comment.id ?? fileIdOf(source.name),
    question: {
      kind: comment.kind ?? 'choice',
      ...questionIn(read, section(sections.context)),
      header: textOf(read.title),
      multiSelect: comment.multiSelect ?? outcome.chosen.length > 1,
      options,
    },
    answer: {
      selected: options.flatMap(({ label }, position) => (outcome.chosen.includes(label) ? [position] : [])),
      other: outcome.words !== undefined,
      otherText: outcome.words ?? '',
      note: outcome.note ?? '',
      skipped: false,
    },
    ...outcome,
    asker: askerIn(fact(labels.asker)),
    ...(branch && { branch }),
    ...(commit && { commit }),
    folder: source.folder,
    at,
    status,
    ...(status === 'superseded' && { superseded: supersededIn(read, fact(labels.superseded), at, source.idOf) }),
    notLike: [],
  };
}

/** A list of MADR 2 in front of the sections has it too. */
function field(read: Outline, name: string): string {
  const listed = new RegExp(`^[*-] ${name}: *(.*)$`, 'im').exec(read.opening)?.[1];
  return (read.fields.get(name) ?? listed ?? '').trim();
}

function statusIn(read: Outline): DecisionStatus {
  const status = field(read, 'status').toLowerCase();
  if (status.startsWith('accepted')) return 'current';
  if (status.startsWith('deprecated') && read.comment.once === true) return 'once';
  return /^(?:superseded|deprecated|rejected)/.test(status) ? 'superseded' : 'proposed';
}

function supersededIn(
  read: Outline,
  reason: string | undefined,
  at: number,
  idOf: MadrSource['idOf'] = () => undefined,
): NonNullable<KnownDecision['superseded']> {
  const number = /^superseded by\D*(\d{1,9})/i.exec(field(read, 'status'))?.[1];
  const by = (number === undefined ? undefined : idOf(Number(number))) ?? read.comment.superseded?.by;
  return { reason: textOf(reason ?? ''), at: read.comment.superseded?.at ?? at, ...(by !== undefined && { by }) };
}

/** The comment has the exact time of the date. */
function timeIn(read: Outline, otherwise: number): number {
  const { at } = read.comment;
  const date = field(read, 'date').slice(0, 10);
  if (at !== undefined && (date === '' || dateOf(at) === date)) return at;
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  return Number.isNaN(time) ? otherwise : time;
}

/** Parley writes the question, and its description as a second paragraph; others write a story, which may hold a question. */
function questionIn(read: Outline, context: readonly string[]): { question: string; description?: string } {
  const [first, second, ...others] = context.map(textOf);
  if (read.comment.id !== undefined && others.length === 0)
    return { question: first ?? '', ...(second !== undefined && { description: second }) };
  const story = [first, second, ...others].join('\n\n').trim();
  const asked = context.map(textOf).findLast(paragraph => paragraph.endsWith('?'));
  const question = asked ?? textOf(read.title);
  return { question, ...(story !== '' && story !== question && { description: story }) };
}

function outcomeIn(paragraphs: readonly string[]): Pick<KnownDecision, 'chosen' | 'words' | 'note'> {
  const after = (label: string): string | undefined => paragraphs.find(one => one.startsWith(label))?.slice(label.length);
  const line = after(labels.chosen) ?? after(labels.severalChosen);
  const chosen = line === undefined ? { labels: [], rest: '' } : chosenIn(line);
  const words = after(labels.words) ?? (line === undefined ? paragraphs.find(one => !one.startsWith(labels.note)) : undefined);
  const note = after(labels.note) ?? chosen.rest;
  return { chosen: chosen.labels, ...(words && { words: textOf(words) }), ...(note && { note: textOf(note) }) };
}

/** `"A", "B", because …`; without quotation marks all up to the comma is the label. */
function chosenIn(line: string): { readonly labels: readonly string[]; readonly rest: string } {
  const quoted = /^(?:"(?:[^"\\]|\\[^])*"(?:, (?="))?)+/.exec(line)?.[0];
  const unquoted = quoted ?? /^[^,\n]+/.exec(line)?.[0] ?? '';
  const found = quoted === undefined ? [unquoted.trim()] : [...quoted.matchAll(/"((?:[^"\\]|\\[^])*)"/g)].map(([, label = '']) => label);
  return { labels: found.map(textOf), rest: line.slice(unquoted.length).replace(/^[\s,.]+/, '') };
}

function optionsIn(section: string): QuestionOption[] {
  return itemsOf(section).map(item => {
    // Behind a label that Parley has written stands a line break.
    const [, label = '', description = ''] = /^((?:[^\\\n]|\\[^\n])*)\\?\n?([^]*)/.exec(item) ?? [];
    return { label: textOf(label), ...(description !== '' && { description: textOf(description) }) };
  });
}

function askerIn(text = ''): Asker {
  const nameBehind = (words: string): string => chosenIn(text.slice(words.length)).labels[0] ?? '';
  if (text.startsWith(serverName)) return { kind: 'server', name: nameBehind(serverName) };
  if (text.startsWith(agentName)) return { kind: 'agents', name: nameBehind(agentName) };
  return { kind: text === claudeName ? 'claude' : text === agentsName ? 'agents' : 'file' };
}

function paragraphsOf(section: string): readonly string[] {
  return section.split(/\n(?:[ \t]*\n)+/).filter(text => text !== '');
}

/** Markdown of the items of lists, without their marks and indents. */
function itemsOf(section: string): readonly string[] {
  const items: string[] = [];
  for (const line of section.split('\n')) {
    const item = /^[*+-](?:$| +(.*))/.exec(line);
    const last = items.length - 1;
    if (item !== null) items.push(item[1] ?? '');
    else if (last >= 0 && /^ {2,}\S/.test(line)) items[last] += `\n${line.replace(/^ {2,4}/, '')}`;
  }
  return items;
}

function commentIn(section: string): Partial<MadrComment> {
  // A person may have written on behind it.
  const line = section.split('\n').findLast(one => one.startsWith(commentStart) && one.endsWith(commentEnd));
  if (line === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(line.slice(commentStart.length, -commentEnd.length));
  } catch {
    // A person has edited it: the text says enough.
    return {};
  }
  if (!isObject(value)) return {};
  const { id, at, kind, multiSelect, once, superseded } = value;
  const known = questionKinds.find(one => one === kind);
  return {
    ...(typeof id === 'string' && id !== '' && { id }),
    ...(isTime(at) && { at }),
    ...(known && { kind: known }),
    ...(typeof multiSelect === 'boolean' && { multiSelect }),
    ...(once === true && { once: true as const }),
    ...(isObject(superseded) && isTime(superseded['at']) && { superseded: supersededBy(superseded['at'], superseded['by']) }),
  };
}

function supersededBy(at: number, by: unknown): NonNullable<MadrComment['superseded']> {
  return { at, ...(typeof by === 'string' && { by }) };
}

/** What JavaScript's `Date` takes. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}
