import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../support/anyText.js';
import { decode } from '../../../../src/claude/stream/decode.js';
import { readFastPath } from '../../../../src/claude/stream/fastPath.js';
import { readRecording } from '../../../support/replay.js';
import { runs } from '../../../support/tier.js';

/** A space in front is nothing to JSON, and enough for the line to begin as no known one does. */
const parsed = (line: string): unknown => decode(` ${line}`);

function deltaLine(text: string, parent: string | null = null): string {
  const event = { type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text } };
  return JSON.stringify({ type: 'stream_event', event, session_id: 's', parent_tool_use_id: parent, uuid: 'u' });
}

describe('the lines known by how they begin', () => {
  it('are read as if they were parsed', () => {
    const lines = readdirSync('test/fixtures/streams').flatMap(name => readRecording(name.replace(/\.jsonl$/, '')).lines);
    let known = 0;
    for (const { line } of lines) {
      const message = readFastPath(line, false);
      if (message === undefined) continue;
      known++;
      assert.deepEqual({ outcome: 'message', message }, parsed(line), line);
    }
    assert.ok(known > 1_000, `${known} of ${lines.length}`);
  });

  it('keep every text whole', () => {
    const awkward = fc.constantFrom('"}},"session_id":"', '\\', '","parent_tool_use_id":null,', '"', '\u2028', '🚀', '\n');
    fc.assert(
      fc.property(fc.array(fc.oneof(awkward, fc.string({ unit: anyCharacter }))), parts => {
        const line = deltaLine(parts.join(''));
        assert.ok(readFastPath(line, false) !== undefined);
        assert.deepEqual(decode(line), parsed(line));
      }),
      { numRuns: runs(100) },
    );
  });

  it('are not those of subagents', () => {
    assert.equal(readFastPath(deltaLine('","parent_tool_use_id":null,', 'toolu_1'), false), undefined);
  });

  it('are not those with a text that is no text', () => {
    const broken = deltaLine('x').replace('"text":"x"', '"text":x"');
    assert.equal(readFastPath(broken, false), undefined);
    assert.deepEqual(decode(broken), { outcome: 'noise' });
  });
});
