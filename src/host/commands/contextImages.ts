// Images that the person adds to a message: from the view, scaled, and from the disk, to the view. Import it lazily.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { Intent } from '../../shared/contract/fromView.js';
import type { Variant } from '../../shared/variant.js';
import { imageFileName, keepImage, removeCutImages } from '../storage/chatImages.js';
import { showMessage } from '../vscode/plainUi.js';
import type { ContextActDependencies } from './contextContract.js';

/** The most bytes of a file. The view scales a chosen image down, and gets all of it for that in one message. */
const largestFile = 50 * 1024 * 1024;

function tellProblem(text: string): void {
  void showMessage(text, [], { level: 'error' });
}

/** Adds an image of the view's. Rejects, and tells the person, where it could not be kept. */
export async function attachImage(image: Variant<Intent, 'attachImage'>, dependencies: ContextActDependencies): Promise<void> {
  const kept = await keptAttachment(image, dependencies);
  dependencies.setAttachments([...dependencies.attachments(), kept]);
  const folder = dependencies.imageFolder();
  if (folder !== undefined) await removeCutImages(folder, Date.now());
}

async function keptAttachment(
  { id, name, mediaType, base64, width, height, was }: Variant<Intent, 'attachImage'>,
  { imageFolder, tell }: ContextActDependencies,
): Promise<KeptAttachment> {
  const folder = imageFolder();
  const bytes = Buffer.from(base64, 'base64');
  try {
    if (folder === undefined) throw new Error('there is no folder for images');
    await keepImage(folder, mediaType, bytes);
  } catch (error) {
    if (!tell({ type: 'notAttached', id })) tellProblem(vscode.l10n.t('The image could not be added: {0}', name));
    throw error;
  }
  const size = { width, height, bytes: bytes.length };
  return { kind: 'image', id, name, file: imageFileName(mediaType, bytes), mediaType, size, ...(was && { was }) };
}

/** Sends an image to a view, which scales it and sends it back. `path`: absolute. */
export async function sendImage(path: string, { chat, scale }: ContextActDependencies): Promise<void> {
  const uri = vscode.Uri.file(path);
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > largestFile) return tellProblem(vscode.l10n.t('This image is larger than 50 MB. Choose a smaller one.'));
    const bytes = await vscode.workspace.fs.readFile(uri);
    const isTaken = scale({ type: 'imageChosen', chat, name: basename(path), base64: Buffer.from(bytes).toString('base64') });
    if (!isTaken) tellProblem(vscode.l10n.t('The image could not be added: {0}', basename(path)));
  } catch (error) {
    tellProblem(vscode.l10n.t('The image could not be read.'));
    throw error;
  }
}
