// The Product Doc of one work folder: where its file is, what Claude may read and change of it, and what of it is told. The file and its bounds are
// productDocFile's; must not know conversations.
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { MemoryResult } from '../../claude/stream/memoryServer.js';
import { nodeFileSystem, readRange, withFile, writeWhole } from '../../disk/fileSystem.js';
import type { SetTimer } from '../../disk/fileSystem.js';
import { isDocPlace } from '../../memory/docPlace.js';
import type { ProductDoc } from '../../memory/productDoc.js';
import { formatProductDoc } from '../../memory/productDoc.js';
import { findKnownDocs, isSentByCli } from '../../memory/knownDocs.js';
import { nodeDocDisk } from '../../memory/productDocDisk.js';
import type { FileProblem, Outcome, ProductDocFile, SectionChange, SectionWrite } from '../../memory/productDocFile.js';
import { openProductDoc, sectionHash } from '../../memory/productDocFile.js';
import type { CardLine, ProjectCard } from '../../memory/projectCard.js';
import { projectCard } from '../../memory/projectCard.js';
import { relevantSections } from '../../memory/relevantSections.js';
import { diffRows } from '../../shared/lineDiff.js';
import type { DocChangeItem } from '../../shared/transcript.js';
import type { SessionLog } from '../sessions/sessionLoop.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import { problemForModel } from './docProblems.js';
import { DocTexts } from './docTexts.js';
import { problemForPerson } from './docWords.js';

export interface FolderDocOptions {
  readonly storage: string;
  readonly folder: string;
  readonly log: SessionLog;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface DocPlace {
  /** Absolute path. */
  readonly file: string;
  readonly isInWorkspace: boolean;
}

/** What a call of `update_product_doc` has done, and the row for it. */
export interface DocUpdate {
  readonly result: MemoryResult;
  readonly changed?: Pick<DocChangeItem, 'change' | 'state'>;
}

/** What a session that begins now is told, and which sections are not told for another reason than room. */
export interface CardNow {
  readonly card: ProjectCard;
  /** Taken out by the person. */
  readonly untold: readonly string[];
  /** Claude gets them from a file that the CLI reads by itself. */
  readonly sentByCli: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Characters of a document that `read_product_doc` gives as a whole. A longer one is read section by section. */
const longestWhole = 40_000;
/** Changes that are kept byte for byte, up to 400 kB each; of an older one the words are in its row. */
const mostChanges = 50;
/** Sections that `read_product_doc` gives for a `task_hint`. */
const mostRelevant = 5;

const setTimer: SetTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

export class FolderDoc {
  /** By chat, then by section in lower case: the hash of the content that Claude has read or written there. */
  readonly #shown = new Map<string, Map<string, string>>();
  /** What Claude has changed in this window, byte for byte, by section and new content. */
  readonly #changes = new Map<string, SectionChange>();
  readonly #running = new Set<() => Promise<void>>();
  /** The end of the last `tell`. */
  #tellWritten: Promise<unknown> = Promise.resolve();
  #texts: DocTexts | undefined;
  #opened: { readonly place: DocPlace; readonly file: ProductDocFile } | undefined;

  constructor(readonly options: FolderDocOptions) {}

  async end(): Promise<void> {
    this.#texts?.dispose();
    await Promise.all([...this.#running].map(stop => stop()));
  }

  /** `stop` is called where the window ends first. Returns how to forget it. */
  untilEnd(stop: () => Promise<void>): () => void {
    this.#running.add(stop);
    return () => this.#running.delete(stop);
  }

  get texts(): DocTexts {
    return (this.#texts ??= new DocTexts());
  }

  /** The file in the work folder where there is one, else that in Parley's storage, which may not be there yet. */
  async place(): Promise<DocPlace> {
    const wanted = this.workspaceFile();
    if (wanted !== undefined && (await this.#isInFolder(wanted))) return { file: wanted, isInWorkspace: true };
    return { file: this.stored.file, isInWorkspace: false };
  }

  /** The document in Parley's storage, and who wrote its sections; and where the latter lies for one in the work folder. */
  get stored(): Record<'file' | 'meta' | 'workspaceMeta', string> {
    const folder = join(this.options.storage, 'memory');
    return {
      file: join(folder, 'product-doc.md'),
      meta: join(folder, 'product-doc.json'),
      workspaceMeta: join(folder, 'workspace-doc.json'),
    };
  }

  /** As a person names a file. */
  nameOf({ file, isInWorkspace }: DocPlace): string {
    return isInWorkspace ? relative(this.options.folder, file).replaceAll('\\', '/') : vscode.l10n.t('The Product Doc in Parley’s storage');
  }

  /** Where _Keep in the Workspace_ puts the file; undefined where the setting leads out of the work folder. */
  workspaceFile(): string | undefined {
    const file = join(this.options.folder, readSetting('parley.memory.productDocFile'));
    return file.startsWith(this.options.folder + sep) ? file : undefined;
  }

  async file(): Promise<ProductDocFile> {
    const place = await this.place();
    if (this.#opened?.place.file !== place.file) {
      const { folder, log, now } = this.options;
      const file = openProductDoc({
        ...{ file: place.file, access: place.isInWorkspace ? 'shared' : 'private', folder, log, now, setTimer },
        meta: place.isInWorkspace ? this.stored.workspaceMeta : this.stored.meta,
      });
      this.#opened = { place, file };
    }
    return this.#opened.file;
  }

  /** For a session that begins. Empty where there is no document, or it cannot be read; the log says why. */
  async card(): Promise<readonly CardLine[]> {
    const now = await this.cardNow();
    const untold = await this.untold();
    // The line that says what is left out is of no section, and can be taken out too.
    if (now.ok) return now.card.lines.filter(({ section }) => section !== '' || !untold.has(section));
    this.options.log.warn(`Claude is not told the project card: ${problemForModel(now.problem)}`);
    return [];
  }

  async cardNow(): Promise<Outcome<CardNow>> {
    const read = await (await this.file()).read();
    if (!read.ok) return read;
    const { sections } = read.doc;
    const [known, out] = await Promise.all([findKnownDocs(this.options.folder), this.untold()]);
    const untold = Object.keys(sections).filter(name => out.has(name));
    const sentByCli = Object.entries(sections).flatMap(([name, section]) => (!out.has(name) && isSentByCli(section, known) ? [name] : []));
    return { ok: true, card: projectCard(read.doc, { exclude: [...untold, ...sentByCli] }), untold, sentByCli };
  }

  /** Empty where the document cannot be read. */
  async sectionNames(): Promise<ReadonlySet<string>> {
    const read = await (await this.file()).read();
    return new Set(read.ok ? Object.keys(read.doc.sections) : []);
  }

  /** Names of the sections that the person has taken out of what Claude is told. */
  async untold(): Promise<ReadonlySet<string>> {
    try {
      const bytes = await withFile(nodeFileSystem, this.#untoldFile, 'read', file => readRange(file, 0));
      const names: unknown = JSON.parse(bytes.toString('utf8'));
      return new Set(Array.isArray(names) ? names.map(String) : []);
    } catch (error) {
      if ((await nodeFileSystem.stat(this.#untoldFile)) !== undefined)
        this.options.log.warn(`Which sections are not told could not be read: ${String(error)}`);
      return new Set();
    }
  }

  /** One call after the other, because each writes what it has read. */
  tell(section: string, told: boolean): Promise<void> {
    const written = this.#tellWritten.then(async () => {
      const names = new Set(await this.untold());
      if (told) names.delete(section);
      else names.add(section);
      await writeWhole({ fileSystem: nodeFileSystem, setTimer }, this.#untoldFile, Buffer.from(JSON.stringify([...names])));
    });
    this.#tellWritten = written.catch(() => undefined);
    return written;
  }

  async read(chat: string, { section, task_hint: hint }: Fields): Promise<MemoryResult> {
    const read = await (await this.file()).read();
    if (!read.ok) return failed(read.problem);
    const { doc } = read;
    const names = Object.keys(doc.sections);
    if (names.length === 0) return { text: 'The Product Doc is empty. update_product_doc writes its first section.' };
    if (typeof section === 'string') return this.#readOne(chat, doc, section);
    const chosen = typeof hint === 'string' ? relevantSections(doc, hint).slice(0, mostRelevant) : Object.entries(doc.sections);
    // A document without sections would look empty.
    if (chosen.length === 0) return { text: `No section fits the task_hint. The sections are: ${names.join(', ')}.` };
    const part = { ...doc, sections: Object.fromEntries(chosen) };
    const text = formatProductDoc(part);
    if (text.length > longestWhole) {
      const sizes = chosen.map(([name, { content }]) => `- ${name} (${content.length} characters)`);
      return { text: `This is too long to be read at once. Read one section at a time:\n${sizes.join('\n')}` };
    }
    for (const [name, { content }] of chosen) this.#show(chat, name, content);
    return { text };
  }

  async update(chat: string, { section, content }: Fields): Promise<DocUpdate> {
    if (typeof section !== 'string' || typeof content !== 'string')
      return { result: { text: 'ProductDocError: section and content must be texts.', isError: true } };
    const file = await this.file();
    const unsaved = await this.#unsaved();
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
    const row = { change: diffOf(change.section, change.before ?? '', change.after), state: 'done' as const };
    return { result: { text: `Written. The user sees the change of “${change.section}” and can undo it.` }, changed: row };
  }

  /** False where the section has changed since. */
  async undo(change: DocChangeItem['change']): Promise<boolean> {
    const isNew = change.rows.every(({ sign }) => sign === '+');
    const after = textOf(change.rows, ' ', '+');
    const section: SectionChange = this.#changes.get(nameOf(change.name, after)) ?? {
      ...{ section: change.name, before: isNew ? undefined : textOf(change.rows, ' ', '-'), after },
      // The row of an earlier window has the words alone, so the section is found by its name.
      ...{ rawBefore: isNew ? undefined : '', rawAfter: '\0' },
    };
    const undone = await (await this.file()).undo(section);
    if (!undone.ok) this.options.log.warn(`A change of the Product Doc could not be undone: ${problemForModel(undone.problem)}`);
    return undone.ok;
  }

  /**
   * A model's text that was not written, because the person had changed the section: beside what is there, with a way to take it.
   * `change`: of the row that says so.
   */
  async showConflict({ name, rows }: DocChangeItem['change']): Promise<void> {
    const claudes = textOf(rows, ' ', '+');
    const doc = await this.readForPerson();
    if (doc === undefined) return;
    const present = Object.hasOwn(doc.sections, name) ? doc.sections[name]?.content : undefined;
    if (present === claudes) return void (await showMessage(vscode.l10n.t('“{0}” says that already.', name)));
    await this.texts.offer({
      title: vscode.l10n.t('{0}: what is there ↔ Claude’s text', name),
      before: { name: vscode.l10n.t('What is there'), text: present ?? '' },
      after: { name: vscode.l10n.t('Claude’s text'), text: claudes },
      message: vscode.l10n.t('You changed “{0}” before Claude did. Which text is to stay?', name),
      accept: {
        label: vscode.l10n.t('Use Claude’s Text'),
        run: async () => void (await this.write([{ section: name, content: claudes, present, by: 'llm' }])),
      },
      decline: { label: vscode.l10n.t('Keep What Is There') },
    });
  }

  /** Undefined where it cannot be read; the person is told why. */
  async readForPerson(): Promise<ProductDoc | undefined> {
    const read = await (await this.file()).read();
    if (!read.ok) await this.#tell(read.problem);
    return read.ok ? read.doc : undefined;
  }

  async cardForPerson(): Promise<CardNow | undefined> {
    const now = await this.cardNow();
    if (!now.ok) await this.#tell(now.problem);
    return now.ok ? now : undefined;
  }

  /** What `write` would do; undefined where it could not be done, and the person is told why. */
  async plan(sections: readonly SectionWrite[]): Promise<{ readonly before: string; readonly after: string } | undefined> {
    const planned = await (await this.file()).plan(sections);
    if (!planned.ok) await this.#tell(planned.problem);
    return planned.ok ? planned : undefined;
  }

  /** By the person's act, who is told where it could not be done. */
  async write(sections: readonly SectionWrite[]): Promise<boolean> {
    if (await this.saysUnsaved()) return false;
    const written = await (await this.file()).write(sections);
    if (!written.ok) await this.#tell(written.problem);
    return written.ok;
  }

  /** Whether an editor holds changes that are not saved; the person is told. */
  async saysUnsaved(): Promise<boolean> {
    const isUnsaved = await this.#unsaved();
    if (isUnsaved)
      await showMessage(vscode.l10n.t('Save the Product Doc first: it has changes that are not saved.'), [], { level: 'warning' });
    return isUnsaved;
  }

  /** In VS Code's own editor. A document that is not there begins with a heading. */
  async open(): Promise<void> {
    const place = await this.place();
    const { file, isInWorkspace } = place;
    if ((await nodeFileSystem.stat(file)) === undefined) {
      const heading = Buffer.from(this.heading);
      await writeWhole({ fileSystem: nodeFileSystem, setTimer }, file, heading);
      this.options.log.info(`The Product Doc is begun: ${file}`);
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    await vscode.window.showTextDocument(document, { preview: !isInWorkspace });
  }

  /** Of a document that begins. */
  get heading(): string {
    return `# ${vscode.l10n.t('Product Doc')}\n`;
  }

  async #tell(problem: FileProblem): Promise<void> {
    await showMessage(problemForPerson(problem, this.nameOf(await this.place())), [], { level: 'error' });
  }

  get #untoldFile(): string {
    return join(this.options.storage, 'memory', 'untold.json');
  }

  async #isInFolder(file: string): Promise<boolean> {
    if ((await nodeFileSystem.stat(file).catch(() => undefined)) === undefined) return false;
    const isPlace = await isDocPlace(this.options.folder, file);
    if (!isPlace) this.options.log.warn(`${file} is no Markdown file in the work folder, so it is not used as the Product Doc.`);
    return isPlace;
  }

  async #unsaved(): Promise<boolean> {
    const { file } = await this.place();
    const real = await nodeDocDisk.realPath(file);
    return vscode.workspace.textDocuments.some(({ isDirty, uri }) => isDirty && (uri.fsPath === file || uri.fsPath === real));
  }

  #readOne(chat: string, doc: ProductDoc, wanted: string): MemoryResult {
    const name = Object.keys(doc.sections).find(one => one.toLowerCase() === wanted.toLowerCase());
    const section = name === undefined ? undefined : doc.sections[name];
    if (name === undefined || section === undefined)
      return {
        text: `ProductDocError: There is no section “${wanted}”. There are: ${Object.keys(doc.sections).join(', ')}.`,
        isError: true,
      };
    this.#show(chat, name, section.content);
    return { text: formatProductDoc({ ...doc, sections: { [name]: section } }) };
  }

  #show(chat: string, section: string, content: string): void {
    const shown = this.#shown.get(chat) ?? new Map<string, string>();
    this.#shown.set(chat, shown.set(section.toLowerCase(), sectionHash(content)));
  }

  #keep(change: SectionChange): void {
    this.#changes.set(nameOf(change.section, change.after), change);
    const [oldest] = this.#changes.keys();
    if (this.#changes.size > mostChanges && oldest !== undefined) this.#changes.delete(oldest);
  }

  #refused(chat: string, problem: FileProblem): DocUpdate {
    const result = failed(problem);
    if (problem.code !== 'conflict') return { result };
    const { section, present, proposed = '' } = problem;
    // The model reads now what is there, or that the section is gone, so that it can write once more.
    if (present === undefined) this.#shown.get(chat)?.delete(section.toLowerCase());
    else this.#show(chat, section, present);
    return { result, changed: { change: diffOf(section, present ?? '', proposed), state: 'conflict' } };
  }
}

function nameOf(section: string, content: string): string {
  return JSON.stringify([section, content]);
}

/** Of one side of a diff. */
function textOf(rows: DocChangeItem['change']['rows'], ...signs: readonly string[]): string {
  const side = rows.filter(({ sign }) => signs.includes(sign));
  return side.map(({ pieces }) => pieces.join('')).join('\n');
}

function failed(problem: FileProblem): MemoryResult {
  return { text: `ProductDocError: ${problemForModel(problem)}`, isError: true };
}

function diffOf(name: string, before: string, after: string): DocChangeItem['change'] {
  const rows = diffRows(before, after).map(({ sign, pieces }) => ({ sign, pieces: [...pieces] }));
  const count = (wanted: string): number => rows.filter(({ sign }) => sign === wanted).length;
  return { as: 'diff', name, rows, added: count('+'), removed: count('-') };
}
