// Owns the view's requests for items that it does not have, and what becomes of their replies: a page goes into the gap that it was read for,
// the items around a hit replace all but the window. A snapshot drops the requests before it. Knows nothing of the DOM.
import { signal } from '@preact/signals';
import type { Hit } from '../../src/shared/contract/places.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { Post } from './post.js';
import type { Direction, Gap } from './conversation.js';
import type { Store } from './store.js';

type ReadReply = Extract<HostMessage, { type: 'page' | 'around' | 'readFailed' }>;

interface PendingPage {
  readonly gap: Gap;
  readonly direction: Direction;
}

export class Reading {
  /** The last hit that was asked for: whether its items are awaited, here, or could not be read. */
  readonly hit = signal<{ readonly hit: Hit; readonly state: 'awaited' | 'here' | 'failed' } | undefined>(undefined);
  private readonly pending = new Map<number, PendingPage | { readonly hit: Hit }>();
  private lastId = 0;

  constructor(
    private readonly store: Store,
    private readonly post: Post,
    /** Called before rows are put in front of others. */
    private readonly beforeGrowth: () => void,
  ) {}

  nextId(): number {
    return ++this.lastId;
  }

  /** Reads the end of a gap (`older`) or its beginning. */
  readGap(gap: Gap, direction: Direction): void {
    const reading = this.store.conversation.setReading(gap, 'yes');
    if (reading === undefined) return;
    const id = this.nextId();
    this.pending.set(id, { gap: reading, direction });
    this.post({ type: 'readPage', id, direction, after: gap.after, before: gap.before });
  }

  /** Has the item of the hit put on the page; `hit` tells when it is there. */
  goTo(hit: Hit): void {
    if (this.store.conversation.show(hit.item)) {
      this.hit.value = { hit, state: 'here' };
      return;
    }
    this.hit.value = { hit, state: 'awaited' };
    const id = this.nextId();
    this.pending.set(id, { hit });
    this.post({ type: 'goToHit', id, cursor: hit.cursor, before: this.store.conversation.windowStart() });
  }

  /** A snapshot has begun anew. */
  reset(): void {
    this.pending.clear();
    this.hit.value = undefined;
  }

  receive(reply: ReadReply): void {
    const asked = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    // Nobody waits for it any more.
    if (asked === undefined) return;
    if ('gap' in asked) this.receivePage(asked, reply);
    else if (this.hit.peek()?.hit === asked.hit) this.receiveAround(asked.hit, reply);
  }

  private receivePage({ gap, direction }: PendingPage, reply: ReadReply): void {
    if (reply.type !== 'page') {
      this.store.conversation.setReading(gap, 'failed');
      return;
    }
    this.beforeGrowth();
    this.store.fill(gap, direction, reply.items, reply.rest);
  }

  private receiveAround(hit: Hit, reply: ReadReply): void {
    if (reply.type === 'around') this.store.goTo(reply.items, reply.start, reply.end);
    this.hit.value = { hit, state: this.store.conversation.show(hit.item) ? 'here' : 'failed' };
  }
}
