// Reads settings by their typed names. A value that the schema does not allow counts as not set.
import * as vscode from 'vscode';
import type { SettingId, SettingTypes } from './contributions.js';
import { settingDefaults } from './contributions.js';

/** In minutes: a week. A timer takes no more than 24 days. */
const longestTimeout = 10_080;

/** VS Code shows a wrong value as a mistake in settings.json, but gives it out all the same. */
const fits: { readonly [K in SettingId]: (value: unknown) => value is SettingTypes[K] } = {
  'parley.claude.path': value => typeof value === 'string',
  'parley.claude.environment': (value): value is SettingTypes['parley.claude.environment'] =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
  'parley.questions.layout': value => value === 'stacked' || value === 'tabs',
  'parley.questions.undoSeconds': (value): value is number => typeof value === 'number' && value >= 0 && value <= 60,
  'parley.questions.timeout': (value): value is number => typeof value === 'number' && value >= 0 && value <= longestTimeout,
  'parley.questions.onTimeout': value => value === 'park' || value === 'remind' || value === 'dismiss',
  'parley.questions.notify': value => value === 'whenHidden' || value === 'always' || value === 'never',
  'parley.questions.previewFormat': value => value === 'off' || value === 'markdown' || value === 'html',
  'parley.questions.extended': value => typeof value === 'boolean',
  'parley.questions.route': value => value === 'auto' || value === 'control' || value === 'toolResult',
};

export function readSetting<K extends SettingId>(id: K): SettingTypes[K] {
  const value = vscode.workspace.getConfiguration().get<unknown>(id);
  return fits[id](value) ? value : settingDefaults[id];
}

/** The environment to add: what the settings on questions mean to the CLI, then the person's own, without entries that are no strings. */
export function readEnvironment(): Record<string, string> {
  const entries = Object.entries(readSetting('parley.claude.environment'));
  const format = readSetting('parley.questions.previewFormat');
  return {
    ...(format !== 'off' && { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: format }),
    ...(readSetting('parley.questions.extended') && { CLAUDE_CODE_QUESTION_EXTENDED: '1' }),
    ...Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
  };
}
