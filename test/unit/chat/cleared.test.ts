// `/clear`: Claude has nothing of what is above, which the chat says, and the chat stays one.
import assert from 'node:assert/strict';
import { titlesOf } from '../../../src/host/storage/journalFile.js';
import { clears } from '../../../src/chat/lifecycle.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { after } from '../../support/chat.js';

const begins = (sessionId: string): ChatEvent => ({ type: 'initReceived', sessionId, capabilities: [], version: '2.1.329' });
const sends = (text: string): ChatEvent => ({ type: 'promptSubmitted', uuid: text, text });
const ended = { type: 'turnEnded', outcome: 'success' } as const;
/** `conversation_reset` of 2.1.329. */
const reset: ChatEvent = { type: 'contextCleared' };
const words: ChatEvent = { type: 'textFinished', id: 'words', text: 'Hi.' };
const turn = (text: string, sessionId: string): readonly ChatEvent[] =>
  text.startsWith('/')
    ? [sends(text), ...(clears.test(text) && sessionId !== 's1' ? [reset] : []), begins(sessionId), { ...ended, silent: true }]
    : [sends(text), begins(sessionId), { type: 'promptConfirmed', uuid: text }, words, ended];
const rows = ({ items }: ChatState): readonly string[] =>
  items.flatMap(item => (item.kind === 'prompt' ? [item.text] : item.kind === 'problem' ? [item.problem.reason ?? item.problem.code] : []));

describe('/clear', () => {
  const talked = after(initialState('auto'), ...turn('Hello.', 's1'));

  for (const command of ['/clear', '/reset', '/new', '/clear now']) {
    it(`draws a line and keeps the sessions of before with the chat: ${command}`, () => {
      const cleared = after(talked, ...turn(command, 's2'), ...turn('On we go.', 's2'));
      assert.deepEqual(rows(cleared), ['Hello.', command, 'cleared', 'On we go.']);
      assert.deepEqual([cleared.sessionId, cleared.formerSessions], ['s2', ['s1']]);
      const twice = after(cleared, ...turn('/clear', 's3'));
      const kept = { key: 'k', usedAt: 1, seenUntil: 1, composerDraft: '', composerRevision: 0, state: twice };
      assert.deepEqual(titlesOf(kept, {}).formerSessions, ['s1', 's2']);
    });
  }

  it('is not what another word says', () => {
    for (const state of [after(talked, ...turn('/cleared', 's2')), talked])
      assert.deepEqual([rows(state).includes('cleared'), state.formerSessions], [false, undefined]);
  });

  it('draws no line where nothing shows that the CLI has cleared: 2.0.77 does not know the command, and keeps the session', () => {
    const state = after(talked, ...turn('/clear', 's1'));
    assert.deepEqual([rows(state), state.formerSessions], [['Hello.', '/clear', 'notCleared 2.1.329'], undefined]);
  });

  it('says that nothing was cleared also where the turn does not end in silence, and once', () => {
    const state = after(talked, sends('/clear'), begins('s1'), { ...words, by: 'cli' }, ended, sends('/clear'), begins('s1'), ended);
    assert.deepEqual(rows(state), ['Hello.', '/clear', 'notCleared 2.1.329', '/clear', 'notCleared 2.1.329']);
  });

  it('is not said of a command of that name that the folder has, by which Claude works, nor of a turn that was stopped or has failed', () => {
    const works = after(talked, sends('/reset'), begins('s1'), { ...words, id: 'more' }, ended);
    const failed = after(talked, sends('/clear'), begins('s1'), { type: 'turnEnded', outcome: 'error' });
    const stopped = after(talked, sends('/clear'), begins('s1'), { type: 'interruptRequested' }, ended);
    for (const state of [works, failed, stopped]) assert.ok(!rows(state).some(row => row.startsWith('notCleared')), rows(state).join());
  });
});
