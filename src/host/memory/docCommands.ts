// What a person does with the Product Doc: one function for each command. Says what went wrong, to the person and in the log.
import * as vscode from 'vscode';
import { nodeFileSystem } from '../../disk/fileSystem.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { DocAct } from '../vscode/contributions.js';
import { showMessage } from '../vscode/plainUi.js';
import { rewriteCard, showCard } from './cardRewriting.js';
import { exportDoc, importDoc } from './docExchange.js';
import { keepInWorkspace } from './docKeeping.js';
import { openDoc, showDoc, tellOfPlace } from './docOpening.js';
import { takeIntoDoc } from './docTaking.js';
import type { FolderDoc } from './folderDoc.js';
import type { Memory } from './memory.js';
import { messageOf } from '../../shared/error.js';

const { t } = vscode.l10n;

interface DocDependencies {
  /** Undefined without a work folder. */
  readonly memory: Memory | undefined;
  readonly log: Log;
  /** The one that the person is in. */
  readonly chat: Chat;
}

/** @param given what VS Code gives the command */
export async function runDocAct(act: DocAct, given: unknown, { memory, log, chat }: DocDependencies): Promise<void> {
  try {
    if (memory === undefined) {
      await showMessage(t('Open a folder first: a Product Doc belongs to a folder.'));
      return;
    }
    // A text may be offered for another folder than that of the chat.
    const offering = act === 'acceptProductDocText' ? (await memory.loaded).find(({ doc }) => doc.texts.hasOffer(given)) : undefined;
    await acts[act]((offering ?? (await memory.loadFor(chat))).doc, given);
  } catch (error) {
    log.error(`${act} failed: ${String(error)}`);
    const message = messageOf(error);
    void showMessage(t('This could not be done with the Product Doc: {0}', message), [], { level: 'error' });
  }
}

const acts: Readonly<Record<DocAct, (doc: FolderDoc, given: unknown) => Promise<void>>> = {
  openProductDoc: openDoc,
  previewProductDoc: async doc => {
    const isOpen = await showDoc(doc);
    const { file } = await doc.places.place();
    if ((await nodeFileSystem.stat(file)) !== undefined) await doc.texts.preview(file);
    // What is told stays until the person closes it.
    if (isOpen) await tellOfPlace(doc);
  },
  takeIntoProductDoc: takeIntoDoc,
  keepProductDocInWorkspace: keepInWorkspace,
  showProjectCard: showCard,
  rewriteProjectCard: rewriteCard,
  exportProductDoc: exportDoc,
  importProductDoc: importDoc,
  acceptProductDocText: (doc, uri) => doc.texts.accept(uri),
};
