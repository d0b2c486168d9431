// Owns: a real Claude in a terminal: a pseudo-terminal of `script` (util-linux), what stands on it, and the keys that a person presses there.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface TerminalOptions {
  readonly command: string;
  readonly cwd: string;
  /** Its API, and `CLAUDE_CONFIG_DIR`, which has what makes the CLI ask nothing at its start. */
  readonly env: Readonly<Record<string, string>>;
  readonly mode: string;
}

/** Milliseconds. A CLI on a busy machine. */
const limit = 60_000;

/** The person has been here before: no theme, key or trust is asked for. `key`: of the API. */
export function prepareConfig(folder: string, cwd: string, key: string): void {
  mkdirSync(folder, { recursive: true });
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  const config = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
    projects: { [cwd]: project },
  };
  writeFileSync(join(folder, '.claude.json'), JSON.stringify(config));
}

export class TerminalClaude {
  readonly #child: ChildProcessWithoutNullStreams;
  /** Everything that was written since the last key. */
  #text = '';
  #wake: () => void = () => undefined;

  constructor({ command, cwd, env, mode }: TerminalOptions) {
    const line = `stty cols 120 rows 45; exec '${command}' --permission-mode ${mode}`;
    this.#child = spawn('script', ['-qfec', line, '/dev/null'], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
      stdio: 'pipe',
    });
    this.#child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      this.#text += piece;
      this.#wake();
    });
  }

  /** What was written since the last key, without colours and without space: the CLI moves the cursor in its place. */
  get shown(): string {
    return this.#text.replace(/\u001b(?:\[[\d;?<>]*[A-Za-z]|\][^\u0007]*\u0007|[=>78()][B0]?)/g, '').replace(/\s/g, '');
  }

  /** `keys`: pressed again from time to time, because a dialog takes none in the moment in which it appears. */
  async sees(words: string | RegExp, keys?: string): Promise<void> {
    const giveUp = Date.now() + limit;
    const isThere = (): boolean => (typeof words === 'string' ? this.shown.includes(words.replace(/\s/g, '')) : words.test(this.shown));
    while (!isThere()) {
      if (Date.now() > giveUp) throw new Error(`The terminal never showed “${String(words)}”:\n${this.shown.slice(-3_000)}`);
      if (keys !== undefined) this.#child.stdin.write(keys);
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, 500);
        this.#wake = () => {
          if (keys !== undefined) return;
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  press(keys: string): void {
    this.#text = '';
    this.#child.stdin.write(keys);
  }

  /** Types the message, and sends it once it stands there: the CLI takes keys that come in one go for a paste, and none before its box is there. */
  async send(message: string): Promise<void> {
    await this.sees(/forshortcuts|shift\+tab/);
    this.press(message);
    await this.sees(message);
    this.press('');
    // It works, or asks already.
    await this.sees(/esctointerrupt|Esctocancel/, '\r');
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    // The pseudo-terminal goes with it, at which the CLI and its hooks end.
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
