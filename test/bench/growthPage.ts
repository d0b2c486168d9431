// Runs in the webview's page: plays texts at their times, and watches until the last words are painted. Each function is handed to the page by
// itself, so it can use nothing from here.

export interface Watched {
  /** The time at which the last words were painted: epoch milliseconds. */
  readonly painted: number;
  readonly longestTask: number;
  /** How many tasks took more than 50 ms. */
  readonly longTasks: number;
  readonly frames: number;
  /** Milliseconds from the beginning to `painted`. */
  readonly time: number;
}

/** Watches from now on. `lastWords`: in the last element of the conversation, or of the `pre`. */
export type Watch = (lastWords: string) => Promise<Watched>;

export function watchPage(): Watch {
  /** Milliseconds of quiet after the last words, in which the page may still work on them. */
  const quiet = 1_000;
  const frame = (): Promise<number> => new Promise(resolve => requestAnimationFrame(resolve));
  const task = (): Promise<void> =>
    new Promise(resolve => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
  return async lastWords => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    // The text of the whole conversation at each frame would cost what is measured.
    const last = (): string => {
      const groups = document.querySelectorAll('[role="log"] .blocks');
      return (document.querySelector('body > pre')?.lastChild ?? groups[groups.length - 1]?.lastElementChild)?.textContent ?? '';
    };
    let frames = 0;
    const began = performance.now();
    do {
      await frame();
      frames += 1;
    } while (!last().includes(lastWords));
    await task();
    const painted = performance.now();
    await new Promise(resolve => setTimeout(resolve, quiet));
    observer.disconnect();
    return {
      painted: performance.timeOrigin + painted,
      longestTask: Math.max(0, ...tasks),
      longTasks: tasks.length,
      frames,
      time: painted - began,
    };
  };
}

/** Puts a `pre` over the page; what it gives back appends to it, and stays at its end. */
export function putPre(): (text: string) => void {
  const pre = document.createElement('pre');
  pre.style.cssText = 'position: fixed; inset: 0; margin: 0; overflow: auto; white-space: pre-wrap; background: black';
  document.body.append(pre);
  let follows = false;
  const follow = (): void => {
    follows = false;
    pre.scrollTop = pre.scrollHeight;
  };
  return text => {
    pre.append(text);
    if (!follows) requestAnimationFrame(follow);
    follows = true;
  };
}
