// Runs in the webview's page: plays messages at their times, and tells when the last words are painted and how long the tasks
// were. Each function is handed to the page by itself, so it can use nothing from here.

export interface Timed {
  /** Milliseconds after the first. */
  readonly at: number;
  readonly data: unknown;
}

export interface Played {
  /** Milliseconds from when the last text was due to where it is painted. */
  readonly latency: number;
  readonly longestTask: number;
  /** How many tasks took more than 50 ms. */
  readonly longTasks: number;
  readonly framesLost: number;
}

/** `due`: when the message with the last words is played. */
type Play = (messages: readonly Timed[], where: 'view' | 'pre', lastWords: string, due: number) => Promise<Played>;

export function playMessages(): Play {
  /** Milliseconds of quiet after the last words, in which the page may still work on them. */
  const quiet = 2_000;
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
  const wait = (ms: number): Promise<void> => (ms > 0 ? new Promise(resolve => setTimeout(resolve, ms)) : task());

  function placeFor(where: 'view' | 'pre'): { readonly put: (data: unknown) => void; readonly text: () => string } {
    if (where === 'view')
      return {
        put: data => void window.dispatchEvent(new MessageEvent('message', { data })),
        text: () => document.querySelector('[role="log"]')?.textContent ?? '',
      };
    const pre = document.createElement('pre');
    pre.style.cssText = 'position: fixed; inset: 0; margin: 0; overflow: auto; white-space: pre-wrap; background: black';
    document.body.append(pre);
    let follows = false;
    const follow = (): void => {
      follows = false;
      pre.scrollTop = pre.scrollHeight;
    };
    return {
      put: data => {
        pre.append(String(data));
        if (!follows) requestAnimationFrame(follow);
        follows = true;
      },
      text: () => pre.textContent,
    };
  }

  return async (messages, where, lastWords, due) => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    const { put, text } = placeFor(where);
    let frames = 0;
    let running = true;
    const count = (): void => {
      frames++;
      if (running) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const began = performance.now();
    for (const { at, data } of messages) {
      await wait(began + at - performance.now());
      put(data);
    }
    do await frame();
    while (!text().includes(lastWords));
    await task();
    const painted = performance.now();
    running = false;
    const framesLost = Math.max(0, Math.round((painted - began) / (1000 / 60)) - frames);
    await wait(quiet);
    await frame();
    observer.disconnect();
    return { latency: painted - began - due, longestTask: Math.max(0, ...tasks), longTasks: tasks.length, framesLost };
  };
}
