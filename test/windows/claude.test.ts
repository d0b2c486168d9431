// A script CLI on Windows: found, started, asked and answered over its pipes by the code that the extension runs, without VS Code.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { startScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { createClaudeFinder, createRun, versionLimitMs } from '../../src/claude/install/find.js';
import { realClock } from '../../src/disk/clock.js';
import { launchArguments, launchEnvironment } from '../../src/claude/process/launch.js';
import { startProcess } from '../../src/claude/process/process.js';
import type { ClaudeStartOptions, Log, StartResult } from '../../src/host/chats/chatDependencies.js';
import { requestTimeout, ChatLoop } from '../../src/host/chats/chatLoop.js';
import type { QuestionState } from '../../src/chat/state.js';
import { pick } from '../support/questions.js';
import { replies } from '../support/replies.js';
import type { Clock } from '../../src/shared/clock.js';

const { resolve } = createRequire(import.meta.url);

/** Real time, in which two limits are never reached: the machine may be slow, and other tests are about these limits. */
const clock: Clock = {
  after: (ms, run) => (ms === versionLimitMs || ms === requestTimeout ? () => undefined : realClock.after(ms, run)),
};
const finder = createClaudeFinder(undefined, createRun(clock));

describe('a script CLI on Windows', function () {
  // Two starts of some 10 MB of script each.
  this.timeout(180_000);

  let api: ScriptedApi;
  let home: string;
  let chat: ChatLoop;
  let complaints: string[];

  beforeEach(async () => {
    complaints = [];
    home = mkdtempSync(join(tmpdir(), 'parley-windows-'));
    api = await startScriptedApi({ replies });
  });
  afterEach(async () => {
    await chat.dispose();
    await api.close();
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  });

  async function start(script: string, options: ClaudeStartOptions): Promise<StartResult> {
    const env = launchEnvironment(process.env, {
      HOME: home,
      USERPROFILE: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'scripted',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    });
    const found = await finder.find({ setting: script, env });
    if (!found.ok) return found;
    const { cli } = found;
    const { hasServer, onLine, onWarning } = options;
    const args = [...cli.args, ...launchArguments({ addDirs: [], hasServer })];
    const claude = startProcess({ command: cli.command, args, cwd: home, env: { ...env, ...cli.env }, onLine, onWarning });
    const started = await claude.started;
    return started.ok ? { ok: true, process: claude, version: cli.version } : started;
  }

  function openSession(script: string): ChatLoop {
    const silent = (): void => undefined;
    const complain = (text: string): unknown => complaints.push(text);
    const log: Log = { trace: silent, debug: silent, info: silent, warn: complain, error: complain };
    return new ChatLoop({
      routeSetting: 'auto',
      log,
      clock,
      now: Date.now,
      askUser: () => true,
      organization: { keepsAskUserAway: false },
      unsupportedRequests: new Set(),
      asksInPlan: () => true,
      readImage: () => Promise.reject(new Error('not here')),
      startClaude: options => start(script, options),
      isDeferred: () => Promise.resolve(undefined),
      hasPrompt: () => Promise.resolve(undefined),
      resultsHeld: () => Promise.resolve(undefined),
      promptsHeld: () => Promise.resolve(undefined),
      resultsInterrupted: () => Promise.resolve(undefined),
      placeOf: () => Promise.resolve(undefined),
      waiting: () => ({ ms: 0, then: 'park' }),
    });
  }

  const question = (): QuestionState | undefined => chat.state.items.find(item => item.kind === 'question');
  /** Or the turn is over without it, also because the CLI could not be started; the assertion that follows shows what came. */
  const hasCome = (phase: string): boolean => question()?.phase === phase || chat.state.turn === 'idle';
  const come = (phase: string): Promise<void> =>
    new Promise(resolve => {
      if (hasCome(phase)) return resolve();
      chat.onChange(() => hasCome(phase) && resolve());
    });

  for (const release of ['claude-code-oldest', 'claude-code-deferring']) {
    it(`asks a question and reads the answer: ${release}`, async () => {
      chat = openSession(join(dirname(resolve(`${release}/package.json`)), 'cli.js'));
      chat.dispatch({ type: 'promptSubmitted', uuid: randomUUID(), text: 'ASK_ONE' });
      await come('asked');
      const asked = question() ?? assert.fail(JSON.stringify(chat.state.items));
      assert.equal(asked.phase, 'asked', JSON.stringify(asked));
      chat.dispatch({ type: 'questionAnswered', toolUseId: asked.id, answers: [pick(1)], undoTime: 0 });
      await come('answered');
      assert.equal(question()?.phase, 'answered', JSON.stringify(chat.state.items));
      const request = await api.waitForRequest(({ side, step }) => !side && step === 1);
      assert.match(request.toolResults[0]?.text ?? '', /"Which database should we use\?"="SQLite"/);
      assert.deepEqual(complaints, []);
    });
  }
});
