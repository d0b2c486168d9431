// The same conversation in Parley and in a CLI in a terminal, which begins one, continues one and answers in one.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import { claudePaths } from '../support/claudes.js';
import { replies } from '../support/replies.js';
import { eventually } from '../webview/harness.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';

interface Line {
  readonly type: string;
  readonly request_id?: string;
  readonly request?: { readonly subtype: string; readonly input: { readonly tool_input: Readonly<Record<string, unknown>> } };
}

/** The real CLI, run by another program than Parley. */
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
  this.timeout(windowLimit);
  let parley: Windowless;
  let home: string;
  let other: OtherClaude | undefined;

  shareWindowless(
    'terminal',
    { replies, otherwise: { blocks: [text('All right.')] }, settings: { 'parley.questions.timeout': 0.02 } },
    opened => (parley = opened),
  );
  before(() => {
    home = parley.environment['HOME'] ?? '';
  });
  afterEach(async () => {
    await other?.end();
    other = undefined;
  });

  /** What is kept of the conversation that began with `prompt`. */
  function kept(prompt: string): { readonly sessionId: string; readonly cwd: string } {
    const projects = join(home, '.claude', 'projects');
    const files = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jsonl'));
    const file = files.find(name => readFileSync(join(projects, name), 'utf8').includes(JSON.stringify(prompt)));
    assert.ok(file !== undefined, `no conversation began with “${prompt}”`);
    const cwd = /"cwd":"([^"]+)"/.exec(readFileSync(join(projects, file), 'utf8'))?.[1] ?? '';
    return { cwd, sessionId: file.slice(file.lastIndexOf('/') + 1, -'.jsonl'.length) };
  }

  async function parkOne(prompt: string): Promise<void> {
    await parley.send(prompt);
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.log.getByText(prompt).waitFor();
    await parley.api.waitForRequest(({ side, key }) => !side && key === 'ASK_ONE');
    await parley.claudeGone();
  }

  /** Another program resumes the session and is asked the waiting question. */
  async function resumeThere(prompt: string): Promise<{ readonly there: OtherClaude; readonly asked: Line }> {
    const { cwd, sessionId } = kept(prompt);
    const there = new OtherClaude(cwd, parley.environment, '--resume', sessionId);
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
    const { cwd } = kept('good morning');
    await parley.newChat();
    other = new OtherClaude(cwd, parley.environment);
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
    await parley.card().getByText('You answered').waitFor();
    await parley.card().getByText('SQLite', { exact: true }).waitFor();
    await parley.send('and one more thing');
    const request = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt === 'and one more thing');
    assert.ok(JSON.stringify(request).includes('in the terminal'), 'the conversation goes on');
  });

  it('ends its question here when it is answered there', async () => {
    await parkOne('ASK_ONE for there');
    const { there, asked } = await resumeThere('ASK_ONE for there');
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
    await parley.card().getByText('You answered').waitFor();
    await parley.card().getByText('PostgreSQL', { exact: true }).waitFor();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
  });

  it('has noted there that its question was interrupted: the answer that is given here later is not delivered, and is offered', async () => {
    await parley.changeSettings({ 'parley.questions.timeout': 60 });
    await parley.newChat();
    const prompt = 'ASK_ONE in both at once';
    await parley.send(prompt);
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.inTranscript(prompt, 'AskUserQuestion');
    const { cwd, sessionId } = kept(prompt);
    other = new OtherClaude(cwd, parley.environment, '--resume', sessionId);
    other.prompt('go on without the answer');
    await other.hear(({ type }) => type === 'result');
    await parley.inTranscript(prompt, 'Tool call interrupted');
    await parley.log.getByText('Another program, such as a terminal, has this chat open too.', { exact: false }).waitFor();
    await parley.card().getByRole('button', { name: 'Submit' }).click();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
    await parley.card().getByText('Another program noted this as interrupted', { exact: false }).waitFor();
    await parley.card().getByRole('button', { name: 'Send my answers as a message' }).waitFor();
    await parley.changeSettings({ 'parley.questions.timeout': 0.02 });
  });

  it('is whole here where it was gone on with there while a process lived here too', async () => {
    await parley.newChat();
    await parley.send('good evening');
    await parley.log.getByText('All right.').waitFor();
    const { cwd, sessionId } = kept('good evening');
    const here = parley.claudes();
    const there = new OtherClaude(cwd, parley.environment, '--resume', sessionId);
    other = there;
    there.prompt('said beside the process here');
    await there.hear(({ type }) => type === 'result');
    await parley.log.getByText('Another program, such as a terminal, has this chat open too.', { exact: false }).waitFor();
    await parley.newChat();
    await parley.claudeGone(here);
    there.prompt('said when it was gone');
    await parley.inTranscript('good evening', 'said when it was gone');
    await there.end();
    await parley.view.getByRole('button', { name: /good evening/ }).click();
    const said = ['good evening', 'said beside the process here', 'said when it was gone'];
    await eventually(async () => [...((await parley.log.innerText()).match(new RegExp(said.join('|'), 'g')) ?? [])], said);
  });

  it('is taken over from there, and answered here', async () => {
    await parkOne('ASK_ONE for here');
    const { there } = await resumeThere('ASK_ONE for here');
    await parley.view.getByText('This chat is open in another program', { exact: false }).first().waitFor();
    await parley.view.getByRole('button', { name: 'Take over' }).click();
    await parley.card().getByRole('button', { name: 'Submit' }).click();
    assert.equal(there.isRunning, false);
    const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === 'ASK_ONE' && toolResults.length > 0);
    assert.match(request.toolResults[0]?.text ?? '', /="SQLite"/);
  });
});

function answerIn(asked: Line, label: string): unknown {
  const input = (asked.request as unknown as { input: Readonly<Record<string, unknown>> }).input;
  return { behavior: 'allow', updatedInput: { ...input, answers: { 'Which database should we use?': label } } };
}
