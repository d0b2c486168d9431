// The documents that tests read.
import { readdirSync, readFileSync } from 'node:fs';

/** The files of the architecture: the page itself, and one for each part. */
export const architectureFiles: readonly string[] = [
  'docs/architecture.md',
  ...readdirSync('docs/architecture').map(name => `docs/architecture/${name}`),
];

export function readArchitecture(): string {
  return architectureFiles.map(file => readFileSync(file, 'utf8')).join('\n');
}
