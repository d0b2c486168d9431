// The picture of an option: the host reads it, the card shows it in a place that was there before, and a press opens it.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { OptionImage } from '../../src/shared/optionImages.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useCardPage } from './cardPage.js';
import { snapshot } from './gallery.js';
import { eventually } from './harness.js';
import { licence, logos, openItem, waitingFor } from './openCards.js';

const pen: OptionImage = { file: '0123456789abcdef.png' };
/** The harness has no file of this name. */
const gone: OptionImage = { file: '00000000deadbeef.png' };

describe('the picture of an option', () => {
  const page = useCardPage({ height: 900, width: 300 });
  const asked = async (count: number) => {
    await eventually(async () => (await page.webview.intentsOf('readOptionImage')).length, count);
    return page.webview.intentsOf('readOptionImage');
  };
  /** The host's replies to the last requests of the page, of which there are `count` by now. */
  const reply = async (count: number, ...shown: readonly OptionImage[]) => {
    const last = (await asked(count)).slice(-shown.length);
    await page.webview.send(...last.map(({ id }, index) => ({ type: 'optionImage' as const, id, shown: shown[index] ?? assert.fail() })));
  };
  const ask = (item: QuestionItem) => page.webview.send(waitingFor(item));
  const picture = (label: string) => page.button(`Show larger: ${label}`);
  const isThere = (label: string) =>
    eventually(
      () =>
        picture(label)
          .getByAltText(label)
          .evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0),
      true,
    );
  const isChosen = (label: string) => page.radio(label).isChecked();

  it('is asked for as the option names it, stands in its place, and moves nothing when it comes', async () => {
    await ask(openItem([logos]));
    await eventually(
      async () => (await asked(3)).map(({ image }) => image),
      logos.options.flatMap(({ image }) => image ?? []),
    );
    const places = () =>
      page.card.getByRole('radio').evaluateAll(radios => radios.map(radio => Math.round(radio.getBoundingClientRect().top)));
    const before = await places();
    await reply(3, pen, pen, { problem: 'notFound' });
    await isThere('A pen (Recommended)');
    await isThere('A stack of notes');
    await eventually(places, before);
    const { width = 0, height = 0 } = (await picture('A stack of notes').boundingBox()) ?? {};
    assert.ok(height > 60 && height <= 96 && Math.abs(width - height) <= 1, `${width} × ${height}`);
  });

  it('opens when it is pressed and picks nothing; what is beside it picks the option', async () => {
    await ask(openItem([logos]));
    await reply(3, pen, gone, { problem: 'tooLarge' });
    await isThere('A pen (Recommended)');
    await picture('A pen (Recommended)').click();
    await eventually(() => page.webview.intent('openImage'), { type: 'openImage', file: pen.file, label: 'A pen (Recommended)' });
    await eventually(() => isChosen('A pen (Recommended)'), false);
    // The place is the label's, so Playwright does not take what stands in it for what is pressed.
    const pressAt = async (locator: Locator, right: number) => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
      await page.webview.page.mouse.click(x + right * width, y + height / 2);
    };
    await pressAt(picture('A pen (Recommended)'), 1.3);
    await eventually(() => isChosen('A pen (Recommended)'), true);
    await pressAt(page.card.getByText('Image larger than 5 MB'), 0.5);
    await eventually(() => isChosen('A quill'), true);
    page.webview.allowComplaints(/404/);
  });

  it('is reached and opened by the keyboard, of radios at the chosen one', async () => {
    await ask(openItem([logos]));
    await reply(3, pen, pen, pen);
    await isThere('A quill');
    await page.radio('A pen (Recommended)').focus();
    await page.press('ArrowDown', 'Tab');
    await eventually(() => page.focused(), 'Show larger: A stack of notes');
    await page.press('Enter', 'Space');
    await eventually(
      async () => (await page.webview.intentsOf('openImage')).map(({ label }) => label),
      ['A stack of notes', 'A stack of notes'],
    );
    await eventually(() => isChosen('A stack of notes'), true);
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
  });

  it('that cannot be shown says so in the option, by the name of its file, with nothing hidden in it', async () => {
    const named = (image: string) => ({ label: `Picture ${image.length}`, image });
    const options = ['a/logo.png', '../b.png', 'C:\\c\u202e\\gnp.d\u202e.png', 'e.png', 'f.png', 'g.png', 'data:image/png;base64,AAAA'].map(
      named,
    );
    await ask(openItem([{ ...logos, options }]));
    const problems = ['notFound', 'outside', 'noImage', 'tooLarge', 'unreadable', 'untrusted', 'noImage'] as const;
    await reply(7, ...problems.map(problem => ({ problem })));
    await eventually(
      () => page.card.getByText(/image/i).allInnerTexts(),
      [
        'Image not found: logo.png',
        'Image outside your folder: b.png',
        'Not an image: gnp.d⟨U+202E⟩.png',
        'Image larger than 5 MB: e.png',
        'Image cannot be shown: f.png',
        'Trust this folder to see the image: g.png',
        'The image cannot be shown.',
      ],
    );
  });

  it('that is gone from the chat’s folder, or is no picture after all, says so', async () => {
    await ask(openItem([logos]));
    await reply(3, gone, pen, pen);
    await page.card.getByText('Image cannot be shown: pen.png').waitFor();
    page.webview.allowComplaints(/404/);
  });

  it('is not asked for while the question is being written', async () => {
    await page.webview.send(snapshot([openItem([logos], { phase: 'announced' })]));
    await page.card.getByText('A stack of notes').waitFor();
    await eventually(() => page.webview.intentsOf('readOptionImage'), []);
    await page.webview.send({ type: 'items', version: 2, items: [openItem([logos])] });
    await asked(3);
  });

  it('stays on the card when it is over, where it can be opened', async () => {
    await ask(openItem([logos]));
    await reply(3, pen, pen, { problem: 'notFound' });
    await isThere('A pen (Recommended)');
    await page.update(2, openItem([logos], { phase: 'answered', draft: [{ ...openItem([logos]).draft[0]!, selected: [0] }] }));
    await page.button('Expand question').click();
    // What failed is asked for once more, because it may be there by now.
    const again = await asked(4);
    assert.equal(again.at(-1)?.image, logos.options[2]?.image);
    await reply(4, pen);
    await isThere('A quill');
    await picture('A quill').click();
    await eventually(async () => (await page.webview.intent('openImage')).label, 'A quill');
  });

  it('leaves no empty place behind where it cannot be shown on a card that is over', async () => {
    await ask(openItem([logos], { phase: 'answered', draft: [{ ...openItem([logos]).draft[0]!, selected: [0] }] }));
    await page.button('Expand question').click();
    await reply(3, pen, pen, { problem: 'notFound' });
    const place = page.card.locator('.picturePlace').last();
    const problem = place.locator('.pictureProblem');
    await problem.waitFor();
    const [around, words] = [await place.boundingBox(), await problem.boundingBox()];
    assert.ok(around !== null && words !== null && around.height - words.height < 2, `${around?.height} around ${words?.height}`);
  });

  it('is asked for once, also when the options are filtered, and again after a snapshot', async () => {
    const many = { ...licence, options: licence.options.map((option, index) => (index === 3 ? { ...option, image: 'a.png' } : option)) };
    await ask(openItem([many]));
    await reply(1, pen);
    await isThere('Licence 4');
    const filter = page.card.getByRole('searchbox');
    await filter.fill('Licence 7');
    await eventually(() => picture('Licence 4').count(), 0);
    await filter.fill('');
    await isThere('Licence 4');
    await asked(1);
    await ask(openItem([many]));
    await reply(2, pen);
    await isThere('Licence 4');
  });

  it('is asked for anew by the next question, because its file may have changed, and not by the card that is over', async () => {
    const options = [{ label: 'A pen', image: 'media/pen.png' }, { label: 'None' }];
    const first = openItem([{ ...logos, options }]);
    await ask(first);
    await reply(1, pen);
    await isThere('A pen');
    const over: QuestionItem = { ...first, phase: 'answered' };
    await page.webview.send({ type: 'items', version: 2, items: [over, { ...first, id: 'toolu_2' }] });
    const [one, other] = await asked(2);
    assert.deepEqual([one?.question, other?.question, other?.settled], ['toolu_1', 'toolu_2', undefined]);
    await page.button('Expand question').click();
    await asked(2);
    // It stays expanded.
    await page.webview.send(snapshot([over]));
    await eventually(async () => (await asked(3)).at(-1), {
      type: 'readOptionImage',
      id: 3,
      question: 'toolu_1',
      image: 'media/pen.png',
      settled: true,
    });
  });

  it('has a page of its own, where it is as large as it is', async () => {
    const tab = await page.harness.openPreview('A pen', { image: '/images/0123456789abcdef.png' });
    const img = tab.page.getByRole('group', { name: 'A pen' }).getByRole('img', { name: 'A pen' });
    await eventually(() => img.evaluate((shown: HTMLImageElement) => shown.naturalWidth > 0 && shown.width === shown.naturalWidth), true);
    await tab.close();
    const lost = await page.harness.openPreview('A pen', { image: '/images/00000000deadbeef.png' });
    await lost.page.getByText('The image cannot be shown.').waitFor();
    lost.allowComplaints(/404/);
    await lost.close();
  });
});
