import assert from 'node:assert/strict';
import type { Intent } from '../../../../../src/shared/contract/fromView.js';
import { MentionState } from '../../../../../webview/features/mentions/mentionState.js';

/** The openings that a page names, one for each time that its list opens. */
function openingsOf(times: number): readonly number[] {
  const openings: number[] = [];
  const state = new MentionState((intent: Intent) => {
    if (intent.type === 'findMentions') openings.push(intent.opening);
  });
  for (let nth = 0; nth < times; nth += 1) {
    state.read({ value: '@', selectionStart: 1, selectionEnd: 1 } as HTMLTextAreaElement);
    state.leave();
  }
  return openings;
}

describe('an opening of the list of files', () => {
  it('is not taken for one of an earlier page of the chat, whose files the host may still have', () => {
    const all = [...openingsOf(2), ...openingsOf(2), ...openingsOf(2)];
    assert.deepEqual([all.length, new Set(all).size], [6, 6]);
  });
});
