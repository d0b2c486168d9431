// *Go Back…*: the messages of the chat, to before which it can go back, and its other branches. Import it lazily.
import * as vscode from 'vscode';
import { beginningOf } from '../../../chat/branches.js';
import type { ChatItem } from '../../../chat/state.js';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { Chat } from '../../chats/chat.js';
import { isToldElsewhere } from '../../vscode/elsewhere.js';
import { pickItem, showMessage } from '../../vscode/plainUi.js';
import { fullTimeText, timeText } from '../../vscode/timeText.js';

const { t } = vscode.l10n;

interface ListViews {
  /** The chat that the person is in. */
  readonly active: Chat;
  show(chat: Chat, target: { readonly target: 'item'; readonly id: string }): Promise<void>;
  perform(chat: Chat, addressed: { readonly to: 'feature'; readonly intent: FeatureIntent }): void;
}

/** The id under which the page's card takes the focus. */
export const cardId = 'goBack';

/** @param allItems the whole conversation of the chat, page by page */
export async function chooseBack(views: ListViews, allItems: (chat: Chat) => AsyncIterable<readonly ChatItem[]>): Promise<void> {
  const chat = views.active;
  if (isToldElsewhere(chat)) return;
  const { items, branches = [] } = chat.loop.state;
  const others: readonly Row[] = [
    ...(branches.length === 0 ? [] : [{ label: t('Other branches of this chat'), kind: vscode.QuickPickItemKind.Separator }]),
    ...branches.toReversed().map(({ id, text, at }) => ({
      label: text || t('A message without words'),
      description: t('left {0}', fullTimeText(at)),
      codicon: 'git-branch',
      intent: { type: 'askBranch' as const, branch: id },
    })),
  ];
  const read = async (): Promise<readonly Row[]> => {
    const messages: Row[] = [];
    for await (const page of allItems(chat)) messages.push(...messagesIn(page));
    return [...messages.toReversed(), ...others];
  };
  // The list opens at once where it will have a row: a long conversation takes its time.
  const mayBeEmpty = messagesIn(items).length + others.length === 0;
  const rows = mayBeEmpty ? await read() : read();
  if ('length' in rows && rows.length === 0) return void showMessage(t('There is no message in this chat to go back to.'));
  const picked = await pickItem(rows, { title: t('Go Back'), placeHolder: t('Go back to before which message?') });
  if (picked?.intent === undefined) return;
  views.perform(chat, { to: 'feature', intent: picked.intent });
  await views.show(chat, { target: 'item', id: cardId });
}

/** The messages to before which the chat can go back. */
function messagesIn(items: readonly ChatItem[]): readonly Row[] {
  const messages = items.filter(item => item.kind === 'prompt').filter(({ state, goOn }) => state === 'sent' && goOn === undefined);
  return messages.map(({ id, text, at }) => ({
    label: beginningOf(text) || t('A message without words'),
    ...(at !== undefined && { description: timeText(at) }),
    intent: { type: 'askBack', id },
  }));
}

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly codicon?: string;
  readonly kind?: vscode.QuickPickItemKind;
  readonly intent?: FeatureIntent;
}
