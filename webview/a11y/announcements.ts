// Owns the announcements for screen readers: a question or permission waits, how it ended, Claude is done, another program owns the
// chat, a text returns to the message box, a message is removed, the progress of a search, a failure to load older messages, and what a question beside
// a card puts into `store.aside`. Each change is announced once and only live; endings already contained in a snapshot are not.
import { effect } from '@preact/signals';
import { isAnswered, isFinal } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';
import { askerWordsOf } from '../question/askerWordsOf.js';
import { questionTitles } from '../question/model/draft.js';
import type { FindState } from '../find/findState.js';
import type { AskItem, Store } from '../state/store.js';
import { questionWords } from '../question/words.js';
import { strings } from '../strings.js';

/** Calls `say` with each announcement until the returned function is called. */
export function announce(store: Store, find: Pick<FindState, 'said'>, say: (words: string) => void): () => void {
  const endings = new Endings(store);
  const turns = new Turns(store);
  let elsewhere: Store['elsewhere']['value'];
  let returned: Store['returned']['value'];
  let arrived: readonly AskItem[] = [];
  let removed: Store['removals']['value'] = [];
  let found = '';
  let failedBefore = false;
  let asideBefore = '';
  return effect(() => {
    const newlyAsked = store.newlyAsked.value;
    const arrivals = newlyAsked === arrived ? [] : newlyAsked;
    arrived = newlyAsked;
    const now = store.elsewhere.value;
    const left = now === undefined || now === elsewhere ? [] : [strings.elsewhere[now]];
    elsewhere = now;
    const because = store.returned.value;
    const back = because === undefined || because === returned ? [] : [strings.returned[because]];
    returned = because;
    const latelyRemoved = store.removals.value;
    const removals = latelyRemoved === removed ? [] : latelyRemoved;
    removed = latelyRemoved;
    const status = find.said.value;
    const hits = status === found ? [] : [status];
    found = status;
    const failed = store.conversation.slots.value.some(slot => slot.kind === 'gap' && slot.reading === 'failed');
    const unread = failed && !failedBefore ? [strings.older.failed] : [];
    failedBefore = failed;
    const aside = store.aside.value;
    const asides = aside === asideBefore ? [] : [aside];
    asideBefore = aside;
    const words = [
      ...endings.since(arrivals),
      ...arrivals.filter(({ id }) => !store.announcedBefore.includes(id)).map(wordsFor),
      ...turns.since(),
      ...left,
      ...back,
      ...removals.map(({ state }) => strings.send[state === 'takenBack' ? 'takenBack' : 'late']),
      ...hits,
      ...unread,
      ...asides,
    ].filter(sentence => sentence !== '');
    if (words.length > 0) say(strings.said.together([...new Set(words)]));
  });
}

function wordsFor(item: AskItem): string {
  return item.kind === 'question'
    ? (askerWordsOf(item)?.announcement(item) ?? questionWords.announcement(questionTitles(item.questions)))
    : strings.permissionAsked(item.toolName);
}

/** The open questions, until they end. Only these are compared, because a conversation may have thousands of items. */
class Endings {
  readonly #open = new Set<string>();
  /** The open questions whose answers are too long to be read at once. */
  readonly #long = new Set<string>();

  constructor(private readonly store: Store) {}

  since(arrivals: readonly AskItem[]): readonly string[] {
    for (const { id, kind } of arrivals) if (kind === 'question') this.#open.add(id);
    const ended: string[] = [];
    for (const id of this.#open) {
      const item = this.store.item(id)?.value;
      if (item?.kind === 'question' && !isFinal(item.phase)) {
        if (item.readsInFile === true && !this.#long.has(id)) ended.push(questionWords.card.readsInFile);
        if (item.readsInFile === true) this.#long.add(id);
        else this.#long.delete(id);
        continue;
      }
      this.#open.delete(id);
      // Absent, because another chat is shown.
      if (item?.kind === 'question') ended.push(endOf(item));
    }
    return ended;
  }
}

function endOf(item: QuestionItem): string {
  const { phase, draft, reply } = item;
  const kept = reply !== undefined || draft.some(isAnswered);
  if (phase === 'announced' || phase === 'asked' || phase === 'sending') return '';
  return askerWordsOf(item)?.ending(item) ?? strings.said[phase === 'lost' && kept ? 'lostWithAnswers' : phase];
}

/** The end of Claude's work. A turn that leaves subagents at work is not its end: when they have ended, the CLI begins another turn. */
class Turns {
  #turn: ChatStatus['turn'] = 'idle';
  #snapshots = 0;

  constructor(private readonly store: Store) {}

  since(): readonly string[] {
    const { turn, blocked, waiting, subagents = 0 } = this.store.status.value;
    const snapshots = this.store.snapshots.value;
    const before = this.#turn;
    // A snapshot describes a state and no change, so nothing is announced.
    const isSnapshot = snapshots !== this.#snapshots;
    this.#turn = turn;
    this.#snapshots = snapshots;
    if (turn !== 'idle' || isSnapshot || isAboutQuestion(blocked) || waiting === true) return [];
    if (before === 'stopping') return [strings.said.stopped];
    return before === 'running' && subagents === 0 ? [strings.said.finished] : [];
  }
}

function isAboutQuestion(blocked: ChatStatus['blocked']): boolean {
  return ['question', 'server', 'announced', 'permission', 'sending', 'agents'].includes(blocked ?? '');
}
