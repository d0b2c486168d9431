// Performs what the person adds to a message in the message box: the selection, a file, an image. The view scales images; the chips
// belong to the chat and are stored with its draft.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { Intent } from '../../shared/contract/fromView.js';
import type { Variant } from '../../shared/variant.js';
import { showMessage } from '../vscode/plainUi.js';
import type { ContextActDependencies } from './contextContract.js';
import type { Chosen, ProblemsText, TerminalText } from './references.js';
import { placeOf } from './references.js';

/** The most characters of a selection, which is stored with the chat and sent whole; a file is only named. */
const longestSelection = 200_000;

export class ContextActions {
  constructor(private readonly dependencies: ContextActDependencies) {}

  /** Lets the person choose what to add. */
  async addContext(): Promise<void> {
    const chosen = await (await import('./chooseReference.js')).chooseReference(this.dependencies.folder(), this.dependencies.log);
    if (chosen !== undefined) await this.add(chosen);
  }

  async add(chosen: Chosen | TerminalText | ProblemsText): Promise<void> {
    if (!('path' in chosen)) return this.#addText({ ...chosen, id: randomUUID() });
    const place = { id: randomUUID(), path: placeOf(chosen.path, this.dependencies.folder()) };
    if (chosen.kind === 'image') await (await import('./contextImages.js')).sendImage(chosen.path, this.dependencies);
    else if (chosen.kind === 'file') this.#append({ kind: 'file', ...place });
    else this.#addText({ ...chosen, ...place });
  }

  #addText(one: KeptAttachment & { readonly text: string }): void {
    if (one.text.length <= longestSelection) this.#append(one);
    else void showMessage(vscode.l10n.t('This selection is too long to be sent. Add its file, or select less.'), [], { level: 'error' });
  }

  /** An image from the view, scaled. */
  async attachImage(image: Variant<Intent, 'attachImage'>): Promise<void> {
    await (await import('./contextImages.js')).attachImage(image, this.dependencies);
  }

  removeAttachment({ id }: Variant<Intent, 'removeAttachment'>): void {
    this.dependencies.setAttachments(this.dependencies.attachments().filter(one => one.id !== id));
  }

  #append(one: KeptAttachment): void {
    this.dependencies.setAttachments([...this.dependencies.attachments(), one]);
  }
}
