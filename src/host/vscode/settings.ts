// Reads settings by their typed names. A value that the table in contributions.ts does not allow counts as not set.
import * as vscode from 'vscode';
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
 * The variables to add to the CLI's environment: those of the settings on questions, then `parley.claude.environment` without
 * entries that are no strings.
 */
export function readEnvironment(): Record<string, string> {
  const entries = Object.entries(readSetting('parley.claude.environment'));
  const format = readSetting('parley.questions.previewFormat');
  return {
    ...(format !== 'off' && { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: format }),
    ...(readSetting('parley.questions.extended') && { CLAUDE_CODE_QUESTION_EXTENDED: '1' }),
    ...Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
  };
}
