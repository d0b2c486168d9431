// A question that is answered once more in another branch: its life, and what Claude reads.
import assert from 'node:assert/strict';
import { questionAgain, readsAgain } from '../../../src/chat/answerAgain.js';
import { goneBack } from '../../../src/chat/branches.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { isReplying } from '../../../src/chat/replies.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { ChatState } from '../../../src/chat/state.js';
import { after, asked, effectsOf, ended, exited, prompt, questionOf, working } from '../../support/chat.js';
import { drafted, pick } from '../../support/questions.js';

const answered = (answers = [pick(0)], id = 't', undoTime = 0): ChatEvent => ({
  type: 'questionAnswered',
  toolUseId: id,
  answers,
  undoTime,
});
const echo: ChatEvent = { type: 'toolFinished', toolUseId: 't', isError: false, text: 'A' };
const talked = after(working, asked('t'), answered(), echo, ended, exited);
const cut = { branch: '0000000a', items: talked.items.slice(0, 1), hasOlder: false, formerSessions: [], text: 'Which?', now: 9 };
const fork = { session: 's', at: 'm', before: 't' };
const back = goneBack(talked, { ...cut, fork, again: questionAgain(questionOf(talked), 't-2', 'u-2') });
const kinds = ({ items }: ChatState): readonly string[] =>
  items.map(item => (item.kind === 'prompt' ? item.text : item.kind === 'question' ? item.phase : item.kind));

describe('a question that is answered again', () => {
  it('is open with what was filled in, holds up what is sent, and outlives its window', () => {
    const { phase, draft, again, settlement } = questionOf(back, 't-2');
    assert.deepEqual([phase, draft[0]?.selected, again, settlement], ['parked', [0], { of: 't', uuid: 'u-2' }, undefined]);
    assert.deepEqual(kinds(back), ['u1', 'wentBack', 'parked']);
    assert.equal(after(back, prompt('no')), back);
    const changed = after(back, ...drafted('t-2', [pick(1)]));
    const restored = restoredState(changed, 'auto', 9);
    assert.deepEqual([questionOf(restored, 't-2').phase, questionOf(restored, 't-2').draft[0]?.selected], ['parked', [1]]);
  });

  it('goes to Claude with its answer as one message, in a copy of the session, and is answered', () => {
    assert.equal(readsAgain(questionOf(back, 't-2')), 'You were about to ask me this. My answers:\n\n- Which?\n  A');
    const effects = effectsOf(back, answered([pick(1)], 't-2'));
    const state = after(back, answered([pick(1)], 't-2'));
    assert.deepEqual(kinds(state).slice(2), ['answered', 'You were about to ask me this. My answers:\n\n- Which?\n  B']);
    assert.deepEqual(
      effects.find(({ type }) => type === 'startClaude'),
      { type: 'startClaude', resume: 's', forkAt: 'm' },
    );
    assert.deepEqual(
      effects.find(({ type }) => type === 'rememberAnswers'),
      { type: 'rememberAnswers', toolUseIds: ['t-2'] },
    );
    const written = effects.flatMap(effect =>
      effect.type === 'writeToClaude' && effect.message.type === 'prompt' ? [effect.message] : [],
    );
    assert.deepEqual(
      written.map(({ uuid }) => uuid),
      ['u-2'],
    );
    assert.equal(readsAgain(questionOf(state, 't-2')), undefined);
  });

  it('is sent once: with the end of the time in which that can be undone, and never with the end of its window', () => {
    const held = after(back, answered([pick(1)], 't-2', 5));
    assert.deepEqual(kinds(held), ['u1', 'wentBack', 'parked']);
    assert.deepEqual(effectsOf(held, { type: 'parkRequested' }), []);
    assert.equal(questionOf(restoredState(held, 'auto', 9), 't-2').unsent, true);
    const holdId = questionOf(held, 't-2').held?.id ?? '';
    const sent = after(held, { type: 'holdElapsed', toolUseId: 't-2', holdId });
    assert.deepEqual(kinds(sent).slice(2, 3), ['answered']);
    assert.deepEqual(effectsOf(sent, answered([pick(0)], 't-2')), []);
  });

  it('is answered once more from its own card, in the place of what Claude has asked', () => {
    const answered2 = questionOf(after(back, answered([pick(1)], 't-2')), 't-2');
    assert.deepEqual(questionAgain(answered2, 't-2-3', 'u-3').again, { of: 't', from: 't-2', uuid: 'u-3' });
  });

  it('takes a reply, which says what was asked', () => {
    const state = after(back, { type: 'questionReplied', toolUseId: 't-2', text: 'Neither.' });
    assert.equal(isReplying(state, 't-2', 'Neither.'), true);
    assert.deepEqual(kinds(state).slice(2), ['replied', 'You were about to ask me this:\n\n- Which?\n\nMy reply:\n\nNeither.']);
  });

  it('is gone when it is dismissed, and Claude is told nothing', () => {
    const dismissed: ChatEvent = { type: 'questionDismissed', toolUseId: 't-2' };
    assert.deepEqual([kinds(after(back, dismissed)), effectsOf(back, dismissed)], [['u1', 'wentBack'], []]);
    assert.notDeepEqual(effectsOf(back, dismissed, prompt('next')), []);
  });
});
