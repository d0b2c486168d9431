// Jump to latest and Copy lie over nothing: measured on the page, in every state of the gallery.
import assert from 'node:assert/strict';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import type { GalleryState } from './gallery.js';
import { gallery } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { Harness } from './harness.js';

const code =
  '```ts\nconst a = 1; // far longer than a narrow view is wide, and longer than a wide one is, and so it scrolls by itself\n```';
const above: readonly TranscriptItem[] = [
  ...Array.from({ length: 8 }, (_, index): TranscriptItem => ({
    kind: 'prompt',
    id: `above ${index}`,
    text: `Line ${index}`,
    state: 'sent',
  })),
  { kind: 'text', id: 'code above', text: code.concat('\n\n').repeat(6), streaming: false },
  { kind: 'tool', id: 'tool above', name: 'Bash', summary: 'npm test', state: 'done', result: 'ok' },
];

describe('Jump to latest and Copy', function () {
  this.timeout(120_000);
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  afterEach(() => webview.close());

  async function showScrolledAway(state: GalleryState): Promise<void> {
    await webview.show(withMoreAbove(state));
    await webview.page.getByRole('log').evaluate(async log => {
      log.scrollTop = log.scrollHeight - log.clientHeight * 1.6;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(resolve => requestAnimationFrame(resolve));
    });
  }

  for (const width of [300, 900]) {
    it(`cover no control and no text in any state: ${width} px`, async () => {
      webview = await harness.open({ width, height: 500, reducedMotion: true });
      const found: string[] = [];
      for (const state of gallery.filter(
        ({ hostMessages: [first], readFails }) => readFails !== true && first?.type === 'snapshot' && first.items.length > 0,
      )) {
        await showScrolledAway(state);
        if ((await webview.button('Jump to latest').count()) !== 1) found.push(`${state.name}: no Jump to latest`);
        found.push(...(await webview.page.evaluate(covered)).map(text => `${state.name}: ${text}`));
      }
      assert.deepEqual(found, []);
    });
  }

  it('are found to cover something where they do', async () => {
    webview = await harness.open({ width: 300, height: 500 });
    await showScrolledAway(gallery.find(({ name }) => name === 'card asked') ?? assert.fail());
    await webview.page.getByRole('button', { name: 'Jump to latest' }).evaluate(inner => {
      const button = (inner.getRootNode() as ShadowRoot).host;
      Object.assign((button as HTMLElement).style, { position: 'absolute', bottom: '60px', left: '20px' });
    });
    assert.notDeepEqual(await webview.page.evaluate(covered), []);
  });
});

function withMoreAbove(state: GalleryState): GalleryState {
  const hostMessages = state.hostMessages.map(message =>
    message.type === 'snapshot' ? { ...message, items: [...above, ...message.items] } : message,
  );
  return { ...state, hostMessages };
}

/** In the page: what can be acted on or read under a button, at a grid of points in it. */
function covered(): string[] {
  const buttons = [...document.querySelectorAll('vscode-button[aria-label="Jump to latest"], .codeBlock > button')];
  const hasText = (element: Element, x: number, y: number): boolean =>
    [...element.childNodes].some(node => {
      if (node.nodeType !== Node.TEXT_NODE) return false;
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some(({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom);
    });
  const found = new Set<string>();
  for (const button of buttons) {
    const { left, top, width, height } = button.getBoundingClientRect();
    for (let step = 0; step < 25; step++) {
      const [x, y] = [left + (width * (0.5 + (step % 5))) / 5, top + (height * (0.5 + Math.floor(step / 5))) / 5];
      const stack = document.elementsFromPoint(x, y);
      const at = stack.findIndex(element => button.contains(element));
      for (const element of at < 0 ? [] : stack.slice(at + 1)) {
        if (element.contains(button) || button.contains(element)) continue;
        if (element.matches('button, input, textarea, vscode-button, a, [role=tab], [tabindex]') || hasText(element, x, y))
          found.add(`${button.textContent} over ${element.outerHTML.slice(0, 80)}`);
      }
    }
  }
  return [...found];
}
