// The same conversation in Parley and in another program: a CLI in a terminal begins one, goes on with one, answers in one.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from '../../scripts/lib/apiStream.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths, openParley } from '../support/parley.js';
import { replies } from '../support/replies.js';

interface Line {
  readonly type: string;
  readonly request_id?: string;
  readonly request?: { readonly subtype: string; readonly input: { readonly tool_input: Readonly<Record<string, unknown>> } };
}

/** The real CLI, run by somebody else. */
class OtherClaude {
  private readonly child: ChildProcess;
  private readonly heard: Line[] = [];
  private wake: () => void = () => undefined;

  constructor(cwd: string, environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const stream = [
      '-p',
      '--verbose',
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--permission-prompt-tool',
      'stdio',
    ];
    this.child = spawn(claudePaths.newest, [...stream, ...args], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    if (this.child.stdout === null) throw new Error('no pipe');
    createInterface({ input: this.child.stdout }).on('line', line => {
      this.heard.push(JSON.parse(line) as Line);
      this.wake();
    });
  }

  say(message: unknown): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  prompt(text: string): void {
    this.say({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } });
  }

  async hear(wanted: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const found = this.heard.find(wanted);
      if (found !== undefined) return found;
      await new Promise<void>(resolve => (this.wake = resolve));
    }
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async end(): Promise<void> {
    if (!this.isRunning) return;
    this.child.stdin?.end();
    await once(this.child, 'exit');
  }
}

describe('a conversation that is also in a terminal', function () {
  this.timeout(120_000);
  let parley: Parley;
  let home: string;
  let other: OtherClaude | undefined;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'parley-terminal-'));
    parley = await openParley({
      replies,
      otherwise: { blocks: [text('All right.')] },
      environment: { HOME: home },
      settings: { 'parley.questions.timeout': 0.05 },
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'passed') await parley.page.screenshot({ path: 'out/test/e2e-terminal-failed.png' });
    await other?.end();
    other = undefined;
    assert.deepEqual(await parley.stop(), [], 'processes outlived the window');
    rmSync(home, { recursive: true, force: true });
  });

  const environment = (): Readonly<Record<string, string>> => ({
    HOME: home,
    ANTHROPIC_BASE_URL: parley.api.url,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  });

  /** Of the one conversation that there is. */
  function kept(): { readonly sessionId: string; readonly cwd: string } {
    const projects = join(home, '.claude', 'projects');
    const [file = ''] = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'));
    const cwd = /"cwd":"([^"]+)"/.exec(readFileSync(join(projects, file), 'utf8'))?.[1] ?? '';
    return { cwd, sessionId: file.slice(file.lastIndexOf('/') + 1, -'.jsonl'.length) };
  }

  async function parkOne(): Promise<void> {
    await parley.send('ASK_ONE please');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.log.getByText('ASK_ONE please').waitFor();
    await parley.api.waitForRequest(({ side, key }) => !side && key === 'ASK_ONE');
    await gone();
  }

  /** Parley has handed the question back, and runs nothing. */
  async function gone(): Promise<void> {
    const records = join(home, '.claude', 'sessions');
    while (readdirSync(records).some(name => name.endsWith('.json'))) await parley.page.evaluate(() => new Promise(requestAnimationFrame));
  }

  /** Another program opens the conversation, and is asked the question that waits in it. */
  async function resumeThere(): Promise<{ readonly there: OtherClaude; readonly asked: Line }> {
    const { cwd, sessionId } = kept();
    const there = new OtherClaude(cwd, environment(), '--resume', sessionId);
    other = there;
    there.say({
      type: 'control_request',
      request_id: 'init',
      request: { subtype: 'initialize', hooks: { PreToolUse: [{ matcher: 'AskUserQuestion', hookCallbackIds: ['ask'], timeout: 600 }] } },
    });
    return { there, asked: await there.hear(({ request }) => request?.subtype === 'hook_callback') };
  }

  it('is offered where it was begun there, shown as it was, and gone on with', async () => {
    await parley.send('good morning');
    await parley.log.getByText('All right.').waitFor();
    const { cwd } = kept();
    await parley.newChat();
    other = new OtherClaude(cwd, environment());
    other.prompt('ASK_ONE in the terminal');
    const asked = await other.hear(({ request }) => request?.subtype === 'can_use_tool');
    other.say({
      type: 'control_response',
      response: { subtype: 'success', request_id: asked.request_id, response: answerIn(asked, 'SQLite') },
    });
    await other.hear(({ type }) => type === 'result');
    await other.end();
    await parley.view.getByRole('button', { name: /ASK_ONE in the terminal/ }).click();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
    await parley.card().getByText('Answered').waitFor();
    await parley.card().getByText('Database: SQLite').waitFor();
    await parley.send('and one more thing');
    const request = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt === 'and one more thing');
    assert.ok(JSON.stringify(request).includes('in the terminal'), 'the conversation goes on');
  });

  it('ends its question here when it is answered there', async () => {
    await parkOne();
    const { there, asked } = await resumeThere();
    await parley.card().getByText('Answer it there, or take over.').waitFor();
    there.say({
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: asked.request_id,
        response: {
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'allow',
            updatedInput: { ...asked.request?.input.tool_input, answers: { 'Which database should we use?': 'PostgreSQL' } },
          },
        },
      },
    });
    await there.hear(({ type }) => type === 'result');
    await there.end();
    await parley.card().getByText('Answered').waitFor();
    await parley.card().getByText('Database: PostgreSQL').waitFor();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
  });

  it('is taken over from there, and answered here', async () => {
    await parkOne();
    const { there } = await resumeThere();
    await parley.view.getByText('This chat is open in another program', { exact: false }).first().waitFor();
    await parley.view.getByRole('button', { name: 'Take over' }).click();
    await parley.card().getByRole('button', { name: 'Submit answers' }).click();
    assert.equal(there.isRunning, false);
    const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === 'ASK_ONE' && toolResults.length > 0);
    assert.match(request.toolResults[0]?.text ?? '', /="SQLite"/);
  });
});

function answerIn(asked: Line, label: string): unknown {
  const input = (asked.request as unknown as { input: Readonly<Record<string, unknown>> }).input;
  return { behavior: 'allow', updatedInput: { ...input, answers: { 'Which database should we use?': label } } };
}
