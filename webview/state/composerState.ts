// Owns the text in the message box and its target: a prompt, or a reply to a question in place of its answers.
import { computed, signal } from '@preact/signals';
import type { ReturnReason } from '../../src/shared/transcript.js';
import type { Post } from './post.js';
import type { Store } from './store.js';
import { strings } from '../strings.js';

export interface ReplyTarget {
  readonly id: string;
  readonly titles: readonly string[];
}

export class ComposerState {
  readonly text = signal('');
  #session: string | undefined;
  #typed = false;
  /** The text that the last suggestion made, and the person's own words in it. */
  #suggested: { readonly own: string; readonly text: string } | undefined;
  readonly #chosenTarget = signal<ReplyTarget | undefined>(undefined);

  /** The question that a reply would go to; undefined when it has ended meanwhile. */
  readonly replyTarget = computed(() => {
    const target = this.#chosenTarget.value;
    const item = target && this.store.item(target.id)?.value;
    return item?.kind === 'question' && item.phase === 'asked' ? target : undefined;
  });

  /** Why Send is off; undefined when only text is missing. */
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

  /** Restores the host's text of this chat, unless the person has typed in it. */
  restore(session: string, text: string): void {
    if (this.#session !== undefined && this.#session !== session) {
      this.#typed = false;
      this.store.returned.value = undefined;
      this.cancelReply();
    }
    this.#session = session;
    // The owner of the chat stores its own text: the text that was typed here before is older.
    if (this.store.elsewhere.value !== undefined) this.#typed = false;
    if (!this.#typed) this.text.value = text;
  }

  type(text: string): void {
    this.#typed = true;
    this.store.returned.value = undefined;
    this.text.value = text;
    this.post({ type: 'saveComposerDraft', text });
  }

  /** Puts a prompt for the person to complete below the text that is there. It replies to no question. */
  prepare(prompt: string): void {
    this.cancelReply();
    this.type(below(this.text.value, prompt));
  }

  /** Puts a suggestion below the person's own words, in the place of an earlier suggestion that is unchanged. The person sends it. */
  suggest(prompt: string): void {
    const own = this.text.value === this.#suggested?.text ? this.#suggested.own : this.text.value;
    this.cancelReply();
    this.#suggested = { own, text: below(own, prompt) };
    this.type(this.#suggested.text);
  }

  send(): void {
    if (!this.canSend.value) return;
    const text = this.text.value;
    const target = this.replyTarget.value;
    // The host empties its copy too, or returns the text.
    this.post(target === undefined ? { type: 'sendPrompt', text } : { type: 'replyInstead', id: target.id, text });
    this.#chosenTarget.value = undefined;
    this.store.returned.value = undefined;
    this.text.value = '';
  }

  /** Puts a text that could not be sent before the text typed since. */
  takeBack(text: string, because: ReturnReason): void {
    const since = this.text.value;
    this.type(since.trim() === '' ? text : `${text.trimEnd()}\n\n${since}`);
    this.store.returned.value = because;
  }

  startReply(target: ReplyTarget): void {
    this.#chosenTarget.value = target;
    this.post({ type: 'beginAnswer', id: target.id });
  }

  cancelReply(): void {
    this.#chosenTarget.value = undefined;
  }
}

function below(words: string, prompt: string): string {
  const before = words.trimEnd();
  return before === '' ? prompt : `${before}\n\n${prompt}`;
}
