// References and images in own words: the card asks for them, the host puts them in.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { emptyAnswer } from '../../src/shared/answers.js';
import { useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { name, openItem, store } from './openCards.js';
import { pageTime } from './pageTime.js';

describe('references in own words', () => {
  const page = useCardPage();
  const box = () => page.textbox('Other answer: Storage');
  const reference = { question: 0, field: 'otherText' as const, text: '@db/schema.sql#L1-L9' };

  it('are asked for by a button beside each box', async () => {
    await page.ask(openItem([store, name]));
    await page.button('Add context: Storage').click();
    await page.button('Add context: Name').press('Enter');
    await page.button('Add note: Storage').click();
    await page.button('Add context to note: Storage').click();
    const of = (question: number, field: 'otherText' | 'note') => ({ type: 'addReference', id: 'toolu_1', question, field }) as const;
    await eventually(() => page.webview.intentsOf('addReference'), [of(0, 'otherText'), of(1, 'otherText'), of(0, 'note')]);
    await eventually(() => page.webview.intentsOf('draftAnswer'), []);
  });

  it('come from the host into what is being typed', async () => {
    await page.ask(openItem([store]));
    await box().fill('as in');
    await page.webview.send({ type: 'draft', version: 2, id: 'toolu_1', hostEdits: [reference], reads: null });
    await eventually(() => box().inputValue(), 'as in @db/schema.sql#L1-L9 ');
    await box().press('End');
    await page.type('too');
    await eventually(async () => (await page.lastDraft())?.[0]?.otherText, 'as in @db/schema.sql#L1-L9 too');
    await eventually(async () => (await page.webview.intentsOf('draftAnswer')).map(({ on }) => on), [0, 1, 1, 1]);
  });

  it('come into words of which the host does not know the last letters yet, and no letter goes', async () => {
    await page.ask(openItem([store]));
    await box().fill('as in, hm');
    const draft = [{ ...emptyAnswer, other: true, otherText: 'as in @db/schema.sql#L1-L9 ' }];
    await page.update(2, openItem([store], { draft, hostEdits: [reference], dismissAt: pageTime + 3_600_000 }));
    await eventually(() => box().inputValue(), 'as in, hm @db/schema.sql#L1-L9 ');
  });

  it('of an older item are not put over newer words', async () => {
    await page.ask(openItem([store], { hostEdits: [reference] }));
    await box().fill('newer');
    await page.update(2, openItem([store], { draft: [{ ...emptyAnswer, other: true, otherText: 'older' }], hostEdits: [reference] }));
    await eventually(() => box().inputValue(), 'newer');
  });
});

/** A PNG of one pixel, in base64. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('an image that is pasted', () => {
  const page = useCardPage();

  /** Pastes as Ctrl+V does with this on the clipboard. */
  const paste = (into: Locator, content: string | number, type: string, text?: string): Promise<boolean> =>
    into.evaluate(
      (element, { content, type, text }) => {
        const clipboardData = new DataTransfer();
        const bytes = typeof content === 'number' ? new Uint8Array(content) : Uint8Array.from(atob(content), byte => byte.charCodeAt(0));
        clipboardData.items.add(new File([bytes], 'image', { type }));
        if (text !== undefined) clipboardData.setData('text/plain', text);
        return element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      { content, type, text },
    );

  it('goes to the host, with the box it is for', async () => {
    await page.ask(openItem([store, name]));
    await paste(page.textbox(name.question), dot, 'image/png');
    const { image: _, ...added } = await page.webview.intent('addImage');
    assert.deepEqual(added, { type: 'addImage', id: 'toolu_1', question: 1, field: 'otherText', mediaType: 'image/png', base64: dot });
    await page.button('Add note: Storage').click();
    await paste(page.textbox('Note: Storage'), dot, 'image/webp');
    await eventually(
      async () => (await page.webview.intentsOf('addImage')).map(({ question, field }) => [question, field]),
      [
        [1, 'otherText'],
        [0, 'note'],
      ],
    );
  });

  it('comes with each other one that is pasted together with it', async () => {
    await page.ask(openItem([store]));
    await page.textbox('Other answer: Storage').evaluate((element, content) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), byte => byte.charCodeAt(0));
      for (const type of ['image/png', 'image/webp']) clipboardData.items.add(new File([bytes], 'image', { type }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, dot);
    await eventually(async () => (await page.webview.intentsOf('addImage')).length, 2);
  });

  it('is refused in words when it is too large', async () => {
    await page.ask(openItem([store]));
    const box = page.textbox('Other answer: Storage');
    const isLargePasted = await paste(box, 50 * 1024 * 1024 + 1, 'image/png');
    assert.equal(isLargePasted, false);
    await page.card.getByRole('alert').getByText('This image is too large: 50 MB is the most.').waitFor();
    await eventually(() => page.description(box), 'This image is too large: 50 MB is the most.');
    const isUnreadablePasted = await paste(box, 3, 'image/png');
    assert.equal(isUnreadablePasted, false);
    await page.card.getByRole('alert').getByText('This image cannot be read.').waitFor();
    await box.fill('then in words');
    await eventually(() => page.card.getByRole('alert').count(), 0);
    await eventually(() => page.webview.intentsOf('addImage'), []);
  });

  it('is left alone beside words, and a file that is no image says how to add it', async () => {
    await page.ask(openItem([store]));
    const box = page.textbox('Other answer: Storage');
    const areWordsPasted = await paste(box, 3, 'image/png', 'a table');
    assert.equal(areWordsPasted, true);
    const isOtherPasted = await paste(box, 3, 'application/pdf');
    assert.equal(isOtherPasted, false);
    await page.card.getByRole('alert').getByText('Only images can be added this way. Choose other files with the button below.').waitFor();
    await eventually(() => page.webview.intentsOf('addImage'), []);
  });
});
