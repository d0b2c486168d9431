// The permission rules in the CLI's files of settings: read, removed and put back. Knows the disk; nothing of VS Code.
import { join } from 'node:path';
import type { SettingsRule } from '../../claude/settings/ruleText.js';
import { rulesIn, withoutRule } from '../../claude/settings/ruleText.js';
import { userSettingsFile } from '../../claude/transcripts/configFolder.js';
import type { DocProblem } from '../../memory/productDocDisk.js';
import { nodeDocDisk, readText, writeText } from '../../memory/productDocDisk.js';
import type { RulePlace } from '../../shared/permissionRules.js';
import { localSettingsFiles } from './localSettings.js';

export interface RuleFile {
  readonly place: Exclude<RulePlace, 'session'>;
  readonly path: string;
}

/** The files of a process that works in `cwd` with this environment. */
export async function ruleFiles(cwd: string, environment: Readonly<Record<string, string | undefined>>): Promise<readonly RuleFile[]> {
  const local = (await localSettingsFiles(cwd)).map(path => ({ place: 'localSettings', path }) as const);
  return [
    ...local,
    { place: 'projectSettings', path: join(cwd, '.claude', 'settings.json') },
    { place: 'userSettings', path: userSettingsFile(environment) },
  ];
}

/** `notJson`: the text is no JSON object. `notThere`: the rule is not in the file. `changed`: another program has changed the file since. */
export type RuleProblem = DocProblem | { readonly code: 'notJson' | 'notThere' | 'changed' };

interface Failed {
  readonly ok: false;
  readonly problem: RuleProblem;
}

/** A file that is not there, or is empty, has no rules. */
export async function readRules(path: string): Promise<{ readonly ok: true; readonly rules: readonly SettingsRule[] } | Failed> {
  const read = await readText(nodeDocDisk, path);
  if (!read.ok) return read;
  const rules = read.text === '' ? [] : rulesIn(read.text);
  return rules === undefined ? { ok: false, problem: { code: 'notJson' } } : { ok: true, rules };
}

/** `undo` puts the file back as it was, unless another program has changed it since. */
type RemovedRule = { readonly ok: true; readonly undo: () => Promise<{ readonly ok: true } | Failed> } | Failed;

export async function removeRule(path: string, rule: SettingsRule): Promise<RemovedRule> {
  const read = await readText(nodeDocDisk, path);
  if (!read.ok) return read;
  if (rulesIn(read.text) === undefined) return { ok: false, problem: { code: read.text === '' ? 'notThere' : 'notJson' } };
  const left = withoutRule(read.text, rule);
  if (left === undefined) return { ok: false, problem: { code: 'notThere' } };
  const written = await writeText(nodeDocDisk, { file: path, access: 'shared' }, left, read.stat);
  if (!written.ok) return written;
  return { ok: true, undo: () => putBack(path, left, read.text) };
}

async function putBack(path: string, expected: string, text: string): Promise<{ readonly ok: true } | Failed> {
  const read = await readText(nodeDocDisk, path);
  if (!read.ok) return read;
  if (read.text !== expected) return { ok: false, problem: { code: 'changed' } };
  return writeText(nodeDocDisk, { file: path, access: 'shared' }, text, read.stat);
}
