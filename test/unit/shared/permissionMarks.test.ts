// How permissions stand, as the rows of their tools show it: known while a row or its permission is in the page, and forgotten with them.
import assert from 'node:assert/strict';
import type { PermissionItem, ToolItem, TranscriptItem } from '../../../src/shared/transcript.js';
import { Store } from '../../../webview/state/store.js';

const row = (id: string): ToolItem => ({ kind: 'tool', id, name: 'Bash', summary: 'ls', state: 'done', result: '' });
const permission = (toolUseId: string): PermissionItem => ({
  kind: 'permission',
  id: `p-${toolUseId}`,
  toolUseId,
  toolName: 'Bash',
  summary: 'ls',
  description: '',
  reason: '',
  state: 'allowed',
});
const text: TranscriptItem = { kind: 'text', id: 'text', text: 'The end.', streaming: false };

describe('the mark of a permission on the row of its tool', () => {
  const opened = (): Store => {
    const store = new Store();
    store.replaceAll('chat', [text], 'place', { turn: 'idle' }, { layout: 'auto' });
    return store;
  };
  /** Shows the stretch around a hit, in the place of the one before. A row asks for its mark when it is painted. */
  const goTo = (store: Store, items: readonly TranscriptItem[]): readonly unknown[] => {
    store.goTo(items, 'from', 'to');
    return items.flatMap(({ kind, id }) => (kind === 'tool' ? [store.permissionOf(id).value] : []));
  };
  const marksIn = (store: Store): number => (store as unknown as { readonly permissions: ReadonlyMap<string, unknown> }).permissions.size;

  it('is there again when the row is read again', () => {
    const store = opened();
    assert.deepEqual(goTo(store, [row('a'), permission('a')]), ['allowed']);
    assert.deepEqual(goTo(store, [row('b')]), [undefined]);
    assert.deepEqual(goTo(store, [row('a'), permission('a')]), ['allowed']);
  });

  it('takes no room for what is out of the page, with a permission or without', () => {
    const store = opened();
    for (let stretch = 0; stretch < 100; stretch++) {
      const id = String(stretch);
      goTo(store, [row(`${id}a`), permission(`${id}a`), row(`${id}b`), permission(`${id}c`)]);
    }
    assert.equal(marksIn(store), 3);
  });
});
