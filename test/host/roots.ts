// A further root of the workspace. VS Code restarts the extension host when a folder becomes a workspace of several roots, so the further root is
// one that only `vscode.workspace` tells of.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import * as vscode from 'vscode';

/** Puts `path` behind the first root; returns how to take it away. */
export function addRoot(path: string): () => void {
  const { workspace } = vscode;
  const folders = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders');
  const [first] = workspace.workspaceFolders ?? [];
  assert.ok(folders && first);
  const second: vscode.WorkspaceFolder = { uri: vscode.Uri.file(path), name: basename(path), index: 1 };
  Object.defineProperty(workspace, 'workspaceFolders', { ...folders, get: () => [first, second] });
  return () => void Object.defineProperty(workspace, 'workspaceFolders', folders);
}
