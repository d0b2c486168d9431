// What is said of a session whose transcript nobody can look for: that nothing is known.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transcripts } from '../../../../src/host/cli/transcripts.js';
import type { Log } from '../../../../src/host/chats/chatDependencies.js';

const nothing = (): void => undefined;
const noLog: Log = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
const session = '00000000-0000-4000-8000-000000000001';

describe('the transcript of a session', () => {
  let config = '';
  beforeEach(() => (config = mkdtempSync(join(tmpdir(), 'parley-transcripts-'))));
  afterEach(() => rmSync(config, { recursive: true }));

  const transcripts = (): Transcripts =>
    new Transcripts({
      log: noLog,
      environment: () => ({ CLAUDE_CONFIG_DIR: config }),
      workFolders: () => ['/home/someone/jotter'],
      route: () => 'auto',
    });
  const known = async (): Promise<unknown> => [
    await transcripts().hasPrompt(session, 'u1'),
    await transcripts().promptsHeld(session, ['u1']),
    await transcripts()
      .remove(session)
      .catch(() => 'rejected'),
  ];
  /** A link to itself, which nobody can open or list, not even an administrator. */
  const unreadable = (path: string): void => symlinkSync(path, path);

  it('is not there where the CLI has never run, and where what lies beside it is no folder', async () => {
    assert.deepEqual(await known(), [false, [], true]);
    mkdirSync(join(config, 'projects', '-home-someone-jotter'), { recursive: true });
    writeFileSync(join(config, 'projects', 'notes.txt'), '');
    assert.deepEqual(await known(), [false, [], true]);
  });

  it('may be there where the folder of all transcripts, or one of those in it, cannot be looked into', async () => {
    unreadable(join(config, 'projects'));
    assert.deepEqual(await known(), [undefined, undefined, 'rejected']);
    rmSync(join(config, 'projects'));
    mkdirSync(join(config, 'projects'));
    unreadable(join(config, 'projects', '-home-someone-jotter'));
    assert.deepEqual(await known(), [undefined, undefined, 'rejected']);
    assert.equal((await transcripts().index(session)) ?? (await transcripts().pastSession(session)), undefined);
  });

  it('is found also where another folder cannot be looked into', async () => {
    mkdirSync(join(config, 'projects', '-home-someone-jotter'), { recursive: true });
    unreadable(join(config, 'projects', '-home-someone-else'));
    writeFileSync(
      join(config, 'projects', '-home-someone-jotter', `${session}.jsonl`),
      JSON.stringify({ type: 'user', uuid: 'u1', sessionId: session, message: { role: 'user', content: 'Hello' } }),
    );
    assert.deepEqual(await known(), [true, ['u1'], true]);
  });
});
