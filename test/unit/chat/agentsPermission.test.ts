// The permission of a subagent: it outlives the turn of the main conversation, and ends by a cancellation, a result or the end of the process.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatEvent } from '../../../src/chat/events.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { PermissionState, ChatState } from '../../../src/chat/state.js';
import { openPermissions } from '../../../src/chat/state.js';
import { viewStatus } from '../../../src/chat/view.js';
import { after, asked, doneBy, ended, exited, named, permissionFor, prompt, statesOf, working } from '../../support/chat.js';
import { runs } from '../../support/tier.js';

const agents = (toolUseId: string): ChatEvent => ({ ...permissionFor(toolUseId), agentId: 'a' });
const subagents = (count: number): ChatEvent => ({ type: 'backgroundTasksChanged', count, subagents: count });
const stopped: ChatEvent = { type: 'turnEnded', outcome: 'interrupted' };
const allow: ChatEvent = { type: 'permissionDecided', requestId: 'p-b', decision: 'allow' };
const result: ChatEvent = { type: 'toolFinished', toolUseId: 'b', isError: false, text: '' };
const permissionIn = (state: ChatState): PermissionState =>
  state.items.find((item): item is PermissionState => item.kind === 'permission') ?? assert.fail();
const waits = after(working, subagents(1), agents('b'), ended);

describe('the permission of a subagent', () => {
  it('is asked after the turn, and its decision is written', () => {
    assert.deepEqual(statesOf(waits), ['prompt sent', 'permission asked']);
    assert.deepEqual(doneBy(waits, allow), ['allowTool']);
  });

  for (const [title, ...events] of [
    ['a later turn', prompt('u2'), { type: 'promptConfirmed', uuid: 'u2' }, ended],
    ['Stop', prompt('u2'), { type: 'interruptRequested' }, stopped],
  ] as const)
    it(`is asked behind ${title}, and its decision is written`, () => {
      const later = after(waits, ...(events as readonly ChatEvent[]));
      assert.deepEqual(
        openPermissions(later).map(({ id }) => id),
        ['p-b'],
      );
      assert.deepEqual(doneBy(later, allow), ['allowTool']);
    });

  it('that waits behind a question comes when the question has ended with its turn', () => {
    const queued = after(working, asked('t'), agents('b'));
    assert.equal(queued.queued.length, 1);
    assert.deepEqual(
      openPermissions(after(queued, ended)).map(({ id }) => id),
      ['p-b'],
    );
    assert.deepEqual(openPermissions(after(queued, result, ended)), [], 'its call has ended meanwhile');
  });

  it('ends by its result, a cancellation and the end of the process', () => {
    for (const event of [result, { type: 'requestCancelled', requestId: 'p-b' }, exited] as const)
      assert.deepEqual(statesOf(after(waits, event)), ['prompt sent', 'permission withdrawn'], event.type);
  });

  for (const decision of ['allow', 'deny'] as const)
    it(`(${decision}) is lost where its process or its window ends before the pipe has taken the decision, and only there`, () => {
      const decided = after(waits, { type: 'permissionDecided', requestId: 'p-b', decision });
      const { writeId = '' } = permissionIn(decided);
      const taken = after(decided, { type: 'writeAcknowledged', writeId });
      const ends = [(state: ChatState) => after(state, exited), (state: ChatState) => restoredState(state, 'auto', 9)];
      for (const end of ends) {
        assert.deepEqual([permissionIn(end(decided)).lost, permissionIn(end(taken)).lost], [true, undefined]);
        assert.equal(permissionIn(end(decided)).state, decision === 'allow' ? 'allowed' : 'denied');
      }
    });

  it('keeps the process, which the subagent would end with', () => {
    for (const events of [[], [subagents(0)]] as const)
      assert.deepEqual(doneBy(waits, ...(events as readonly ChatEvent[]), { type: 'processUnneeded' }), []);
    assert.deepEqual(doneBy(waits, subagents(0), result, { type: 'processUnneeded' }), ['stopClaude']);
  });
});

describe('subagents that work on', () => {
  it('are told with the status until they have ended, also by the end of the process', () => {
    const told = (...events: readonly ChatEvent[]) => viewStatus(after(waits, ...events), undefined, undefined).subagents;
    assert.equal(told(), 1);
    assert.equal(told(subagents(0)), undefined);
    assert.equal(told(exited), undefined);
  });

  it('are stopped at their call where they are stopped, though the call itself was done', () => {
    const call: readonly ChatEvent[] = [
      { type: 'toolStarted', toolUseId: 'g', name: 'Agent', summary: '' },
      { type: 'toolFinished', toolUseId: 'g', isError: false, text: 'Launched' },
    ];
    const over: ChatEvent = { type: 'taskBroken', toolUseId: 'g', state: 'stopped' };
    assert.deepEqual(statesOf(after(working, ...call, ended, over)).slice(1), ['tool stopped']);
  });

  it('are said where the person stops the turn, and so is the end of the process', () => {
    const reasonOf = (count: number) =>
      after(working, subagents(count), { type: 'interruptRequested' }, stopped).items.flatMap(item =>
        item.kind === 'problem' ? [item.problem.reason] : [],
      );
    assert.deepEqual([reasonOf(1), reasonOf(0)], [['runsOn'], [undefined]]);
    const command = after(working, { type: 'backgroundTasksChanged', count: 1, subagents: 0 }, { type: 'interruptRequested' }, stopped);
    assert.ok(command.items.some(item => item.kind === 'problem' && item.problem.reason === 'runsOn'));
    const crashed: ChatEvent = { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' };
    assert.deepEqual(statesOf(after(working, subagents(1), ended, crashed)), ['prompt sent', 'exit']);
  });
});

describe('what is asked, over any turns and subagents', () => {
  type Act =
    | readonly ['begin' | 'end' | 'stop' | 'exit' | 'question' | 'answer']
    | readonly ['ask' | 'decide' | 'cancel' | 'result', number]
    | readonly ['endAgent', string];
  const agents = ['', 'a', 'b', 'a.nested'];
  const nth = fc.nat(11);
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.constantFrom<Act>(['begin'], ['begin'], ['end'], ['end'], ['stop'], ['exit'], ['question'], ['answer']),
    fc.tuple(fc.constantFrom('ask' as const, 'ask' as const, 'decide' as const, 'cancel' as const, 'result' as const), nth),
    fc.tuple(fc.constant('endAgent' as const), fc.constantFrom(...agents.slice(1))),
  );

  /** What the CLI would still take a decision for, by what was measured of it: each request with the subagent that asks. */
  class Cli {
    readonly open = new Map<string, string>();
    isRunning = true;
    turn = true;
    #asked = 0;

    perform([type, of]: Act): readonly ChatEvent[] {
      const id = typeof of === 'number' ? ([...this.open.keys()][of % Math.max(1, this.open.size)] ?? '') : '';
      const ends = (which: (agent: string) => boolean): readonly string[] => {
        const over = [...this.open].filter(([, agent]) => which(agent)).map(([request]) => request);
        for (const request of over) this.open.delete(request);
        return over;
      };
      switch (type) {
        case 'begin': {
          const uuid = `u${++this.#asked}`;
          const restarts: readonly ChatEvent[] = this.isRunning ? [] : [{ type: 'processStarted' }];
          [this.isRunning, this.turn] = [true, true];
          return [prompt(uuid), ...restarts, named, { type: 'promptConfirmed', uuid }];
        }
        case 'end':
        case 'stop':
          if (!this.turn) return [];
          this.turn = false;
          ends(agent => agent === '');
          return [
            ...(type === 'stop' ? [{ type: 'interruptRequested' } as const] : []),
            { type: 'turnEnded', outcome: type === 'stop' ? 'interrupted' : 'success' },
          ];
        case 'exit':
          if (!this.isRunning) return [];
          [this.isRunning, this.turn] = [false, false];
          this.open.clear();
          return [exited];
        case 'ask': {
          const agent = agents[Number(of) % agents.length] ?? '';
          if (!this.isRunning || (agent === '' && !this.turn)) return [];
          const toolUseId = `c${++this.#asked}`;
          this.open.set(`p-${toolUseId}`, agent);
          return [{ ...permissionFor(toolUseId), ...(agent !== '' && { agentId: agent }) }];
        }
        case 'question':
          return this.turn && this.isRunning ? [asked('t')] : [];
        case 'answer':
          return [
            { type: 'questionDismissed', toolUseId: 't' },
            { type: 'toolFinished', toolUseId: 't', isError: true, text: '' },
          ];
        case 'decide':
          if (!this.open.delete(id)) return [];
          return [{ type: 'permissionDecided', requestId: id, decision: 'deny' }];
        case 'cancel':
          return this.open.delete(id) ? [{ type: 'requestCancelled', requestId: id }] : [];
        case 'result':
          return this.open.delete(id) ? [{ type: 'toolFinished', toolUseId: id.slice(2), isError: false, text: '' }] : [];
        case 'endAgent':
          return ends(agent => agent === of || agent.startsWith(`${of}.`)).map(requestId => ({ type: 'requestCancelled', requestId }));
      }
    }
  }

  it('is at each moment what the CLI would still take a decision for', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), acts => {
        const cli = new Cli();
        let state = working;
        for (const one of acts) {
          // A decision needs its card in sight, which an open question puts off.
          if (one[0] === 'decide' && state.queued.length > 0) continue;
          state = after(state, ...cli.perform(one));
          const shown = [...openPermissions(state), ...state.queued].map(({ id }) => id);
          assert.deepEqual(shown.toSorted(), [...cli.open.keys()].toSorted(), JSON.stringify(one));
        }
      }),
      { numRuns: runs(400) },
    );
  });
});
