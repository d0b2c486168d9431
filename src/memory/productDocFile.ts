// The Product Doc on the disk: a Markdown file that a person edits as well, and beside it, in Parley's storage, who wrote which section and
// when. Owns what a model may change and how that is taken back; a person's words are never overwritten unseen. Puts nothing into words.
import { createHash } from 'node:crypto';
import { writeWhole, readRange, withFile } from '../disk/fileSystem.js';
import type { Editor, ProductDoc, ProductDocFault, ProductDocSection } from './productDoc.js';
import { isSectionName, productDocLimits, sectionFault } from './productDoc.js';
import type { DocDisk, DocProblem, FileAccess } from './productDocDisk.js';
import { nodeDocDisk, readText, writeText } from './productDocDisk.js';
import type { SectionSpan } from './productDocText.js';
import {
  contentOf,
  deleteSection,
  emptySection,
  insertSection,
  normalisedContent,
  replaceSection,
  sectionSpans,
  sectionSpanSteps,
} from './productDocText.js';
import type { CardOptions } from './projectCard.js';
import { withProjectCard } from './projectCard.js';
import type { Steps } from './slices.js';
import { inSlices } from './slices.js';
import type { Clock } from '../shared/clock.js';
import * as z from 'zod/mini';
import type { FileSystem } from '../disk/fileSystem.js';

interface ProductDocPlace {
  /** The Markdown file. */
  readonly file: string;
  /** `shared`: in the workspace, where others read it too; `private`: in Parley's storage. Counts where the file is new. */
  readonly access: FileAccess;
  /** JSON in Parley's storage. */
  readonly meta: string;
  /** Absolute path of the work folder. */
  readonly folder: string;
  readonly clock: Clock;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: { warn(message: string): void };
  readonly disk?: DocDisk;
  readonly card?: CardOptions;
  /** The file is about to hold `after`; `before` is empty where it is not there. */
  readonly onWriting?: (before: string, after: string) => Promise<void>;
}

export type FileProblem =
  | DocProblem
  | ProductDocFault
  /** The names of the sections that are not told cannot be read; `file` is where they are. */
  | { readonly code: 'untold'; readonly file: string }
  /** The content would make or end another section: it has a `##` line, or a code fence that stays open. */
  | { readonly code: 'structure' }
  /** The section is not what the model was shown, or what the change had made of it. `present` is undefined where there is none. */
  | { readonly code: 'conflict'; readonly section: string; readonly present: string | undefined; readonly proposed: string | undefined };

/** What a model did to one section, for the diff and for *Undo*. Contents have `\n` at the ends of lines. */
export interface SectionChange {
  readonly section: string;
  /** Undefined where the section is new. */
  readonly before: string | undefined;
  readonly after: string;
  /** The same with heading and blank lines, byte for byte. */
  readonly rawBefore: string | undefined;
  readonly rawAfter: string;
}

export interface SectionUpdate {
  /** Name; upper and lower case are the same. */
  readonly section: string;
  readonly content: string;
  /** `sectionHash` of the content that the model was shown. */
  readonly base?: string;
}

/** A write by the person's act. */
export interface SectionWrite {
  /** Name; upper and lower case are the same. */
  readonly section: string;
  /** The title of a new section; without it the name is the title. */
  readonly title?: string;
  readonly content: string;
  /** What the person was shown in its place; undefined where there was no such section. */
  readonly present: string | undefined;
  readonly by: Editor;
  /** ISO 8601; else now. */
  readonly at?: string;
}

export type Outcome<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly problem: FileProblem };

export interface ProductDocFile {
  /** `exists` is false where there is no file; the document is empty then. */
  read(): Promise<Outcome<{ readonly doc: ProductDoc; readonly exists: boolean }>>;
  /** Writes what a model wants. `change` is undefined where the section was that already. */
  update(update: SectionUpdate): Promise<Outcome<{ readonly change: SectionChange | undefined }>>;
  undo(change: SectionChange): Promise<Outcome<object>>;
  /** All of them or, where one section is not what the person was shown, none. */
  write(sections: readonly SectionWrite[]): Promise<Outcome<object>>;
  /** The file's text, and what `write` would make of it. */
  plan(sections: readonly SectionWrite[]): Promise<Outcome<{ readonly before: string; readonly after: string }>>;
}

/** The hash of a section's content with `\n` at the ends of lines. */
export function sectionHash(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** Reads nothing yet. The calls of one object follow each other; those of two windows meet at the file. */
export function openProductDoc({ disk = nodeDocDisk, ...place }: ProductDocPlace): ProductDocFile {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const context = { ...place, disk };
  return {
    read: () => inTurn(() => read(context)),
    update: update => inTurn(() => edit(context, (text, notes) => updated(text, notes, update))),
    undo: change => inTurn(() => edit(context, text => undone(text, change))),
    write: sections => inTurn(() => edit(context, text => withWritten(text, sections))),
    plan: sections =>
      inTurn(async () => {
        const found = await readText(disk, place.file);
        if (!found.ok) return found;
        const edited = planned(found.text, sections);
        return 'code' in edited ? { ok: false, problem: edited } : { ok: true, before: found.text, after: edited.text };
      }),
  };
}

/** What `write` makes of the text, or why it cannot hold the sections. */
export function planned(text: string, sections: readonly SectionWrite[]): { readonly text: string } | FileProblem {
  const edited = withWritten(text, sections);
  return !('code' in edited) && isTooLarge(edited.text) ? { code: 'docTooLarge' } : edited;
}

function isTooLarge(text: string): boolean {
  return Buffer.byteLength(text) > productDocLimits.total;
}

type Context = ProductDocPlace & { readonly disk: DocDisk };

async function read({ disk, file, meta, folder, card, log }: Context): ReturnType<ProductDocFile['read']> {
  const found = await readText(disk, file);
  if (!found.ok) return found;
  const { text, stat } = found;
  const spans = await inSlices(sectionSpanSteps(text));
  if (spans.length > productDocLimits.sections) return { ok: false, problem: { code: 'tooManySections' } };
  const notes = await readNotes(disk, meta, log);
  const changedAt = new Date(stat?.modifiedAt ?? 0).toISOString();
  const sections = await inSlices(sectionsOf(text, spans, { notes, changedAt }));
  const updated_at = Object.values(sections).reduce((latest, section) => (section.updated_at > latest ? section.updated_at : latest), '');
  const doc = { folder, sections, project_card: '', updated_at: updated_at === '' ? changedAt : updated_at };
  return { ok: true, doc: await inSlices(withProjectCard(doc, card)), exists: stat !== undefined };
}

/** `changedAt`: when the file was, ISO 8601. */
function* sectionsOf(
  text: string,
  spans: readonly SectionSpan[],
  { notes, changedAt }: { readonly notes: DocNotes; readonly changedAt: string },
): Steps<Record<string, ProductDocSection>> {
  const sections: [string, ProductDocSection][] = [];
  for (const span of spans) {
    const { name } = span;
    const content = contentOf(text, span);
    const known = noteOf(notes, name, content);
    const title = isSectionName(span.title) ? span.title : name;
    sections.push([name, { title, content, updated_at: known?.updated_at ?? changedAt, updated_by: known?.updated_by ?? 'user' }]);
    yield;
  }
  return Object.fromEntries(sections);
}

/** What Parley knows of the section, if it is as Parley wrote it. */
function noteOf(notes: DocNotes, name: string, content: string): DocNotes['sections'][string][number] | undefined {
  const hash = sectionHash(content);
  return notesOf(notes, name).find(note => note.hash === hash);
}

function notesOf(notes: DocNotes, name: string): DocNotes['sections'][string] {
  return (Object.hasOwn(notes.sections, name) ? notes.sections[name] : undefined) ?? [];
}

interface Edit {
  readonly text: string;
  readonly change: SectionChange | undefined;
  /** The name and content of each section that was written, as it is then. */
  readonly written: readonly WrittenSection[];
}
type WrittenSection = { readonly section: string; readonly content: string } & Pick<SectionWrite, 'by' | 'at'>;
type Edited = Edit | FileProblem;

/** Attempts where another program writes the same file at that moment. */
const attempts = 3;

/** Reads the file anew and changes it, or says why not. */
async function edit(context: Context, change: (text: string, notes: DocNotes) => Edited): ReturnType<ProductDocFile['update']> {
  const { disk, file, access, meta, log } = context;
  for (let attempt = 1; ; attempt++) {
    const found = await readText(disk, file);
    if (!found.ok) return found;
    const notes = await readNotes(disk, meta, log);
    const edited = change(found.text, notes);
    if ('code' in edited) return { ok: false, problem: edited };
    if (edited.text === found.text) return { ok: true, change: undefined };
    if (isTooLarge(edited.text)) return { ok: false, problem: { code: 'docTooLarge' } };
    // The notes come first, with what was known before, so that a crash between the two leaves no section that counts as the person's.
    if (edited.written.length > 0) await writeNotes(context, notes, edited.written, found.text);
    await context.onWriting?.(found.text, edited.text);
    const written = await writeText(disk, { file, access }, edited.text, found.stat);
    if (written.ok) return { ok: true, change: edited.change };
    if (written.problem.code !== 'changed') return { ok: false, problem: written.problem };
    if (attempt === attempts) return { ok: false, problem: { code: 'failed', error: new Error('another program writes the file') } };
  }
}

async function writeNotes(
  { disk, meta, clock, now, log }: Context,
  notes: DocNotes,
  written: readonly WrittenSection[],
  text: string,
): Promise<void> {
  const spans = new Map(sectionSpans(text).map(span => [span.name, span]));
  const kept = Object.entries(notes.sections).filter(([name]) => spans.has(name));
  const made = written.map(({ section, content, by, at = new Date(now()).toISOString() }) => {
    const present = spans.get(section);
    const before = present && noteOf(notes, section, contentOf(text, present));
    const note = { hash: sectionHash(content), updated_at: at, updated_by: by };
    return [section, before === undefined ? [note] : [note, before]] as const;
  });
  const next: DocNotes = { sections: { ...Object.fromEntries(kept), ...Object.fromEntries(made) } };
  try {
    await writeWhole({ fileSystem: disk, clock }, meta, Buffer.from(textOfNotes(next)));
  } catch (error) {
    // The section then counts as the person's, which only makes a model more careful.
    log.warn(`product doc: who wrote a section could not be stored: ${String(error)}`);
  }
}

function updated(text: string, notes: DocNotes, { section, content: given, base }: SectionUpdate): Edited {
  const spans = sectionSpans(text);
  const span = spanOf(spans, section);
  const content = normalisedContent(given);
  const fault = sectionFault(span?.name ?? section, { title: section, content });
  if (fault !== undefined) return fault;
  const present = span && contentOf(text, span);
  if (isConflict(notes, span?.name ?? section, present, base))
    return { code: 'conflict', section: span?.name ?? section, present, proposed: content };
  if (span === undefined) return added(text, section, content, spans.length);
  const edited = replaceSection(text, span, content);
  if (edited === undefined) return { code: 'structure' };
  const change = {
    section: span.name,
    before: present,
    after: content,
    rawBefore: rawOf(text, span),
    rawAfter: rawNamed(edited, span.name),
  };
  return { text: edited, change, written: [{ section: span.name, content, by: 'llm' }] };
}

/** Upper and lower case are the same where no section has the very name. */
function spanOf(spans: readonly SectionSpan[], section: string): SectionSpan | undefined {
  return spans.find(({ name }) => name === section) ?? spans.find(({ name }) => name.toLowerCase() === section.toLowerCase());
}

/** A model that was not shown the section may only overwrite what a model wrote. */
function isConflict(notes: DocNotes, name: string, present: string | undefined, base: string | undefined): boolean {
  if (base !== undefined) return present === undefined || sectionHash(present) !== base;
  return present !== undefined && noteOf(notes, name, present)?.updated_by !== 'llm';
}

function added(text: string, title: string, content: string, count: number): Edited {
  if (count >= productDocLimits.sections) return { code: 'tooManySections' };
  const result = insertSection(text, title, content);
  if (result === undefined) return { code: 'structure' };
  const change = { section: result.name, before: undefined, after: content, rawBefore: undefined, rawAfter: result.inserted };
  return { text: result.text, change, written: [{ section: result.name, content, by: 'llm' }] };
}

function undone(text: string, change: SectionChange): Edited {
  const { section, before, after, rawBefore, rawAfter } = change;
  const span = sectionSpans(text).find(({ name }) => name === section);
  const present = span && contentOf(text, span);
  if (span === undefined || present !== after) return { code: 'conflict', section, present, proposed: before };
  if (before === undefined || rawBefore === undefined) {
    const without = text.endsWith(rawAfter) ? text.slice(0, text.length - rawAfter.length) : deleteSection(text, span);
    return without === undefined ? { code: 'structure' } : { text: without, change: undefined, written: [] };
  }
  const exact = text.slice(0, span.start) + rawBefore + text.slice(span.end);
  const inWords = before === '' ? emptySection : replaceSection;
  const edited = rawOf(text, span) === rawAfter ? exact : inWords(text, span, before);
  return edited === undefined ? { code: 'structure' } : { text: edited, change: undefined, written: [] };
}

function withWritten(text: string, sections: readonly SectionWrite[]): Edited {
  const written: WrittenSection[] = [];
  let edited = text;
  for (const { section, title = section, content: given, present: shown, by, at } of sections) {
    const spans = sectionSpans(edited);
    const span = spanOf(spans, section);
    const content = normalisedContent(given);
    const fault = sectionFault(span?.name ?? section, { title, content });
    if (fault !== undefined) return fault;
    const present = span && contentOf(edited, span);
    if (present !== shown) return { code: 'conflict', section, present, proposed: content };
    if (span === undefined && spans.length >= productDocLimits.sections) return { code: 'tooManySections' };
    const inserted = span === undefined ? insertSection(edited, title, content) : undefined;
    const next = span === undefined ? inserted?.text : replaceSection(edited, span, content);
    if (next === undefined) return { code: 'structure' };
    edited = next;
    written.push({ section: span?.name ?? inserted?.name ?? title, content, by, ...(at !== undefined && { at }) });
  }
  return { text: edited, change: undefined, written };
}

const rawOf = (text: string, { start, end }: SectionSpan): string => text.slice(start, end);

function rawNamed(text: string, section: string): string {
  const span = sectionSpans(text).find(({ name }) => name === section);
  return span === undefined ? '' : rawOf(text, span);
}

/** Who wrote which section of the Product Doc last, and when: a JSON file in Parley's storage, which the Markdown has no place for. Owns its form; a file that is damaged counts as empty, and then every section counts as the person's. */
const note = z.strictObject({ hash: z.string(), updated_at: z.string(), updated_by: z.enum(['user', 'llm']) });
const form = z.strictObject({ sections: z.record(z.string(), z.array(note)) });

/** The notes by name of the section, newest first: as Parley wrote it last, and as it was before, because a crash can leave either in the file. */
type DocNotes = z.infer<typeof form>;

const noNotes: DocNotes = { sections: {} };

/** Bytes. 200 sections of two notes each take 100 kB. */
const maximumSize = 1_000_000;

async function readNotes(disk: FileSystem, path: string, log: { warn(message: string): void }): Promise<DocNotes> {
  try {
    if ((await disk.stat(path)) === undefined) return noNotes;
    const bytes = await withFile(disk, path, 'read', file => readRange(file, 0, maximumSize));
    return form.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    log.warn(`product doc: who wrote its sections could not be read: ${String(error)}`);
    return noNotes;
  }
}

function textOfNotes(notes: DocNotes): string {
  return JSON.stringify(notes);
}
