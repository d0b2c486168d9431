// The page around the pages of Parley's webviews: each is a frame, as in the workbench. It passes on what they say, in order, and what they
// are told, and keeps their state as VS Code does.

/** Runs in the browser. */
function outer(): void {
  interface Frame {
    readonly element: HTMLIFrameElement;
    readonly number: number;
  }
  const frames = new Map<number, Frame>();
  let saying = Promise.resolve();
  let told = 0;
  const wakes: (() => void)[] = [];
  let kept: unknown;
  const say = (data: unknown): void => {
    saying = saying.then(async () => void (await fetch('/said', { method: 'POST', body: JSON.stringify(data) }).catch(() => undefined)));
  };
  const close = (number: number): void => {
    frames.get(number)?.element.remove();
    frames.delete(number);
  };
  const painted = (): Promise<void> => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  Object.assign(window, {
    parleyState: () => kept,
    fromFrame: (number: number, kind: 'state' | 'state?' | 'message', data: unknown) => {
      if (kind === 'state?') return kept;
      if (kind === 'state') kept = data;
      else say({ webview: number, message: data });
      return undefined;
    },
    /** Resolves when the pages have painted the message of this number, and all that they have said has arrived. */
    parleySettled: async (number: number) => {
      while (told < number) await new Promise<void>(wake => wakes.push(wake));
      await painted();
      for (let before; before !== saying;) {
        before = saying;
        await saying;
      }
    },
  });
  new EventSource('/told').onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as { type: string; webview: number; place?: string; message?: unknown; number?: number };
    const frame = frames.get(message.webview);
    if (message.type === 'html') {
      close(message.webview);
      const element = document.createElement('iframe');
      element.id = `webview-${message.webview}`;
      element.className = `parley ${message.place}`;
      element.src = `/webview/${message.webview}`;
      document.body.append(element);
      frames.set(message.webview, { element, number: message.webview });
    } else if (message.type === 'post') {
      const inner = frame?.element.contentWindow as (Window & { MessageEvent: typeof MessageEvent }) | null | undefined;
      inner?.dispatchEvent(new inner.MessageEvent('message', { data: message.message }));
      told = message.number ?? told;
      for (const wake of wakes.splice(0)) wake();
    } else if (message.type === 'focus') {
      frame?.element.focus();
      frame?.element.contentWindow?.focus();
    } else if (message.type === 'close') close(message.webview);
    else if (message.type === 'none') {
      // The window is gone, and the numbers begin anew.
      for (const number of [...frames.keys()]) close(number);
      told = 0;
    }
  };
}

export const outerPage = `<!DOCTYPE html><html><head><link rel="icon" href="data:,"><style>
body { margin: 0; display: flex; } iframe.parley { border: 0; width: 400px; height: 860px; } iframe.parley.tab { width: 800px; }
</style></head><body><script>(${outer.toString()})();</script></body></html>`;

/** What VS Code puts into the page of a webview: its style sheet, the theme, and `acquireVsCodeApi`. */
export function dressed(html: string, webview: number, theme: string): string {
  const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? '';
  const api = `globalThis.acquireVsCodeApi = () => ({
  setState(state) { parent.fromFrame(${webview}, 'state', state); return state; },
  getState: () => parent.fromFrame(${webview}, 'state?'),
  postMessage(message) { parent.fromFrame(${webview}, 'message', message); } });`;
  return html
    .replace('<link rel="stylesheet"', '<link rel="stylesheet" href="/vscode.css"><link rel="stylesheet"')
    .replace('<div id="root">', `<script nonce="${nonce}">${theme}\n${api}</script><div id="root">`);
}
