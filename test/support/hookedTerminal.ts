// A window with a Claude in a terminal, whose CLI is this test: its transcript, the record of its process, and its hook.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { PermissionState, QuestionState } from '../../src/chat/state.js';
import { readTerminalCall, terminalCallIn } from '../../src/host/agents/terminalMessage.js';
import type { TerminalAnswer } from '../../src/host/agents/terminalMessage.js';
import { TerminalAsks } from '../../src/host/agents/terminalAsks.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { TerminalCalls } from '../../src/host/chats/terminalCalls.js';
import { AgentChat } from './agentChat.js';
import { createManualClock } from './manualClock.js';
import { settled } from './peer.js';

const name = '11111111-1111-4111-8111-111111111111';
export const id = `agent_${name}`;
const session = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
/** When each hook has begun; epoch milliseconds. */
export const since = 1_000_000;

/** A window, and what the CLI in the terminal writes. */
export class Terminal {
  readonly root = mkdtempSync(join(tmpdir(), 'parley-terminal-'));
  readonly clock = createManualClock();
  readonly calls = new TerminalCalls(() => this.chat.loop.dispatch({ type: 'processNeeded' }));
  chat = new AgentChat({ start: options => this.calls.start(options) });
  isOff = false;
  isAlive = true;
  start: string | undefined = '100';
  /** How often that was asked for. */
  starts = 0;
  readonly asks = new TerminalAsks({
    clock: this.clock,
    name: () => 'Claude in a terminal',
    chatOf: () => Promise.resolve({ key: 'one', loop: this.chat.loop } as unknown as Chat),
    callsOf: () => this.calls,
    isOff: () => this.isOff,
    isAlive: () => this.isAlive,
    startOf: () => {
      this.starts++;
      return Promise.resolve(this.start);
    },
  });
  readonly #transcript = join(this.root, 'projects', 'work', `${session}.jsonl`);

  constructor() {
    mkdirSync(join(this.root, 'projects', 'work'), { recursive: true });
    mkdirSync(join(this.root, 'sessions'));
    writeFileSync(this.#transcript, '');
  }

  /** The CLI writes the block of the call and then `written`, and its hook asks. */
  async ask(
    toolName: string,
    input: object,
    {
      signal = new AbortController().signal,
      call = name,
      use = 'toolu_1',
      agentId,
      written,
    }: { signal?: AbortSignal; call?: string; use?: string; agentId?: string; written?: object } = {},
  ): Promise<() => TerminalAnswer | undefined> {
    this.write(
      { type: 'assistant', version: '2.1.329', message: { content: [{ type: 'tool_use', id: use, name: toolName, input }] } },
      agentId,
    );
    if (written !== undefined) this.write(written, agentId);
    const said = {
      hook_event_name: 'PermissionRequest',
      session_id: session,
      transcript_path: this.#transcript,
      cwd: '/work/app',
      tool_name: toolName,
      tool_input: input,
      ...(agentId !== undefined && { agent_id: agentId }),
    };
    const sent = readTerminalCall(JSON.parse(JSON.stringify(terminalCallIn(said, { call, pid: 4_711, since }) ?? assert.fail())));
    let answer: TerminalAnswer | undefined;
    const before = this.clock.all.length;
    void this.asks.answer(sent ?? assert.fail(), signal).then(given => (answer = given));
    await until(() => this.clock.all.length > before || answer !== undefined);
    await settled();
    return () => answer;
  }

  /** `agentId`: into the transcript of this subagent. */
  write(line: object, agentId?: string): void {
    const subagents = join(this.root, 'projects', 'work', session, 'subagents');
    if (agentId !== undefined) mkdirSync(subagents, { recursive: true });
    const path = agentId === undefined ? this.#transcript : join(subagents, `agent-${agentId}.jsonl`);
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  }

  result(
    content: string,
    {
      isError = false,
      source,
      answers,
      use = 'toolu_1',
      at = since + 5_000,
      agentId,
    }: { isError?: boolean; source?: string; answers?: object; use?: string; at?: number; agentId?: string } = {},
  ): void {
    this.write(
      {
        type: 'user',
        timestamp: new Date(at).toISOString(),
        message: { content: [{ type: 'tool_result', tool_use_id: use, content, is_error: isError }] },
        ...(answers && { toolUseResult: { answers } }),
        ...(source !== undefined && { permissionDecision: { source } }),
      },
      agentId,
    );
  }

  status(status: string, statusUpdatedAt = since - 1): void {
    writeFileSync(join(this.root, 'sessions', '4711.json'), JSON.stringify({ pid: 4_711, sessionId: session, status, statusUpdatedAt }));
  }

  /** The next look at what the CLI has written, to its end. */
  async look(isSeen: () => boolean): Promise<void> {
    while (!isSeen()) {
      for (const timer of this.clock.all) {
        if (timer.ms !== 200 || timer.isCalledOff) continue;
        timer.isCalledOff = true;
        timer.run();
      }
      await turn();
    }
    await settled();
  }

  get question(): QuestionState {
    return this.chat.question(id);
  }

  get permission(): PermissionState {
    const found = this.chat.loop.state.items.findLast(item => item.kind === 'permission');
    return found?.kind === 'permission' ? found : assert.fail('no permission');
  }
}

/** Files are read by a thread of their own. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}
