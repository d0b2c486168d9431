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

describe('a list whose reply a snapshot has taken away', () => {
  it('is asked for anew at once, with its words, and a closed one is not', () => {
    const asked: unknown[] = [];
    const state = new MentionState((intent: Intent) => {
      if (intent.type === 'findMentions') asked.push([intent.id, intent.query]);
      else asked.push(intent.type);
    });
    const read = (value: string): void =>
      state.read({ value, selectionStart: value.length, selectionEnd: value.length } as HTMLTextAreaElement);
    state.askAnew();
    read('@');
    read('@a');
    state.askAnew();
    assert.deepEqual(
      [asked, state.request.value],
      [
        [
          [1, ''],
          [3, 'a'],
        ],
        3,
      ],
    );
    read('/');
    state.askAnew();
    state.leave();
    state.askAnew();
    assert.deepEqual(asked.slice(2), ['readCommands', 'readCommands']);
  });
});

describe('the mark that the person has moved', () => {
  it('stays on its row where nothing but the text behind the caret changes, and begins anew at another sign', () => {
    const asked: number[] = [];
    const state = new MentionState((intent: Intent) => {
      if (intent.type === 'findMentions') asked.push(intent.id);
    });
    const read = (value: string, caret: number): void =>
      state.read({ value, selectionStart: caret, selectionEnd: caret } as HTMLTextAreaElement);
    read('@rest @', 1);
    state.move(1, 3);
    read('@est @', 1);
    assert.deepEqual([state.request.value, state.marked.value, state.isWalking.value, state.trigger.value?.end], [1, 1, true, 4]);
    read('@est @', 6);
    assert.deepEqual([state.request.value, state.marked.value, state.isWalking.value], [2, 0, false]);
    state.leave();
    assert.deepEqual(asked, [1]);
  });
});
