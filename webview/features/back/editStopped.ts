// Arrow up in an empty message box edits the message whose answer the person has stopped. Knows what the page shows; not what becomes of it.
import type { ComposerState } from '../../state/composerState.js';
import type { Store } from '../../state/store.js';

/** The id of the message to edit, where this key asks for that; undefined where it has another meaning. */
export function stoppedMessage(press: KeyboardEvent, composer: ComposerState, store: Store): string | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = press;
  if (key !== 'ArrowUp' || altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const isEmpty = composer.text.peek() === '' && composer.attachments.peek().length === 0 && !composer.isPastShown;
  const isFree = store.status.peek().turn === 'idle' && store.elsewhere.peek() === undefined && composer.replyTarget.peek() === undefined;
  if (!isEmpty || !isFree) return undefined;
  const items = store.conversation.ids().flatMap(id => store.item(id)?.peek() ?? []);
  const [last, prompt] = [items.findLast(({ kind }) => kind !== 'changes'), items.findLast(({ kind }) => kind === 'prompt')];
  const isStopped = last?.kind === 'notice' && last.stopped === true;
  return isStopped && prompt?.kind === 'prompt' && prompt.state === 'sent' && prompt.goOn === undefined ? prompt.id : undefined;
}
