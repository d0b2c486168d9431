// The CLI on a bare pipe: the same rounds as in the workbench with nothing of ours around them but the wire format. What
// it takes here is the CLI's own, and no extension can be ahead of it. It gets nothing of Parley's that it would wait for: no tools, whose
// server would have to answer before the first call of the API, and no hook but the one at which a question can be deferred.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { encode } from '../../src/claude/stream/encode.js';
import { launchArguments } from '../../src/claude/process/launch.js';
import { awaiting } from '../../scripts/lib/suites/benchSteps.mjs';
import { childEnvironment } from '../../scripts/lib/system/processes.mjs';

export interface BareClaude {
  prompt(text: string): void;
  /**
   * Resolves with the first line that holds all of these parts, and the time at which it has come. Ask before it can come. Rejects when the CLI
   * ends before.
   */
  line(...parts: readonly string[]): Promise<{ readonly at: number; readonly line: string }>;
  /** Allows a tool with this input added to its own; when the line was written. */
  allow(requestLine: string, more: Readonly<Record<string, unknown>>): number;
  /** The same at the hook. */
  allowAtHook(requestLine: string, more: Readonly<Record<string, unknown>>): void;
  /** Defers the question from the hook. */
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
  const child = spawn(path, launchArguments({ addDirs: [], hasServer: false, ...(resume !== undefined && { resume }) }), {
    cwd: home,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const waiting = new Set<Wait>();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  let isStopped = false;
  const exited = new Promise<void>(resolve => {
    child.once('close', (code, signal) => {
      if (!isStopped) for (const { abandon } of waiting) abandon(new Error(`the CLI ended with ${code ?? signal}: ${errors.slice(-2000)}`));
      resolve();
    });
  });
  createInterface({ input: child.stdout }).on('line', line => {
    const at = now();
    for (const { hear } of waiting) hear(line, at);
  });
  const write = (message: unknown): void => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  const hooks = { PreToolUse: [{ matcher: 'AskUserQuestion', hookCallbackIds: ['ask'] }] };
  if (hook) write({ type: 'control_request', request_id: 'initialize', request: { subtype: 'initialize', hooks } });
  return {
    prompt: text => write({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } }),
    line(...parts) {
      const heard = new Promise<{ readonly at: number; readonly line: string }>((resolve, abandon) => {
        const hear = (line: string, at: number): void => {
          if (!parts.every(part => line.includes(part))) return;
          waiting.delete(wait);
          resolve({ at, line });
        };
        const wait: Wait = { hear, abandon };
        waiting.add(wait);
      });
      return awaiting(`a line of the CLI with ${parts.join(' and ')}`, heard);
    },
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
      isStopped = true;
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(late);
      if (given === undefined) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Wait {
  readonly hear: (line: string, at: number) => void;
  readonly abandon: (error: Error) => void;
}

interface HookRequest {
  readonly request_id: string;
  readonly request: { readonly input: { readonly tool_input: Readonly<Record<string, unknown>> } };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
