// The edits that wait for their permission and that the person may change. Owns, for each, the file as it was read, Claude's proposal and the
// person's text; the session has the input that follows from them. Import it lazily. Nothing here opens by itself.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { changedInput } from '../../../claude/edits/changedInput.js';
import { changedText } from '../../../claude/edits/changeWords.js';
import type { Choice, HunkState } from '../../../claude/edits/hunks.js';
import { hunkStates, withHunk } from '../../../claude/edits/hunks.js';
import type { Proposal, Proposed } from '../../../claude/edits/proposal.js';
import { proposed } from '../../../claude/edits/proposal.js';
import { canAllow } from '../../../chat/changedEdits.js';
import type { ChangedEdit } from '../../../chat/personEvents.js';
import { find } from '../../../chat/items.js';
import type { PermissionState } from '../../../chat/state.js';
import type { ChangeableEdit, EditHunk } from '../../../shared/contract/news.js';
import type { LineHunk } from '../../../shared/lineDiff.js';
import { diffRows, lineHunks } from '../../../shared/lineDiff.js';
import { pathOf } from '../../../shared/permitted.js';
import { folderOf } from '../../chats/chat.js';
import type { Chat } from '../../chats/chat.js';
import type { Chats } from '../../chats/chats.js';
import { meantPath } from '../../paths/pathPlace.js';
import { commandIds } from '../../vscode/contributions.js';
import { workFolder } from '../../vscode/folders.js';
import { showMessage } from '../../vscode/plainUi.js';
import { contentOf, fileOfEdit } from './editedFile.js';
import type { PagePair } from './editPages.js';
import { EditPages } from './editPages.js';

/** More than a card shows. */
const mostHunks = 100;
const mostHunkText = 50_000;

/** One for the window, made with the first diff. */
let pages: EditPages | undefined;

class ProposedEdit {
  #right: string;
  #pair: PagePair | undefined;
  /** The file is not the one any more that the edit was made for. */
  #isStale = false;
  readonly #hunks: readonly LineHunk[];
  /** Which of the hunks the person takes on the card. */
  #taken: readonly boolean[];

  constructor(
    readonly permission: PermissionState,
    readonly proposal: Proposal,
    readonly file: string,
    readonly bytes: Uint8Array | undefined,
    private readonly changed: (edit: ProposedEdit) => void,
    private readonly decided: (decision: 'allow' | 'deny') => void,
  ) {
    this.#right = proposal.after;
    this.#hunks = lineHunks(proposal.before, proposal.after);
    this.#taken = this.#hunks.map(() => true);
  }

  get isUntouched(): boolean {
    return this.#right === this.proposal.after && this.#pair === undefined;
  }

  async open(): Promise<void> {
    const name = basename(this.file);
    pages ??= new EditPages();
    this.#pair ??= pages.pair({
      name,
      left: this.proposal.before,
      right: this.#right,
      lineEnd: this.proposal.form.lineEnd,
      title: vscode.l10n.t('{0}: Current ↔ Proposed (editable)', name),
      onText: text => this.#took(text),
      onDecide: this.decided,
    });
    await this.#pair.show();
  }

  async take(hunk: number, take: boolean): Promise<void> {
    this.#pair?.take();
    const text = withHunk(this.#choice(), this.#right, hunk, take);
    if (text === undefined) return;
    this.#taken = this.#states()
      .map(state => state !== 'out')
      .with(hunk, take);
    this.#took(text);
    await this.#pair?.set(text);
  }

  /** What stands in the editor, and whether the file is still the one that was read. */
  async look(): Promise<void> {
    this.#pair?.take();
    if (this.change() === undefined) return;
    const now = await contentOf(this.file).catch(() => undefined);
    const isSame = now === undefined ? this.bytes === undefined : this.bytes !== undefined && Buffer.compare(now, this.bytes) === 0;
    if (isSame || this.#isStale) return;
    this.#isStale = true;
    this.changed(this);
  }

  async end(): Promise<void> {
    const pair = this.#pair;
    this.#pair = undefined;
    await pair?.end();
  }

  /** Undefined where the person's text is Claude's. */
  change(): ChangedEdit | undefined {
    const { proposal, permission } = this;
    const right = this.#right;
    if (right === proposal.after) return undefined;
    const told = changedText(proposal.after, right, this.#hunks, this.#states());
    const input = changedInput(permission.toolName, permission.input ?? {}, proposal, right);
    const why = this.#isStale ? 'stale' : right === proposal.before ? 'nothing' : undefined;
    return { input, told, ...(why && { why }) };
  }

  shownHunks(): EditHunk[] {
    const text = this.#hunks.reduce((sum, { removed, added }) => sum + removed.join('').length + added.join('').length, 0);
    if (this.#hunks.length > mostHunks || text > mostHunkText) return [];
    const states = this.#states();
    return this.#hunks.map((hunk, index) => ({ line: hunk.at + 1, rows: rowsOf(hunk), state: states[index] ?? 'own' }));
  }

  #choice(): Choice {
    return { ...this.proposal, hunks: this.#hunks, taken: this.#taken };
  }

  #states(): readonly HunkState[] {
    return hunkStates(this.#choice(), this.#right);
  }

  #took(text: string): void {
    if (text === this.#right) return;
    this.#right = text;
    this.changed(this);
  }
}

function rowsOf({ removed, added }: LineHunk): EditHunk['rows'] {
  const [old, now] = [removed.join('\n'), added.join('\n')];
  if (old !== '' && now !== '') return diffRows(old, now).map(({ sign, pieces }) => ({ sign, pieces: [...pieces] }));
  const plainRows = (sign: '-' | '+', lines: readonly string[]): EditHunk['rows'] => lines.map(line => ({ sign, pieces: [line] }));
  return [...plainRows('-', removed), ...plainRows('+', added)];
}

/** Decides by a button in the title of the diff. */
export function decideInFront(decision: 'allow' | 'deny'): void {
  const pair = pages?.inFront;
  if (pair === undefined) void showMessage(vscode.l10n.t('No edit waits for you in this editor.'));
  else pair.decide(decision);
}

/** The edits of one chat. */
export class ChatEdits {
  readonly #edits = new Map<string, ProposedEdit | NonNullable<ChangeableEdit['why']>>();

  constructor(
    private readonly chat: Chat,
    private readonly chats: Chats,
  ) {
    const { loop } = chat;
    loop.lookFirst = async id => {
      const edit = this.#edits.get(id);
      if (typeof edit === 'object') await edit.look();
    };
    loop.onChange((before, after) => {
      if (before.items === after.items) return;
      const over = [...this.#edits].filter(([id]) => find(after, id, 'permission')?.state !== 'asked');
      for (const [id, edit] of over) {
        this.#edits.delete(id);
        if (typeof edit === 'object') void edit.end();
      }
      if (over.length > 0) this.#tell();
    });
  }

  /** Says of the edit what can be done with it. */
  async read(id: string): Promise<void> {
    const known = this.#edits.get(id);
    if (typeof known !== 'object' || known.isUntouched) await this.#readFile(id);
    this.#tell();
  }

  async open(id: string): Promise<void> {
    await (await this.#edit(id))?.open();
  }

  async take(id: string, hunk: number, take: boolean): Promise<void> {
    await (await this.#edit(id))?.take(hunk, take);
  }

  /** Claude's proposal again, for the file as it is now. A diff that is open closes, because its left side may be another one. */
  async reset(id: string): Promise<void> {
    const known = this.#edits.get(id);
    this.#edits.delete(id);
    if (typeof known === 'object') await known.end();
    this.chats.dispatch(this.chat, { type: 'editChanged', requestId: id });
    await this.read(id);
  }

  async #edit(id: string): Promise<ProposedEdit | undefined> {
    if (!this.#edits.has(id)) await this.#readFile(id);
    const edit = this.#edits.get(id);
    return typeof edit === 'object' ? edit : undefined;
  }

  async #readFile(id: string): Promise<void> {
    const { state } = this.chat.loop;
    const permission = find(state, id, 'permission');
    const path = permission?.input && pathOf(permission.toolName, permission.input);
    if (permission?.state !== 'asked' || permission.input === undefined || path === undefined) return;
    const before = this.#edits.get(id);
    // The permission may have been decided while the file was read, and the person may have begun to change the edit that was known by then.
    const isOver = (): boolean =>
      find(this.chat.loop.state, id, 'permission')?.state !== 'asked' ||
      this.#edits.get(id) !== before ||
      (typeof before === 'object' && !before.isUntouched);
    try {
      const begins = permission.otherAgent?.folder;
      const meant = begins === undefined ? path : meantPath(path, begins);
      const found = await fileOfEdit(meant, workFolder(folderOf(this.chat)) ?? '');
      const made: Proposed =
        found === undefined
          ? { ok: false, why: 'missing' }
          : proposed(permission.toolName, permission.input, found.bytes, state.peer.version);
      if (isOver()) return;
      const changed = (edit: ProposedEdit): void => this.#changed(id, edit);
      const decided = (decision: 'allow' | 'deny'): void => this.#decide(id, decision);
      this.#edits.set(
        id,
        made.ok ? new ProposedEdit(permission, made.proposal, found?.file ?? path, found?.bytes, changed, decided) : made.why,
      );
    } catch {
      if (!isOver()) this.#edits.set(id, 'unreadable');
    }
  }

  /** What stands in the diff is what is allowed. Where the card tells more of the act than the diff, the person decides there. */
  #decide(id: string, decision: 'allow' | 'deny'): void {
    const permission = find(this.chat.loop.state, id, 'permission');
    if (permission?.state !== 'asked') return;
    const { place, changes, draft: note, lookAgain, otherAgent } = permission;
    const isPlain = typeof place === 'object' && !place.outside && place.target === undefined && lookAgain === undefined;
    // A terminal reads a note with *Deny* alone.
    const isRead = otherAgent === undefined || (note ?? '').trim() === '';
    if (decision === 'allow' && !(isPlain && isRead && canAllow(permission)))
      return void vscode.commands.executeCommand(commandIds.focusQuestion, { chat: this.chat.key, id });
    this.chats.dispatch(this.chat, {
      type: 'permissionDecided',
      requestId: id,
      decision,
      ...(place !== undefined && { shown: place }),
      ...(note !== undefined && { note }),
      ...(changes !== undefined && { changes }),
    });
  }

  #changed(id: string, edit: ProposedEdit): void {
    const change = edit.change();
    this.chats.dispatch(this.chat, { type: 'editChanged', requestId: id, ...(change && { change }) });
    this.#tell();
  }

  #tell(): void {
    const edits = [...this.#edits].map(([id, edit]): ChangeableEdit => {
      return typeof edit === 'object' ? { id, hunks: edit.shownHunks() } : { id, why: edit, hunks: [] };
    });
    this.chats.tell(this.chat.key, { type: 'edits', edits });
  }
}
