// Owns what is being typed to Claude and where it will go: a prompt, or a reply to a question instead of its answers.
import { computed, signal } from '@preact/signals';
import type { ReturnReason } from '../src/shared/transcript.js';
import type { Post } from './api.js';
import type { Store } from './store.js';
import { strings } from './strings.js';

export interface ReplyTarget {
  readonly id: string;
  readonly titles: readonly string[];
}

export class ComposerState {
  readonly text = signal('');
  /** Why words that were sent are here again; until the person writes or sends. */
  readonly returnedBecause = signal<ReturnReason | undefined>(undefined);
  private session: string | undefined;
  private typed = false;
  private readonly chosenTarget = signal<ReplyTarget | undefined>(undefined);

  /** The question that a reply would go to; gone when the question has ended meanwhile. */
  readonly replyTarget = computed(() => {
    const target = this.chosenTarget.value;
    const item = target && this.store.item(target.id)?.value;
    return item?.kind === 'question' && item.phase === 'asked' ? target : undefined;
  });

  /** Why Send is off, in words; undefined when only text is needed. */
  readonly blockedBecause = computed(() => {
    const { blocked } = this.store.status.value;
    if (blocked === undefined || (blocked === 'question' && this.replyTarget.value !== undefined)) return undefined;
    return strings.blocked[blocked];
  });

  readonly canSend = computed(() => this.blockedBecause.value === undefined && this.text.value.trim() !== '');

  constructor(
    private readonly store: Store,
    private readonly post: Post,
  ) {}

  /** What the host has kept of this session; not over what has been typed in it. */
  restore(session: string, text: string): void {
    if (this.session !== undefined && this.session !== session) {
      this.typed = false;
      this.returnedBecause.value = undefined;
      this.cancelReply();
    }
    this.session = session;
    // Somebody else has it, and types in it: what was typed here before is older.
    if (this.store.elsewhere.value !== undefined) this.typed = false;
    if (!this.typed) this.text.value = text;
  }

  type(text: string): void {
    this.typed = true;
    this.returnedBecause.value = undefined;
    this.text.value = text;
    this.post({ type: 'saveComposerDraft', text });
  }

  /** A prompt that the person is to complete: below what is there already, and not a reply to anything. */
  prepare(prompt: string): void {
    this.cancelReply();
    const before = this.text.value.trimEnd();
    this.type(before === '' ? prompt : `${before}\n\n${prompt}`);
  }

  send(): void {
    if (!this.canSend.value) return;
    const text = this.text.value;
    const target = this.replyTarget.value;
    // With it the host's copy of the draft is empty too, or the host gives the words back.
    this.post(target === undefined ? { type: 'sendPrompt', text } : { type: 'replyInstead', id: target.id, text });
    this.chosenTarget.value = undefined;
    this.returnedBecause.value = undefined;
    this.text.value = '';
  }

  /** What was sent was not taken: before what has been typed since. */
  takeBack(text: string, because: ReturnReason): void {
    const since = this.text.value;
    this.type(since.trim() === '' ? text : `${text.trimEnd()}\n\n${since}`);
    this.returnedBecause.value = because;
  }

  startReply(target: ReplyTarget): void {
    this.chosenTarget.value = target;
    this.post({ type: 'beginAnswer', id: target.id });
  }

  cancelReply(): void {
    this.chosenTarget.value = undefined;
  }
}
