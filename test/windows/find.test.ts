// Finding the CLI on Windows as npm and people leave it there, on a real disk and with real processes.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FindOptions, FindResult } from '../../src/claude/install/find.js';
import { createClaudeFinder, createRun, versionLimitMs } from '../../src/claude/install/find.js';
import { realClock } from '../../src/disk/clock.js';
import type { Clock } from '../../src/shared/clock.js';
import { createQueue } from '../support/manualClock.js';

/** A short form of what npm 11 writes. */
const shim = '@ECHO off\r\nSETLOCAL\r\nSET dp0=%~dp0\r\n"%_prog%"  "%dp0%\\node_modules\\claude\\cli.js" %*\r\n';

describe('finding the CLI on Windows', () => {
  before(function () {
    if (process.platform !== 'win32') this.skip();
  });

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-find-'));
  });
  // A program that was just ended keeps its folder busy for a moment. `rmSync` does not try again on EBUSY, `rm` does.
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const here = (setting?: string): FindOptions => ({
    setting,
    env: { Path: [join(folder, 'npm'), dirname(process.execPath)].join(';'), SystemRoot: process.env['SystemRoot'] ?? '' },
    home: folder,
  });
  const problemOf = (result: FindResult): string => (result.ok ? 'none' : `${result.problem.code} ${result.problem.detail}`);

  it("starts the script that npm's shim stands for, with the Node of PATH", async () => {
    const script = write(
      'npm/node_modules/claude/cli.js',
      `console.log('2.1.' + (process.argv[2] === '--version' ? 7 : 8) + ' (Claude Code)')`,
    );
    const path = write('npm/claude.cmd', shim);
    // For other shells; Windows cannot start it.
    write('npm/claude', '#!/bin/sh\n');
    for (const setting of [undefined, path, path.replace('.cmd', '')]) {
      const found = await createClaudeFinder().find(here(setting));
      assert.ok(found.ok, problemOf(found));
      assert.deepEqual([found.cli.path, found.cli.args, found.cli.version], [path, [script], '2.1.7']);
      assert.match(found.cli.command, /\\node\.exe$/i);
    }
  });

  it('tells the ways to fail apart', async () => {
    const finder = createClaudeFinder();
    const failing = write('failing.js', `console.error('one\\ntwo'); process.exit(5)`);
    assert.equal(problemOf(await finder.find(here(failing))), `spawnFailed ${failing}: ended with 5: two`);
    const noProgram = write('claude.exe', 'no program');
    assert.match(problemOf(await finder.find(here(noProgram))), /^notExecutable .*claude\.exe: /);
    const missing = join(folder, 'missing', 'claude.exe');
    assert.equal(problemOf(await finder.find(here(missing))), `notFound ${missing}`);
  });

  it('gives up on a program that does not answer in time', async () => {
    const limits = createQueue<() => void>();
    const clock: Clock = {
      after(ms, callback) {
        if (ms !== versionLimitMs) return realClock.after(ms, callback);
        limits.put(callback);
        return () => undefined;
      },
    };
    const silent = write('silent.js', 'setInterval(() => {}, 1e6)');
    const found = createClaudeFinder(undefined, createRun(clock)).find(here(silent));
    (await limits.take())();
    assert.equal(problemOf(await found), `spawnFailed ${silent}: no answer to --version in 60 s`);
  });
});
