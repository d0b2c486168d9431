// The part `workspace` of the stand-in: folders and files of the disk; settings in memory, and in the folder's `.vscode/settings.json`.
import { existsSync, readFileSync, readdirSync, watch } from 'node:fs';
import { lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type * as vscode from 'vscode';
import type { RelativePattern, WorkspaceEdit } from './basics.js';
import { EventEmitter, FileSystemError, Uri, constants, never } from './basics.js';
import type { Documents } from './documents.js';

interface Given {
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Settings of which VS Code takes nothing from a folder. */
  readonly ofPersonAlone: ReadonlySet<string>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly documents: Documents;
}

const { FileType } = constants;

/** VS Code's own. */
const ownDefaults = {
  'files.exclude': { '**/.git': true, '**/.svn': true, '**/.hg': true, '**/.DS_Store': true, '**/Thumbs.db': true },
  'search.exclude': { '**/node_modules': true, '**/bower_components': true, '**/*.code-search': true },
};

export function workspaceOf({ folders: paths, isTrusted, defaults: given, ofPersonAlone, settings: set, documents }: Given) {
  const defaults: Readonly<Record<string, unknown>> = { ...ownDefaults, ...given };
  const settings: Record<string, unknown> = { ...set };
  const ofWorkspace: Record<string, unknown> = {};
  const changed = new EventEmitter<vscode.ConfigurationChangeEvent>();
  const granted = new EventEmitter<void>();
  let trusted = isTrusted;
  const folders = paths.map((path, index) => ({ uri: Uri.file(path), name: basename(path), index }));

  /** `undefined` takes a setting back to its default. */
  const changeSettings = (more: Readonly<Record<string, unknown>>, where = settings): void => {
    for (const [id, value] of Object.entries(more)) {
      if (value === undefined) delete where[id];
      else where[id] = value;
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
    get workspaceFolders() {
      return folders.length === 0 ? undefined : folders;
    },
    workspaceFile: undefined,
    name: folders[0]?.name,
    get isTrusted() {
      return trusted;
    },
    get textDocuments() {
      return [...documents.shown];
    },
    notebookDocuments: [],
    getConfiguration: (section?: string) => {
      const whole = (id: string): string => (section === undefined ? id : `${section}.${id}`);
      // As it is now.
      const [ofFolder, ofPerson] = [{ ...settingsIn(paths, ofPersonAlone), ...ofWorkspace }, { ...settings }];
      const value = (id: string): unknown => [ofFolder, ofPerson, defaults].find(values => values[id] !== undefined)?.[id];
      return {
        get: (id: string, otherwise?: unknown) => value(whole(id)) ?? otherwise,
        inspect: (id: string) => ({
          key: whole(id),
          defaultValue: defaults[whole(id)],
          globalValue: ofPerson[whole(id)],
          workspaceValue: ofFolder[whole(id)],
        }),
        update: (id: string, to: unknown, target?: number | boolean) => {
          const isGlobal = target === true || target === constants.ConfigurationTarget.Global;
          if (!isGlobal && ofPersonAlone.has(whole(id)))
            return Promise.reject(
              new Error(`Unable to write ${whole(id)} to Workspace Settings. This setting can be written only into User settings.`),
            );
          return Promise.resolve(changeSettings({ [whole(id)]: to }, isGlobal ? settings : ofWorkspace));
        },
      };
    },
    onDidChangeConfiguration: changed.event,
    onDidGrantWorkspaceTrust: granted.event,
    onDidChangeWorkspaceFolders: never,
    onDidChangeTextDocument: documents.onDidChange,
    onWillSaveTextDocument: documents.onWillSave,
    onDidSaveTextDocument: documents.onDidSave,
    onDidSaveNotebookDocument: never,
    getWorkspaceFolder: (uri: vscode.Uri) =>
      folders.find(({ uri: { path } }) => uri.scheme === 'file' && (uri.path === path || uri.path.startsWith(`${path}/`))),
    registerTextDocumentContentProvider: (scheme: string, provider: vscode.TextDocumentContentProvider) =>
      documents.provideTexts(scheme, provider),
    registerFileSystemProvider: (scheme: string, provider: vscode.FileSystemProvider) => documents.provideFiles(scheme, provider),
    /** Of all files in a folder. */
    createFileSystemWatcher: ({ baseUri }: RelativePattern) => {
      const [changed, created, deleted] = [new EventEmitter<vscode.Uri>(), new EventEmitter<vscode.Uri>(), new EventEmitter<vscode.Uri>()];
      const watcher = watch(baseUri.fsPath, { recursive: true, persistent: false }, (kind, name) => {
        const path = join(baseUri.fsPath, name ?? '');
        const told = kind === 'change' ? changed : existsSync(path) ? created : deleted;
        told.fire(Uri.file(path));
      });
      // A folder that goes meanwhile.
      watcher.on('error', () => undefined);
      const dispose = (): void => watcher.close();
      return { onDidChange: changed.event, onDidCreate: created.event, onDidDelete: deleted.event, dispose };
    },
    findFiles: (given: string | RelativePattern, exclude?: string | null, most = Infinity) => {
      const include = typeof given === 'string' ? given : given.pattern;
      const excluded = Object.entries(workspace.getConfiguration().get('files.exclude', {}) as Readonly<Record<string, boolean>>).flatMap(
        ([glob, is]) => (is ? [glob] : []),
      );
      const globs = exclude === null ? [] : [...excluded, ...(exclude === undefined ? [] : [exclude])];
      const isWanted = (folder: string, path: string): boolean => {
        const place = relative(folder, path).split(sep).join('/');
        return fits(include, place) && !globs.some(glob => fits(glob, place) || fits(`${glob}/**`, place));
      };
      const found = (typeof given === 'string' ? paths : [given.baseUri.fsPath]).flatMap(folder =>
        filesIn(folder).filter(path => isWanted(folder, path)),
      );
      return Promise.resolve(found.slice(0, most).map(path => Uri.file(path)));
    },
    asRelativePath: (place: vscode.Uri | string, withName = folders.length > 1) => {
      const path = typeof place === 'string' ? place : place.path;
      const folder = folders.find(({ uri }) => path.startsWith(`${uri.path}/`));
      if (folder === undefined) return path;
      const inside = relative(folder.uri.path, path);
      return withName ? `${folder.name}/${inside}` : inside;
    },
    openTextDocument: (given: Parameters<Documents['open']>[0]) => documents.open(given),
    applyEdit: (edit: WorkspaceEdit) => documents.edit(edit),
    encode: (text: string) => Promise.resolve(new TextEncoder().encode(text)),
    decode: (bytes: Uint8Array, { encoding = 'utf8' }: { readonly encoding?: string } = {}) =>
      Promise.resolve(new TextDecoder(encoding.replace(/^windows(?=\d)/, 'windows-')).decode(bytes)),
    fs: {
      stat: (uri: vscode.Uri) =>
        found(uri, async () => {
          const entry = await stat(uri.fsPath);
          const { size, ctimeMs: ctime, mtimeMs: mtime } = entry;
          const type = entry.isDirectory() ? FileType.Directory : FileType.File;
          const isLink = (await lstat(uri.fsPath)).isSymbolicLink();
          return { type: isLink ? type | FileType.SymbolicLink : type, size, ctime, mtime };
        }),
      readFile: (uri: vscode.Uri) => found(uri, async () => new Uint8Array(await readFile(uri.fsPath))),
      writeFile: async (uri: vscode.Uri, bytes: Uint8Array) => {
        await mkdir(dirname(uri.fsPath), { recursive: true });
        await writeFile(uri.fsPath, bytes);
      },
    },
  };
  return {
    workspace,
    changeSettings,
    grantTrust() {
      if (trusted) return;
      trusted = true;
      granted.fire();
    },
  };
}

/** What a repository brings, as far as VS Code takes it from there. Read each time: a test writes the file at any time. */
function settingsIn(folders: readonly string[], ofPersonAlone: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const [folder, ...others] = folders;
  if (folder === undefined || others.length > 0) return {};
  const values = JSON.parse(readOr('{}', join(folder, '.vscode', 'settings.json'))) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(values).filter(([id]) => !ofPersonAlone.has(id)));
}

/** Reads the file, or gives `otherwise` where it is not there or cannot be read, of which VS Code knows nothing either. */
function readOr(otherwise: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
}

/** Whether a path, with `/` between its parts, fits VS Code's glob. */
function fits(glob: string, path: string): boolean {
  const source = glob.replace(/\*\*\/|\*\*|[*?{},]|[^\w/]/g, part => {
    const known: Readonly<Record<string, string>> = {
      '**/': '(?:.*/)?',
      '**': '.*',
      '*': '[^/]*',
      '?': '[^/]',
      '{': '(?:',
      ',': '|',
      '}': ')',
    };
    return known[part] ?? `\\${part}`;
  });
  return new RegExp(`^${source}$`).test(path);
}
