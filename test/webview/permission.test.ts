// A permission shows all that it permits, character by character.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { permissionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

describe('a permission', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let card: Locator;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
    card = webview.page.getByRole('group', { name: 'Claude asks for permission: Bash' });
  });
  afterEach(() => webview.close());

  const ask = (input: Parameters<typeof permissionItem>[0], more: Parameters<typeof permissionItem>[1] = {}) =>
    webview.send(snapshot([permissionItem(input, more)], running));
  const field = (name: string) => card.getByRole('region', { name, exact: true });

  it('shows every line and every field', async () => {
    const content = Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n');
    await ask({ command: 'echo hello\nrm -rf ~\n', timeout: '{\n  "ms": 5\n}', content });
    await eventually(() => field('command').textContent(), 'echo hello\nrm -rf ~\n');
    await eventually(() => field('timeout').textContent(), '{\n  "ms": 5\n}');
    await eventually(() => field('content').textContent(), content);
    await eventually(
      () => card.getByRole('region').evaluateAll(all => all.map(one => one.getAttribute('aria-label'))),
      ['command', 'timeout', 'content'],
    );
    // A long one scrolls inside of the card, and a line that is too long for the card is not cut.
    const { height = 0 } = (await card.boundingBox()) ?? {};
    assert.ok(height < 700, String(height));
    await ask({ command: `echo ${'x'.repeat(3_000)}; rm -rf ~` });
    await field('command').getByText('rm -rf ~').waitFor();
    await eventually(() => field('command').evaluate(pre => pre.scrollWidth - pre.clientWidth), 0);
    await field('command').focus();
    await webview.page.keyboard.press('End');
  });

  it('that is too long has one button that stands out, also in high contrast', async () => {
    await webview.close();
    webview = await harness.open({ width: 300, theme: 'hcDark' });
    card = webview.page.getByRole('group', { name: 'Claude asks for permission: Bash' });
    await ask({ command: 'echo line\n'.repeat(3_000) });
    const filled = (name: string) =>
      card.getByRole('button', { name }).evaluate(element => {
        const root = element.getRootNode();
        const { backgroundColor, color } = getComputedStyle(root instanceof ShadowRoot ? root.host : element);
        return `${color} on ${backgroundColor}`;
      });
    await eventually(() => filled('Open all of it'), 'rgb(0, 0, 0) on rgb(255, 255, 255)');
    await eventually(async () => (await filled('Deny')) === (await filled('Open all of it')), false);
    await eventually(async () => (await filled('Allow')) === (await filled('Open all of it')), false);
    await eventually(() => card.getByText('all of it').allTextContents(), ['Open all of it', 'Read all of it first, then you can allow.']);
  });

  it('tells the time that a command has in a unit, exactly, beside the number itself', async () => {
    for (const [timeout, words] of [
      [120_000, '2 min'],
      [90_500, '90.5 sec'],
      [5, '5 ms'],
      ['1e5', '1e5'],
      [-1, '-1'],
    ] as const) {
      await ask({ command: 'ls', timeout });
      await eventually(() => card.getByRole('definition').textContent(), words);
      await card.getByRole('button', { name: 'All fields' }).click();
      const value = card.getByRole('region', { name: 'timeout' });
      await eventually(() => value.textContent(), String(timeout));
      await card.getByRole('button', { name: 'All fields' }).click();
    }
  });

  it('shows what Claude says about it as Claude’s words, below it, and what the CLI says as well', async () => {
    await ask({ command: 'rm -rf ~', description: 'Just\u202elist' }, { description: 'Just\u202elist', reason: 'It needs approval' });
    await eventually(() => card.getByRole('paragraph').first().textContent(), 'Claude’s reason: Just⟨U+202E⟩list');
    await card.getByText('It needs approval').waitFor();
    await eventually(() => field('description').count(), 0);
    const [act, words] = [await field('command').boundingBox(), await card.getByText('Claude’s reason:').boundingBox()];
    assert.ok(act !== null && words !== null && act.y < words.y);
    await ask({ title: 'a', description: 'An argument' }, { description: 'Other words' });
    await eventually(() => card.getByRole('definition').textContent(), 'An argument');
  });

  for (const [state, words, summary] of [
    ['allowed', 'Allowed', 'npm test\u202e'],
    ['denied', 'Denied by you', 'npm publish ⏎ …'],
    ['withdrawn', 'No longer needed', ''],
  ] as const) {
    it(`is one line once it is over: ${state}`, async () => {
      const { input: _, ...over } = permissionItem({ command: 'x' }, { state, summary, description: 'Run the tests' });
      await webview.send(snapshot([{ ...over, summary }], running));
      const line = webview.page.getByRole('group', { name: 'Permission: Bash' });
      const act = summary === '' ? 'Bash' : summary.replace('\u202e', '⟨U+202E⟩');
      await eventually(() => line.textContent(), `${words}·${act}`);
      const { height = 99 } = (await line.boundingBox()) ?? {};
      assert.ok(height <= 20, String(height));
      await eventually(() => line.getByRole('button').count(), 0);
    });
  }

  it('keeps the focus when it is decided by the keyboard', async () => {
    await ask({ command: 'ls' });
    await card.getByRole('button', { name: 'Deny' }).focus();
    const { input: _, ...over } = permissionItem({ command: 'ls' }, { state: 'denied' });
    await webview.send({ type: 'items', version: 2, items: [over] });
    const line = webview.page.getByRole('group', { name: 'Permission: Bash' });
    await eventually(() => line.evaluate(element => element === document.activeElement), true);
  });

  it('is gone to by command, and Enter there decides nothing', async () => {
    await ask({ command: 'ls' });
    await webview.send({ type: 'focus', target: 'question' });
    await eventually(() => card.evaluate(element => element === document.activeElement), true);
    await webview.page.keyboard.press('Enter');
    await webview.page.keyboard.press('Space');
    await eventually(async () => (await webview.intents()).filter(({ type }) => type === 'decidePermission'), []);
    // From there the keyboard reaches what it permits, then Allow.
    await webview.page.keyboard.press('Tab');
    await eventually(() => field('command').evaluate(element => element === document.activeElement), true);
  });

  it('is gone to by command where another one waits before it, and the first where it is over', async () => {
    const other = permissionItem({ file_path: '/a' }, { id: 'other', toolName: 'Read' });
    await webview.send(snapshot([permissionItem({ command: 'ls' }), other], running));
    const second = webview.page.locator('[data-item=other] [role=group]');
    await second.waitFor();
    for (const [id, focused] of [
      ['other', second],
      ['over', card],
    ] as const) {
      await webview.send({ type: 'focus', target: 'question', id });
      await eventually(() => focused.evaluate(element => element === document.activeElement), true);
    }
  });

  it('is gone to by command also where it is far above, and the page has begun anew', async () => {
    const below = Array.from({ length: 90 }, (_, at) => ({ kind: 'text' as const, id: `t${at}`, text: `Line ${at}`, streaming: false }));
    const items = [permissionItem({ command: 'ls' }, { id: 'far' }), ...below];
    await webview.send(snapshot(items, running));
    await card.waitFor();
    await webview.send(snapshot([], running));
    await webview.send(snapshot(items, running));
    await webview.page.locator('[data-item=t89]').scrollIntoViewIfNeeded();
    await webview.send({ type: 'focus', target: 'question', id: 'far' });
    await eventually(() => card.evaluate(element => element === document.activeElement), true);
  });

  it('shows the characters of a line in the order in which they are permitted', async () => {
    const command = 'mv א ב';
    await ask({ command });
    const lefts = await field('command').evaluate(pre => {
      const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
      const found: number[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        for (let index = 0; index < (node.textContent ?? '').length; index++) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          found.push(range.getBoundingClientRect().left);
        }
      return found;
    });
    assert.equal(lefts.length, command.length);
    // Otherwise the source and the target of this command change places on screen.
    assert.deepEqual(
      lefts,
      lefts.toSorted((one, other) => one - other),
    );
  });

  it('shows a joiner after a letter of any script, because it makes another file of it', async () => {
    await ask({ command: 'rm й\u200c ы\u200d ❤\ufe0e' });
    await eventually(() => field('command').textContent(), 'rm й⟨U+200C⟩ ы⟨U+200D⟩ ❤⟨U+FE0E⟩');
  });

  it('can be seen also behind a text of Claude’s that is nested deeply', async () => {
    const text = { kind: 'text', id: 'deep', text: `${'>'.repeat(5_000)}a`, streaming: false } as const;
    await webview.send(snapshot([text, permissionItem({ command: 'ls' })], running));
    await card.waitFor();
  });
});
