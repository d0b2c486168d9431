// The Product Doc of one work folder. Owns its parts and their end; must not know conversations.
import { DocApproval } from '../../memory/docApproval.js';
import { DocActs } from './docActs.js';
import { askToTell } from './docAsking.js';
import { DocCard } from './docCard.js';
import type { FolderDocOptions, ForeignDoc } from './docPlaces.js';
import { DocPlaces } from './docPlaces.js';
import { DocTexts } from './docTexts.js';
import { DocTools } from './docTools.js';
import { UntoldSections } from './untoldSections.js';
import { realClock } from '../../disk/clock.js';

export class FolderDoc {
  readonly approval: DocApproval;
  readonly places: DocPlaces;
  readonly untold: UntoldSections;
  readonly card: DocCard;
  /** Claude's. */
  readonly tools: DocTools;
  /** The person's. */
  readonly acts: DocActs;
  readonly #running = new Set<() => Promise<void>>();
  #texts: DocTexts | undefined;

  constructor(readonly options: FolderDocOptions) {
    this.approval = new DocApproval({ ...options, clock: realClock });
    this.places = new DocPlaces(options, this.approval);
    this.untold = new UntoldSections(options);
    const foundForeign = (foreign: ForeignDoc): void => void askToTell(this, foreign);
    this.card = new DocCard(options, this.places, this.untold, foundForeign);
    this.tools = new DocTools(options, this.places, foundForeign);
    this.acts = new DocActs(options, { places: this.places, card: this.card, texts: () => this.texts });
  }

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
}
