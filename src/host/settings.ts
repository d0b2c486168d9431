// Reads settings by their typed names. A value that the schema does not allow counts as not set.
import * as vscode from 'vscode';
import type { SettingId, SettingTypes } from './contributions.js';
import { settingDefaults } from './contributions.js';

/** VS Code shows a wrong value as a mistake in settings.json, but gives it out all the same. */
const fits: { readonly [K in SettingId]: (value: unknown) => value is SettingTypes[K] } = {
  'parley.claude.path': value => typeof value === 'string',
  'parley.claude.environment': (value): value is SettingTypes['parley.claude.environment'] =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
  'parley.questions.route': value => value === 'auto' || value === 'control' || value === 'toolResult',
};

export function readSetting<K extends SettingId>(id: K): SettingTypes[K] {
  const value = vscode.workspace.getConfiguration().get<unknown>(id);
  return fits[id](value) ? value : settingDefaults[id];
}

/** The environment to add, without entries that are no strings. */
export function readEnvironment(): Record<string, string> {
  const entries = Object.entries(readSetting('parley.claude.environment'));
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}
