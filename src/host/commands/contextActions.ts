// Performs what the person adds to a message in the message box: the selection, a file, an image. The view scales images; the chips
// belong to the chat and are stored with its draft.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
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

/** In bytes. The view scales a chosen image down, and gets all of it for that in one message. */
const largestFile = 50 * 1024 * 1024;

/** In characters. A selection is stored with the chat and sent whole; a file is only named. */
const longestSelection = 200_000;

function tellProblem(text: string): void {
  void showMessage(text, [], { level: 'error' });
}

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
    if (chosen.kind === 'image') await this.#sendToView(chosen.path);
    else if (chosen.kind === 'file') this.#append({ kind: 'file', ...place });
    else this.#addText({ ...chosen, ...place });
  }

  #addText(one: KeptAttachment & { readonly text: string }): void {
    if (one.text.length <= longestSelection) this.#append(one);
    else tellProblem(vscode.l10n.t('This selection is too long to be sent. Add its file, or select less.'));
  }

  /** An image from the view, scaled. */
  async attachImage({ id, name, mediaType, base64, width, height, was }: Variant<Intent, 'attachImage'>): Promise<void> {
    const folder = this.dependencies.imageFolder();
    try {
      if (folder === undefined) throw new Error('there is no folder for images');
      const bytes = Buffer.from(base64, 'base64');
      const { imageFileName, keepImage } = await import('../sessions/chatImages.js');
      await keepImage(folder, mediaType, bytes);
      const size = { width, height, bytes: bytes.length };
      this.#append({ kind: 'image', id, name, file: imageFileName(mediaType, bytes), mediaType, size, ...(was && { was }) });
    } catch (error) {
      if (!this.dependencies.tell({ type: 'notAttached', id })) tellProblem(vscode.l10n.t('The image could not be added: {0}', name));
      throw error;
    }
    if (folder !== undefined) await (await import('../sessions/chatImages.js')).removeCutImages(folder, Date.now());
  }

  removeAttachment({ id }: Variant<Intent, 'removeAttachment'>): void {
    this.dependencies.setAttachments(this.dependencies.attachments().filter(one => one.id !== id));
  }

  async #sendToView(path: string): Promise<void> {
    const uri = vscode.Uri.file(path);
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > largestFile) return tellProblem(vscode.l10n.t('This image is larger than 50 MB. Choose a smaller one.'));
      const bytes = await vscode.workspace.fs.readFile(uri);
      const { session, scale } = this.dependencies;
      const isTaken = scale({ type: 'imageChosen', session, name: basename(path), base64: Buffer.from(bytes).toString('base64') });
      if (!isTaken) tellProblem(vscode.l10n.t('The image could not be added: {0}', basename(path)));
    } catch (error) {
      tellProblem(vscode.l10n.t('The image could not be read.'));
      throw error;
    }
  }

  #append(one: KeptAttachment): void {
    this.dependencies.setAttachments([...this.dependencies.attachments(), one]);
  }
}
