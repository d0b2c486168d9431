// Owns when code on the page gets its colours: once it is near the view, in idle moments, and while it is streamed only the lines that have
// ended. What reads the code (engine.ts) is loaded with the first of it.
import type { Post } from '../../state/post.js';
import { onCodeShown } from '../../ui/codeShown.js';
import { whenIdle } from '../../ui/idleQueue.js';
import { offerActs } from './codeActs.js';
import type * as Engine from './engine.js';
import { isPainted, paint } from './paint.js';
import type { ReadCode, Run } from './runs.js';
import { cutRuns, isDiff, isTooLong, readDiff } from './runs.js';

interface Ended {
  readonly group: Element | undefined;
  /** The runs of the lines behind which the rest can be read by itself. */
  readonly closed: readonly Run[];
  readonly closedLength: number;
  /** How many characters have colours. */
  readonly length: number;
  /** They were read at once, from the beginning. */
  readonly isOneReading: boolean;
}

const nothingEnded: Ended = { group: undefined, closed: [], closedLength: 0, length: 0, isOneReading: true };

interface Known {
  isNear: boolean;
  /** The text that has all its colours. */
  done: string | undefined;
  /** What has ended of the last group of lines, while more come. */
  ended: Ended;
  isQueued: boolean;
  /** Waits until no more comes. */
  quiet: ReturnType<typeof setTimeout> | undefined;
  /** Waits until the lines that have ended may be coloured. */
  soon: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds without more text after which the text is taken for whole. */
const quietTime = 300;
/** Milliseconds between two colourings of code that grows: what passes by faster than anybody reads has colours when it is looked at. */
const soonest = 250;
/** What is not closed is read again once it is longer by this factor, so that the cost of a text is linear. */
const growth = 1.5;
const near = '600px 0px';
const plainText: ReadonlySet<string> = new Set(['', 'text', 'txt', 'plaintext', 'plain', 'output', 'log']);

const known = new WeakMap<Element, Known>();
let engine: typeof Engine | undefined;
let loading: Promise<void> | undefined;
let report: Post = () => undefined;

// A margin of the root alone would not reach beyond the box that scrolls.
const observer = new IntersectionObserver(
  entries => {
    for (const { target, isIntersecting } of entries) {
      const code = known.get(target);
      if (code === undefined || !(target instanceof HTMLElement)) continue;
      code.isNear = isIntersecting;
      // What still comes has a timer.
      if (isIntersecting && code.quiet === undefined) queue(target, code);
    }
  },
  { rootMargin: near, scrollMargin: near },
);

/** Colours all code that is shown from now on. Call this once, before anything is shown. */
export function colourCode(post: Post): void {
  report = post;
  onCodeShown(code => {
    const before = known.get(code);
    if (before === undefined) {
      const state: Known = { isNear: false, done: undefined, ended: nothingEnded, isQueued: false, quiet: undefined, soon: undefined };
      known.set(code, state);
      observer.observe(code);
      // Its last line may not have ended.
      if (!code.textContent.endsWith('\n')) awaitQuiet(code, state);
      return;
    }
    awaitQuiet(code, before);
    before.soon ??= setTimeout(() => {
      before.soon = undefined;
      queue(code, before);
    }, soonest);
  });
}

function awaitQuiet(element: HTMLElement, code: Known): void {
  clearTimeout(code.quiet);
  code.quiet = setTimeout(() => {
    code.quiet = undefined;
    queue(element, code);
  }, quietTime);
}

function queue(element: HTMLElement, code: Known): void {
  if (code.isQueued || !code.isNear) return;
  code.isQueued = true;
  whenIdle(() => {
    code.isQueued = false;
    if (element.isConnected) colour(element, code);
  });
}

function colour(element: HTMLElement, code: Known): void {
  const language = element.dataset['language'] ?? '';
  if (code.quiet === undefined) offerActs(element, report);
  if (plainText.has(language)) return;
  if (!isDiff(language) && engine === undefined) {
    load().then(
      () => queue(element, code),
      (error: unknown) => report({ type: 'reportError', text: `The colours of code could not be loaded: ${String(error)}` }),
    );
    return;
  }
  if (code.quiet === undefined) colourAll(element, code, language);
  else colourEnded(element, code, language);
}

function load(): Promise<void> {
  loading ??= import('./engine.js').then(module => {
    engine = module;
  });
  return loading;
}

/** The same for a text that is not in an element of code. */
export async function readLater(text: string, language: string): Promise<ReadCode | undefined> {
  if (plainText.has(language) || isDiff(language) || isTooLong(text)) return undefined;
  await load();
  return engine?.readCode(text, language);
}

/** Undefined where the text has no colours. */
function read(text: string, language: string): ReadCode | undefined {
  if (isTooLong(text)) return undefined;
  return isDiff(language) ? readDiff(text) : engine?.readCode(text, language);
}

/** The elements that hold the text: groups of lines, or the `code` itself. */
function holdersIn(element: HTMLElement): readonly HTMLElement[] {
  const groups = [...element.querySelectorAll<HTMLElement>(':scope > .lines')];
  return groups.length === 0 ? [element] : groups;
}

function colourAll(element: HTMLElement, code: Known, language: string): void {
  const text = element.textContent;
  if (code.done === text && holdersIn(element).every(isPainted)) return;
  code.done = text;
  const { group, length, isOneReading } = code.ended;
  code.ended = nothingEnded;
  const holders = holdersIn(element);
  // It would be read as it was.
  if (isOneReading && length === text.length && holders.length === 1 && holders[0] === group && holders.every(isPainted)) return;
  const whole = read(text, language);
  if (whole === undefined) return;
  let at = 0;
  for (const holder of holders) {
    const part = holder.textContent;
    const own = cutRuns(whole.runs, at, at + part.length);
    at += part.length;
    // What has changed meanwhile is coloured by itself.
    whenIdle(() => {
      if (holder.isConnected && holder.textContent === part) paint(holder, own);
    });
  }
}

/** The last group alone, as if the code began with it, by the lines that have come since; `colourAll` follows once no more comes. */
function colourEnded(element: HTMLElement, code: Known, language: string): void {
  const group = holdersIn(element).at(-1);
  if (group === undefined) return;
  const before = code.ended.group === group && isPainted(group) ? code.ended : nothingEnded;
  const { closed, closedLength } = before;
  const text = group.textContent;
  const length = text.lastIndexOf('\n') + 1;
  if (length <= before.length || length - closedLength < (before.length - closedLength) * growth) return;
  const more = read(text.slice(closedLength, length), language);
  if (more === undefined) return;
  const runs = [...closed, ...more.runs];
  paint(group, runs);
  const isOneReading = closedLength === 0;
  code.ended = more.isClosed
    ? { group, closed: runs, closedLength: length, length, isOneReading }
    : { group, closed, closedLength, length, isOneReading };
}
