// Where the Product Doc of one work folder lies: in Parley's storage, or in a file of the folder. Owns the choice between the two; the file and its
// bounds are productDocFile's.
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import { variableIn } from '../../claude/install/settingValues.js';
import { ifMissing, nodeFileSystem } from '../../disk/fileSystem.js';
import type { DocApproval } from '../../memory/docApproval.js';
import type { PlaceFault } from '../../memory/docPlace.js';
import { docPlaceFault } from '../../memory/docPlace.js';
import { nodeDocDisk, readText } from '../../memory/productDocDisk.js';
import type { ProductDocFile } from '../../memory/productDocFile.js';
import { openProductDoc } from '../../memory/productDocFile.js';
import type { Log } from '../chats/chatDependencies.js';
import { productDocFile, readSetting } from '../vscode/settings.js';
import { realClock } from '../../disk/clock.js';

export interface FolderDocOptions {
  readonly storage: string;
  readonly folder: string;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Whether the CLI that a chat gets now reads AGENTS.md by itself. */
  readonly readsAgents: () => Promise<boolean>;
}

interface DocPlace {
  /** Absolute path. */
  readonly file: string;
  readonly isInWorkspace: boolean;
}

interface WantedPlace {
  /** Absolute path. */
  readonly file: string;
  /** The path below the work folder, with `/`. */
  readonly name: string;
  readonly fault?: PlaceFault;
}

/** A document of the work folder that is not approved. */
export interface ForeignDoc {
  /** The path below the work folder, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** Error codes for a name at which no file can lie. */
const noPath = ['ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'];

export class DocPlaces {
  #opened: { readonly place: DocPlace; readonly file: ProductDocFile } | undefined;

  constructor(
    private readonly options: FolderDocOptions,
    private readonly approval: DocApproval,
  ) {}

  /** The file in the work folder where there is one, else that in Parley's storage, which may not be there yet. Rejects where the disk does not say. */
  async place(): Promise<DocPlace> {
    const stored = { file: this.stored.file, isInWorkspace: false };
    if ((await nodeFileSystem.stat(this.#wantedFile).catch(ifMissing(undefined, ...noPath))) === undefined) return stored;
    const { file, fault } = await this.wanted();
    if (fault === undefined) return { file, isInWorkspace: true };
    this.options.log.warn(`${file} is not used as the Product Doc: ${fault}`);
    return stored;
  }

  /** The document in Parley's storage, and who wrote its sections; and where the latter lies for one in the work folder. */
  get stored(): Record<'file' | 'meta' | 'workspaceMeta', string> {
    const folder = join(this.options.storage, 'memory');
    return {
      file: join(folder, 'product-doc.md'),
      meta: join(folder, 'product-doc.json'),
      workspaceMeta: join(folder, 'workspace-doc.json'),
    };
  }

  /** The name by which a person knows the file. */
  nameOf({ file, isInWorkspace }: DocPlace): string {
    return isInWorkspace ? relative(this.options.folder, file).replaceAll('\\', '/') : vscode.l10n.t('The Product Doc in Parley’s storage');
  }

  /** The file that the setting names for _Keep in the Workspace_; `fault`: why it cannot be there. */
  async wanted(): Promise<WantedPlace> {
    const { folder } = this.options;
    const file = this.#wantedFile;
    // Nothing replaces a variable, and a folder of its name is not what the person means.
    const hasVariable = variableIn(readSetting('parley.memory.productDocFile'), process.env) !== undefined;
    const fault = hasVariable ? 'noMarkdown' : await docPlaceFault(folder, file);
    return { file, name: relative(folder, file).replaceAll('\\', '/'), ...(fault !== undefined && { fault }) };
  }

  async file(): Promise<ProductDocFile> {
    const place = await this.place();
    if (this.#opened?.place.file !== place.file) this.#opened = { place, file: this.#open(place) };
    return this.#opened.file;
  }

  /** What Claude may be told: where the document of the work folder is not approved, it is the one in Parley's storage. */
  async fileToTell(): Promise<{ readonly file: ProductDocFile; readonly foreign?: ForeignDoc }> {
    const place = await this.place();
    const read = place.isInWorkspace ? await readText(nodeDocDisk, place.file) : undefined;
    if (read?.ok !== true || read.text === '' || (await this.approval.isApproved(read.text))) return { file: await this.file() };
    const file = this.#open({ file: this.stored.file, isInWorkspace: false });
    return { file, foreign: { name: this.nameOf(place), text: read.text } };
  }

  /** What Claude may be told, read. A file that is another one once it was read is looked at again. */
  async readToTell(): Promise<{ readonly read: Awaited<ReturnType<ProductDocFile['read']>>; readonly foreign?: ForeignDoc }> {
    for (let attempt = 1; ; attempt++) {
      const { file, foreign } = await this.fileToTell();
      const read = await file.read();
      if (foreign !== undefined) return { read, foreign };
      const now = await this.fileToTell();
      if (now.foreign === undefined) return { read };
      if (attempt === 3) return { read: await now.file.read(), foreign: now.foreign };
    }
  }

  #open(place: DocPlace): ProductDocFile {
    const { folder, log, now } = this.options;
    return openProductDoc({
      file: place.file,
      access: place.isInWorkspace ? 'shared' : 'private',
      folder,
      log,
      now,
      clock: realClock,
      meta: place.isInWorkspace ? this.stored.workspaceMeta : this.stored.meta,
      ...(place.isInWorkspace && { onWriting: (before, after) => this.approval.writing(before, after) }),
    });
  }

  /** Whether an editor holds changes of the document that are not saved. */
  async isUnsaved(): Promise<boolean> {
    const { file } = await this.place();
    const real = await nodeDocDisk.realPath(file);
    return vscode.workspace.textDocuments.some(({ isDirty, uri }) => isDirty && (uri.fsPath === file || uri.fsPath === real));
  }

  get #wantedFile(): string {
    return productDocFile(this.options.folder);
  }
}
