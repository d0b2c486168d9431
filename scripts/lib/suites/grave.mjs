// Owns: which failures no run is excused, however often they pass afterwards. Reads the table of test/promises.md.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceOf } from './watchProgress.mjs';

/** @typedef {import('./counts.mjs').Red} Red */

const root = join(import.meta.dirname, '..', '..', '..');

/** What a test shows, or what has happened to it, that is told apart by its words. @type {readonly (readonly [RegExp, string])[]} */
const graveWords = [
  [/\b(crash(ed|es)?|SIGSEGV|SIGABRT|SIGKILL|out of memory)\b/i, 'a crash'],
  [/\b(outlive[sd]?|left behind|left over|leftovers?|process(es)? (is|are|was|were) left|no process)\b/i, 'a process left behind'],
  [/\b(twice|sent again|second time|once only|only once|exactly once)\b/i, 'an answer sent twice'],
];

/**
 * @param {{ promises?: string, read?: (file: string) => string }} [options] `promises`: the table; `read`: the source of a test file
 * @returns {(red: Red) => string | undefined} why the failure is not excused
 */
export function graveReasons({ promises = readPromises(), read = readSource } = {}) {
  const files = gravePromises(promises);
  return ({ name, message, file, kind }) => {
    if (kind !== 'test') return 'only a test can fail by chance';
    for (const [words, reason] of graveWords) if (words.test(name) || words.test(message)) return reason;
    const source = file === undefined ? undefined : sourceOf(file);
    for (const [held, promise] of files) {
      // Inside of VS Code all files of a suite are one bundle, so that the words of the test tell its file.
      const holds = source === undefined ? read(held).includes(lastWords(name)) : source === held;
      if (holds) return `it holds promise ${promise}`;
    }
    return undefined;
  };
}

/**
 * The test files of promises 1 and 2 (docs/architecture.md), from the rows of a table that begin with the number of the promise.
 * @param {string} text
 * @returns {readonly (readonly [file: string, promise: string])[]}
 */
export function gravePromises(text) {
  const found = text.split('\n').flatMap(line => {
    const promise = /^\|\s*(?:promise\s+)?([12])\b/i.exec(line)?.[1];
    return promise === undefined
      ? []
      : [...line.matchAll(/\btest\/[\w/.]+\.ts\b/g)].map(([file]) => /** @type {const} */ ([file, promise]));
  });
  for (const promise of ['1', '2']) {
    if (!found.some(([, held]) => held === promise)) throw new Error(`No row of the table of promises names a test of promise ${promise}.`);
  }
  return found;
}

function readPromises() {
  return readFileSync(join(root, 'test/promises.md'), 'utf8');
}

/** @param {string} file */
function readSource(file) {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The last words of a title, as many as no two tests are likely to share. @param {string} name */
function lastWords(name) {
  return name.split(' ').slice(-4).join(' ');
}
