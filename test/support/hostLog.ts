// Parley’s log of a window, for the report of a test that fails.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const mostCharacters = 3000;

/** The end of each file of this name below the folder. Empty where there is none. */
export function endsOf(name: string, folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => basename(path) === name);
  return paths.map(path => readFileSync(join(folder, path), 'utf8').slice(-mostCharacters)).join('\n');
}
