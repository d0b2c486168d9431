// The list at the caret of the message box: what it is asked for, and which entry is marked. Owns when the host is asked: when the list
// opens, and then once the person pauses.
import { signal } from '@preact/signals';
import type { Post } from '../../state/post.js';
import type { Trigger } from './trigger.js';
import { triggerAt } from './trigger.js';

/** The pause in milliseconds. */
const pause = 80;

export class MentionState {
  readonly trigger = signal<Trigger | undefined>(undefined);
  /** Position of the marked entry. */
  readonly marked = signal(0);
  /** The person has moved the mark, so the rows stay where they are until the words are others. */
  readonly isWalking = signal(false);
  /** The person wants to see all commands, until the list closes. */
  readonly isAll = signal(false);
  /** The request whose reply is waited for, or was the last. */
  readonly request = signal(0);
  /** What the person has left in the box, also in the middle of a word of an input method. */
  typed = '';
  /** The host keeps the files of an opening, and those of an earlier page, or of another one, are not those of this. */
  #opening = Math.floor(Math.random() * 2 ** 31);
  /** The position of the sign whose list the person has closed. */
  #closedAt: number | undefined;
  #asking: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly post: Post) {}

  /** The words or the caret have changed. */
  read({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    const found = selectionStart === selectionEnd ? triggerAt(value, selectionStart) : undefined;
    if (found?.start !== this.#closedAt) this.#closedAt = undefined;
    this.#show(found === undefined || this.#closedAt === found.start ? undefined : found);
  }

  /** Closes the list until another sign is typed. */
  close(): void {
    this.#closedAt = this.trigger.peek()?.start;
    this.#show(undefined);
  }

  /** The box has lost the focus. */
  leave(): void {
    this.#show(undefined);
  }

  /** A snapshot has taken the reply away. */
  askAnew(): void {
    const shown = this.trigger.peek();
    if (shown?.kind === 'command') this.post({ type: 'readCommands' });
    else if (shown !== undefined) this.#find(shown.query, 0);
  }

  move(by: number, count: number): void {
    if (count === 0) return;
    this.marked.value = (this.marked.peek() + by + count) % count;
    this.isWalking.value = true;
  }

  #show(next: Trigger | undefined): void {
    const before = this.trigger.peek();
    if (next === undefined && before === undefined) return;
    if (next?.kind === before?.kind && next?.query === before?.query && next?.start === before?.start && next?.end === before?.end) return;
    this.trigger.value = next;
    if (next?.kind !== before?.kind) this.isAll.value = false;
    // What stands behind the caret is not sought.
    if (next?.kind === before?.kind && next?.query === before?.query && next?.start === before?.start) return;
    this.marked.value = 0;
    this.isWalking.value = false;
    clearTimeout(this.#asking);
    if (next === undefined) return;
    const isOpening = before?.kind !== next.kind;
    if (next.kind === 'command') {
      if (isOpening) this.post({ type: 'readCommands' });
      return;
    }
    if (isOpening) this.#opening += 1;
    this.#find(next.query, isOpening ? 0 : pause);
  }

  /** Asks the host after `wait` milliseconds, at once where that is 0. */
  #find(query: string, wait: number): void {
    clearTimeout(this.#asking);
    // No reply to an earlier request is taken for the answer to these words.
    this.request.value += 1;
    const [id, opening] = [this.request.peek(), this.#opening];
    const ask = (): void => this.post({ type: 'findMentions', id, opening, query });
    if (wait === 0) ask();
    else this.#asking = setTimeout(ask, wait);
  }
}
