// npm run tables: writes the tables of README.md that are made from package.json. `--check` (a part of `npm run check`) only compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saySame, withTables } from './lib/pack/readmeTables.mjs';

const path = join(import.meta.dirname, '..', 'README.md');
const readme = readFileSync(path, 'utf8');
const made = withTables(readme);
if (!process.argv.includes('--check')) writeFileSync(path, made);
else if (!saySame(readme, made)) {
  console.log('The tables of README.md are not those of package.json. `npm run tables` writes them.');
  process.exitCode = 1;
}
