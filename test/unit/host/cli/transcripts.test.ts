// What is said of a session whose transcript nobody can look for: that nothing is known.
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transcripts } from '../../../../src/host/cli/transcripts.js';
import type { Log } from '../../../../src/host/chats/chatDependencies.js';

const nothing = (): void => undefined;
const noLog: Log = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
const session = '00000000-0000-4000-8000-000000000001';
const orRejected = (work: Promise<unknown>): Promise<unknown> => work.catch(() => 'rejected');
const none = [false, [], false, true, undefined, undefined, undefined];
const unknown = [undefined, undefined, true, 'rejected', 'rejected', 'rejected', 'rejected'];

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
  const known = async (): Promise<readonly unknown[]> => [
    await transcripts().hasPrompt(session, 'u1'),
    await transcripts().promptsHeld(session, ['u1']),
    await transcripts().mayBeThere(session),
    await orRejected(transcripts().remove(session)),
    await orRejected(transcripts().pastSession(session)),
    await orRejected(transcripts().tail(session, 1, 0)),
    await orRejected(transcripts().forkPoint(session, 'u1')),
  ];
  /** A link to itself, which nobody can open or list, not even an administrator. */
  const unreadable = (path: string): void => symlinkSync(path, path);

  it('is not there where the CLI has never run, and where what lies beside it is no folder', async () => {
    assert.deepEqual(await known(), none);
    mkdirSync(join(config, 'projects', '-home-someone-jotter'), { recursive: true });
    writeFileSync(join(config, 'projects', 'notes.txt'), '');
    assert.deepEqual(await known(), none);
  });

  it('may be there where the folder of all transcripts, or one of those in it, cannot be looked into', async () => {
    unreadable(join(config, 'projects'));
    assert.deepEqual(await known(), unknown);
    rmSync(join(config, 'projects'));
    mkdirSync(join(config, 'projects'));
    unreadable(join(config, 'projects', '-home-someone-jotter'));
    assert.deepEqual(await known(), unknown);
    assert.equal((await transcripts().index(session)) ?? (await transcripts().newsOf(session, 0, true)), undefined);
  });

  it('may be there where it cannot be read', async () => {
    mkdirSync(join(config, 'projects', '-home-someone-jotter', `${session}.jsonl`), { recursive: true });
    const [held, prompts, isThere, , past, tail, point] = await known();
    assert.deepEqual(
      [held, prompts, isThere, past, tail, point],
      unknown.filter((_, nth) => nth !== 3),
    );
  });

  it('is found, or not, whatever folder of another place cannot be looked into', async () => {
    mkdirSync(join(config, 'projects', '-home-someone-jotter'), { recursive: true });
    unreadable(join(config, 'projects', '-home-someone-else'));
    assert.deepEqual(await known(), none);
    writeFileSync(
      join(config, 'projects', '-home-someone-jotter', `${session}.jsonl`),
      JSON.stringify({ type: 'user', uuid: 'u1', sessionId: session, message: { role: 'user', content: 'Hello' } }),
    );
    assert.deepEqual((await known()).slice(0, 4), [true, ['u1'], true, true]);
  });

  it('stays where nobody can tell whether another program has it open', async () => {
    const folder = join(config, 'projects', '-home-someone-jotter');
    const path = join(folder, `${session}.jsonl`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, '');
    unreadable(join(config, 'sessions'));
    assert.equal(await orRejected(transcripts().remove(session)), 'rejected');
    assert.equal(existsSync(path), true);
    assert.equal(await orRejected(transcripts().running(session)), 'rejected');
    assert.equal(await transcripts().runningIds(), undefined);
  });

  it('gives no news where it cannot be read, and all of them once it can', async () => {
    const folder = join(config, 'projects', '-home-someone-jotter');
    const path = join(folder, `${session}.jsonl`);
    mkdirSync(folder, { recursive: true });
    const line = (uuid: string, parentUuid: string | null): string =>
      `${JSON.stringify({ type: 'user', uuid, parentUuid, sessionId: session, timestamp: '2026-01-01T00:00:00Z', message: { role: 'user', content: uuid } })}\n`;
    writeFileSync(path, line('one', null));
    const known = transcripts();
    await known.tail(session, 10, 0);
    renameSync(path, `${path}.away`);
    unreadable(path);
    assert.equal(await known.newsOf(session, 0, false), undefined);
    rmSync(path);
    renameSync(`${path}.away`, path);
    appendFileSync(path, line('two', 'one'));
    const news = await known.newsOf(session, 0, false);
    assert.equal(news?.entries.at(-1)?.event.type, 'promptSeen');
  });
});
