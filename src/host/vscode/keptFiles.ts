// What a file system of documents of our own refuses: it has no folders, and VS Code neither makes nor removes a file in it.
import * as vscode from 'vscode';

export abstract class KeptFiles implements vscode.FileSystemProvider {
  protected readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;

  abstract stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
  abstract readFile(uri: vscode.Uri): Uint8Array | Promise<Uint8Array>;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri, _bytes: Uint8Array): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
