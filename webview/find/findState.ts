// Owns a search through the whole conversation: its words, the hits that the host has found, and the hit that is shown. Knows nothing of the
// DOM: findBar.tsx shows the search, highlight.ts marks the words.
import { batch, computed, signal } from '@preact/signals';
import type { Hit } from '../../src/shared/contract/places.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { comparePositions } from '../../src/shared/position.js';
import type { Post } from '../state/post.js';
import type { Reading } from '../state/reading.js';
import { strings } from '../strings.js';

/** Milliseconds without a key after which the conversation is searched. */
const typingPause = 150;

type Found = Extract<HostMessage, { type: 'found' }>;

export class FindState {
  readonly isOpen = signal(false);
  /** Grows when the person asks for the search: its box takes the focus. */
  readonly asked = signal(0);
  readonly query = signal('');
  private readonly hits = signal<readonly Hit[]>([]);
  private readonly current = signal<Hit | undefined>(undefined);
  private readonly state = signal<Found['state'] | 'none'>('none');
  /** The place that is shown among those of the current hit; counted from the end where it is negative. */
  readonly place = signal(0);
  /** How many places the row of the current hit shows. */
  private readonly places = signal(0);
  private chat = '';
  /** The id of the search whose hits are awaited; 0 without one. */
  private id = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** How far the search is, in words; empty without a search. */
  readonly status = computed(() => {
    const [hits, current, state] = [this.hits.value, this.current.value, this.state.value];
    if (state === 'none') return '';
    if (state === 'failed') return strings.find.failed;
    if (this.reading.hit.value?.state === 'failed') return strings.find.unread;
    if (this.reading.hit.value?.state === 'awaited') return strings.find.loading;
    if (current === undefined || !hits.includes(current)) return state === 'searching' ? strings.find.searching : strings.find.none;
    const count = strings.find[state === 'done' ? 'count' : 'countSoFar'](hits.indexOf(current) + 1, hits.length);
    const places = this.places.value;
    return places > 1 ? strings.find.places(this.shownPlace(this.place.value, places) + 1, places, count) : count;
  });

  /** `status` when there is something new to be said: not while hits are still coming, nor while a place is being read. */
  readonly said = computed(() => {
    const isBusy = this.state.value === 'searching' || this.reading.hit.value?.state === 'awaited';
    return isBusy ? '' : this.status.value;
  });

  constructor(
    private readonly reading: Reading,
    private readonly post: Post,
  ) {}

  open(): void {
    this.isOpen.value = true;
    this.asked.value++;
  }

  /** Opens it with words that were found elsewhere, at this hit. */
  openAt(words: string, hit: Hit | undefined): void {
    this.open();
    this.type(words);
    this.search();
    if (hit !== undefined) this.show(hit);
  }

  close(): void {
    this.isOpen.value = false;
    this.query.value = '';
    this.clear();
  }

  type(query: string): void {
    this.query.value = query;
    this.clear();
    if (query !== '') this.timer = setTimeout(() => this.search(), typingPause);
  }

  /** A snapshot of this chat is shown: the host has ended the search. In the same conversation it begins anew. */
  begin(chat: string): void {
    if (chat !== this.chat) this.close();
    else if (this.query.peek() !== '') this.type(this.query.peek());
    this.chat = chat;
  }

  private shownPlace(place: number, places: number): number {
    return place < 0 ? Math.max(0, places + place) : Math.min(place, places - 1);
  }

  /** The row of the current hit shows this many places. */
  found(places: number): void {
    this.places.value = places;
  }

  /** Goes to the place that is `by` places later in the conversation; around its ends. */
  step(by: 1 | -1): void {
    if (this.timer !== undefined) this.search();
    const hits = this.hits.value;
    const { length } = hits;
    if (length === 0) return;
    if (this.state.value === 'paused') {
      this.state.value = 'searching';
      this.post({ type: 'findMore', id: this.id });
    }
    const places = this.places.value;
    const place = this.shownPlace(this.place.value, places) + by;
    if (place >= 0 && place < places) {
      this.place.value = place;
      return;
    }
    const from = this.current.value === undefined ? length : hits.indexOf(this.current.value);
    this.show(hits[(from + by + length) % length], by === 1 ? 0 : -1);
  }

  receive({ id, hits, state }: Found): void {
    if (id !== this.id) return;
    this.hits.value = [...this.hits.value, ...hits].sort((one, other) => comparePositions(one.at, other.at));
    this.state.value = state;
    const current = this.current.value;
    // One that was found elsewhere is among them once it is found here.
    const here = this.hits.value.find(({ item }) => item === current?.item);
    if (here !== undefined) this.current.value = here;
    // Hits come from the end of the conversation on, where most people are.
    else if (current === undefined || state !== 'searching') this.show(this.hits.value.at(-1));
  }

  private show(hit: Hit | undefined, place = 0): void {
    batch(() => {
      this.current.value = hit;
      this.place.value = place;
      this.places.value = 0;
      if (hit !== undefined) this.reading.goTo(hit);
    });
  }

  private search(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.id = this.reading.nextId();
    this.state.value = 'searching';
    this.post({ type: 'find', id: this.id, query: this.query.value });
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.id !== 0) this.post({ type: 'cancelFind' });
    this.id = 0;
    this.hits.value = [];
    this.current.value = undefined;
    this.places.value = 0;
    this.state.value = 'none';
    this.reading.hit.value = undefined;
  }
}
