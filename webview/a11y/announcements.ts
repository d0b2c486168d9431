// Owns the announcements for screen readers: a question or permission waits, how it ended, Claude is done, another program owns the
// chat, a text returns to the message box, a message fails or is removed, a problem, the progress of a search, a failure to load older messages, and what
// a question beside a card puts into `store.aside`. Each change is announced once and only live; endings already contained in a snapshot are not.
import { effect } from '@preact/signals';
import { isAnswered, isFinal } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';
import { askerWordsOf } from '../question/askerWordsOf.js';
import { questionTitles } from '../question/model/draft.js';
import type { FindState } from '../find/findState.js';
import { decisionWords } from '../chat/decisionWords.js';
import type { AskItem, OutcomeItem } from '../state/itemStates.js';
import type { Store } from '../state/store.js';
import { questionWords } from '../question/words.js';
import { strings } from '../strings.js';

/** Calls `say` with each announcement until the returned function is called. */
export function announce(store: Store, find: Pick<FindState, 'said'>, say: (words: string) => void): () => void {
  const endings = new Endings(store);
  const turns = new Turns(store);
  let elsewhere: Store['elsewhere']['value'];
  let returned: Store['returned']['value'];
  let arrived: readonly AskItem[] = [];
  let told: Store['outcomes']['value'] = [];
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
    const latest = store.outcomes.value;
    const outcomes = latest === told ? [] : latest;
    told = latest;
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
      ...outcomes.map(outcomeWords),
      ...turns.since(),
      ...left,
      ...back,
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

function outcomeWords(item: OutcomeItem): string {
  if (item.kind === 'notice') return item.text;
  return item.state === 'failed' ? strings.chat.notSent : strings.send[item.state === 'takenBack' ? 'takenBack' : 'late'];
}

/** The open questions and permissions, until they end. Only these are compared, because a conversation may have thousands of items. */
class Endings {
  readonly #open = new Set<string>();
  /** The questions among them whose answers are too long to be read at once. */
  readonly #long = new Set<string>();

  constructor(private readonly store: Store) {}

  since(arrivals: readonly AskItem[]): readonly string[] {
    for (const { id } of arrivals) this.#open.add(id);
    const ended: string[] = [];
    for (const id of this.#open) {
      const item = this.store.item(id)?.value;
      if (item?.kind === 'permission' && item.state === 'asked') continue;
      if (item?.kind === 'question' && !isFinal(item.phase)) {
        if (item.readsInFile === true && !this.#long.has(id)) ended.push(questionWords.card.readsInFile);
        if (item.readsInFile === true) this.#long.add(id);
        else this.#long.delete(id);
        continue;
      }
      this.#open.delete(id);
      // Absent, because another chat is shown.
      if (item?.kind === 'question') ended.push(endOf(item));
      if (item?.kind === 'permission') ended.push(decisionWords(item));
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
    // A problem has been announced when it came, before the turn's end.
    return before === 'running' && subagents === 0 && !this.store.endsWithProblem ? [strings.said.finished] : [];
  }
}

function isAboutQuestion(blocked: ChatStatus['blocked']): boolean {
  return ['question', 'server', 'announced', 'permission', 'sending', 'agents'].includes(blocked ?? '');
}
