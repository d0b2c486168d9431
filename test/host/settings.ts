// Settings, written where a person or a project would write them, and in force when these come back.
import * as vscode from 'vscode';
import type { SettingId } from '../../src/host/vscode/contributions.js';
import type { FakeCli } from './fakeCli.js';
import { until } from './until.js';

type Target = vscode.ConfigurationTarget.Global | vscode.ConfigurationTarget.Workspace;

const { Global } = vscode.ConfigurationTarget;
const written = new Map<SettingId, Set<Target>>();

/** `undefined` takes it back. */
export async function setSetting(id: SettingId, value: unknown, target: Target): Promise<void> {
  await vscode.workspace.getConfiguration().update(id, value, target);
  written.set(id, (written.get(id) ?? new Set()).add(target));
  await until(() => {
    const found = vscode.workspace.getConfiguration().inspect(id);
    return JSON.stringify(target === Global ? found?.globalValue : found?.workspaceValue) === JSON.stringify(value);
  });
}

/** Has the person's settings lead to this CLI. */
export async function useCli({ path, environment }: Pick<FakeCli, 'path' | 'environment'>): Promise<void> {
  await setSetting('parley.claude.path', path, Global);
  await setSetting('parley.claude.environment', environment, Global);
}

export async function takeBackSettings(): Promise<void> {
  for (const [id, targets] of written) for (const target of targets) await setSetting(id, undefined, target);
  written.clear();
}
