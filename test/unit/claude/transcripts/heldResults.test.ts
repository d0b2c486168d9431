// The result of a call counts as held only where the next process reads it: 2.1.329 goes on from the entry of its newest record, and behind a deferred
// question the conversation branches off before that one (docs/protocol.md, _Keeping a question_).
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promptsHeld, resultsHeld, resultsInterrupted } from '../../../../src/claude/transcripts/heldResults.js';
import { holdsDeferral } from '../../../../src/claude/transcripts/transcriptFiles.js';
import { removeFolder } from '../../../support/removeFolder.js';

type Line = Readonly<Record<string, unknown>>;

const said = (uuid: string, parentUuid: string | null, more: Line = {}): Line => ({ type: 'assistant', uuid, parentUuid, ...more });
const call = (id: string, parent: string | null): Line =>
  said(`call-${id}`, parent, { message: { content: [{ type: 'tool_use', id, name: 'AskUserQuestion', input: {} }] } });
const result = (id: string, parent = `call-${id}`): Line => ({
  type: 'user',
  uuid: `result-${id}`,
  parentUuid: parent,
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
});
const leaf = (leafUuid?: string | null): Line => ({ type: 'last-prompt', lastPrompt: 'go', ...(leafUuid !== undefined && { leafUuid }) });

/** A question is deferred and the process ends in order; the next one asks it again and goes on to a second one. */
const asked = [call('a', null), said('deferred', 'call-a', { type: 'attachment' })];
const resumed = [result('a'), said('words', 'result-a'), call('b', 'words'), result('b')];

describe('the result of a call', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-held-'));
  });
  after(() => removeFolder(folder));

  async function heldIn(lines: readonly Line[], most?: number): Promise<string> {
    const path = join(folder, 'session.jsonl');
    writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    const found = await resultsHeld(path, ['a', 'b'], most);
    return Object.keys(found)
      .filter(id => found[id] === true)
      .join('');
  }

  it('behind a deferred question is not held before a process has ended in order, but for that of the deferred one', async () => {
    const killed = [...asked, leaf('deferred'), ...resumed];
    assert.equal(await heldIn(killed), 'a');
    const wentOn = said('next', 'result-a');
    assert.equal(await heldIn([...killed, wentOn]), 'a', 'the next process has begun another branch');
    assert.equal(await heldIn([...killed, wentOn, leaf('next')]), 'a');
    assert.equal(await heldIn([...killed, leaf('result-b')]), 'ab');
    assert.equal(await heldIn([...killed, said('end', 'result-b'), leaf('end')]), 'ab');
  });

  it('is held where the CLI names no entry to go on from, as 2.1.100 does not, or takes it back', async () => {
    for (const record of [[], [leaf()], [leaf('deferred'), leaf(null)]])
      assert.equal(await heldIn([...asked, ...record, ...resumed]), 'ab');
  });

  it('is held behind the entry that is named, beside other calls of one message, before a compaction, and where the entries do not hang together', async () => {
    const begun = [said('first', null), leaf('first'), call('a', 'first'), result('a'), call('b', 'result-a'), result('b')];
    assert.equal(await heldIn(begun), 'ab');
    const beside = [
      said('first', null),
      call('a', 'first'),
      call('b', 'call-a'),
      result('a'),
      result('b'),
      said('end', 'result-b'),
      leaf('end'),
    ];
    assert.equal(await heldIn(beside), 'ab');
    const compacted = [...begun, said('boundary', null, { logicalParentUuid: 'result-b' }), said('end', 'boundary'), leaf('end')];
    assert.equal(await heldIn(compacted), 'ab');
    assert.equal(await heldIn([...asked, leaf('elsewhere'), ...resumed]), 'ab');
    assert.equal(await heldIn([said('first', null), leaf('first'), ...resumed]), 'ab');
  });

  it('is not held where a process that resumed the session has said in its place that the call was interrupted', async () => {
    const content = "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown.]";
    const instead = {
      ...result('b'),
      uuid: 'instead',
      message: { content: [{ type: 'tool_result', tool_use_id: 'b', content, is_error: true }] },
    };
    const begun = [call('a', null), result('a'), call('b', 'result-a'), instead];
    assert.equal(await heldIn(begun), 'a');
    const interrupted = (): Promise<readonly string[]> => resultsInterrupted(join(folder, 'session.jsonl'), ['a', 'b']);
    assert.deepEqual(await interrupted(), ['b']);
    assert.equal((await resultsHeld(join(folder, 'session.jsonl'), ['b']))['b'], 'interrupted');
    assert.equal(await heldIn([...begun, said('there', 'instead'), leaf('there'), result('b')]), 'a', 'the process that had asked lives');
    assert.deepEqual(await interrupted(), ['b']);
    await heldIn([...asked, ...resumed]);
    assert.deepEqual(await interrupted(), []);
  });

  it('goes with the prompts behind it: those of a process that was cut off are not read', async () => {
    const prompt = (uuid: string, parent: string): Line => said(uuid, parent, { type: 'user', message: { content: uuid } });
    const queued = { ...said('line', 'p', { type: 'attachment' }), attachment: { type: 'queued_command', prompt: 'q', source_uuid: 'q' } };
    const held = async (...lines: readonly Line[]): Promise<string> => {
      await heldIn(lines);
      return (await promptsHeld(join(folder, 'session.jsonl'), ['p', 'q', 'nowhere'])).join('');
    };
    const behind = [...resumed, prompt('p', 'result-b'), queued];
    assert.equal(await held(...asked, leaf('deferred'), ...behind), '');
    assert.equal(await held(...asked, leaf('deferred'), ...behind, prompt('next', 'result-a'), leaf('next')), '');
    assert.equal(await held(...asked, leaf('deferred'), ...behind, leaf('line')), 'pq');
    assert.equal(await held(...asked, ...behind), 'pq');
    assert.equal(await held(said('first', null), leaf('first'), prompt('p', 'first'), queued), 'pq');
    assert.equal(await held(prompt('p', 'gone'), said('end', 'p'), leaf('end')), 'p');
  });

  it('is not held as long as what was looked at does not tell', async () => {
    const long = { type: 'user', uuid: 'long', parentUuid: 'call-a', message: { content: 'x'.repeat(200_000) } };
    const lines = [...asked, leaf('deferred'), long, result('a', 'long'), call('b', 'result-a'), result('b')];
    assert.deepEqual([await heldIn(lines, 100_000), await heldIn(lines)], ['', '']);
    assert.equal(await heldIn([leaf('deferred'), result('a')], 100_000), 'a');
  });

  it('is not held by what the CLI notes of its own requests', async () => {
    const { message } = result('b');
    assert.equal(await heldIn([call('a', null), result('a'), call('b', 'result-a'), { type: 'api-request-blob', message }]), 'a');
  });

  it('ends that the CLI keeps the question: no other line does that names it, and no line of what the CLI notes of its own requests', async () => {
    const kept = said('kept', 'call-a', { type: 'attachment', attachment: { type: 'hook_deferred_tool', toolUseID: 'a' } });
    const { message } = result('a');
    const printed = { ...result('b'), message: { content: [{ type: 'tool_result', tool_use_id: 'b', content: '"a"' }] } };
    for (const [isKept, ...lines] of [
      [true, { type: 'api-request-blob', message }],
      [true, printed],
      [false, result('a')],
      [false, said('next', 'kept', { type: 'user', message: { content: 'next' } })],
    ] as const) {
      await heldIn([call('a', null), kept, ...lines]);
      assert.equal(await holdsDeferral(join(folder, 'session.jsonl'), 'a'), isKept, JSON.stringify(lines));
    }
  });

  it('is there where a whole line of the file holds it', async () => {
    const path = join(folder, 'session.jsonl');
    const [called, entry] = [call('a', null), result('a')].map(line => JSON.stringify(line));
    for (const [content, isThere] of [
      [`${called}\n`, false],
      // Another call has printed the file.
      [`${called}\n${entry?.replace('"tool_use_id":"a"', '"tool_use_id":"b"').replace('"x"', '"of a"')}\n`, false],
      [`${called}\n${entry}\n`, true],
      // The power went while it was written.
      [`${called}\n${entry?.slice(0, -3)}`, false],
    ] as const) {
      writeFileSync(path, content);
      assert.deepEqual(await resultsHeld(path, ['a', 'u']), { a: isThere, u: false });
    }
  });
});
