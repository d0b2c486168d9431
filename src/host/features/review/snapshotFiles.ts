// The files of snapshots as documents of a scheme of our own, which nobody can write: the left side of a diff. A document names its content and its work folder,
// so it is there again when VS Code opens its tabs anew.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isObject } from '../../../shared/loose.js';
import { KeptFiles } from '../../vscode/keptFiles.js';

const scheme = 'parley-snapshot';

/** @param folder the work folder, absolute; `path`: in it; `blob`: git's id of the content */
export function snapshotUri(folder: string, path: string, blob: string): vscode.Uri {
  // The path of the file itself, because VS Code calls a file renamed whose two sides have different paths.
  return vscode.Uri.file(join(folder, path)).with({ scheme, query: JSON.stringify({ folder, blob }) });
}

export class SnapshotFiles extends KeptFiles {
  /** @param read undefined where there is no such content, or no such folder in this window */
  constructor(private readonly read: (folder: string, blob: string) => Promise<Uint8Array | undefined>) {
    super();
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      this.changed,
      vscode.workspace.registerFileSystemProvider(scheme, this, { isReadonly: true, isCaseSensitive: true }),
    );
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length, permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const named = namedBy(uri);
    const bytes = named && (await this.read(named.folder, named.blob));
    if (named === undefined || bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return asInEditor(bytes, uri.with({ scheme: 'file', query: '' }));
  }
}

/** The byte order mark, with which VS Code reads UTF-8 whatever `files.encoding` says. */
const mark = Buffer.from('\ufeff');

/** The same text by the encoding with which VS Code shows the file itself: a document of another scheme has neither the settings of a folder nor what the person has chosen. */
async function asInEditor(bytes: Uint8Array, file: vscode.Uri): Promise<Uint8Array> {
  if (bytes.every(byte => byte < 0x80)) return bytes;
  const held = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  const { workspace } = vscode;
  const decoding = held === undefined ? workspace.decode(bytes, { uri: file }) : workspace.decode(bytes, { encoding: held.encoding });
  const text = await decoding.then(
    one => one,
    // What is no text has no encoding.
    () => undefined,
  );
  if (text === undefined || text.includes('\ufffd')) return bytes;
  const utf8 = Buffer.from(text);
  return utf8.equals(bytes) ? bytes : Buffer.concat([mark, utf8]);
}

/** Undefined for another address. */
export function snapshotAt(uri: vscode.Uri): { readonly folder: string; readonly blob: string } | undefined {
  return uri.scheme === scheme ? namedBy(uri) : undefined;
}

/** Undefined for an address that is not of `snapshotUri`: any extension can make one. */
function namedBy({ query }: vscode.Uri): { readonly folder: string; readonly blob: string } | undefined {
  try {
    const value: unknown = JSON.parse(query);
    if (!isObject(value)) return undefined;
    const { folder, blob } = value;
    return typeof folder === 'string' && typeof blob === 'string' && /^[0-9a-f]{40,64}$/.test(blob) ? { folder, blob } : undefined;
  } catch {
    return undefined;
  }
}
