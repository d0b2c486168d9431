// An image in an answer is a small picture with a short name, before and after it is sent; the text that Claude reads is as it was.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { Answer } from '../../src/shared/question.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useCardPage } from './cardPage.js';
import { database, everyKind, nothing, questionItem, snapshot } from './gallery.js';
import { eventually } from './harness.js';
import { referenceTo } from './imagesOfChat.js';
import { name, openItem, store, waitingFor } from './openCards.js';

const reference = referenceTo('0123456789abcdef.png');
const second = referenceTo('fedcba9876543210.webp');
/** The harness has no file of this name. */
const gone = referenceTo('00000000deadbeef.png');
const own = (otherText: string, note = ''): Answer => ({ ...emptyAnswer, other: true, otherText, note });

describe('an image in an answer', () => {
  const page = useCardPage({ height: 900, width: 300 });
  const box = () => page.textbox('Other answer: Storage');
  const chips = (around: Locator = page.card) => around.getByRole('list', { name: 'Images' }).getByRole('listitem');
  const ask = (item: QuestionItem) => page.webview.send(waitingFor(item));
  const show = (item: QuestionItem) => page.webview.send(snapshot([item]));
  const pictures = (around?: Locator) =>
    chips(around)
      .locator('img')
      .evaluateAll((all: HTMLImageElement[]) =>
        all.map(({ src, complete, naturalWidth }) => [new URL(src).pathname, complete && naturalWidth > 0]),
      );

  it('is a picture with a short name below the words, and is removed by its button', async () => {
    await ask(openItem([store], { draft: [own(`as in ${reference} ${second} `)] }));
    await eventually(() => chips().allInnerTexts(), ['Image 1', 'Image 2']);
    await eventually(pictures, [
      ['/images/0123456789abcdef.png', true],
      ['/images/fedcba9876543210.webp', true],
    ]);
    await eventually(() => box().inputValue(), 'as in ');
    await page.button('Remove Image 1').click();
    await eventually(() => chips().allInnerTexts(), ['Image 1']);
    await eventually(() => page.focused(), 'Remove Image 1');
    await page.press('Delete');
    await eventually(() => chips().count(), 0);
    await eventually(() => box().evaluate(element => element === document.activeElement), true);
    await eventually(
      async () => (await page.webview.intentsOf('draftAnswer')).map(({ answer }) => answer.otherText),
      [`as in  ${second}`, 'as in '],
    );
  });

  it('stays while the person writes, letter by letter, and the host puts more in', async () => {
    await ask(openItem([store], { draft: [own(`${reference} `)] }));
    await box().click();
    await page.type('see ');
    await eventually(() => box().inputValue(), 'see ');
    await eventually(async () => (await page.lastDraft())?.[0]?.otherText, `see  ${reference}`);
    await page.press('Backspace', 'Backspace');
    await eventually(() => box().inputValue(), 'se');
    const hostEdits = [{ question: 0, field: 'otherText' as const, text: second }];
    await page.webview.send({ type: 'draft', version: 2, id: 'toolu_1', hostEdits, reads: null });
    await eventually(() => chips().allInnerTexts(), ['Image 1', 'Image 2']);
    await eventually(() => box().inputValue(), 'se ');
    await page.type('e');
    await eventually(async () => (await page.lastDraft())?.[0]?.otherText, `se e ${reference} ${second}`);
  });

  it('is numbered on in the note, and alone is an answer', async () => {
    await ask(openItem([store, name], { draft: [own(reference, `why: ${second}`), emptyAnswer] }));
    await eventually(() => chips().allInnerTexts(), ['Image 1', 'Image 2']);
    await eventually(async () => [await box().inputValue(), await page.textbox('Note: Storage').inputValue()], ['', 'why:']);
    await page.button('Submit').click();
    await page.card.getByText('1 of 2 answered').first().waitFor();
  });

  it('comes from a drop too, and goes to the chat in which it was dropped', async () => {
    await ask(openItem([store]));
    await box().evaluate(
      async (element, next) => {
        const dataTransfer = new DataTransfer();
        const canvas = new OffscreenCanvas(4, 3);
        canvas.getContext('2d');
        dataTransfer.items.add(new File([await canvas.convertToBlob()], 'shot.png', { type: 'image/png' }));
        element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        // The image is still being read.
        window.dispatchEvent(new MessageEvent('message', { data: next }));
      },
      { ...snapshot([]), chat: 'other' },
    );
    const { field, mediaType } = await page.webview.intent('addImage');
    const said = (await page.webview.intents()).findIndex(({ type }) => type === 'addImage');
    const chat = await page.webview.page.evaluate(at => globalThis.parleyChats[at], said);
    assert.deepEqual([field, mediaType, chat], ['otherText', 'image/png', 's']);
  });

  it('is waited for by Submit, which says so, so that no answer goes without it', async () => {
    await ask(openItem([store], { draft: [own('as in')] }));
    await box().evaluate(async element => {
      const read = globalThis.createImageBitmap.bind(globalThis);
      const goesOn = new Promise(resolve => addEventListener('readOn', resolve));
      globalThis.createImageBitmap = (source: ImageBitmapSource) => goesOn.then(() => read(source));
      const dataTransfer = new DataTransfer();
      const canvas = new OffscreenCanvas(4, 3);
      canvas.getContext('2d');
      dataTransfer.items.add(new File([await canvas.convertToBlob()], 'shot.png', { type: 'image/png' }));
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await box().press('Control+Enter');
    await page.card.getByText('Reading the image…').waitFor();
    await page.webview.page.evaluate(() => dispatchEvent(new Event('readOn')));
    const { image } = await page.webview.intent('addImage');
    await box().press('Control+Enter');
    // Stored, or refused with words of VS Code's.
    await page.webview.send({ type: 'answerImage', image });
    await eventually(() => page.card.getByText('Reading the image…').count(), 0);
    assert.deepEqual(await page.webview.intentsOf('answerQuestion'), []);
    await box().press('Control+Enter');
    await page.webview.intent('answerQuestion');
  });

  it('is in the finished card, folded and open, and what Claude has read is as it was', async () => {
    const reads = `"Which database?"="as in ${reference}"`;
    await show(questionItem({ phase: 'answered', questions: [database], draft: [own(`as in ${reference}`, `${second} is why`)], reads }));
    await eventually(() => page.card.locator('.cardEnding').textContent(), 'You answered · as in · Image 1');
    await eventually(pictures, [
      ['/images/0123456789abcdef.png', true],
      ['/images/fedcba9876543210.webp', true],
    ]);
    await eventually(() => chips().allInnerTexts(), ['Image 1', 'Image 2']);
    await page.button('Expand question').click();
    await eventually(() => chips().allInnerTexts(), ['Image 1', 'Image 2']);
    const note = page.card.getByRole('group', { name: 'Your note' });
    await eventually(async () => [await note.getByText('is why').innerText(), await chips(note).allInnerTexts()], ['is why', ['Image 2']]);
    await eventually(() => page.card.getByText('@').count(), 0);
    await eventually(() => page.card.getByRole('button', { name: /^Remove/ }).count(), 0);
    await page.button('What Claude read').click();
    await page.card.getByText(reads, { exact: true }).waitFor();
  });

  it('is in a reply, and in the review before submitting by its name', async () => {
    await show(questionItem({ phase: 'replied', questions: [database], draft: [nothing], reply: `Look:\n\n${reference}` }));
    await page.button('Expand question').click();
    const reply = page.card.getByRole('group', { name: 'Your reply' });
    await eventually(() => chips(reply).allInnerTexts(), ['Image 1']);
    await reply.getByText('Look:', { exact: true }).waitFor();
    const draft = [own(reference), ...everyKind.slice(1).map(() => emptyAnswer)];
    await page.ask(openItem(everyKind, { id: 'toolu_2', draft }), 'tabs');
    await page.tab('Review').click();
    await page.card.getByRole('button', { name: /Image 1/ }).waitFor();
  });

  it('says so where its file is gone, and keeps the reference', async () => {
    await ask(openItem([store], { draft: [own(`as in ${gone}`)] }));
    await eventually(() => chips().allInnerTexts(), ['File missing\nImage 1']);
    await box().fill('as in that');
    await eventually(async () => (await page.lastDraft())?.[0]?.otherText, `as in that ${gone}`);
    page.webview.allowComplaints(/404/);
  });

  it('of another chat, or written into a question by Claude, is no picture', async () => {
    const elsewhere = reference.replace('/s/', '/other/');
    await ask(openItem([{ ...store, question: `Why ${reference}?`, options: [{ label: reference }] }], { draft: [own(elsewhere)] }));
    await eventually(() => box().inputValue(), elsewhere);
    await page.card.getByText(reference, { exact: true }).first().waitFor();
    await eventually(() => chips().count(), 0);
  });
});
