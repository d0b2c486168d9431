// A `PATH` with all programs of this one but git.
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param place a folder in which the one for the programs is made, where it is not there yet */
export function pathWithoutGit(place: string): string {
  const programs = join(place, 'programs without git');
  if (existsSync(programs)) return programs;
  mkdirSync(programs);
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '' && existsSync(folder));
  const files = new Map(folders.toReversed().flatMap(folder => readdirSync(folder).map(name => [name, join(folder, name)] as const)));
  for (const [name, file] of files) if (!name.startsWith('git')) symlinkSync(file, join(programs, name));
  return programs;
}
