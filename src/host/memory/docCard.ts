// The project card of one work folder: what of the Product Doc a session that begins is told. How a card is made is projectCard's.
import { problemOf } from '../../memory/productDocDisk.js';
import { findKnownDocs, namesSentByCli } from '../../memory/knownDocs.js';
import type { Outcome } from '../../memory/productDocFile.js';
import type { CardLine, ProjectCard } from '../../memory/projectCard.js';
import { projectCard, untoldLines } from '../../memory/projectCard.js';
import { inSlices } from '../../memory/slices.js';
import type { DocPlaces, FolderDocOptions, ForeignDoc } from './docPlaces.js';
import { problemForModel } from './docProblems.js';
import type { UntoldSections } from './untoldSections.js';

/** What a session that begins now is told, and which sections are not told for another reason than room. */
export interface CardNow {
  readonly card: ProjectCard;
  /** Taken out by the person. */
  readonly untold: readonly string[];
  /** Lines of a card that somebody wrote, taken out by the person. */
  readonly untoldLines: readonly string[];
  /** Claude gets them from a file that the CLI reads by itself. */
  readonly sentByCli: readonly string[];
}

export class DocCard {
  constructor(
    private readonly options: Pick<FolderDocOptions, 'folder' | 'log' | 'readsAgents'>,
    private readonly places: DocPlaces,
    private readonly untold: UntoldSections,
    /** The folder has a document that Claude is not told. */
    private readonly foundForeign: (foreign: ForeignDoc) => void,
  ) {}

  /**
   * The lines for a session that begins. Empty where there is no document, or where the document or the list of the lines that the person has taken
   * out cannot be read; the log says why.
   */
  async lines(): Promise<readonly CardLine[]> {
    const now = await this.now();
    const untold = now.ok ? await this.untold.all() : now;
    // The line that says what is left out is of no section, and can be taken out too.
    if (now.ok && untold.ok) return now.card.lines.filter(({ section }) => section !== '' || !untold.keys.has(section));
    if (!untold.ok) this.options.log.warn(`Claude is not told the project card: ${problemForModel(untold.problem)}`);
    return [];
  }

  /** Never rejects: what Claude is told beside the card does not depend on it. */
  async now(): Promise<Outcome<CardNow>> {
    return this.#read().catch(failed);
  }

  async #read(): Promise<Outcome<CardNow>> {
    const { read, foreign } = await this.places.readToTell();
    if (foreign !== undefined) this.foundForeign(foreign);
    if (!read.ok) return read;
    const { sections } = read.doc;
    const { folder, readsAgents } = this.options;
    const [known, taken] = await Promise.all([findKnownDocs(folder, readsAgents), this.untold.all()]);
    if (!taken.ok) return taken;
    const out = taken.keys;
    const untold = Object.keys(sections).filter(name => out.has(name));
    const sentByCli = (await inSlices(namesSentByCli(sections, known))).filter(name => !out.has(name));
    const card = await inSlices(projectCard(read.doc, { exclude: [...out, ...sentByCli] }));
    return { ok: true, card, untold, untoldLines: untoldLines(read.doc, out), sentByCli };
  }

  /** The names of all sections of the document that Claude is told. Empty where it cannot be read. */
  async sectionNames(): Promise<ReadonlySet<string>> {
    const read = await this.places.readToTell().then(found => found.read, failed);
    return new Set(read.ok ? Object.keys(read.doc.sections) : []);
  }
}

function failed(error: unknown): Outcome<never> {
  return { ok: false, problem: problemOf(error) };
}
