// Work that nobody waits for, one piece per idle moment of the page, so that no piece makes the person wait. The newest piece
// comes first, because the end of a conversation is what is in view.
type Work = () => void;

const waiting: Work[] = [];
/** Ends the wait for the next moment; undefined when nothing waits. */
let cancelNext: (() => void) | undefined;
/** Milliseconds after which a page that is never idle does a piece all the same. */
const timeout = 100;

/** Gives back what takes the work out of the queue again. */
export function whenIdle(work: Work): () => void {
  waiting.push(work);
  if (cancelNext === undefined) awaitIdle();
  return () => {
    const index = waiting.lastIndexOf(work);
    if (index !== -1) waiting.splice(index, 1);
  };
}

/** Somebody waits for what is in the queue now: a piece per task, also while the page is not idle. */
export function hurry(): void {
  if (waiting.length === 0) return;
  cancelNext?.();
  const timer = setTimeout(() => {
    doNext(hurry);
  });
  cancelNext = () => {
    clearTimeout(timer);
  };
}

function awaitIdle(): void {
  const handle = requestIdleCallback(
    () => {
      doNext(awaitIdle);
    },
    { timeout },
  );
  cancelNext = () => {
    cancelIdleCallback(handle);
  };
}

function doNext(awaitMore: () => void): void {
  cancelNext = undefined;
  const work = waiting.pop();
  if (waiting.length > 0) awaitMore();
  work?.();
}
