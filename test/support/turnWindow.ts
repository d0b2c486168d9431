// A window that follows the turns of one chat, with snapshots that the test gives.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../src/chat/events.js';
import { restoredState } from '../../src/chat/restore.js';
import type { ChatState } from '../../src/chat/state.js';
import { initialState } from '../../src/chat/state.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { emitter } from '../../src/host/chats/emitter.js';
import { watchTurnChanges } from '../../src/host/features/review/turnSnapshots.js';
import type { FileChange } from '../../src/review/changes.js';
import type { LeftOut } from '../../src/review/fileLists.js';
import { after, named, prompt } from './chat.js';

interface TakenTree {
  readonly tree: string;
  readonly left: readonly LeftOut[];
}

/** Lets what is settled go on. */
export const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** A window with one chat, and snapshots that come when the test gives them. */
export class Window {
  /** But for what the chat keeps of a turn that goes on. */
  readonly told: ChatEvent[] = [];
  /** What the next window asks of the snapshots: the tree before. */
  readonly cut: string[] = [];
  readonly #snapshots: ((taken: TakenTree | undefined) => void)[] = [];
  readonly #saves = new Set<(files: readonly string[]) => void>();
  #heardTrust = (): void => undefined;
  readonly retold: Chat[] = [];
  /** Of the trees that come. */
  kind: { readonly isEdits?: true } = {};
  /** Turns of which nobody wants to know. */
  dropped = 0;
  readonly #didChange = emitter<Chat>({ error: text => assert.fail(text) });
  readonly didClose = emitter<Chat>({ error: text => assert.fail(text) });
  readonly didShow = emitter<Chat>({ error: text => assert.fail(text) });
  readonly chat: Chat;
  #heard = (): void => undefined;
  /** Ends what this window watches. */
  readonly stops: () => void;
  readonly warnings: string[] = [];

  /** `state`: that of a chat from before this window. `folder`: null as long as the window may read none. `seenUntil`: how far its transcript is known. */
  constructor(
    public state: ChatState = initialState('auto'),
    public folder: string | null = '/work',
    seenUntil = 0,
  ) {
    const loop = {
      dispatch: (event: ChatEvent): void => {
        if (event.type === 'turnFollowed') this.state = after(this.state, event);
        else this.told.push(event);
        this.#heard();
      },
    };
    Object.defineProperty(loop, 'state', { get: () => this.state });
    this.chat = { key: 'chat', otherOwner: undefined, seenUntil, loop } as unknown as Chat;
    this.stops = watchTurnChanges({
      chats: { all: [this.chat], onDidChange: this.#didChange, onDidShow: this.didShow, onDidClose: this.didClose },
      log: { warn: text => this.warnings.push(text) },
      folderOf: () => this.folder ?? undefined,
      endCut: async (_folder, before) => {
        this.cut.push(before);
        const last = await this.#take();
        if (last?.tree === 'gone') throw new Error('The tree is not kept any more.');
        return last && { before, after: last.tree, left: last.left };
      },
      begin: async (_folder, kept) => {
        const first = await this.#take();
        if (first === undefined) return undefined;
        kept(first.tree);
        return {
          end: async () => {
            const last = await this.#take();
            return last && { before: first.tree, after: last.tree, left: [...first.left, ...last.left], ...this.kind };
          },
          drop: () => void this.dropped++,
        };
      },
      changes: (_folder, before, behind) => {
        if (behind === 'refused') return Promise.resolve(undefined);
        if (behind === 'gone') return Promise.reject(new Error('The tree is not kept any more.'));
        const files: readonly FileChange[] = [
          { path: 'a', kind: 'modified', plus: 2, minus: 1 },
          { path: 'b', kind: 'added', plus: 3, minus: 0 },
        ];
        return Promise.resolve(before === behind ? [] : files);
      },
      onDidSave: listener => {
        this.#saves.add(listener);
        return { dispose: () => this.#saves.delete(listener) };
      },
      onDidTrust: listener => {
        this.#heardTrust = listener;
        return { dispose: () => (this.#heardTrust = () => undefined) };
      },
      told: chat => this.retold.push(chat),
    });
  }

  #take(): Promise<TakenTree | undefined> {
    return new Promise(resolve => this.#snapshots.push(resolve));
  }

  happens(...events: readonly ChatEvent[]): this {
    for (const event of events) {
      this.state = after(this.state, event);
      this.#didChange.fire(this.chat);
    }
    return this;
  }

  /** How many snapshots are under way. */
  get taken(): number {
    return this.#snapshots.length;
  }

  async gives(tree: string | undefined, ...left: TakenTree['left']): Promise<void> {
    await settled();
    this.#snapshots.shift()?.(tree === undefined ? undefined : { tree, left });
    await settled();
  }

  /** Resolves once the chat is told something more, when this snapshot is there. */
  async tells(tree: string | undefined): Promise<void> {
    const heard = new Promise<void>(resolve => (this.#heard = resolve));
    await this.gives(tree);
    await heard;
  }

  /** The next window, after this one was killed. `until`: when it had seen Claude work; the transcript tells of later work. */
  reopened(folder?: string | null, until = 0): Window {
    this.stops();
    const { followed, ...stored } = JSON.parse(JSON.stringify(this.state)) as ChatState;
    const kept = { ...stored, ...(followed && { followed: { until, ...followed } }) };
    return new Window(restoredState(kept, 'auto', 0), folder, Infinity);
  }

  saves(file: string): void {
    for (const listener of this.#saves) listener([file]);
  }

  /** The person trusts the folder. */
  trusts(folder: string): void {
    this.folder = folder;
    this.#heardTrust();
  }
}

/** A turn begins. */
export const begun: readonly ChatEvent[] = [prompt('u'), { type: 'processStarted' }, { type: 'writeAcknowledged', writeId: 'w0' }, named];
export const call = (name: string, toolUseId = 'call'): ChatEvent => ({ type: 'toolStarted', toolUseId, name, summary: '' });
export const resultOf = (toolUseId: string): ChatEvent => ({ type: 'toolFinished', toolUseId, isError: false, text: '' });
export const result = resultOf('call');
