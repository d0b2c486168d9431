// What Claude reads and changes of the Product Doc by its tools, and how a change is taken back. Owns what each chat has been shown, because Claude
// changes only what it has read; must not know where the document lies.
import type { MemoryResult } from '../../claude/stream/memoryServer.js';
import type { ProductDoc } from '../../memory/productDoc.js';
import { formatProductDoc } from '../../memory/productDoc.js';
import type { FileProblem, ProductDocFile, SectionChange } from '../../memory/productDocFile.js';
import { sectionHash } from '../../memory/productDocFile.js';
import { relevantSections } from '../../memory/relevantSections.js';
import { inSlices } from '../../memory/slices.js';
import { diffRows } from '../../shared/lineDiff.js';
import type { DocChangeItem } from '../../shared/transcript.js';
import type { DocPlaces, FolderDocOptions, ForeignDoc } from './docPlaces.js';
import { problemForModel } from './docProblems.js';

/** What a call of `update_product_doc` has done, and the row for it. */
interface DocUpdate {
  readonly result: MemoryResult;
  readonly changed?: Pick<DocChangeItem, 'change' | 'isNew' | 'state'>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Characters of a document that `read_product_doc` gives as a whole. A longer one is read section by section. */
const longestWhole = 40_000;
/** Changes that are kept byte for byte, up to 400 kB each; of an older one the words are in its row. */
const mostChanges = 50;
/** Sections that `read_product_doc` gives for a `task_hint`. */
const mostRelevant = 5;

export class DocTools {
  /** The hash of the content that Claude has read (a result in time) or written, by chat, then by section in lower case. */
  readonly #shown = new Map<string, Map<string, string>>();
  /** What Claude has changed in this window, byte for byte, by section and both contents. */
  readonly #changes = new Map<string, SectionChange>();

  constructor(
    private readonly options: Pick<FolderDocOptions, 'log'>,
    private readonly places: Pick<DocPlaces, 'file' | 'fileToTell' | 'readToTell' | 'isUnsaved'>,
    /** The folder has a document that Claude is not told. */
    private readonly foundForeign: (foreign: ForeignDoc) => void = () => undefined,
  ) {}

  async read(chat: string, { section, task_hint: hint }: Fields): Promise<MemoryResult> {
    const { read, foreign } = await this.places.readToTell();
    if (foreign !== undefined) this.foundForeign(foreign);
    if (!read.ok) return failed(read.problem);
    const { doc } = read;
    const names = Object.keys(doc.sections);
    if (names.length === 0 && foreign !== undefined) return notLookedAt(foreign);
    if (names.length === 0) return { text: 'The Product Doc is empty. update_product_doc writes its first section.' };
    if (typeof section === 'string') return this.#readOne(chat, doc, section);
    const chosen =
      typeof hint === 'string' ? (await inSlices(relevantSections(doc, hint))).slice(0, mostRelevant) : Object.entries(doc.sections);
    // A document without sections would look empty.
    if (chosen.length === 0) return { text: `No section fits the task_hint. The sections are: ${names.join(', ')}.` };
    const part = { ...doc, sections: Object.fromEntries(chosen) };
    const text = formatProductDoc(part);
    if (text.length > longestWhole) {
      const sizes = chosen.map(([name, { content }]) => `- ${name} (${content.length} characters)`);
      return { text: `This is too long to be read at once. Read one section at a time:\n${sizes.join('\n')}` };
    }
    const delivered = (): void => {
      for (const [name, { content }] of chosen) this.#show(chat, name, content);
    };
    return { text, delivered };
  }

  async update(chat: string, { section, content }: Fields): Promise<DocUpdate> {
    if (typeof section !== 'string' || typeof content !== 'string')
      return { result: { text: 'ProductDocError: section and content must be texts.', isError: true } };
    const { file, foreign } = await this.places.fileToTell();
    if (foreign !== undefined) {
      this.foundForeign(foreign);
      return { result: notLookedAt(foreign) };
    }
    const unsaved = await this.places.isUnsaved();
    if (unsaved)
      return {
        result: { text: 'ProductDocError: The user is editing the Product Doc and has not saved it. Nothing was written.', isError: true },
      };
    const base = this.#shown.get(chat)?.get(section.toLowerCase());
    const updated = await file.update({ section, content, ...(base !== undefined && { base }) });
    if (!updated.ok) return this.#refused(chat, updated.problem);
    if (updated.change === undefined) return { result: { text: 'The section says that already.' } };
    const { change } = updated;
    this.#show(chat, change.section, change.after);
    this.#keep(change);
    const diff = diffOf(change.section, change.before ?? '', change.after);
    const row = { change: diff, ...(change.before === undefined && { isNew: true as const }), state: 'done' as const };
    return { result: { text: `Written. The user sees the change of “${change.section}” and can undo it.` }, changed: row };
  }

  /** Why the change could not be undone; `conflict` or `structure` where the document has changed since. */
  async undo({ change, isNew }: Pick<DocChangeItem, 'change' | 'isNew'>): Promise<FileProblem | undefined> {
    const after = textOf(change.rows, ' ', '+');
    const before = isNew ? undefined : textOf(change.rows, ' ', '-');
    const section: SectionChange = this.#changes.get(nameOf(change.name, before, after)) ?? {
      section: change.name,
      before,
      after,
      // The row of an earlier window has the words alone, so the section is found by its name.
      rawBefore: isNew ? undefined : '',
      rawAfter: '\0',
    };
    const undone = await this.#undo(section);
    if (undone.ok) return undefined;
    this.options.log.warn(`A change of the Product Doc could not be undone: ${problemForModel(undone.problem)}`);
    return undone.problem;
  }

  /** The document of the folder counts, whoever has touched it since. Claude may have changed that of the storage, before the folder brought another. */
  async #undo(change: SectionChange): ReturnType<ProductDocFile['undo']> {
    const undone = await (await this.places.file()).undo(change);
    if (undone.ok || undone.problem.code !== 'conflict') return undone;
    const { file, foreign } = await this.places.fileToTell();
    const before = foreign === undefined ? undone : await file.undo(change);
    return before.ok ? before : undone;
  }

  #readOne(chat: string, doc: ProductDoc, wanted: string): MemoryResult {
    const names = Object.keys(doc.sections);
    const name = names.find(one => one === wanted) ?? names.find(one => one.toLowerCase() === wanted.toLowerCase());
    const section = name === undefined ? undefined : doc.sections[name];
    if (name === undefined || section === undefined)
      return {
        text: `ProductDocError: There is no section “${wanted}”. There are: ${names.join(', ')}.`,
        isError: true,
      };
    const delivered = (): void => this.#show(chat, name, section.content);
    return { text: formatProductDoc({ ...doc, sections: { [name]: section } }), delivered };
  }

  #show(chat: string, section: string, content: string): void {
    const shown = this.#shown.get(chat) ?? new Map<string, string>();
    this.#shown.set(chat, shown.set(section.toLowerCase(), sectionHash(content)));
  }

  #keep(change: SectionChange): void {
    this.#changes.set(nameOf(change.section, change.before, change.after), change);
    const [oldest] = this.#changes.keys();
    if (this.#changes.size > mostChanges && oldest !== undefined) this.#changes.delete(oldest);
  }

  #refused(chat: string, problem: FileProblem): DocUpdate {
    const result = failed(problem);
    if (problem.code !== 'conflict') return { result };
    const { section, present, proposed = '' } = problem;
    // The model that reads what is there, or that the section is gone, can write once more.
    const delivered = (): void => {
      if (present === undefined) this.#shown.get(chat)?.delete(section.toLowerCase());
      else this.#show(chat, section, present);
    };
    return { result: { ...result, delivered }, changed: { change: diffOf(section, present ?? '', proposed), state: 'conflict' } };
  }
}

/** Names a change by both contents, because a section may come back to a content that an earlier change has made of another one. */
function nameOf(section: string, before: string | undefined, after: string): string {
  return JSON.stringify([section, before, after]);
}

/** The text of one side of a diff. */
export function textOf(rows: DocChangeItem['change']['rows'], ...signs: readonly string[]): string {
  const side = rows.filter(({ sign }) => signs.includes(sign));
  return side.map(({ pieces }) => pieces.join('')).join('\n');
}

function notLookedAt({ name }: ForeignDoc): MemoryResult {
  const text = `ProductDocError: ${name} was written or changed outside of this VS Code, and the user has not looked at it yet. Nothing was read or written.`;
  return { text, isError: true };
}

function failed(problem: FileProblem): MemoryResult {
  return { text: `ProductDocError: ${problemForModel(problem)}`, isError: true };
}

function diffOf(name: string, before: string, after: string): DocChangeItem['change'] {
  const rows = diffRows(before, after).map(({ sign, pieces }) => ({ sign, pieces: [...pieces] }));
  const count = (wanted: string): number => rows.filter(({ sign }) => sign === wanted).length;
  return { as: 'diff', name, rows, added: count('+'), removed: count('-') };
}
