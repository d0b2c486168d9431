// Owns when code on the page gets its colours: once it is near the view, in idle moments, and while it is streamed only the lines that have
// ended. What reads the code (engine.ts) is loaded with the first of it.
import type { Post } from '../state/post.js';
import { onCodeShown } from '../ui/codeShown.js';
import { whenIdle } from '../ui/idleQueue.js';
import type * as Engine from './engine.js';
import { isPainted, paint } from './paint.js';
import type { Run } from './runs.js';
import { cutRuns, diffRuns, isDiff, isTooLong } from './runs.js';

interface Known {
  isNear: boolean;
  /** The text that has all its colours. */
  done: string | undefined;
  /** How many characters of the last group of lines have colours, while more come. */
  ended: number;
  isQueued: boolean;
  /** Waits until no more comes. */
  quiet: ReturnType<typeof setTimeout> | undefined;
}

/** Milliseconds without more text after which the text is taken for whole. */
const quietTime = 300;
/** Lines that have ended are coloured again once they are longer than before by this factor, so that the cost of a text is linear. */
const growth = 1.1;
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
      if (isIntersecting) queue(target, code);
    }
  },
  { rootMargin: near, scrollMargin: near },
);

/** Begins with all that is on the page. Call this once. */
export function colourCode(post: Post): void {
  report = post;
  onCodeShown(code => {
    if (plainText.has(code.dataset['language'] ?? '')) return;
    const before = known.get(code);
    if (before === undefined) {
      const state: Known = { isNear: false, done: undefined, ended: 0, isQueued: false, quiet: undefined };
      known.set(code, state);
      observer.observe(code);
      // Its last line may not have ended.
      if (!code.textContent.endsWith('\n')) awaitQuiet(code, state);
      return;
    }
    awaitQuiet(code, before);
    queue(code, before);
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

/** Undefined where the text has no colours. */
function runsOf(text: string, language: string): readonly Run[] | undefined {
  if (isTooLong(text)) return undefined;
  return isDiff(language) ? diffRuns(text) : engine?.runsOf(text, language);
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
  code.ended = 0;
  const runs = runsOf(text, language);
  if (runs === undefined) return;
  let at = 0;
  for (const holder of holdersIn(element)) {
    const part = holder.textContent;
    const own = cutRuns(runs, at, at + part.length);
    at += part.length;
    // What has changed meanwhile is coloured by itself.
    whenIdle(() => {
      if (holder.isConnected && holder.textContent === part) paint(holder, own);
    });
  }
}

/** The last group alone, as if the code began with it; `colourAll` follows once no more comes. */
function colourEnded(element: HTMLElement, code: Known, language: string): void {
  const holders = holdersIn(element);
  const last = holders.at(-1);
  if (last === undefined) return;
  if (!isPainted(last)) code.ended = 0;
  const text = last.textContent;
  const ended = text.slice(0, text.lastIndexOf('\n') + 1);
  if (ended.length < code.ended * growth || ended === '') return;
  const runs = runsOf(ended, language);
  if (runs === undefined) return;
  paint(last, runs);
  code.ended = ended.length;
}
