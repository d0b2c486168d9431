// A permission for an edit that the person has changed: Allow sends what the card showed and nothing else, and Claude is told what differs.
import assert from 'node:assert/strict';
import { encode } from '../../../src/claude/stream/encode.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { PermissionState, ChatState } from '../../../src/chat/state.js';
import { viewPermission } from '../../../src/chat/view.js';
import { after, effectsOf, exited, permissionFor, stepped, working } from '../../support/chat.js';

const own = { file_path: '/work/a.ts', old_string: 'one', new_string: 'two' };
const mine = { ...own, new_string: 'three' };
const asked = after(working, { ...permissionFor('t'), toolName: 'Edit', input: own });
const changed = (more: object = {}): ChatEvent => ({
  type: 'editChanged',
  requestId: 'p-t',
  change: { input: mine, told: '-two\n+three', ...more },
});
const allow = (changes?: number, note?: string): ChatEvent => ({
  type: 'permissionDecided',
  requestId: 'p-t',
  decision: 'allow',
  ...(changes !== undefined && { changes }),
  ...(note !== undefined && { note }),
});
const place = { outside: false };
const checked = (changes?: number, note?: string): ChatEvent => ({
  type: 'placeChecked',
  requestId: 'p-t',
  place,
  shown: place,
  ...(changes !== undefined && { changes }),
  ...(note !== undefined && { note }),
});

const permissionOf = (state: ChatState): PermissionState => {
  const item = state.items.findLast(({ kind }) => kind === 'permission');
  return item?.kind === 'permission' ? item : assert.fail('no permission');
};

function replies(state: ChatState, ...events: readonly ChatEvent[]): readonly unknown[] {
  return stepped(state, ...events).effects.flatMap(effect => {
    if (effect.type !== 'writeToClaude') return [];
    const line = JSON.parse(encode(effect.message, effect.writeId)) as { readonly response: { readonly response: unknown } };
    return [line.response.response];
  });
}

describe('a changed edit', () => {
  it('is shown on the card, and sent as it is shown', () => {
    const state = after(asked, changed());
    const { input = [], edit, changes } = viewPermission(permissionOf(state));
    assert.deepEqual([edit, changes], [{}, 1]);
    const [diff] = input.filter(part => part.as === 'diff');
    assert.deepEqual(
      diff?.rows.map(({ sign, pieces }) => sign + pieces.join('')),
      ['-one', '+three'],
    );
    assert.deepEqual(
      effectsOf(state, allow(1)).map(effect => effect.type === 'checkPlace' && effect.changes),
      [1],
    );
    assert.deepEqual(replies(state, checked(1)), [{ behavior: 'allow', updatedInput: mine }]);
    assert.deepEqual(replies(asked, checked()), [{ behavior: 'allow', updatedInput: own }]);
  });

  it('is not allowed by a card that has not shown it, which says so', () => {
    for (const [state, shown] of [
      [after(asked, changed()), undefined],
      [after(asked, changed(), changed()), 1],
      [after(asked, changed(), { type: 'editChanged', requestId: 'p-t' }), 1],
    ] as const) {
      assert.deepEqual(replies(state, checked(shown)), []);
      assert.equal(permissionOf(after(state, checked(shown))).editAgain, true);
      assert.equal(permissionOf(after(state, checked(shown), changed())).editAgain, undefined);
    }
  });

  it('is Claude’s own again where the person takes the change back, and nothing is told', () => {
    const back = after(asked, changed(), { type: 'editChanged', requestId: 'p-t' });
    assert.deepEqual(replies(back, checked(2)), [{ behavior: 'allow', updatedInput: own }]);
    assert.equal(permissionOf(after(back, checked(2))).changed, undefined);
    assert.equal(after(asked, { type: 'editChanged', requestId: 'p-t' }), asked);
  });

  it('is not allowed where nothing of it is left, or the file is another one', () => {
    for (const why of ['nothing', 'stale'] as const) {
      const state = after(asked, changed({ why }));
      assert.deepEqual(effectsOf(state, allow(1)), []);
      assert.deepEqual(replies(state, checked(1)), []);
      assert.deepEqual(viewPermission(permissionOf(state)).edit, { why });
    }
  });

  it('that is too long for the card is opened before it is allowed, each version of it', () => {
    const long = changed({ input: { ...own, new_string: 'x\n'.repeat(3_000) } });
    const opened: ChatEvent = { type: 'permissionOpened', requestId: 'p-t' };
    assert.deepEqual(effectsOf(after(asked, long), allow(1)), []);
    assert.equal(effectsOf(after(asked, long, opened), allow(1)).length, 1);
    assert.deepEqual(effectsOf(after(asked, long, opened, long), allow(2)), []);
    assert.equal(permissionOf(after(asked, long, changed())).tooLong, undefined);
  });

  it('is told to Claude with the result, before the person’s note', () => {
    const ran = (hook: 'PostToolUse' | 'PostToolUseFailure'): ChatEvent => ({ type: 'toolRan', requestId: 'ran', toolUseId: 't', hook });
    const context = (state: ChatState, hook: 'PostToolUse' | 'PostToolUseFailure'): string => {
      const [reply] = replies(state, ran(hook)) as readonly { hookSpecificOutput?: { additionalContext?: string } }[];
      return reply?.hookSpecificOutput?.additionalContext ?? '';
    };
    const allowed = after(asked, changed(), checked(1));
    for (const hook of ['PostToolUse', 'PostToolUseFailure'] as const) assert.equal(context(allowed, hook), '-two\n+three');
    const noted = after(asked, changed(), checked(1, 'Keep it short'));
    assert.equal(context(noted, 'PostToolUse'), '-two\n+three\n\nThe user allowed this and says:\nKeep it short');
    assert.equal(permissionOf(allowed).note?.state, 'waiting');
    assert.equal(permissionOf(allowed).changed, '-two\n+three');
    const { state, effects } = stepped(allowed, ran('PostToolUse'));
    const [{ writeId }] = effects.filter(effect => effect.type === 'writeToClaude') as unknown as readonly [{ readonly writeId: string }];
    const told = after(state, { type: 'writeAcknowledged', writeId }, { type: 'toolFinished', toolUseId: 't', isError: false, text: 'ok' });
    assert.equal(permissionOf(told).note?.state, 'told');
    // The hook has not come.
    assert.equal(permissionOf(after(allowed, { type: 'toolFinished', toolUseId: 't', isError: false, text: 'ok' })).note?.state, 'untold');
  });

  it('stays on the row where the process ends before, and is gone where it is denied', () => {
    assert.equal(permissionOf(after(asked, changed(), exited)).changed, '-two\n+three');
    assert.equal(permissionOf(restoredState(after(asked, changed()), 'auto', 9)).changed, '-two\n+three');
    const denied = after(asked, changed(), { type: 'permissionDecided', requestId: 'p-t', decision: 'deny' });
    assert.equal(permissionOf(denied).changed, undefined);
    assert.equal(permissionOf(denied).edit, undefined);
  });
});
