// The CLI on a bare pipe: the same rounds as in the workbench with nothing of ours around them but the wire format. What
// it takes here is the CLI's own, and no extension can be ahead of it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { encode } from '../../src/claude/stream/encode.js';
import { launchArguments } from '../../src/claude/process/launch.js';
import { childEnvironment } from '../../scripts/lib/system/processes.mjs';

export interface BareClaude {
  prompt(text: string): void;
  /** When the first line that holds all of these parts has come, and the line. Ask before it can come. */
  line(...parts: readonly string[]): Promise<{ readonly at: number; readonly line: string }>;
  /** Allows a tool with this input added to its own; when the line was written. */
  allow(requestLine: string, more: Readonly<Record<string, unknown>>): number;
  /** The same at the hook. */
  allowAtHook(requestLine: string, more: Readonly<Record<string, unknown>>): void;
  /** From the hook. */
  defer(requestLine: string): void;
  stop(): Promise<void>;
}

export interface BareOptions {
  /** Kept at the end; one of its own, which is not, when there is none. */
  readonly home?: string;
  readonly resume?: string;
  /** Questions come to the hook. */
  readonly hook?: boolean;
}

export function startBareClaude(path: string, apiUrl: string, { home: given, resume, hook = false }: BareOptions = {}): BareClaude {
  const home = given ?? mkdtempSync(join(tmpdir(), 'parley-bare-'));
  const env = childEnvironment({
    HOME: home,
    ANTHROPIC_BASE_URL: apiUrl,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  });
  const child = spawn(path, launchArguments({ addDirs: [], hasServer: true, ...(resume !== undefined && { resume }) }), {
    cwd: home,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>(resolve => child.once('close', () => resolve()));
  const waiting = new Set<(line: string, at: number) => void>();
  createInterface({ input: child.stdout }).on('line', line => {
    const at = now();
    for (const hear of waiting) hear(line, at);
  });
  const write = (message: unknown): void => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  if (hook) child.stdin.write(`${encode({ type: 'initialize', askUser: true }, 'initialize')}\n`);
  return {
    prompt: text => write({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } }),
    line: (...parts) =>
      new Promise(resolve => {
        const hear = (line: string, at: number): void => {
          if (!parts.every(part => line.includes(part))) return;
          waiting.delete(hear);
          resolve({ at, line });
        };
        waiting.add(hear);
      }),
    allow(requestLine, more) {
      // The CLI's own request, of which two fields are needed.
      const { request_id, request } = JSON.parse(requestLine) as { request_id: string; request: { input: Record<string, unknown> } };
      const response = { behavior: 'allow', updatedInput: { ...request.input, ...more } };
      const at = now();
      write({ type: 'control_response', response: { subtype: 'success', request_id, response } });
      return at;
    },
    allowAtHook(requestLine, more) {
      const { request_id, request } = JSON.parse(requestLine) as HookRequest;
      const updatedInput = { ...request.input.tool_input, ...more };
      const hookSpecificOutput = { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput };
      write({ type: 'control_response', response: { subtype: 'success', request_id, response: { hookSpecificOutput } } });
    },
    defer(requestLine) {
      const { request_id: requestId } = JSON.parse(requestLine) as HookRequest;
      child.stdin.write(`${encode({ type: 'deferQuestion', requestId }, 'defer')}\n`);
    },
    async stop() {
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(late);
      if (given === undefined) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface HookRequest {
  readonly request_id: string;
  readonly request: { readonly input: { readonly tool_input: Readonly<Record<string, unknown>> } };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
