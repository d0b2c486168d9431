// The page as a whole never scrolls, whatever asks for it: what scrolls is in it, and the message box stays at its end.
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { chosen } from '../support/tier.js';
import { permissionItem, questionItem, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const narrow = { width: 300, height: 800 };
const low = { width: 400, height: 200 };
const sizes = [narrow, low, { width: 600, height: 800 }];

const long = Array.from({ length: 20 }, (_, index) => `## Part ${index}\n\nWords of part ${index}.\n\n- one\n- two`).join('\n\n');

/** One page of rows is always laid out: the last one. Its hidden words are what reached out of it. */
const items: readonly TranscriptItem[] = [
  ...Array.from({ length: 30 }, (_, index): TranscriptItem => ({
    kind: 'prompt',
    id: `prompt${index}`,
    text: `Prompt ${index}`,
    state: 'sent',
  })),
  { kind: 'text', id: 'text1', text: long, streaming: false },
  { kind: 'tool', id: 'tool1', name: 'Read', summary: 'src/a.ts', state: 'done', result: 'one\ntwo' },
  { kind: 'prompt', id: 'prompt30', text: 'The last prompt', state: 'failed' },
  { ...permissionItem({ command: 'ls' }), id: 'permission1', state: 'allowed' },
  questionItem(),
];

/**
 * The place to which the page, and what holds the conversation and the message box, is scrolled; and whether the message box is in view at its end.
 */
interface Place {
  readonly scrolled: readonly string[];
  readonly overflow: readonly number[];
  readonly boxInView: boolean;
}

const atRest: Place = { scrolled: [], overflow: [0, 0], boxInView: true };

async function placeOf({ composer }: WebviewPage): Promise<Place> {
  return composer.evaluate(box => {
    const log = document.querySelector('[role=log]');
    const around: Element[] = [];
    for (let element = log?.parentElement; element; element = element.parentElement) around.push(element);
    const scrolled = around.filter(({ scrollTop, scrollLeft }) => scrollTop !== 0 || scrollLeft !== 0).map(({ tagName }) => tagName);
    if (window.scrollX !== 0 || window.scrollY !== 0) scrolled.push('window');
    const { top, bottom } = box.getBoundingClientRect();
    const root = document.documentElement;
    return {
      scrolled,
      overflow: [root.scrollHeight - root.clientHeight, document.body.scrollHeight - document.body.clientHeight],
      boxInView: top >= 0 && bottom <= window.innerHeight && bottom > window.innerHeight - 80,
    };
  });
}

for (const { width, height } of chosen(sizes, narrow, low)) {
  describe(`the page at ${width} × ${height}`, () => {
    let harness: Harness;
    let webview: WebviewPage;
    before(async () => {
      harness = await Harness.start();
    });
    after(() => harness.stop());
    beforeEach(async () => {
      webview = await harness.open({ width, height });
      await webview.send(snapshot(items, waiting));
      await webview.card.waitFor();
    });
    afterEach(() => webview.close());

    const staysAfter = async (act: () => Promise<unknown>): Promise<void> => {
      await act();
      await eventually(() => placeOf(webview), atRest);
    };

    it('has nothing outside of it', async () => {
      await staysAfter(() => Promise.resolve());
    });

    it('stays when a script scrolls it', async () => {
      await staysAfter(() =>
        webview.page.evaluate(() => {
          window.scrollTo(0, 100_000);
          window.scrollBy(100, 100_000);
          for (const element of [document.documentElement, document.body, ...document.querySelectorAll('main, main > div')])
            element.scrollTop = 100_000;
        }),
      );
    });

    for (const block of ['start', 'center', 'end', 'nearest'] as const) {
      it(`stays when anything in it is scrolled into view, at its ${block}`, async () => {
        await staysAfter(() =>
          webview.page.evaluate(where => {
            for (const element of document.body.querySelectorAll('main *')) element.scrollIntoView({ block: where, inline: where });
          }, block),
        );
      });
    }

    it('stays when anything in it gets the focus', async () => {
      await staysAfter(() =>
        webview.page.evaluate(() => {
          for (const element of document.body.querySelectorAll<HTMLElement>('main *')) {
            // As a screen reader puts it on words that cannot have it otherwise.
            if (!element.matches(':is(vscode-button, input, textarea, button, a, pre)')) element.tabIndex = -1;
            element.focus();
          }
        }),
      );
    });

    it('stays when the keyboard goes around in it', async () => {
      await webview.composer.focus();
      for (const key of ['Tab', 'Shift+Tab'])
        for (let press = 0; press < 20; press += 1) {
          await webview.page.keyboard.press(key);
          await eventually(async () => (await placeOf(webview)).scrolled, []);
        }
      await staysAfter(() => webview.page.keyboard.press('End'));
    });

    it('stays when words are found in it, also hidden ones', async () => {
      for (const words of ['You', 'Prompt 3', 'Part 7', 'The last prompt', 'Which database'])
        await staysAfter(() => webview.page.evaluate(searched => (window as unknown as Finder).find(searched, false, false, true), words));
    });

    it('stays when a selection reaches through all of it', async () => {
      await staysAfter(() =>
        webview.page.evaluate(() => {
          const selection = getSelection();
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            selection?.setBaseAndExtent(node, 0, node, node.textContent?.length ?? 0);
            selection?.modify('extend', 'forward', 'line');
          }
          selection?.selectAllChildren(document.body);
        }),
      );
      await staysAfter(() => webview.page.keyboard.press('Shift+ArrowDown'));
    });

    it('stays while a long answer comes and the person goes to its end', async () => {
      await webview.send({ type: 'items', version: 2, items: [{ kind: 'text', id: 'text2', text: '', streaming: true }] });
      for (let version = 3; version < 23; version += 1)
        await webview.send({ type: 'append', version, id: 'text2', text: `Paragraph ${version}.\n\n- one\n- two\n\n` });
      await webview.page.getByText('Paragraph 22.').waitFor();
      await staysAfter(() => webview.page.getByText('Paragraph 22.').scrollIntoViewIfNeeded());
    });
  });
}

/** What Ctrl+F does. It is not in the standard, and in every browser. */
interface Finder {
  find(words: string, caseSensitive: boolean, backwards: boolean, wrapAround: boolean): boolean;
}
