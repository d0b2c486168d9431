// The part `workspace` of the stand-in: folders and files of the disk, settings in memory.
import { readdirSync, statSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type * as vscode from 'vscode';
import { Disposable, EventEmitter, FileSystemError, Uri, constants, never } from './basics.js';

interface Given {
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

export function workspaceOf({ folders: paths, isTrusted, defaults, settings: given }: Given) {
  const settings: Record<string, unknown> = { ...given };
  const changed = new EventEmitter<vscode.ConfigurationChangeEvent>();
  const folders = paths.map((path, index) => ({ uri: Uri.file(path), name: basename(path), index }));

  /** `undefined` takes a setting back to its default. */
  const changeSettings = (more: Readonly<Record<string, unknown>>): void => {
    for (const [id, value] of Object.entries(more)) {
      if (value === undefined) delete settings[id];
      else settings[id] = value;
    }
    const names = Object.keys(more);
    changed.fire({ affectsConfiguration: section => names.some(name => name === section || name.startsWith(`${section}.`)) });
  };

  const found = async <T>(uri: vscode.Uri, look: () => Promise<T>): Promise<T> => {
    try {
      return await look();
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? FileSystemError.FileNotFound(uri) : error;
    }
  };

  const workspace = {
    workspaceFolders: folders.length === 0 ? undefined : folders,
    name: folders[0]?.name,
    isTrusted,
    textDocuments: [],
    notebookDocuments: [],
    getConfiguration: (section?: string) => {
      const whole = (id: string): string => (section === undefined ? id : `${section}.${id}`);
      return {
        get: (id: string, otherwise?: unknown) => settings[whole(id)] ?? defaults[whole(id)] ?? otherwise,
        has: (id: string) => whole(id) in settings || whole(id) in defaults,
        inspect: (id: string) => ({ key: whole(id), defaultValue: defaults[whole(id)], globalValue: settings[whole(id)] }),
        update: (id: string, value: unknown) => Promise.resolve(changeSettings({ [whole(id)]: value })),
      };
    },
    onDidChangeConfiguration: changed.event,
    onDidGrantWorkspaceTrust: never,
    onDidChangeWorkspaceFolders: never,
    onDidChangeTextDocument: never,
    onDidOpenTextDocument: never,
    onDidSaveTextDocument: never,
    onDidCloseTextDocument: never,
    getWorkspaceFolder: (uri: vscode.Uri) =>
      folders.find(({ uri: { path } }) => uri.scheme === 'file' && (uri.path === path || uri.path.startsWith(`${path}/`))),
    registerTextDocumentContentProvider: () => new Disposable(() => undefined),
    registerFileSystemProvider: () => new Disposable(() => undefined),
    findFiles: () => Promise.resolve(paths.flatMap(filesIn).map(path => Uri.file(path))),
    asRelativePath: (place: vscode.Uri | string, withName = folders.length > 1) => {
      const path = typeof place === 'string' ? place : place.path;
      const folder = folders.find(({ uri }) => path === uri.path || path.startsWith(`${uri.path}/`));
      if (folder === undefined) return path;
      const inside = relative(folder.uri.path, path);
      return withName ? `${folder.name}/${inside}` : inside;
    },
    openTextDocument: (uri: vscode.Uri) => Promise.reject(new Error(`The stand-in for VS Code has no documents: ${uri.toString()}`)),
    applyEdit: () => Promise.resolve(false),
    encode: (text: string) => Promise.resolve(new TextEncoder().encode(text)),
    fs: {
      stat: (uri: vscode.Uri) =>
        found(uri, async () => {
          const { size, ctimeMs, mtimeMs } = await stat(uri.fsPath);
          const type = statSync(uri.fsPath).isDirectory() ? constants.FileType.Directory : constants.FileType.File;
          return { type, size, ctime: ctimeMs, mtime: mtimeMs };
        }),
      readFile: (uri: vscode.Uri) => found(uri, async () => new Uint8Array(await readFile(uri.fsPath))),
      writeFile: (uri: vscode.Uri, bytes: Uint8Array) => writeFile(uri.fsPath, bytes),
    },
  };
  return { workspace, changeSettings };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}
