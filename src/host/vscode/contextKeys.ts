// Context keys as values that talk to VS Code only when they change.
import * as vscode from 'vscode';
import type { ContextKey, ContextKeyTypes } from './contributions.js';

const current = new Map<ContextKey, unknown>();

export function setContextKey<K extends ContextKey>(key: K, value: ContextKeyTypes[K]): void {
  if (current.get(key) === value) return;
  current.set(key, value);
  void vscode.commands.executeCommand('setContext', key, value);
}
