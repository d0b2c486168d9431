// What is remembered, on the page: an earlier decision on an open card, what Claude was told, and what it has changed in the Product Doc.
import assert from 'node:assert/strict';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { EarlierDecision } from '../../src/shared/contract/toView.js';
import type { Question } from '../../src/shared/question.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { layouts, useCardPage } from './cardPage.js';
import { snapshot } from './gallery.js';
import { eventually } from './harness.js';
import { aged, docChange, earlier, longChange, postgres, told, toldLines } from './memoryStates.js';
import { name, openItem, parts, store, waitingFor } from './openCards.js';
import { pageTime } from './pageTime.js';

const fill = 'Use PostgreSQL again: Storage';

describe('what was decided before, on a card', () => {
  const page = useCardPage({ height: 900 });
  const decided = (...found: EarlierDecision[]) => page.webview.send({ type: 'decided', question: 'toolu_1', found });
  const show = async (asked: readonly Question[], found: readonly EarlierDecision[], changes: Partial<QuestionItem> = {}) => {
    await page.ask(openItem(asked, changes));
    await page.webview.intent('readDecided');
    await decided(...found);
  };
  const group = () => page.card.getByRole('radiogroup');

  it('is asked for once with each snapshot, and not for a card that is not open', async () => {
    await page.ask(openItem([store, parts]));
    await page.webview.intent('readDecided');
    await page.update(2, openItem([store, parts], { reads: 'changed' }));
    await eventually(() => page.webview.intentsOf('readDecided'), [{ type: 'readDecided', question: 'toolu_1' }]);
    await page.ask(openItem([store, parts]));
    await eventually(async () => (await page.webview.intentsOf('readDecided')).length, 2);
    for (const phase of ['announced', 'answered', 'lost'] as const) await page.ask(openItem([store], { phase, id: phase }));
    await eventually(async () => (await page.webview.intentsOf('readDecided')).length, 2);
  });

  it('stands at the question that it is about, in both layouts', async () => {
    for (const layout of layouts) {
      await page.ask(openItem([store, name]), layout);
      await decided(earlier({ position: 1, said: 'Jotter' }));
      if (layout === 'tabs') await page.tab('Name').evaluate((tab: HTMLElement) => tab.click());
      const box = page.textbox('What should the product be called?');
      await eventually(async () => /You chose Jotter/.test(await page.description(box)), true);
    }
  });

  it('fills in the same as an ordinary edit that keeps the note and sends nothing, until the answer is another one', async () => {
    await show([store], [earlier()], { draft: [{ ...emptyAnswer, otherText: 'Redis?', note: 'Soon.' }], dismissAt: pageTime });
    await page.button(fill).click();
    await eventually(() => page.lastDraft(), [{ ...postgres, otherText: 'Redis?', note: 'Soon.' }]);
    await eventually(async () => (await page.webview.intentsOf('beginAnswer')).length, 1);
    const filledIn = page.button('Selected: Storage');
    await eventually(() => filledIn.getAttribute('aria-disabled'), 'true');
    await eventually(() => page.focused(), 'Selected: Storage');
    await page.press('Enter');
    await eventually(async () => (await page.webview.intentsOf('draftAnswer')).length, 1);
    await page.radio('SQLite (Recommended)').click();
    await page.button(fill).waitFor();
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
  });

  it('is filled in by a key, at the question with the focus', async () => {
    await show([store, parts], [earlier(), earlier({ position: 1, answer: { ...emptyAnswer, selected: [0, 2] } })]);
    await page.checkbox('Export').focus();
    await page.press('s');
    await eventually(() => page.lastDraft(), [emptyAnswer, { ...emptyAnswer, selected: [0, 2] }]);
    await page.textbox('Other answer: Parts').focus();
    await page.press('s');
    await eventually(async () => (await page.lastDraft())?.[1]?.otherText, 's');
  });

  it('gives the words back whose place it has taken', async () => {
    const own = { ...emptyAnswer, other: true, otherText: 'Something far longer' };
    await show([name], [earlier({ said: 'Jotter', answer: { ...own, otherText: 'Jotter' } })], { draft: [own] });
    await page.button('Use Jotter again: Name').click();
    await eventually(() => page.textbox('What should the product be called?').inputValue(), 'Jotter');
    await page.button('Put my text back').click();
    await eventually(() => page.lastDraft(), [own]);
    await eventually(() => page.focused(), 'Use Jotter again: Name');
  });

  it('has nothing to fill in where the question cannot take the answer, and no key for it', async () => {
    await show([store], [earlier({ answer: undefined })]);
    await page.button('Show the conversation: Storage').waitFor();
    await eventually(() => page.button(fill).count(), 0);
    await page.radio('PostgreSQL').focus();
    await page.press('s');
    await eventually(() => page.lastDraft(), undefined);
  });

  it('leads to its conversation, and is not offered when it is not the same, which Undo in the same place takes back', async () => {
    const other = earlier({ position: 1, decision: 'd2' });
    await show([store, name], [earlier(), other]);
    await page.button('Show the conversation: Storage').focus();
    await page.press('Enter', 'Tab');
    await eventually(() => page.webview.intent('openDecision'), { type: 'openDecision', decision: 'd1' });
    await page.press('Enter');
    const judged = { type: 'judgeLikeness', question: 'toolu_1', position: 0, decision: 'd1' };
    await eventually(() => page.webview.intent('judgeLikeness'), { ...judged, isSame: false });
    // The host has not said so yet.
    await page.update(2, openItem([store, name], { reads: 'changed' }));
    await eventually(() => page.button(fill).count(), 1);
    await eventually(() => page.focused(), 'Different question: Storage');
    await decided(earlier({ isRefused: true }), other);
    await eventually(() => page.focused(), 'Undo: Storage');
    const said = page.webview.page.getByRole('status');
    await eventually(() => said.innerText(), 'Storage: Your earlier decision PostgreSQL is no longer offered for this question.');
    await eventually(() => page.button(fill).count(), 0);
    await eventually(() => page.button('Show the conversation: Storage').count(), 0);
    await eventually(() => page.button('Different question: Name').count(), 1);
    await eventually(() => page.description(group()), 'Your earlier decision PostgreSQL is no longer offered for this question.');
    await page.press('Enter');
    await eventually(async () => (await page.webview.intentsOf('judgeLikeness')).at(-1), { ...judged, isSame: true });
    await decided(earlier(), other);
    await eventually(() => page.focused(), 'Different question: Storage');
    await eventually(() => page.button(fill).count(), 1);
    await eventually(async () => /^Storage: You chose PostgreSQL on /.test(await said.innerText()), true);
  });

  it('says nothing of what another view has changed since the disk refused the press', async () => {
    const other = earlier({ position: 1, decision: 'd2' });
    await show([store, name], [earlier(), other]);
    const said = page.webview.page.getByRole('status');
    await said.evaluate(element => {
      const heard = (): void =>
        void element.setAttribute('data-heard', `${element.getAttribute('data-heard') ?? ''}${element.textContent}`);
      new MutationObserver(heard).observe(element, { childList: true, characterData: true, subtree: true });
    });
    await page.button('Different question: Storage').click();
    await page.webview.intent('judgeLikeness');
    await decided(earlier(), other);
    await decided(earlier({ isRefused: true }), other);
    await page.button('Undo: Storage').waitFor();
    await page.button('Different question: Name').click();
    await decided(earlier({ isRefused: true }), { ...other, isRefused: true });
    const heard = () => said.getAttribute('data-heard');
    await eventually(async () => /Name: Your earlier decision/.test((await heard()) ?? ''), true);
    assert.doesNotMatch((await heard()) ?? '', /Storage: Your earlier decision/);
  });

  it('can be offered again after the view was made anew, and says nothing by itself', async () => {
    await show([store], [earlier({ isRefused: true })]);
    await page.button('Undo: Storage').waitFor();
    await page.radio('PostgreSQL').focus();
    await page.press('s');
    await eventually(() => page.lastDraft(), undefined);
    await eventually(async () => (await page.webview.page.getByRole('status').innerText()).includes('PostgreSQL'), false);
  });

  for (const layout of layouts)
    it(`is led to from the question, where it lies below the fold, with the focus on its first button: ${layout}`, async () => {
      await page.webview.page.setViewportSize({ width: 300, height: 400 });
      await page.ask(openItem([store, parts]), layout);
      await decided(earlier({ asked: 'Which database should keep all of the notes?'.repeat(3) }));
      const isInSight = async (): Promise<boolean> => {
        const beside = layout === 'tabs' ? 'Next' : 'Submit';
        const [box, foot] = [await page.button('Different question: Storage').boundingBox(), await page.button(beside).boundingBox()];
        return box !== null && foot !== null && box.y >= 0 && box.y + box.height <= foot.y;
      };
      const lead = page.button('Earlier decision: Storage');
      await lead.waitFor();
      await eventually(isInSight, false);
      await lead.click();
      await eventually(isInSight, true);
      await eventually(() => page.focused(), fill);
      await page.button('Different question: Storage').click();
      await page.webview.intent('judgeLikeness');
      await decided(earlier({ isRefused: true }));
      await lead.waitFor({ state: 'detached' });
    });

  it('is text and nothing else, whatever was asked and answered then', async () => {
    const hostile = '**bold** [a](command:x) <img src=x>\u202etxt';
    await show([store], [earlier({ said: hostile, asked: hostile, branch: hostile, changed: [hostile] })]);
    const words = await page.description(group());
    assert.equal(words.split('**bold**').length, 5);
    assert.equal(words.split('⟨U+202E⟩').length, 5);
    await eventually(() => page.card.locator('img, a[href]').count(), 0);
  });

  it('stays over a new snapshot until the host says otherwise', async () => {
    await show([store], [earlier()]);
    await page.webview.send(waitingFor(openItem([store])));
    await page.button(fill).waitFor();
    await decided();
    await eventually(() => page.button(fill).count(), 0);
  });
});

describe('what was decided before, at a certain time', () => {
  const page = useCardPage({ height: 900, clock: true });
  const decidedOf = (question: string, ...found: EarlierDecision[]) => page.webview.send({ type: 'decided', question, found });
  const decided = (...found: EarlierDecision[]) => decidedOf('toolu_1', ...found);
  const group = () => page.card.getByRole('radiogroup');

  it('says what, when, how long ago, on which branch, at which words, and what has changed since', async () => {
    await page.ask(openItem([store]));
    await decided(aged);
    await eventually(
      () => page.description(group()),
      'You chose PostgreSQL on May 3, 2026, 6 months ago.' +
        'The question was: Which *database* should the notes be in?' +
        'That was on the branch feature/storage-of-the-notes-and-of-everything-else. ' +
        'src/db.ts, packages/server/src/storage/journal/migrations/schema.sql, a.ts and 2 more have changed since.',
    );
    await decided(earlier({ changed: ['a.ts'] }));
    await eventually(() => page.description(group()), 'You chose PostgreSQL on May 3, 2026, 6 months ago. a.ts has changed since.');
    await decided(earlier({ at: pageTime }));
    await eventually(() => page.description(group()), 'You chose PostgreSQL earlier today.');
    await decided(earlier({ changed: ['a.ts', 'b.ts'], at: new Date(2026, 10, 20).getTime() }));
    await eventually(
      () => page.description(group()),
      'You chose PostgreSQL on November 20, 2026, yesterday. a.ts, b.ts have changed since.',
    );
  });

  it('is announced once, politely, and takes no focus', async () => {
    // A question is announced once in the life of a page.
    const item = openItem([store, name], { id: 'new here' });
    const said = page.webview.page.getByRole('status');
    await page.webview.advance(400);
    await page.ask(item);
    await decidedOf(item.id, earlier(), earlier({ position: 1, said: 'Jotter' }));
    const words = 'Storage: You chose PostgreSQL on May 3, 2026, 6 months ago. Name: You chose Jotter on May 3, 2026, 6 months ago.';
    await eventually(() => said.innerText(), words);
    await eventually(() => page.webview.page.evaluate(() => document.activeElement === document.body), true);
    const region = await said.evaluateHandle(element => element.firstElementChild);
    await page.ask(item);
    await decidedOf(item.id, earlier({ said: 'SQLite' }));
    await page.webview.advance(400);
    await eventually(() => said.evaluate((element, first) => element.firstElementChild === first, region), true);
  });

  it('moves no option when it comes, and for 350 ms a press on the card does nothing', async () => {
    await page.ask(openItem([store, parts]));
    await page.webview.advance(400);
    const top = async (what: 'radio' | 'checkbox') => Math.round((await page.card.getByRole(what).first().boundingBox())?.y ?? 0);
    const [radio, checkbox] = [await top('radio'), await top('checkbox')];
    const press = async () => {
      const { x = 0, y = 0 } = (await page.checkbox('Editor (Recommended)').boundingBox()) ?? {};
      await page.webview.page.mouse.click(x + 5, y + 5);
    };
    await decided(earlier());
    await page.button(fill).waitFor();
    await eventually(() => top('radio'), radio);
    await eventually(async () => (await top('checkbox')) > checkbox, true);
    await press();
    await eventually(() => page.lastDraft(), undefined);
    await page.webview.advance(400);
    await press();
    await eventually(async () => (await page.lastDraft()) === undefined, false);
  });
});

describe('what Claude was told', () => {
  const page = useCardPage({ height: 900 });
  const row = (removed = 0) =>
    page.webview.button(`Claude knows 5 things about this folder${removed === 0 ? '' : `, ${removed} removed since`}`);
  const reply = (lines = toldLines, chat = 's') => page.webview.send({ type: 'toldLines', chat, id: 'told1', lines });

  it('reads its lines again when the host sends the whole chat again', async () => {
    await page.webview.send(snapshot([told]));
    await row().press('Enter');
    await eventually(async () => (await page.webview.intentsOf('readTold')).length, 1);
    await page.webview.send({ ...snapshot([told]), version: 9 });
    await eventually(async () => (await page.webview.intentsOf('readTold')).length, 2);
  });

  it('is a folded row that reads its lines when it is unfolded', async () => {
    await page.webview.send(snapshot([told, { ...told, id: 'told2', count: 1, isOlder: true }]));
    await page.webview.button('Claude knows 1 thing about this folder').waitFor();
    await page.webview.page.getByText('The project card has changed since this chat began.').waitFor();
    await eventually(() => row().getAttribute('aria-expanded'), 'false');
    await eventually(() => page.webview.intentsOf('readTold'), []);
    await row().press('Enter');
    await eventually(() => page.webview.intent('readTold'), { type: 'readTold', id: 'told1' });
    await reply([], 'another');
    await page.webview.page.getByText('Reading…').waitFor();
    await reply();
    await eventually(
      async () => (await page.webview.page.getByRole('listitem').allInnerTexts()).map(text => text.split('\n')[0]),
      [...toldLines.map(({ text }, at) => (at === 2 ? `${text} Removed` : text))],
    );
    await eventually(() => row(1).getAttribute('aria-expanded'), 'true');
  });

  it('lets a line be taken out and put back, by a button that names it and keeps the focus', async () => {
    await page.webview.send(snapshot([told]));
    await row().click();
    await reply();
    const [first, ...others] = toldLines;
    assert.ok(first);
    const remove = page.webview.button(`Remove: ${first.text}`);
    await remove.press('Enter');
    await eventually(() => page.webview.intent('tellLine'), { type: 'tellLine', id: 'told1', key: first.key, told: false });
    await reply([{ ...first, isRemoved: true }, ...others]);
    await eventually(() => page.focused(), `Put back: ${first.text}`);
    await row(2).waitFor();
    await eventually(() => page.webview.page.getByRole('listitem').first().getByRole('deletion').innerText(), first.text);
    await page.press('Enter');
    await eventually(async () => (await page.webview.intentsOf('tellLine')).at(-1)?.told, true);
    await reply();
    await row(1).click();
    // What was removed is said of the folded row as well.
    await row(1).click();
    await page.webview.page.getByText('What you remove is left out from').waitFor();
    await page.webview.button('Open the Product Doc').click();
    await page.webview.intent('openProductDoc');
  });

  it('says why the lines of the project card are not told', async () => {
    await page.webview.send(snapshot([told]));
    await row().click();
    await page.webview.send({ type: 'toldLines', chat: 's', id: 'told1', lines: toldLines, problem: 'Mend this file: <b>x</b>' });
    await page.webview.page.getByText('Mend this file: <b>x</b>').waitFor();
    await eventually(() => page.webview.page.getByRole('listitem').count(), toldLines.length);
    await row().waitFor();
  });

  it('says so when nothing of it is there any more', async () => {
    await page.webview.send(snapshot([told]));
    await row().click();
    await reply([]);
    await page.webview.page.getByText('None of it is remembered any more.').waitFor();
    await row(5).waitFor();
  });
});

describe('a change of the Product Doc', () => {
  const page = useCardPage({ height: 900 });
  const log = () => page.webview.page.getByRole('log');

  it('is shown as a difference, and undone by a button that stays', async () => {
    await page.webview.send(snapshot([docChange]));
    await log().getByText('Claude has changed the Product Doc: Goal').waitFor();
    await eventually(() => log().getByRole('insertion').allInnerTexts(), ['One person, all of their computers.']);
    await eventually(() => log().getByRole('deletion').allInnerTexts(), ['One person, one computer.']);
    await page.webview.button('Undo: Goal').press('Enter');
    await eventually(() => page.webview.intent('undoDocChange'), { type: 'undoDocChange', id: docChange.id });
    await page.webview.send({ type: 'items', version: 2, items: [{ ...docChange, state: 'undone' }] });
    await eventually(() => page.focused(), 'Undone: Goal');
    await page.press('Enter');
    await eventually(async () => (await page.webview.intentsOf('undoDocChange')).length, 1);
    await page.webview.button('Open the Product Doc').click();
    await page.webview.intent('openProductDoc');
  });

  it('that the person’s own has prevented says so, and there is nothing to undo', async () => {
    await page.webview.send(snapshot([{ ...docChange, state: 'conflict' }]));
    await log().getByText('Claude wanted to change the Product Doc: Goal').waitFor();
    await log().getByText('Claude did not know what it says now, so nothing was written.').waitFor();
    await eventually(() => log().getByRole('insertion').count(), 1);
    await eventually(() => page.webview.button('Undo: Goal').count(), 0);
    await page.webview.button('Compare and choose: Goal').click();
    await eventually(() => page.webview.intent('openProductDoc'), { type: 'openProductDoc', change: docChange.id });
  });

  it('is folded where it is long, and shows only what is near a change', async () => {
    await page.webview.send(snapshot([longChange]));
    const line = page.webview.button('Show the change (+7 −7)');
    await eventually(() => line.getAttribute('aria-expanded'), 'false');
    await eventually(() => log().getByRole('insertion').count(), 0);
    await line.press('Enter');
    await eventually(() => log().getByRole('insertion').count(), 7);
    const shown = await log().getByRole('group', { name: 'Plan' }).innerText();
    assert.match(shown, /^⋯\n- step 3 of the plan\n/);
    assert.doesNotMatch(shown, /step 10 of/);
  });

  it('cannot be undone any more where the host has let go of it', async () => {
    await page.webview.send({ ...snapshot([{ kind: 'text', id: 't', text: 'Done.', streaming: false }]), start: 'place' });
    const { id } = await page.webview.intent('readPage');
    await page.webview.send({ type: 'page', chat: 's', id, items: [docChange], rest: null });
    await page.webview.button('Open the Product Doc').waitFor();
    await eventually(() => page.webview.button('Undo: Goal').count(), 0);
  });

  it('has a title of the model, which is text', async () => {
    await page.webview.send(snapshot([{ ...docChange, change: { ...docChange.change, name: '**a** <b>c</b>\u202e' } }]));
    await log().getByText('Claude has changed the Product Doc: **a** <b>c</b>⟨U+202E⟩').waitFor();
  });
});
