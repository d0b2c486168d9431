// The lists at the caret of the message box, and the offer of the editor's selection. The host's replies are the test's.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { ChatNews } from '../../src/shared/contract/news.js';
import type { Variant } from '../../src/shared/variant.js';
import { snapshot } from './gallery.js';
import type { PageOptions, WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const commands = [
  { name: 'compact', description: 'Shorter', hint: '[about what]' },
  { name: 'review', description: 'Read the changes', hint: '' },
  { name: 'pre-commit', description: '<b>Check\u202e all</b>', hint: '' },
];

describe('the lists of the message box', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => void (harness = await Harness.start()));
  after(() => harness.stop());
  afterEach(() => webview.close());

  const open = async (options: PageOptions = { width: 300 }): Promise<void> => {
    webview = await harness.open(options);
    await webview.send(snapshot([]));
    // The list's code comes a moment after the page.
    await eventually(() => webview.composer.getAttribute('aria-haspopup'), 'listbox');
  };
  const tell = (news: ChatNews) => webview.send({ type: 'news', chat: 's', news });
  const asked = async (): Promise<readonly string[]> => (await webview.intentsOf('findMentions')).map(({ query }) => query);
  /** Replies to the last request, once there is one for these words. */
  const find = async (query: string, paths: readonly string[], more: Partial<Variant<ChatNews, 'mentions'>> = {}): Promise<void> => {
    await eventually(async () => (await asked()).at(-1), query);
    const id = (await webview.intentsOf('findMentions')).at(-1)?.id ?? 0;
    await tell({ type: 'mentions', id, paths: [...paths], problems: 0, ...more });
  };
  const list = (name = 'Files and more to add') => webview.page.getByRole('listbox', { name });
  const options = () => list().getByRole('option');
  const names = () => options().evaluateAll(all => all.map(one => one.querySelector('[title]')?.getAttribute('title')));
  const marked = () => webview.page.locator('[role=option][aria-selected=true]').innerText();
  const text = () => webview.composer.inputValue();
  const type = (words: string) => webview.composer.pressSequentially(words);
  const sent = () => webview.intentsOf('sendPrompt');

  it('opens by @ at the beginning of a word, asks once, and then once the person pauses', async () => {
    await open();
    await type('a@b');
    await eventually(async () => [await asked(), await list().count()], [[], 0]);
    await type(' see (@');
    await find('', ['src/', 'src/routes.ts']);
    await eventually(names, ['src/', 'src/routes.ts']);
    await type('rou');
    // What fits of the earlier reply stays.
    await eventually(names, ['src/routes.ts']);
    await find('rou', ['src/routes.ts', 'src/deep/route.ts']);
    await eventually(names, ['src/routes.ts', 'src/deep/route.ts']);
    await eventually(async () => (await asked()).length <= 4, true);
    await eventually(async () => new Set((await webview.intentsOf('findMentions')).map(({ opening }) => opening)).size, 1);
  });

  it('shows no reply to words that are no longer there', async () => {
    await open();
    await type('@');
    await eventually(asked, ['']);
    const [first] = await webview.intentsOf('findMentions');
    await type('zz');
    await eventually(async () => (await asked()).at(-1), 'zz');
    await tell({ type: 'mentions', id: first?.id ?? 0, paths: ['a.ts'], problems: 0 });
    await webview.page.getByText('Searching…').waitFor();
    await find('zz', []);
    await webview.page.getByRole('paragraph').getByText('Nothing of that name').waitFor();
  });

  it('is for the keyboard alone: arrows mark, Enter and Tab pick, and the words can be undone', async () => {
    await open();
    await type('Compare @');
    await find('', ['src/a.ts', 'docs/zwei wörter.md']);
    const active = async () =>
      (await webview.composer.getAttribute('aria-activedescendant')) === (await options().nth(1).getAttribute('id'));
    await webview.composer.press('ArrowDown');
    await eventually(active, true);
    await webview.composer.press('ArrowDown');
    await webview.composer.press('ArrowUp');
    await webview.composer.press('Enter');
    await eventually(text, 'Compare @"docs/zwei wörter.md" ');
    await type('with @a');
    await find('a', ['src/a.ts']);
    await webview.composer.press('Tab');
    await eventually(text, 'Compare @"docs/zwei wörter.md" with @src/a.ts ');
    await eventually(async () => [await list().count(), await sent()], [0, []]);
    await eventually(() => webview.composer.getAttribute('aria-activedescendant'), null);
    await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1)?.text, await text());
    await webview.composer.press('Control+z');
    await eventually(text, 'Compare @"docs/zwei wörter.md" with @a');
  });

  it('keeps its rows once the person walks in them, until the words are others', async () => {
    await open();
    await type('@a');
    await find('a', ['src/a.ts', 'src/ab.ts']);
    await webview.composer.press('ArrowDown');
    await eventually(() => list().getByRole('option', { selected: true }).locator('[title]').getAttribute('title'), 'src/ab.ts');
    await find('a', ['a.ts', 'b/a.ts', 'src/a.ts', 'src/ab.ts']);
    // Behind the rows that have come the page hears of what it would ask next.
    await type('b');
    await find('ab', ['ab.ts', 'src/ab.ts']);
    await eventually(names, ['ab.ts', 'src/ab.ts']);
    await find('ab', ['z/ab.ts', 'ab.ts']);
    await eventually(names, ['z/ab.ts', 'ab.ts']);
    await webview.composer.press('ArrowDown');
    await find('ab', ['y/ab.ts', 'z/ab.ts', 'ab.ts']);
    await webview.composer.press('Enter');
    await eventually(text, '@ab.ts ');
  });

  it('is for the pointer, which leaves the focus in the box', async () => {
    await open();
    await type('@');
    await find('', ['~odd:name/a"b.ts', 'src/a.ts']);
    await options().nth(1).click();
    await eventually(text, '@src/a.ts ');
    await type('and @');
    await find('', ['~odd/ä.ts']);
    await options().first().click();
    await eventually(text, '@src/a.ts and @./~odd/ä.ts ');
    await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
  });

  it('is closed by Escape, which keeps the words and reaches nothing else, until another sign is typed', async () => {
    await open();
    await type('@');
    await find('', ['src/a.ts']);
    await options().first().waitFor();
    const heard = await webview.page.evaluateHandle(() => {
      const keys: string[] = [];
      window.addEventListener('keydown', ({ key }) => keys.push(key));
      return keys;
    });
    await webview.composer.press('Escape');
    await eventually(() => list().count(), 0);
    await eventually(() => heard.jsonValue(), []);
    await type('src');
    await eventually(async () => [await list().count(), await text()], [0, '@src']);
    await webview.composer.press('Enter');
    await eventually(async () => (await webview.intent('sendPrompt')).text, '@src');
  });

  it('takes no key of an input method, and asks for nothing while that composes', async () => {
    await open();
    await type('@');
    await find('', ['src/a.ts', 'src/b.ts']);
    await options().first().waitFor();
    await webview.composer.evaluate(box => {
      for (const key of ['ArrowDown', 'Enter', 'Tab', 'Escape'])
        box.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }));
      if (!(box instanceof HTMLTextAreaElement)) return;
      box.value = '@に';
      box.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
    });
    await eventually(async () => [await list().count(), await text(), await sent(), await asked()], [1, '@に', [], ['']]);
    await webview.composer.evaluate(box => box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })));
    await find('に', ['にほん.ts']);
    await eventually(names, ['にほん.ts']);
  });

  it('sends nothing by Enter while the reply is on its way', async () => {
    await open();
    await type('@rou');
    await webview.composer.press('Enter');
    await find('rou', ['src/routes.ts']);
    await eventually(names, ['src/routes.ts']);
    await eventually(async () => [await sent(), await text()], [[], '@rou']);
    await find('rou', []);
    await eventually(() => options().count(), 0);
    await webview.composer.press('Enter');
    await eventually(async () => (await webview.intent('sendPrompt')).text, '@rou');
  });

  it('asks anew where a snapshot of the same chat has taken the reply away', async () => {
    await open();
    await type('@rou');
    await find('rou', ['src/routes.ts']);
    await eventually(names, ['src/routes.ts']);
    const before = (await asked()).length;
    await webview.send({ ...snapshot([], undefined, '@rou'), version: 2 });
    await eventually(async () => (await asked()).length, before + 1);
    await find('rou', ['src/routes.ts']);
    await eventually(names, ['src/routes.ts']);
    await webview.composer.press('Enter');
    await eventually(text, '@src/routes.ts ');
  });

  it('adds the selection, problems and the terminal’s selection as chips, and takes the sign out of the words', async () => {
    await open();
    await type('Look at @');
    const selection = { path: 'src/routes.ts', lines: { first: 12, last: 40 } };
    await find('', ['src/a.ts'], { selection, problems: 3, terminal: 'bash' });
    await eventually(
      () => options().allInnerTexts(),
      ['Selection\nroutes.ts:12–40', 'Problems\n3 problems', 'Terminal selection\nbash', 'src\n/a.ts'],
    );
    await type('prob');
    await find('prob', [], { selection, problems: 3, terminal: 'bash' });
    await eventually(() => options().allInnerTexts(), ['Problems\n3 problems']);
    await webview.composer.press('Enter');
    await eventually(text, 'Look at ');
    await eventually(() => webview.intentsOf('addMention'), [{ type: 'addMention', what: 'problems' }]);
    await webview.send({ type: 'items', version: 2, items: [], attachments: [{ kind: 'problems', id: 't', name: 'Problems', lines: 3 }] });
    await webview.button('Remove Problems').waitFor();
    await webview.page.getByText('3 lines').waitFor();
  });

  it('opens by / at the beginning of the message: commands with what they do, and what they go on with', async () => {
    await open();
    await tell({ type: 'offers', models: [], commands });
    await type('/');
    const all = () => list('Commands').getByRole('option').allInnerTexts();
    await eventually(all, ['/compact [about what]\nShorter', '/pre-commit\n<b>Check⟨U+202E⟩ all</b>', '/review\nRead the changes']);
    await type('re');
    await eventually(all, ['/review\nRead the changes', '/pre-commit\n<b>Check⟨U+202E⟩ all</b>']);
    await webview.composer.fill('/com');
    await eventually(marked, '/compact [about what]\nShorter');
    await webview.composer.press('Tab');
    await eventually(text, '/compact ');
    await webview.page.getByText('Arguments: [about what]').waitFor();
    await type('the tests');
    await eventually(() => webview.page.getByText('Arguments').count(), 0);
    await webview.composer.fill('not at /');
    await eventually(() => list('Commands').count(), 0);
    await tell({ type: 'offers', models: [], commands: [{ name: 'new', description: 'Later', hint: '' }] });
    await webview.composer.fill('/');
    await eventually(all, ['/new\nLater']);
  });

  it('has the commands that a person uses, by name, and all of them on demand or by their words', async () => {
    await open();
    const offered = ['review', 'heapdump', '__remote', 'init'].map(name => ({ name, description: 'It', hint: '' }));
    await tell({ type: 'offers', models: [], commands: [...offered, { name: 'gone', description: '(removed) It', hint: '' }] });
    await type('/');
    const all = async (): Promise<readonly string[]> =>
      (await list('Commands').getByRole('option').allInnerTexts()).map(shown => shown.split('\n')[0] ?? '');
    await eventually(all, ['/init', '/review', 'All commands (5)']);
    for (const key of ['ArrowUp', 'Enter']) await webview.composer.press(key);
    await eventually(all, ['/init', '/review', '/__remote', '/gone', '/heapdump']);
    await eventually(async () => [await text(), await sent()], ['/', []]);
    await type('heap');
    await eventually(all, ['/heapdump']);
  });

  it('shows all of the marked command, of the others what they do and no arguments, and icons in the middle of their lines', async () => {
    await open();
    const description = 'Reads the changes of this branch, says what is wrong with them, and mends what you choose';
    await tell({ type: 'offers', models: [], commands: ['review', 'say'].map(name => ({ name, description, hint: '[low] [--fix]' })) });
    await type('/');
    const isCut = (part: string) =>
      list('Commands')
        .locator(`${part} >> nth=0`)
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    await eventually(async () => [await isCut('.mentionName'), await isCut('.mentionDetail')], [false, false]);
    const hints = list('Commands').getByText('[low] [--fix]', { exact: true });
    await eventually(() => hints.evaluateAll(all => all.map(one => one.getClientRects().length > 0)), [true, false]);
    await webview.composer.fill('@');
    await find('', ['src/'], { problems: 1 });
    const middles = () =>
      list('Files and more to add')
        .getByRole('option')
        .evaluateAll(options =>
          options.map(({ children: [icon, name] }) => {
            const [one, other] = [icon, name].map(element => element?.getBoundingClientRect() ?? new DOMRect());
            return Math.round(Math.abs((one?.top ?? 0) + (one?.height ?? 0) / 2 - (other?.top ?? 0) - (other?.height ?? 0) / 2));
          }),
        );
    await eventually(async () => (await middles()).map(apart => apart <= 1), [true, true]);
  });

  it('has the commands of another chat of the window before this one has begun, and says so where there are none', async () => {
    await open();
    await type('/');
    await eventually(() => webview.intentsOf('readCommands'), [{ type: 'readCommands' }]);
    await webview.page.getByText('Send a first message, then Claude’s commands are listed here.').waitFor();
    await tell({ type: 'commands', commands });
    await eventually(() => list('Commands').getByRole('option').count(), 3);
  });

  it('closes by Shift+Tab, which goes to what is before the box', async () => {
    await open();
    await webview.send({ type: 'items', version: 2, items: [], attachments: [{ kind: 'file', id: 'f', path: 'a.ts' }] });
    await type('@');
    await find('', ['src/a.ts']);
    await options().first().waitFor();
    await webview.composer.press('Shift+Tab');
    await eventually(() => webview.button('Remove a.ts').evaluate(button => button === document.activeElement), true);
    await eventually(async () => [await list().count(), await text()], [0, '@']);
  });

  it('says how many entries there are, once', async () => {
    await open();
    await type('@');
    await find('', ['a.ts', 'b.ts']);
    await webview.page.getByRole('status').getByText('2 entries').waitFor();
  });

  it('stays in view, from right to left too, and axe finds nothing, at any width and in high contrast', async () => {
    for (const look of [
      { width: 300, theme: 'dark', place: 'view' },
      { width: 640, theme: 'light', place: 'tab' },
      { width: 300, theme: 'hcDark', place: 'view' },
    ] as const) {
      await open({ ...look, height: 500 });
      await type('@');
      const long = Array.from({ length: 20 }, (_, at) => `packages/תיקייה/a very long folder/of many words/file${at}.ts`);
      await find('', long, { problems: 1 });
      await webview.composer.press('ArrowUp');
      const last = options().last();
      await eventually(() => last.getAttribute('aria-selected'), 'true');
      const isSeen = await last.evaluate(one => {
        const { top, bottom, left, right } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
      });
      assert.equal(isSeen, true);
      await webview.page.evaluate(axeSource);
      const found = await webview.page.evaluate(async () => (await globalThis.axe.run({ resultTypes: ['violations'] })).violations);
      assert.deepEqual(
        found.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
        [],
      );
      // The last one is closed behind the test.
      if (look.theme !== 'hcDark') await webview.close();
    }
  });

  describe('and the offer of the editor’s selection', () => {
    const place = { path: 'src/routes.ts', lines: { first: 12, last: 40 } };

    it('is asked for when the person comes and when a message begins, never for a letter', async () => {
      await open();
      await eventually(() => webview.intentsOf('readEditor'), []);
      await webview.composer.focus();
      await type('Look at this');
      await eventually(async () => (await webview.intentsOf('readEditor')).map(({ writing }) => writing), [false, true]);
    });

    it('is asked for again where a snapshot of the same chat has taken it away', async () => {
      await open();
      await webview.composer.focus();
      await tell({ type: 'editor', place, follows: false });
      await webview.button('Always include routes.ts:12–40').waitFor();
      await webview.send({ ...snapshot([]), version: 2 });
      await eventually(async () => (await webview.intentsOf('readEditor')).length, 2);
    });

    it('adds nothing unasked; once turned on it stands as a chip, whose removal ends it', async () => {
      await open();
      await webview.composer.focus();
      await tell({ type: 'editor', place, follows: false });
      const offer = webview.button('Always include routes.ts:12–40');
      await eventually(() => offer.getAttribute('aria-pressed'), 'false');
      await type('Look');
      await webview.composer.press('Enter');
      await eventually(() => webview.intent('sendPrompt'), { type: 'sendPrompt', text: 'Look' });
      await offer.click();
      await eventually(() => webview.intentsOf('followEditor'), [{ type: 'followEditor', on: true, writing: false }]);
      await tell({ type: 'editor', place, follows: true });
      await eventually(() => webview.button('Always included: routes.ts:12–40').getAttribute('aria-pressed'), 'true');
      await type('More');
      const chip = { kind: 'selection', id: 'editor-1', path: 'src/routes.ts', first: 12, last: 40 } as const;
      await webview.send({ type: 'items', version: 2, items: [], attachments: [chip] });
      await eventually(() => webview.button('Always included: routes.ts:12–40').count(), 0);
      await webview.composer.press('Enter');
      await eventually(async () => (await sent()).at(-1), { type: 'sendPrompt', text: 'More', attachments: ['editor-1'] });
      await type('Again');
      await webview.send({ type: 'items', version: 3, items: [], attachments: [chip] });
      await webview.button('Remove src/routes.ts:12–40').click();
      await eventually(async () => (await webview.intentsOf('followEditor')).at(-1), { type: 'followEditor', on: false, writing: true });
      await webview.send({ type: 'items', version: 4, items: [], attachments: [] });
      await tell({ type: 'editor', place: { path: 'src/routes.ts' }, follows: false });
      await webview.button('Always include routes.ts').waitFor();
    });
  });
});
