// The focus, when the person has gone to something else meanwhile: the page takes it from nowhere.
import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { questionItem, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const hello: TranscriptItem = { kind: 'prompt', id: 'prompt1', text: 'Hello', state: 'sent' };

describe('the page beside something else that has the focus', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let frame: Frame;
  let elsewhere: Locator;
  const composer = (): Locator => frame.getByRole('textbox', { name: 'Message Claude' });

  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open();
    const { page } = webview;
    await page.goto(new URL('/frame', page.url()).href);
    frame = page.frames()[1] ?? assert.fail();
    elsewhere = page.getByRole('textbox', { name: 'Elsewhere' });
    await elsewhere.focus();
  });

  afterEach(() => webview.close());

  const say = (...messages: HostMessage[]): Promise<void> =>
    frame.evaluate(async all => {
      for (const data of all) window.dispatchEvent(new MessageEvent('message', { data }));
      for (let painted = 0; painted < 3; painted += 1) await new Promise(resolve => requestAnimationFrame(resolve));
    }, messages);

  const pass = (milliseconds: number): Promise<void> =>
    frame.evaluate(async time => {
      await globalThis.parleyPage?.pass(time);
    }, milliseconds);

  it('waits with a move of the focus until the page has the focus', async () => {
    const isFocused = (): Promise<boolean> => composer().evaluate(box => box === document.activeElement);
    await say(snapshot([hello]), { type: 'focus', target: 'composer' });
    await eventually(isFocused, false);
    await webview.page.keyboard.type('x');
    await eventually(() => elsewhere.inputValue(), 'x');
    await webview.page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    await eventually(isFocused, true);
  });

  it('moves the focus to a card that comes later only where the person has not acted meanwhile', async () => {
    const card = questionItem();
    await webview.page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    const isOnCard = (): Promise<boolean> => frame.evaluate(() => document.activeElement?.closest('form') instanceof HTMLElement);
    for (const types of [false, true]) {
      await say(snapshot([hello]));
      await composer().focus();
      await say({ type: 'focus', target: 'item', id: card.id });
      if (types) await webview.page.keyboard.type('1');
      await say(snapshot([hello, card], waiting));
      await frame.getByRole('form', { name: 'Claude asks' }).waitFor();
      await eventually(isOnCard, !types);
    }
    assert.equal(await composer().inputValue(), '1');
  });

  it('that comes to a card long after it was asked for: what is typed just then goes into the message box, and answers nothing', async () => {
    const card = questionItem();
    const option = (): Locator => frame.getByRole('radio').first();
    const give = (): Promise<void> => webview.page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    const isOnCard = (): Promise<boolean> => frame.evaluate(() => document.activeElement?.closest('form') instanceof HTMLElement);
    await say(snapshot([hello, card], waiting));
    for (const wait of [1000, 'the page was loaded first', 0] as const) {
      const isLate = wait !== 0;
      await composer().fill('');
      await elsewhere.focus();
      await say({ type: 'focus', target: 'question', ...(typeof wait === 'string' && { late: true }) });
      if (typeof wait === 'number') await pass(wait);
      await give();
      await eventually(isOnCard, true);
      const before = await frame.evaluate(() => globalThis.parleyIntents.length);
      const other = frame.getByRole('radio').nth(1);
      if (isLate) await webview.page.keyboard.press('ArrowDown');
      assert.equal(await other.isChecked(), false, 'an arrow chooses the next option');
      await webview.page.keyboard.type('1a');
      if (isLate) await webview.page.keyboard.press('Enter');
      await eventually(() => composer().inputValue(), isLate ? '1a' : '');
      await eventually(() => option().isChecked(), !isLate);
      const said = await frame.evaluate(count => globalThis.parleyIntents.slice(count).map(({ type }) => type), before);
      assert.equal(
        said.some(type => /answer/i.test(type)),
        !isLate,
      );
      await pass(1000);
    }
  });

  it('says that it has the focus, and that it has it no more', async () => {
    const said = async (): Promise<unknown[]> =>
      (await frame.evaluate(() => globalThis.parleyIntents)).flatMap(intent => (intent.type === 'pageFocus' ? [intent.focused] : []));
    await say(snapshot([hello]));
    const before = (await said()).length;
    await webview.page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    await eventually(async () => (await said()).slice(before), [true]);
    await elsewhere.focus();
    await eventually(async () => (await said()).slice(before), [true, false]);
  });

  it('says that it does not have the focus where VS Code has been asked for it, once for each time, and not where nothing waits for it', async () => {
    const said = async (): Promise<number> =>
      (await frame.evaluate(() => globalThis.parleyIntents)).filter(({ type }) => type === 'notFocused').length;
    await say(snapshot([hello]), { type: 'focusGiven' });
    await pass(1000);
    await eventually(said, 0);
    await say({ type: 'focus', target: 'composer' }, { type: 'focusGiven' });
    await pass(1000);
    await eventually(said, 1);
    await webview.page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    await say({ type: 'focus', target: 'composer' }, { type: 'focusGiven' });
    await pass(1000);
    await eventually(said, 1);
  });

  it('says nothing where the focus comes a moment after VS Code was asked for it', async () => {
    const said = (): Promise<unknown[]> => frame.evaluate(() => globalThis.parleyIntents.filter(({ type }) => type === 'notFocused'));
    await say(snapshot([hello]), { type: 'focus', target: 'composer' }, { type: 'focusGiven' });
    await webview.page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    await eventually(() => composer().evaluate(box => box === document.activeElement), true);
    await pass(1000);
    assert.deepEqual(await said(), []);
  });

  it('has the focus where it was to go also when VS Code takes it away and gives it again, until the person acts', async () => {
    const give = (): Promise<void> => webview.page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    const take = async (): Promise<void> => {
      await composer().evaluate(box => box.blur());
      await elsewhere.focus();
    };
    const isFocused = (): Promise<boolean> => composer().evaluate(box => document.hasFocus() && box === document.activeElement);
    await give();
    await say(snapshot([hello]), { type: 'focus', target: 'composer' });
    await eventually(isFocused, true);
    for (const acts of [false, true]) {
      if (acts) await webview.page.keyboard.press('Shift');
      await take();
      await give();
      await say();
      await eventually(isFocused, !acts);
    }
  });

  it('takes the focus itself where VS Code has been asked twice', async () => {
    await say(snapshot([hello]), { type: 'focus', target: 'composer' }, { type: 'focusGiven', again: true });
    await eventually(() => composer().evaluate(box => document.hasFocus() && box === document.activeElement), true);
  });

  it('does not scroll from under a press to where the focus was to go', async () => {
    const rows = Array.from({ length: 30 }, (_, nth): TranscriptItem => ({ ...hello, id: `prompt${nth}`, text: `Row ${nth}` }));
    await say(snapshot([questionItem(), ...rows], waiting), { type: 'focus', target: 'question' });
    await frame.getByText('Row 29', { exact: true }).click();
    await say();
    await eventually(() => frame.getByText('Row 29', { exact: true }).evaluate(row => row.getBoundingClientRect().top < innerHeight), true);
  });

  it('forgets where the focus was to go when another chat is shown', async () => {
    await say(snapshot([questionItem()], waiting), { type: 'focus', target: 'question' });
    await say({ ...snapshot([questionItem({ id: 'other' })], waiting), chat: 'two' });
    await webview.page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    await say();
    await eventually(() => frame.evaluate(() => document.activeElement === document.body), true);
  });
});
