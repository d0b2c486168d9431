// Owns: where the pinned CLIs lie, and the way in which tests start them.
import { chmodSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const { resolve: find } = createRequire(import.meta.url);

/** The pinned CLI, an old one that can keep a question, and the oldest one we support, which cannot: as a person has them. */
export const installedClaudes = {
  newest: join(dirname(find(`@anthropic-ai/claude-code-${process.platform}-${process.arch}/package.json`)), 'claude'),
  deferring: join(dirname(find('claude-code-deferring/package.json')), 'cli.js'),
  oldest: join(dirname(find('claude-code-oldest/package.json')), 'cli.js'),
} as const;

/**
 * Each window asks the CLI for its version and for the log-in, which take an old one as long as a session. So the answers of the CLI itself are kept
 * from the first time on: of the version, and of the log-in where the key of the tests is given, on which alone it depends then.
 * @returns absolute path of a script that is the CLI in all else
 */
function askedOnce(name: keyof typeof installedClaudes): string {
  const installed = installedClaudes[name];
  const { mtimeMs, size } = statSync(installed);
  const folder = resolve('out/test/claudes', `${name}-${size}-${Math.round(mtimeMs)}`);
  const script = join(folder, 'claude');
  const command = installed.endsWith('.js') ? `"${process.execPath}" "${installed}"` : `"${installed}"`;
  const lines = [
    '#!/bin/sh',
    'case "$*|$ANTHROPIC_API_KEY" in',
    `  --version\\|*) kept="${join(folder, 'version')}" ;;`,
    `  "auth status --json|scripted") kept="${join(folder, 'login')}" ;;`,
    `  *) exec ${command} "$@" ;;`,
    'esac',
    // What fails is not kept. Several windows may ask at the same time.
    `[ -e "$kept" ] || ${command} "$@" >"$kept.$$" || { code=$?; cat "$kept.$$"; rm "$kept.$$"; exit $code; }`,
    '[ -e "$kept" ] || mv "$kept.$$" "$kept"',
    'exec cat "$kept"',
    '',
  ];
  mkdirSync(folder, { recursive: true });
  const made = `${script}.${process.pid}`;
  writeFileSync(made, lines.join('\n'));
  chmodSync(made, 0o755);
  renameSync(made, script);
  return script;
}

/** The same, for tests in which neither the look for the version nor the one for the log-in is in question. */
export const claudePaths = {
  newest: askedOnce('newest'),
  deferring: askedOnce('deferring'),
  oldest: askedOnce('oldest'),
} as const;
