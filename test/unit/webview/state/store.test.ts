// What the store does of what the view tells it.
import assert from 'node:assert/strict';
import { Store } from '../../../../webview/state/store.js';

describe('the store', () => {
  it('looks through the rows for their days when rows are forgotten, and not each time the view moves', () => {
    const store = new Store();
    store.replaceAll('chat', [{ kind: 'prompt', id: 'a', text: 'a', state: 'sent', at: 1 }], null, { turn: 'idle' }, { layout: 'auto' });
    let looks = 0;
    const update = store.days.update.bind(store.days);
    store.days.update = (...given) => {
      looks += 1;
      update(...given);
    };
    store.forgetFar(
      () => true,
      () => true,
    );
    assert.equal(looks, 0);
  });

  it('begins anew with another chat, also where that has items of the same ids', () => {
    const store = new Store();
    const show = (chat: string) => {
      store.replaceAll(chat, [{ kind: 'prompt', id: 'a', text: chat, state: 'sent', at: 1 }], null, { turn: 'idle' }, { layout: 'auto' });
      return [store.conversation.slots.peek()[0], store.item('a')];
    };
    const first = show('chat');
    for (const [at, same] of show('chat').entries()) assert.equal(same, first[at]);
    const [rows, item] = show('its fork');
    assert.notEqual(rows, first[0]);
    assert.notEqual(item, first[1]);
  });
});
