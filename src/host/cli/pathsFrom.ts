// The paths that a program writes, as they come. Knows nothing of VS Code.
import { spawn } from 'node:child_process';
import { Slices } from '../../memory/slices.js';

/** Milliseconds. Folders with links to one another have more paths than any program comes to the end of, without a file on the way. */
export const longestRun = 30_000;

interface PathsWanted {
  readonly most: number;
  readonly found: (path: string) => void;
  readonly longest?: number;
}

/** The program writes each path with a zero behind it, and has ended when this resolves. Rejects where it does not run, or finds fault with its arguments. */
export async function pathsFrom(
  program: string,
  args: readonly string[],
  cwd: string,
  { most, found, longest = longestRun }: PathsWanted,
): Promise<void> {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const closed = new Promise<number | null>(resolve => child.once('close', resolve));
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).on('error', reject));
  const timer = setTimeout(() => child.kill('SIGKILL'), longest);
  const slices = new Slices();
  let count = 0;
  let rest = '';
  try {
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      const paths = `${rest}${String(chunk)}`.split('\0');
      rest = paths.pop() ?? '';
      for (const path of paths) {
        found(path);
        if (++count === most) return;
      }
      if (slices.isOver) await slices.pause();
    }
    // As ripgrep has it: 1 is that there is nothing.
    const code = await closed;
    if (count === 0 && code !== null && code > 1) throw new Error(`it ends with ${code}`);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
