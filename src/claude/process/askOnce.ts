// One prompt and its answer by a process of its own, apart from every chat: without tools, servers or a session that stays. Owns the flags for
// that and the form of the result; must not know what is asked.
import type { Problem } from '../../chat/problem.js';
import { startProcess } from './process.js';

interface OnceOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Replaces the CLI's own system prompt. Other programs can see it in the list of processes. */
  readonly systemPrompt: string;
  readonly prompt: string;
  readonly onWarning: (text: string) => void;
}

/** `failed`: what the CLI said, which may be empty. */
export type OnceResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Problem }
  | { readonly ok: false; readonly failed: string };

interface OnceRun {
  /** Never rejects. */
  readonly result: Promise<OnceResult>;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** All of them are known to 2.0.77. */
const flags = ['-p', '--output-format', 'json', '--tools', '', '--no-session-persistence', '--strict-mcp-config'];

export function askOnce({ args, systemPrompt, prompt, ...options }: OnceOptions): OnceRun {
  let last = '';
  const process = startProcess({
    ...options,
    args: [...args, ...flags, '--system-prompt', systemPrompt],
    onLine: line => {
      if (line.trim() !== '') last = line;
    },
  });
  // What the pipe did not take shows in the result.
  void process.write(prompt);
  process.endInput();
  const answered = async (): Promise<OnceResult> => {
    const started = await process.started;
    if (!started.ok) return started;
    const { stderr } = await process.exited;
    return resultOf(last) ?? { ok: false, failed: stderr.trim() || last };
  };
  return { result: answered(), stop: async () => void (await process.stop()) };
}

/** Undefined for a line that is no result. */
function resultOf(line: string): OnceResult | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { type, is_error: isError, result } = Object(value) as Readonly<Record<string, unknown>>;
  if (type !== 'result' || typeof result !== 'string') return undefined;
  return isError === true ? { ok: false, failed: result } : { ok: true, text: result };
}
