// The note to Claude that goes with Allow or Deny: what Claude reads, and that none is lost or told twice.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { decode } from '../../../src/claude/stream/decode.js';
import { encode } from '../../../src/claude/stream/encode.js';
import { createEventMapper } from '../../../src/claude/stream/toEvents.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { allowedWith } from '../../../src/shared/decisionWords.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { PermissionState, ChatState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { diff } from '../../../src/chat/view.js';
import { longestNote } from '../../../src/shared/longestNote.js';
import { after, ended, exited, permissionFor, stepped, working } from '../../support/chat.js';
import { runs } from '../../support/tier.js';

const asked = after(working, permissionFor('t'));
const decide = (decision: 'allow' | 'deny', note?: string): Extract<ChatEvent, { type: 'permissionDecided' }> => ({
  type: 'permissionDecided',
  requestId: 'p-t',
  decision,
  ...(note !== undefined && { note }),
});
const ran = (toolUseId = 't', hook: 'PostToolUse' | 'PostToolUseFailure' = 'PostToolUse'): ChatEvent => ({
  type: 'toolRan',
  requestId: `ran-${toolUseId}`,
  toolUseId,
  hook,
});
const finished: ChatEvent = { type: 'toolFinished', toolUseId: 't', isError: false, text: 'ok' };

const permissionOf = (state: ChatState): PermissionState => {
  const item = state.items.findLast(({ kind }) => kind === 'permission');
  return item?.kind === 'permission' ? item : assert.fail('no permission');
};

/** The lines that the last event has written, and the id of the last write. */
function linesOf(state: ChatState, ...events: readonly ChatEvent[]): { readonly replies: readonly unknown[]; readonly writeId: string } {
  const writes = stepped(state, ...events).effects.flatMap(effect => (effect.type === 'writeToClaude' ? [effect] : []));
  const replies = writes.map(({ message, writeId }) => {
    const line = JSON.parse(encode(message, writeId)) as { readonly response: { readonly response: unknown } };
    return line.response.response;
  });
  return { replies, writeId: writes.at(-1)?.writeId ?? '' };
}

const noteAfter = (...events: readonly ChatEvent[]): unknown => permissionOf(after(asked, ...events)).note?.state;

describe('a note with a decision', () => {
  it('reaches Claude whole with all that the CLI takes at once, unless the card says that it is long', () => {
    assert.ok(allowedWith('x'.repeat(longestNote)).length <= 10_000);
  });

  it('is the denial that Claude reads, and told with the result that holds it', () => {
    const { replies, writeId } = linesOf(asked, decide('deny', 'Use pnpm.\nAlways.'));
    assert.deepEqual(replies, [
      { behavior: 'deny', interrupt: false, message: 'The user did not allow this. The user says:\nUse pnpm.\nAlways.' },
    ]);
    const deny = decide('deny', 'Use pnpm.');
    const taken: ChatEvent = { type: 'writeAcknowledged', writeId };
    const result: ChatEvent = { ...finished, isError: true, text: 'The user did not allow this. The user says:\nUse pnpm.' };
    assert.equal(noteAfter(deny), 'waiting');
    assert.equal(noteAfter(deny, taken), 'waiting');
    assert.equal(noteAfter(deny, taken, result), 'told');
    assert.equal(noteAfter(deny, taken, { ...result, text: 'Tool permission request failed: AbortError' }), 'untold');
    for (const end of [ended, exited]) assert.equal(noteAfter(deny, taken, end), 'untold', end.type);
    assert.equal(noteAfter(deny, { type: 'writeFailed', writeId }), 'untold');
    assert.deepEqual(linesOf(asked, decide('deny')).replies, [
      { behavior: 'deny', interrupt: false, message: 'The user did not allow this.' },
    ]);
  });

  it('goes with the result of the call that was allowed, however that ended, and once', () => {
    const allowed = after(asked, decide('allow', 'Not the docs.'));
    for (const hook of ['PostToolUse', 'PostToolUseFailure'] as const) {
      const { replies, writeId } = linesOf(allowed, ran('t', hook));
      const additionalContext = 'The user allowed this and says:\nNot the docs.';
      assert.deepEqual(replies, [{ hookSpecificOutput: { hookEventName: hook, additionalContext } }]);
      assert.deepEqual(linesOf(allowed, ran('t', hook), ran('t', hook)).replies, [{}]);
      assert.equal(noteAfter(decide('allow', 'x'), ran(), { type: 'writeAcknowledged', writeId }), 'waiting');
      assert.equal(noteAfter(decide('allow', 'x'), ran(), { type: 'writeAcknowledged', writeId }, finished), 'told');
    }
    assert.deepEqual(linesOf(allowed, ran('other')).replies, [{}]);
    assert.deepEqual(linesOf(after(asked, decide('allow')), ran()).replies, [{}]);
    assert.deepEqual(linesOf(after(asked, decide('deny', 'x')), ran()).replies, [{}]);
  });

  it('goes although the turn has ended, because a subagent may outlive it', () => {
    const late = after(asked, decide('allow', 'Not the docs.'), ended);
    assert.equal(permissionOf(late).note?.state, 'untold');
    const { replies, writeId } = linesOf(late, ran());
    assert.match(JSON.stringify(replies), /Not the docs/);
    assert.equal(permissionOf(after(late, ran(), { type: 'writeAcknowledged', writeId }, finished)).note?.state, 'told');
  });

  it('of a subagent is on its way until its call, or the process, has ended', () => {
    const ofAgent = { ...permissionFor('t'), agentId: 'a' };
    const [allowed, denied] = [decide('allow', 'Not the docs.'), decide('deny', 'Not the docs.')];
    const late = after(working, ofAgent, allowed, ended);
    assert.equal(permissionOf(late).note?.state, 'waiting');
    const { writeId } = linesOf(late, ran());
    assert.equal(permissionOf(after(late, ran(), { type: 'writeAcknowledged', writeId }, ended, finished)).note?.state, 'told');
    const result: ChatEvent = {
      type: 'toolFinished',
      toolUseId: 't',
      isError: true,
      text: 'The user did not allow this. The user says:\nNot the docs.',
    };
    assert.equal(permissionOf(after(working, ofAgent, denied, ended, result)).note?.state, 'told');
    for (const end of [finished, exited]) assert.equal(permissionOf(after(late, end)).note?.state, 'untold', end.type);
  });

  it('stays as not delivered where the call, the turn, the process or the window ends before', () => {
    const allow = decide('allow', 'x');
    assert.equal(noteAfter(allow), 'waiting');
    for (const end of [finished, ended, exited]) assert.equal(noteAfter(allow, end), 'untold', end.type);
    const { writeId } = linesOf(after(asked, allow), ran());
    const taken: ChatEvent = { type: 'writeAcknowledged', writeId };
    const takenBack: ChatEvent = { type: 'requestCancelled', requestId: 'ran-t' };
    for (const end of [ended, exited, takenBack]) {
      assert.equal(noteAfter(allow, ran(), end), 'untold', end.type);
      assert.equal(noteAfter(allow, ran(), taken, end), 'untold', end.type);
      assert.equal(noteAfter(allow, ran(), end, taken, finished), 'untold', end.type);
      assert.equal(noteAfter(allow, ran(), taken, end, finished), 'untold', end.type);
    }
    assert.equal(noteAfter(allow, ran(), taken, { ...takenBack, requestId: 'ran-other' }), 'waiting');
    assert.equal(noteAfter(allow, ran(), { type: 'writeFailed', writeId }, finished), 'untold');
    assert.equal(noteAfter(allow, ran(), finished), 'untold');
    const decision = linesOf(asked, allow).writeId;
    assert.equal(noteAfter(allow, { type: 'writeFailed', writeId: decision }), 'untold');
    assert.equal(permissionOf(restoredState(after(asked, allow), 'auto', 9)).note?.state, 'untold');
  });

  it('that is blank is none', () => {
    assert.equal(noteAfter(decide('allow', ' \n')), undefined);
    assert.deepEqual(linesOf(asked, decide('deny', ' \n')).replies, linesOf(asked, decide('deny')).replies);
  });

  it('waits with the decision until the place is looked at', () => {
    const edit: ChatEvent = { ...permissionFor('t'), toolName: 'Write', input: { file_path: '/a', content: '' } };
    const place = { outside: true, target: '/b' };
    const pressed = after(working, edit, decide('allow', 'Take care.'));
    const moved = after(pressed, { type: 'placeChecked', requestId: 'p-t', place });
    assert.equal(permissionOf(moved).draft, 'Take care.');
    const allowed = after(moved, { type: 'placeChecked', requestId: 'p-t', place, shown: place, note: 'Take care.' });
    assert.deepEqual(permissionOf(allowed).note, { text: 'Take care.', state: 'waiting' });
    assert.equal('draft' in permissionOf(allowed), false);
  });

  for (const [pressed, later] of [
    ['Take care.', 'Take care. Or rather'],
    ['Take care.', ''],
    [undefined, 'Wait'],
  ] as const) {
    it(`is the one that stood there when Allow was pressed: ${pressed ?? 'none'}, then ${later === '' ? 'none' : later}`, () => {
      const edit: ChatEvent = { ...permissionFor('t'), toolName: 'Write', input: { file_path: '/a', content: '' } };
      const place = { outside: false, relative: 'a' };
      const waiting = after(working, edit);
      const [check] = stepped(waiting, { ...decide('allow', pressed), shown: place }).effects;
      const { type: _, path: __, ...told } = check?.type === 'checkPlace' ? check : assert.fail();
      const redrafted = after(waiting, decide('allow', pressed), { type: 'noteDrafted', requestId: 'p-t', text: later });
      const allowed = after(redrafted, { type: 'placeChecked', place, ...told });
      assert.equal(permissionOf(allowed).state, 'allowed');
      assert.equal(permissionOf(allowed).note?.text, pressed);
    });
  }

  it('is kept while it is written, is no news for the view that writes it, and comes back in the next', () => {
    const chosen = after(asked, { type: 'planChosen', requestId: 'p-t', choice: { mode: 'acceptEdits', fresh: true } });
    assert.deepEqual(permissionOf(chosen).planChoice, { mode: 'acceptEdits', fresh: true });
    assert.equal('planChoice' in permissionOf(after(chosen, decide('allow'))), false);
    const typed = after(asked, { type: 'noteDrafted', requestId: 'p-t', text: 'No' });
    assert.equal(permissionOf(typed).draft, 'No');
    assert.deepEqual(diff(asked, typed), { type: 'none' });
    assert.equal(permissionOf(after(typed, { type: 'noteDrafted', requestId: 'p-t', text: '' })).draft, undefined);
    // Not sent, and not lost either.
    assert.deepEqual(permissionOf(after(typed, exited)).note, { text: 'No', state: 'untold' });
    const decided = after(typed, decide('deny'));
    assert.equal(after(decided, { type: 'noteDrafted', requestId: 'p-t', text: 'x' }), decided);
  });

  it('is told at most once, and only where the line that holds it was written or the result says it; none waits without a process', () => {
    const writeId = fc.nat(30).map(n => `w${n}`);
    const written = fc.record({ type: fc.constantFrom('writeAcknowledged', 'writeFailed' as const), writeId });
    const others = [permissionFor('t'), decide('allow', 'x'), decide('deny', 'y'), decide('allow'), ran(), ran(), finished, ended, exited];
    const life = fc.array(fc.oneof(written, fc.constantFrom(...others)), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(life, events => {
        let state = working;
        let carried = 0;
        let words = 0;
        const told = new Set<string>();
        for (const [now, event] of [...events, exited].entries()) {
          const before = state;
          const made = step(before, event, now);
          state = made.state;
          if (event.type === 'writeAcknowledged') told.add(event.writeId);
          for (const effect of made.effects)
            if (effect.type === 'writeToClaude' && /says:\\n/.test(encode(effect.message, effect.writeId))) carried += 1;
        }
        for (const item of state.items) {
          if (item.kind !== 'permission' || item.note === undefined) continue;
          words += 1;
          assert.notEqual(item.note.state, 'waiting');
          if (item.note.state === 'told') assert.ok(item.state === 'denied' || told.has(item.noteWriteId ?? ''));
        }
        assert.ok(carried <= words);
      }),
      { numRuns: runs(400) },
    );
  });
});

describe('the result of a call of a subagent', () => {
  const eventsOf = (...messages: readonly object[]): readonly ChatEvent[] => {
    const events: ChatEvent[] = [];
    const mapper = createEventMapper(one => events.push(one));
    for (const message of messages) {
      const decoded = decode(JSON.stringify(message));
      assert.ok(decoded.outcome === 'message');
      mapper.read(decoded.message);
    }
    return events;
  };
  const result = {
    type: 'user',
    parent_tool_use_id: 'agent',
    session_id: 's',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
  };
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't', agent_id: 'a', input: { command: 'ls' } };

  it('is heard where the person was asked, because the note goes with it', () => {
    const [permission, end] = eventsOf({ type: 'control_request', request_id: 'p-t', request }, result);
    assert.deepEqual(end, finished);
    assert.deepEqual(eventsOf(result), []);
    const asking = after(working, permission ?? assert.fail(), decide('allow', 'Take care.'));
    const { writeId } = linesOf(asking, ran());
    assert.equal(permissionOf(after(asking, ran(), { type: 'writeAcknowledged', writeId }, finished)).note?.state, 'told');
  });
});

describe('the hook behind a call', () => {
  const event = (input: object): unknown => {
    const decoded = decode(
      JSON.stringify({ type: 'control_request', request_id: 'h', request: { subtype: 'hook_callback', callback_id: 'ran', input } }),
    );
    assert.ok(decoded.outcome === 'message');
    const events: ChatEvent[] = [];
    createEventMapper(one => events.push(one)).read(decoded.message);
    return events;
  };

  it('is told apart from the one before, for every tool', () => {
    for (const tool_name of ['Bash', 'AskUserQuestion', 'mcp__parley__ask_user'])
      for (const hook of ['PostToolUse', 'PostToolUseFailure']) {
        const input = { hook_event_name: hook, tool_name, tool_use_id: 't', tool_input: { questions: [] }, tool_response: {} };
        assert.deepEqual(event(input), [{ type: 'toolRan', requestId: 'h', toolUseId: 't', hook }]);
      }
  });
});
