// How the row of a tool call ends that did not run: denied by the person, or stopped. Live, and read from the CLI's transcript.
import assert from 'node:assert/strict';
import { decode } from '../../../../src/claude/stream/decode.js';
import { createEventMapper } from '../../../../src/claude/stream/toEvents.js';
import { toolSummary } from '../../../../src/claude/stream/toolSummary.js';
import { readTranscriptLine } from '../../../../src/claude/transcripts/transcriptLine.js';
import { createEntryReader } from '../../../../src/claude/transcripts/transcriptReader.js';
import type { ChatEvent } from '../../../../src/chat/events.js';
import { pastItems } from '../../../../src/chat/past.js';
import type { ChatState } from '../../../../src/chat/state.js';
import { after, permissionFor, working } from '../../../support/chat.js';

const words = 'The user did not allow this.';
const withWord = `${words} The user says:\nUse pnpm.`;
const accepted = { decision: 'accept', source: 'user_temporary' };
const denied = { decision: 'reject', source: 'user_reject' };

const started = (name: string): ChatEvent => ({ type: 'toolStarted', toolUseId: 't', name, summary: 'npm publish' });
const decided = (decision: 'allow' | 'deny'): ChatEvent => ({ type: 'permissionDecided', requestId: 'p-t', decision });

/** The event of the CLI's line on stdout. `meta`: absent before 2.1.329. */
function result(content: string, meta?: object): ChatEvent {
  const block = { type: 'tool_result', tool_use_id: 't', is_error: true, content };
  const line = { type: 'user', message: { content: [block] }, ...(meta && { tool_result_meta: [{ id: 't', ...meta }] }) };
  const decoded = decode(JSON.stringify(line));
  assert.ok(decoded.outcome === 'message');
  const events: ChatEvent[] = [];
  createEventMapper(event => events.push(event)).read(decoded.message);
  return events[0] ?? assert.fail('no event');
}

const toolState = (state: ChatState): string | undefined => {
  const item = state.items.find(({ kind }) => kind === 'tool');
  return item?.kind === 'tool' ? item.state : undefined;
};

/** The state of the row that the transcript's lines make. `record`: what the CLI notes beside the result. */
function pastState(name: string, content: string, record: object = {}): string | undefined {
  const reader = createEntryReader();
  const lines = [
    {
      type: 'assistant',
      uuid: 'a',
      message: { id: 'm', content: [{ type: 'tool_use', id: 't', name, input: { command: 'npm publish' } }] },
    },
    {
      type: 'user',
      uuid: 'b',
      parentUuid: 'a',
      ...record,
      message: { content: [{ type: 'tool_result', tool_use_id: 't', is_error: true, content }] },
    },
  ];
  const entries = lines.flatMap(line => {
    const read = readTranscriptLine(JSON.stringify(line));
    return (read && reader.read(read)?.past) ?? [];
  });
  const [item] = pastItems(entries).map(timed => timed.item);
  return item?.kind === 'tool' ? item.state : undefined;
}

it('the row of a call whose result is told twice leaves out no more than the second one does', () => {
  const finished = (text: string, omitted?: number): ChatEvent => ({
    type: 'toolFinished',
    toolUseId: 't',
    isError: false,
    text,
    ...(omitted !== undefined && { omitted }),
  });
  const row = after(working, started('Bash'), finished('long…', 90), finished('short')).items.find(({ id }) => id === 't');
  assert.deepEqual(row?.kind === 'tool' && [row.result, row.omitted], ['short', undefined]);
});

describe('a tool call that did not run', () => {
  it('is denied by the person, with every version of the CLI, whatever the tool', () => {
    for (const tool of ['Bash', 'mcp__notes__add'])
      for (const meta of [undefined, { non_execution_kind: 'permission-rule', permission_decision: denied }])
        assert.equal(toolState(after(working, started(tool), permissionFor('t'), decided('deny'), result(words, meta))), 'denied');
  });

  it('is stopped when the person has pressed Stop while the permission was asked', () => {
    const stopped = after(working, started('Bash'), permissionFor('t'), { type: 'interruptRequested' });
    assert.equal(toolState(after(stopped, result('The user doesn’t want to proceed', { non_execution_kind: 'user-rejected' }))), 'stopped');
    assert.equal(toolState(after(stopped, result('Tool permission request failed: AbortError'))), 'stopped');
  });

  it('is so too in the transcript', () => {
    assert.equal(pastState('Bash', words, { toolDenialKind: 'permission-rule', permissionDecision: denied }), 'denied');
    assert.equal(pastState('Bash', words), 'denied');
    assert.equal(pastState('Bash', withWord), 'denied');
    assert.equal(pastState('mcp__notes__add', withWord), 'failed');
    assert.equal(pastState('Bash', 'The user doesn’t want to proceed', { toolDenialKind: 'user-rejected' }), 'stopped');
    assert.equal(pastState('Bash', 'Tool permission request failed: AbortError'), 'stopped');
  });
});

describe('a tool call that failed', () => {
  it('is not denied, whatever its result says', () => {
    const allowed = after(working, started('mcp__notes__add'), permissionFor('t'), decided('allow'));
    assert.equal(toolState(after(allowed, result(words))), 'failed');
    assert.equal(toolState(after(allowed, result(words, { permission_decision: accepted }))), 'failed');
    assert.equal(pastState('mcp__notes__add', words), 'failed');
    assert.equal(pastState('Bash', words, { permissionDecision: accepted }), 'failed');
    assert.equal(pastState('Bash', 'Exit code 1'), 'failed');
  });

  it('by a rule of the CLI is no act of the person', () => {
    const rule = { decision: 'reject', source: 'config' };
    assert.equal(pastState('Bash', 'Permission denied', { toolDenialKind: 'permission-rule', permissionDecision: rule }), 'failed');
    const own = 'File is in a directory that is denied by your permission settings.';
    assert.equal(
      toolState(after(working, started('Read'), result(own, { permission_decision: { ...denied, reason_type: 'rule' } }))),
      'failed',
    );
    assert.equal(pastState('Read', own, { permissionDecision: { ...denied, reasonType: 'rule' } }), 'failed');
  });
});

describe('the line of a tool call', () => {
  it('tells that more lines follow', () => {
    assert.equal(toolSummary('Bash', { command: 'npm test' }), 'npm test');
    assert.equal(toolSummary('Bash', { command: 'npm test\nrm -rf ~' }), 'npm test ⏎ …');
    assert.equal(toolSummary('Bash', { command: '\r\n\n  npm test \rrm -rf ~' }), 'npm test ⏎ …');
    assert.equal(toolSummary('Bash', { command: 'npm test\n' }), 'npm test');
    assert.equal(toolSummary('Bash', { command: 'x'.repeat(201) }), `${'x'.repeat(199)}…`);
    assert.equal(toolSummary('Bash', { other: 1 }), '');
  });
});
