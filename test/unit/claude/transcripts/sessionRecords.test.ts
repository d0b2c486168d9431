// What the records of running CLIs tell while a CLI writes its own anew.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningSessions } from '../../../../src/claude/transcripts/sessionRecords.js';
import type { Clock } from '../../../../src/shared/clock.js';

describe('the record of a CLI that runs', () => {
  let config = '';
  beforeEach(() => {
    config = mkdtempSync(join(tmpdir(), 'parley-records-'));
    mkdirSync(join(config, 'sessions'));
  });
  afterEach(() => rmSync(config, { recursive: true }));

  /** One that lives as long as this one. */
  const pid = process.ppid;
  const whole = JSON.stringify({ pid, sessionId: 's', startedAt: 1 });
  const write = (text: string, of = pid): void => writeFileSync(join(config, 'sessions', `${of}.json`), text);
  const unknownStart = (): Promise<undefined> => Promise.resolve(undefined);
  /** `meanwhile`: happens in each wait, which is over at once. */
  const sessions = (meanwhile: () => void): RunningSessions => {
    const clock: Clock = {
      after: (_, run) => {
        meanwhile();
        queueMicrotask(run);
        return () => undefined;
      },
    };
    return new RunningSessions(unknownStart, clock);
  };
  const find = async (meanwhile: () => void): Promise<unknown> => {
    const found = await sessions(meanwhile).find({ env: { CLAUDE_CONFIG_DIR: config }, sessionId: 's' });
    return found?.pid;
  };

  it('is read once more where it is half written', async () => {
    for (const half of ['', whole.slice(0, 20)]) {
      write(half);
      assert.equal(await find(() => write(whole)), pid);
      write(half);
      assert.equal(await sessions(() => write(whole)).recorded({ CLAUDE_CONFIG_DIR: config }, `${pid}.json`), 's');
    }
  });

  it('is not waited for where it stays so, and where its process has ended', async () => {
    let waits = 0;
    write('{');
    assert.equal(await find(() => waits++), undefined);
    assert.equal(waits, 1);
    rmSync(join(config, 'sessions', `${pid}.json`));
    // More than any system gives.
    write('{', 2 ** 30);
    assert.equal(await find(() => waits++), undefined);
    assert.equal(waits, 1);
  });

  it('is not said to be missing where the disk does not tell: nobody knows then which sessions are open', async () => {
    const folder = join(config, 'sessions');
    const env = { CLAUDE_CONFIG_DIR: config };
    const look = (): Promise<unknown> => sessions(() => undefined).list(env);
    rmSync(folder, { recursive: true });
    assert.deepEqual(await look(), []);
    // A link to itself, which nobody can open or list, not even an administrator.
    symlinkSync(folder, folder);
    await assert.rejects(look(), { code: 'ELOOP' });
    rmSync(folder);
    mkdirSync(folder);
    const record = (of: number): string => join(folder, `${of}.json`);
    symlinkSync(record(pid), record(pid));
    await assert.rejects(look(), { code: 'ELOOP' });
    assert.equal(await sessions(() => undefined).recorded(env, `${pid}.json`), undefined);
    rmSync(record(pid));
    symlinkSync(record(2 ** 30), record(2 ** 30));
    assert.deepEqual(await look(), []);
  });
});
