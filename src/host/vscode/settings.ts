// Reads settings by their typed names. A value that the table in contributions.ts does not allow counts as not set.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import { isPathList, variableIn, withHome } from '../../claude/install/settingValues.js';
import type { SettingId, SettingTypes } from './contributions.js';
import { settings } from './contributions.js';

/**
 * The value of a setting. VS Code marks a wrong value in settings.json but returns it all the same; then this is the default. What a folder can only
 * turn off is on where the person has it on.
 */
export function readSetting<K extends SettingId>(id: K): SettingTypes[K] {
  const configuration = vscode.workspace.getConfiguration();
  const { isValid, default: preset, offOnly } = settings[id];
  if (offOnly !== true) return validOr(preset, configuration.get<unknown>(id), isValid);
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>(id) ?? {};
  const ofFolder = workspaceFolderValue ?? workspaceValue;
  return validOr(preset, ofFolder === false ? false : globalValue, isValid);
}

function validOr<T>(preset: T, value: unknown, isValid: (value: unknown) => value is T): T {
  return isValid(value) ? value : preset;
}

/**
 * The variables to add to the CLI's environment: those of the settings on questions, then `parley.claude.environment`, with the home folder
 * for `~`.
 */
export function readEnvironment(): Record<string, string> {
  const format = readSetting('parley.questions.previewFormat');
  return {
    ...(format !== 'off' && { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: format }),
    ...(readSetting('parley.questions.extended') && { CLAUDE_CODE_QUESTION_EXTENDED: '1' }),
    ...Object.fromEntries(ownVariables().usable.map(([name, value]) => [name, withHome(name, value, homedir())])),
  };
}

/** A variable of VS Code's or a shell's in the settings of the CLI, with the name of its setting; undefined where there is none. */
export function settingVariable(): string | undefined {
  const path = variableIn(readSetting('parley.claude.path'), process.env);
  if (path !== undefined) return `${path} (parley.claude.path)`;
  for (const [name, value] of ownVariables().usable) {
    const found = variableIn(value, isPathList(name) ? process.env : {});
    if (found !== undefined) return `${found} (parley.claude.environment, ${name})`;
  }
  return undefined;
}

interface OwnVariables {
  readonly usable: readonly (readonly [name: string, value: string])[];
  /** Names whose values no variable can hold. */
  readonly unusable: readonly string[];
}

/** A number, true and false count as their text. */
export function ownVariables(): OwnVariables {
  const [usable, unusable]: [[string, string][], string[]] = [[], []];
  for (const [name, value] of Object.entries(readSetting('parley.claude.environment')))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') usable.push([name, String(value)]);
    else unusable.push(name);
  return { usable, unusable };
}

/** Absolute path of the Product Doc that the setting names. An absolute path, or one that begins with `~`, may lead into the folder too. */
export function productDocFile(folder: string): string {
  return resolve(folder, withHome('', readSetting('parley.memory.productDocFile'), homedir()));
}

/** How long submitted answers can be undone, in milliseconds. */
export function undoTime(): number {
  return readSetting('parley.questions.undoSeconds') * 1000;
}
