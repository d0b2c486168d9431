// Performs what the person adds to a message in the message box: the selection, a file, an image. The view scales images; the chips
// belong to the chat and are stored with its draft.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { HostMessage, Intent } from '../../shared/messages.js';
import type { Variant } from '../../shared/variant.js';
import { showMessage } from '../vscode/plainUi.js';
import type { Chosen, ProblemsText, TerminalText } from './references.js';
import { placeOf } from './references.js';

export interface ContextActDependencies {
  readonly attachments: () => readonly KeptAttachment[];
  readonly setAttachments: (attachments: readonly KeptAttachment[]) => void;
  /** The folder of the chat's images; undefined without a work folder. */
  readonly imageFolder: () => string | undefined;
  /** In which the chat works; undefined for the first one. */
  readonly folder: () => string | undefined;
  /** The key of the chat. */
  readonly session: string;
  /** To a view that scales the image: one that shows the chat, else any. False where there is none. */
  readonly scale: (message: Variant<HostMessage, 'imageChosen'>) => boolean;
  /** To the views that show the chat. False where there is none. */
  readonly tell: (message: Variant<HostMessage, 'notAttached'>) => boolean;
}

/** In characters. A selection is stored with the chat and sent whole; a file is only named. */
const longestSelection = 200_000;

export class ContextActions {
  constructor(private readonly dependencies: ContextActDependencies) {}

  /** Lets the person choose what to add. */
  async addContext(): Promise<void> {
    const chosen = await (await import('./chooseReference.js')).chooseReference(this.dependencies.folder());
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
