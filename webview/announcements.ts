// Owns what a screen reader is told: that something waits for the person, how that ended, that Claude is done, that
// somebody else has the chat, and that words come back to the message box. Each once,
// when it happens while somebody is here: what a snapshot brings that was over before is old.
import { effect } from '@preact/signals';
import { isAnswered, isFinal } from '../src/shared/answers.js';
import type { ChatStatus, QuestionItem } from '../src/shared/transcript.js';
import { titlesOf } from './question/draft.js';
import type { AskItem, Store } from './store.js';
import { strings } from './strings.js';

/** Calls `say` with what is to be said, for as long as nobody calls what it gives back. */
export function announce(store: Store, say: (words: string) => void): () => void {
  const endings = new Endings(store);
  const turns = new Turns(store);
  let elsewhere: Store['elsewhere']['value'];
  let returned: Store['returned']['value'];
  let arrived: readonly AskItem[] = [];
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
    const words = [...endings.since(arrivals), ...arrivals.map(wordsFor), ...turns.since(), ...left, ...back];
    if (words.length > 0) say(strings.said.together([...new Set(words)]));
  });
}

function wordsFor(item: AskItem): string {
  return item.kind === 'question' ? strings.question.announcement(titlesOf(item.questions)) : strings.permission.name(item.toolName);
}

/** The questions that were open, until they are not. Only these are looked at: a conversation may have thousands of items. */
class Endings {
  private readonly open = new Set<string>();
  /** Those of them whose answers are too long to be read at once. */
  private readonly long = new Set<string>();

  constructor(private readonly store: Store) {}

  since(arrivals: readonly AskItem[]): readonly string[] {
    for (const { id, kind } of arrivals) if (kind === 'question') this.open.add(id);
    const ended: string[] = [];
    for (const id of this.open) {
      const item = this.store.item(id)?.value;
      if (item?.kind === 'question' && !isFinal(item.phase)) {
        if (item.readsInFile === true && !this.long.has(id)) ended.push(strings.card.readsInFile);
        if (item.readsInFile === true) this.long.add(id);
        else this.long.delete(id);
        continue;
      }
      this.open.delete(id);
      // Gone altogether: another conversation is shown.
      if (item?.kind === 'question') ended.push(endOf(item));
    }
    return ended;
  }
}

function endOf({ phase, draft, reply }: QuestionItem): string {
  const kept = reply !== undefined || draft.some(isAnswered);
  if (phase === 'announced' || phase === 'asked' || phase === 'sending') return '';
  return strings.said[phase === 'lost' && kept ? 'lostWithAnswers' : phase];
}

/** The end of Claude's turn. */
class Turns {
  private turn: ChatStatus['turn'] = 'idle';
  private pages: Store['pages']['value'] = [];

  constructor(private readonly store: Store) {}

  since(): readonly string[] {
    const { turn, blocked } = this.store.status.value;
    const pages = this.store.pages.value;
    const before = this.turn;
    // A snapshot makes every page anew: it tells how things are, not what has just happened.
    const isSnapshot = this.pages.length > 0 && pages[0] !== this.pages[0];
    this.turn = turn;
    this.pages = pages;
    if (turn !== 'idle' || isSnapshot || blocked === 'question') return [];
    if (before === 'running') return [strings.said.finished];
    return before === 'stopping' ? [strings.said.stopped] : [];
  }
}
