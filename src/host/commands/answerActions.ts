// Performs what the person starts inside a card: references, images, previews, the layout.
import * as vscode from 'vscode';
import { isAnswered } from '../../shared/answers.js';
import { isImageFile } from '../../shared/attachments.js';
import { kinds } from '../../shared/kinds.js';
import type { AnswerField } from '../../shared/question.js';
import type { Log } from '../chats/chatDependencies.js';
import type { ChatEvent } from '../../chat/events.js';
import type { QuestionState, ChatState } from '../../chat/state.js';
import { waitingQuestions } from '../../chat/state.js';
import type { Intent } from '../../shared/contract/fromView.js';
import type { Variant } from '../../shared/variant.js';
import { showMessage } from '../vscode/plainUi.js';
import type { Previews } from '../views/previews.js';
import type { Chosen } from './references.js';
import { referenceTo } from './references.js';
import { messageOf } from '../../shared/error.js';

interface AnswerActDependencies {
  readonly state: () => ChatState;
  readonly dispatch: (event: ChatEvent) => void;
  readonly previews: Previews;
  /** The folder of the images pasted into the chat. Undefined without a work folder, where no Claude asks anything. */
  readonly imageFolder: () => string | undefined;
  /** The folder in which the chat works; undefined for the first one. */
  readonly folder: () => string | undefined;
  readonly log: Log;
}

export class AnswerActions {
  constructor(private readonly dependencies: AnswerActDependencies) {}

  async addReference({ id, question, field }: Variant<Intent, 'addReference'>): Promise<void> {
    // Choosing takes time, so this cancels the dismissal by timeout.
    this.dependencies.dispatch({ type: 'answerBegun', toolUseId: id });
    const chosen = await (await import('./chooseReference.js')).chooseReference(this.dependencies.folder(), this.dependencies.log);
    this.#add(id, question, field, chosen && this.#referenceTo(chosen));
  }

  async addImage({ id, question, field, mediaType, base64 }: Variant<Intent, 'addImage'>): Promise<void> {
    const folder = this.dependencies.imageFolder();
    if (folder === undefined) return;
    this.dependencies.dispatch({ type: 'answerBegun', toolUseId: id });
    try {
      const { isImageType, keepImage } = await import('../storage/chatImages.js');
      if (!isImageType(mediaType)) throw new Error(vscode.l10n.t('Claude cannot read images of type {0}.', mediaType));
      const path = await keepImage(folder, mediaType, Buffer.from(base64, 'base64'));
      const before = this.dependencies.state();
      this.#add(id, question, field, this.#referenceTo({ kind: 'image', path }));
      if (this.dependencies.state() === before)
        throw new Error(vscode.l10n.t('the card takes no more changes. Send the image with your next message.'));
    } catch (error) {
      const message = messageOf(error);
      void showMessage(vscode.l10n.t('The image could not be added: {0}', message), [], { level: 'error' });
      throw error;
    }
    await (await import('../storage/chatImages.js')).removeCutImages(folder, Date.now());
  }

  /**
   * Puts the selection into the own answer of the first unanswered question. False where no question waits, or where that question takes
   * a number.
   */
  addSelection(selection: Chosen): boolean {
    const [first] = waitingQuestions(this.dependencies.state());
    if (first === undefined) return false;
    const missing = Math.max(
      0,
      first.draft.findIndex(given => !isAnswered(given) && !given.skipped),
    );
    const asked = first.questions[missing];
    if (asked === undefined || !kinds[asked.kind].takesWords) return false;
    this.#add(first.id, missing, asked.onlyOptions === true ? 'note' : 'otherText', this.#referenceTo(selection));
    return true;
  }

  openPreview({ id, question, option }: Variant<Intent, 'openPreview'>): void {
    const shown = this.#question(id)?.questions[question]?.options[option];
    if (shown?.preview !== undefined) this.dependencies.previews.open(shown.label, shown.preview, this.dependencies.folder());
  }

  openImage({ file, label }: Variant<Intent, 'openImage'>): void {
    const folder = this.dependencies.imageFolder();
    if (folder !== undefined && isImageFile(file)) this.dependencies.previews.openImage(label, folder, file);
  }

  #referenceTo(chosen: Chosen): string {
    return referenceTo(chosen, this.dependencies.folder());
  }

  #add(toolUseId: string, question: number, field: AnswerField, text: string | undefined): void {
    if (text !== undefined) this.dependencies.dispatch({ type: 'referenceAdded', toolUseId, question, field, text });
  }

  #question(id: string): QuestionState | undefined {
    return this.dependencies.state().items.find((item): item is QuestionState => item.kind === 'question' && item.id === id);
  }
}
