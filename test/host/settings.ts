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
  written.set(id, (written.get(id) ?? new Set()).add(target));
  await write(id, value, target);
}

/**
 * Has the person's settings lead to this CLI. The settings stay until a test uses another CLI, because a change of a setting takes VS Code longer
 * than most tests take.
 */
export async function useCli({ path, environment }: Pick<FakeCli, 'path' | 'environment'>): Promise<void> {
  await write('parley.claude.path', path, Global);
  await write('parley.claude.environment', environment, Global);
}

export async function takeBackSettings(): Promise<void> {
  for (const [id, targets] of written) for (const target of targets) await setSetting(id, undefined, target);
  written.clear();
}

async function write(id: SettingId, value: unknown, target: Target): Promise<void> {
  const isThere = (): boolean => {
    const found = vscode.workspace.getConfiguration().inspect(id);
    return JSON.stringify(target === Global ? found?.globalValue : found?.workspaceValue) === JSON.stringify(value);
  };
  if (isThere()) return;
  await vscode.workspace.getConfiguration().update(id, value, target);
  await until(isThere);
}
