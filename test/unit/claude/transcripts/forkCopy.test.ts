// The copy of a session that a CLI resumes where the session itself would have it begin a turn of its own. The forms are those of 2.1.100 and 2.1.329.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyForFork } from '../../../../src/claude/transcripts/forkCopy.js';
import { removeFolder } from '../../../support/removeFolder.js';

const said = JSON.stringify({ type: 'user', uuid: 'u1', parentUuid: null, message: { content: 'one' } });
const answer = JSON.stringify({
  type: 'assistant',
  uuid: 'a1',
  parentUuid: 'u1',
  message: { content: [{ type: 'text', text: 'an answer ü' }] },
});
const asked = JSON.stringify({ type: 'user', uuid: 'u2', parentUuid: 'a1', message: { content: 'ask me' } });
const kept = JSON.stringify({
  type: 'attachment',
  uuid: 'd',
  parentUuid: 'u2',
  attachment: { type: 'hook_deferred_tool', toolUseID: 't' },
});
const boundary = JSON.stringify({
  type: 'system',
  uuid: 'b',
  parentUuid: null,
  subtype: 'compact_boundary',
  logicalParentUuid: 'u2',
});
const words = JSON.stringify({ type: 'user', uuid: 'u3', parentUuid: 'a1', message: { content: 'what is a "hook_deferred_tool"?' } });

describe('the copy of a session for a fork', () => {
  let root: string;
  beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'parley-copy-'))));
  afterEach(() => removeFolder(root));

  const folder = (): string => join(root, 'forks');
  const copyOf = (lines: readonly string[], at: string): Promise<string | undefined> => {
    const path = join(root, 's.jsonl');
    writeFileSync(path, lines.join('\n') + '\n');
    return copyForFork(path, at, folder());
  };

  it('ends with the entry from which the CLI goes on, where a question is kept behind it, and is for this account alone', async () => {
    const copy = (await copyOf([said, answer, asked, kept], 'a1')) ?? assert.fail();
    assert.deepEqual(readFileSync(copy, 'utf8').split('\n'), [said, answer, '']);
    assert.equal(statSync(copy).mode & 0o077, 0);
    assert.match(copy, /\.jsonl$/);
  });

  it('is made where the conversation was summarised behind the entry, in front of which no CLI goes on in the session itself', async () => {
    const copy = (await copyOf([said, answer, asked, boundary, words], 'a1')) ?? assert.fail();
    assert.deepEqual(readFileSync(copy, 'utf8').split('\n'), [said, answer, '']);
    assert.equal(await copyOf([said, boundary, answer, asked], 'a1'), undefined);
  });

  it('is made of no other session: none without such a question, nor with one in front of the entry or in words', async () => {
    assert.equal(await copyOf([said, answer, asked], 'a1'), undefined);
    assert.equal(await copyOf([said, answer, words], 'a1'), undefined);
    assert.equal(await copyOf([kept, said, answer, asked], 'a1'), undefined);
    assert.equal(await copyOf([said, answer, kept], 'not there'), undefined);
    assert.equal(existsSync(folder()), false);
  });

  it('takes along what windows that were killed have left, after a day', async () => {
    mkdirSync(folder());
    for (const name of ['old.jsonl', 'new.jsonl']) writeFileSync(join(folder(), name), '');
    const before = Date.now() / 1000 - 2 * 86_400;
    utimesSync(join(folder(), 'old.jsonl'), before, before);
    await copyOf([said, answer, asked, kept], 'a1');
    const names = readdirSync(folder());
    assert.deepEqual([names.length, names.includes('old.jsonl'), names.includes('new.jsonl')], [2, false, true]);
  });
});
