// A window with chats in a process of its own, which a test can kill or stop. Its first argument is the storage of the work folder; it does
// what its parent says, and tells how its chat is after each order.
import { createStoreWindow, whenWindows } from './storeWindow.js';

/** `loseChat`: is done once another window has its chat. */
export type StoreOrder = { readonly do: 'beAsked' | 'read' | 'loseChat' } | { readonly do: 'type'; readonly text: string };

export interface StoreReport {
  readonly key: string;
  readonly otherOwner: string | undefined;
  readonly composerDraft: string;
}

const folder = process.argv[2] ?? '';
const window = await createStoreWindow(folder);
await window.store.begin();
const report = (): void => {
  const { key, otherOwner, composerDraft } = window.chat;
  process.send?.({ key, otherOwner, composerDraft } satisfies StoreReport);
};
process.on('message', (order: StoreOrder) => {
  if (order.do === 'beAsked') window.beAsked();
  else if (order.do === 'type') window.type(order.text);
  const isDone = order.do === 'loseChat' ? whenWindows(() => window.chat.otherOwner === 'otherWindow') : Promise.resolve();
  // A chat that is read only stores nothing.
  void isDone.then(() => window.store.flush()).then(report);
});
// Its parent is gone.
process.on('disconnect', () => process.exit());
report();
