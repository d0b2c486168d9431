// Other programs on the sessions of a window, where something else happens to the chat meanwhile.
import assert from 'node:assert/strict';
import type { News, Transcripts } from '../../src/host/cli/transcripts.js';
import { Emitter } from '../../src/host/sessions/emitter.js';
import { OtherPrograms } from '../../src/host/sessions/otherPrograms.js';
import { SessionLoop } from '../../src/host/sessions/sessionLoop.js';
import type { Session } from '../../src/host/sessions/session.js';
import { Sessions } from '../../src/host/sessions/sessions.js';
import { initialState } from '../../src/session/state.js';

const silent = (): void => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: assert.fail, error: assert.fail };

function open(newsOf: (session: Session) => Promise<News | undefined>): { readonly others: OtherPrograms; readonly session: Session } {
  const sessions = new Sessions({
    ...{ log, now: () => 10 },
    create: state =>
      new SessionLoop(
        {
          ...{ routeSetting: 'auto', log, now: () => 10, setTimer: () => silent },
          askUser: () => true,
          organization: { keepsAskUserAway: false },
          unsupportedRequests: new Set(),
          asksInPlan: () => true,
          readImage: () => Promise.reject(new Error('not here')),
          startClaude: () => Promise.reject(new Error('not here')),
          isDeferred: () => Promise.resolve(undefined),
          hasPrompt: () => Promise.resolve(undefined),
          resultsHeld: () => Promise.resolve(undefined),
          placeOf: () => Promise.resolve(undefined),
          waiting: () => ({ ms: 0, then: 'park' }),
        },
        state,
      ),
  });
  const state = { ...initialState('auto'), sessionId: 's' };
  sessions.adopt({ key: 'k', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state }, undefined);
  const session = sessions.get('k') ?? assert.fail();
  const transcripts = { runningIds: () => Promise.resolve(new Set<string>()), newsOf: () => newsOf(session) } as unknown as Transcripts;
  const others = new OtherPrograms({
    ...{ sessions, transcripts, log, isVisible: () => true, onDidFocus: new Emitter<void>(log).event, checked: () => Promise.resolve() },
    person: { tellStillRunning: () => assert.fail(), askWhetherEnded: () => assert.fail() },
  });
  return { others, session };
}

describe('a chat that another program may have open', () => {
  for (const owner of ['otherWindow', 'otherComputer'] as const) {
    it(`stays with ${owner} where that became its owner while the transcript was read`, async () => {
      const { others, session } = open(there => {
        there.otherOwner = owner;
        return Promise.resolve(undefined);
      });
      await others.catchUp(session);
      others.dispose();
      assert.equal(session.otherOwner, owner);
    });
  }
});
