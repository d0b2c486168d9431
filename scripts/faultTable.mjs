// Writes the table of faults in docs/architecture/question.md from test/e2e/faults.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/architecture/question.md');

const { outputFiles } = await build({ absWorkingDir: root, entryPoints: ['test/e2e/faults.ts'], format: 'esm', write: false });
/** @type {{ faultTable: (pinned: Record<string, string>) => string, tablePlace: RegExp }} */
const { faultTable, tablePlace } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
/** @type {{ devDependencies: Record<string, string> }} */
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(
  page,
  readFileSync(page, 'utf8').replace(tablePlace, () => faultTable(devDependencies)),
);
