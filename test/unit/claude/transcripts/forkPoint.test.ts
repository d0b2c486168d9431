// The entry up to which a session is copied so that a prompt was never sent. The forms are those of 2.0.77, 2.1.100 and 2.1.329.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkPoint } from '../../../../src/claude/transcripts/forkPoint.js';
import { removeFolder } from '../../../support/removeFolder.js';

type Line = Readonly<Record<string, unknown>>;

const entry = (type: string, uuid: string, parentUuid: string | null, more: Line = {}): Line => ({ type, uuid, parentUuid, ...more });
const said = (uuid: string, parentUuid: string | null, text: string): Line =>
  entry('user', uuid, parentUuid, { message: { content: [{ type: 'text', text }] } });
const answer = (uuid: string, parentUuid: string, text: string): Line =>
  entry('assistant', uuid, parentUuid, { message: { content: [{ type: 'text', text }] } });
const call = (uuid: string, parentUuid: string, name: string): Line =>
  entry('assistant', uuid, parentUuid, { message: { content: [{ type: 'tool_use', id: `t-${uuid}`, name, input: {} }] } });
const result = (uuid: string, parentUuid: string, of: string): Line =>
  entry('user', uuid, parentUuid, { message: { content: [{ type: 'tool_result', tool_use_id: `t-${of}`, content: 'done' }] } });
const attachment = (uuid: string, parentUuid: string): Line => entry('attachment', uuid, parentUuid, { attachment: { type: 'date' } });
const note: Line = { type: 'last-prompt', leafUuid: 'p2' };

describe('the point in front of a prompt', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-fork-'))));
  afterEach(() => removeFolder(folder));

  const pointIn = async (lines: readonly Line[], prompt = 'p2'): Promise<unknown> => {
    const path = join(folder, 's.jsonl');
    writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    return forkPoint(path, prompt);
  };
  const first = [said('p1', null, 'one'), answer('a1', 'p1', 'an answer')];

  it('is the answer that ended the turn before, whatever the CLI has noted between and behind', async () => {
    const lines = [...first, attachment('x1', 'a1'), note, said('p2', 'x1', 'two'), answer('a2', 'p2', 'more about p2'), note];
    assert.deepEqual(await pointIn(lines), { at: 'a1' });
  });

  it('is the note of an interrupt, and the result in front of a message in mid-turn', async () => {
    const stopped = [
      ...first,
      said('p3', 'a1', 'go'),
      call('c3', 'p3', 'Bash'),
      result('r3', 'c3', 'c3'),
      said('i3', 'r3', '[Request interrupted by user for tool use]'),
    ];
    assert.deepEqual(await pointIn([...stopped, said('p2', 'i3', 'two')]), { at: 'i3' });
    const queued = entry('attachment', 'q', 'r3', { attachment: { type: 'queued_command', prompt: 'two', source_uuid: 'p2' } });
    assert.deepEqual(await pointIn([...stopped.slice(0, 5), queued]), { at: 'r3' });
  });

  it('is never at a call, whose result the copy would lack', async () => {
    const lines = [
      ...first,
      said('p3', 'a1', 'go'),
      answer('a3', 'p3', 'I must know.'),
      call('c3', 'a3', 'AskUserQuestion'),
      said('p2', 'c3', 'two'),
    ];
    assert.deepEqual(await pointIn(lines), { at: 'a3' });
  });

  it('is in front of a call too, behind what Claude has said or been asked', async () => {
    const asked = [...first, said('p3', 'a1', 'go'), answer('a3', 'p3', 'I must know.'), call('c3', 'a3', 'AskUserQuestion')];
    const done = [result('r3', 'c3', 'c3'), answer('a4', 'r3', 'Thanks.')];
    assert.deepEqual(await pointIn([...asked, ...done], 't-c3'), { at: 'a3' });
    assert.deepEqual(await pointIn([...first, said('p3', 'a1', 'go'), call('c3', 'p3', 'AskUserQuestion'), ...done], 't-c3'), { at: 'p3' });
    assert.equal(await pointIn([...asked, ...done], 't-c4'), undefined);
  });

  it('is the beginning where nothing but notes stands in front', async () => {
    assert.equal(await pointIn([said('p2', null, 'one'), answer('a2', 'p2', 'an answer')]), 'beginning');
    assert.equal(await pointIn([entry('attachment', 'x', null), said('p2', 'x', 'one')]), 'beginning');
  });

  it('is none in front of a summary, and one behind it', async () => {
    const boundary = entry('system', 'b', null, { subtype: 'compact_boundary', logicalParentUuid: 'a2' });
    const summary = entry('user', 'm', 'b', { isCompactSummary: true, message: { content: 'a summary' } });
    const lines = [...first, said('p2', 'a1', 'two'), answer('a2', 'p2', 'an answer'), boundary, summary, said('p4', 'm', 'four')];
    assert.equal(await pointIn(lines), 'compacted');
    assert.deepEqual(await pointIn(lines, 'p4'), { at: 'm' });
    // Words about it are none.
    assert.deepEqual(await pointIn([...first, said('p2', 'a1', 'two'), answer('a2', 'p2', 'say "compact_boundary"')]), { at: 'a1' });
  });

  it('is none where the uuid in the file could be another argument of the CLI', async () => {
    const lines = [said('p1', null, 'one'), answer('--dangerously-skip-permissions', 'p1', 'an answer')];
    assert.equal(await pointIn([...lines, said('p2', '--dangerously-skip-permissions', 'two')]), undefined);
  });

  it('is not known of a prompt that is not there, nor of one that is only named', async () => {
    assert.equal(await pointIn([...first, { type: 'queue-operation', content: 'p2' }]), undefined);
  });
});
