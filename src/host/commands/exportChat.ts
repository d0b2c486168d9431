// *Export Conversation*: the whole conversation into a Markdown file, page by page, so that a long one holds neither the thread nor the memory.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { plain } from '../../shared/plain.js';
import { anyReferenceIn } from './references.js';
import { chatTitle, folderOf } from '../chats/chat.js';
import { workFolder } from '../vscode/folders.js';
import { askWhereToSave, showProgress } from '../vscode/plainLater.js';
import { showMessage } from '../vscode/plainUi.js';
import { fullTimeText } from '../vscode/timeText.js';
import type { ChatCommandDependencies } from './chatCommandsContract.js';
import { ChatText } from './chatText.js';
import { wholeConversation } from './wholeConversation.js';

const { t } = vscode.l10n;

export async function exportChat({ views, olderItems, imageFolder }: ChatCommandDependencies): Promise<void> {
  const chat = views.active;
  const { items } = chat.loop.state;
  if (items.length === 0) {
    await showMessage(t('There is nothing in this chat yet.'));
    return;
  }
  const title = chatTitle(chat) ?? t('Chat');
  const suggested = vscode.Uri.file(join(workFolder(folderOf(chat)) ?? '', `${fileName(title)}.md`));
  const uri = await askWhereToSave(t('Export Conversation'), t('Export'), suggested);
  if (uri === undefined) return;
  const folder = imageFolder(chat.key);
  const text = new ChatText(folder && anyReferenceIn(folder, folderOf(chat)));
  const head = `# ${plain(title)}\n\n_${t('Exported from Parley on {0}', fullTimeText(Date.now()))}_\n\n`;
  const isWritten = await showProgress(t('Exporting the conversation'), async (say, token) => {
    let count = 0;
    return writeWhole(uri.fsPath, async write => {
      await write(head);
      for await (const page of wholeConversation(chat, olderItems(chat))) {
        if (token.isCancellationRequested) return false;
        await write(text.of(page));
        count += page.length;
        say(t('{0} items', count));
      }
      return true;
    });
  });
  if (!isWritten) return;
  const pressed = await showMessage(t('Conversation exported to {0}', uri.fsPath), [t('Open')]);
  if (pressed === 0) await vscode.window.showTextDocument(uri);
}

/** A file that was there stays as it is until all is written. */
async function writeWhole(path: string, work: (write: (text: string) => Promise<void>) => Promise<boolean>): Promise<boolean> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(draft, 'wx');
    let isWhole = false;
    try {
      isWhole = await work(async text => file.writeFile(text));
    } finally {
      await file.close();
    }
    if (isWhole) await rename(draft, path);
    return isWhole;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The most characters of a file's name. */
const longestName = 60;

/** The title without the signs that a file system refuses. */
function fileName(title: string): string {
  const name = plain(title)
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestName)
    .trim();
  return name === '' ? 'chat' : name;
}
