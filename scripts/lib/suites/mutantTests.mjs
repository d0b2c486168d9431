// Owns: which unit tests run on each mutant.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Every test file that imports mutated code, or the helpers that drive it. */
const importsTheCore = new RegExp(
  String.raw`from '(?:\.\./)+(?:src/(?:chat/|claude/(?:answers/record|stream/encode|stream/toEvents)\.|` +
    String.raw`disk/checkedLines\.|host/storage/(?:chatFiles|journal|journalFile)\.|host/windows/(?:owner|socketFolder|windowProtocol|windowRecords)\.)|` +
    String.raw`support/(?:peer|replay|storedChats)\.)`,
);

/** These wait for files and processes, read thousands of lines, or remove a folder at their end that they need to run again. */
const slowFiles = [
  'claimRace.test.ts',
  'conversationPages.test.ts',
  'recordedTranscripts.test.ts',
  'journalCrash.test.ts',
  'knownLines.test.ts',
  'otherWindows.test.ts',
  'secretsOnDisk.test.ts',
  'transcriptPages.test.ts',
];

/** The tests that kill mutants, those with generated cases last: a run stops at the first test that fails. Paths from the project's folder. */
export function mutantTests() {
  const files = readdirSync('test/unit', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.ts') && !slowFiles.includes(basename(file)))
    .map(file => ({ path: `./test/unit/${file}`, text: readFileSync(join('test/unit', file), 'utf8') }))
    .filter(({ text }) => importsTheCore.test(text));
  const isGenerated = (/** @type {string} */ text) => text.includes("from 'fast-check'");
  return [...files.filter(({ text }) => !isGenerated(text)), ...files.filter(({ text }) => isGenerated(text))].map(({ path }) => path);
}
