// The question card by mouse: what it is to a screen reader, and what it says to the host.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { database, features, filled, nothing, questionItem, rightToLeft, running, snapshot, untitled } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

describe('the question card', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let card: Locator;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ height: 900 });
    card = webview.card;
  });
  afterEach(() => webview.close());

  const ask = (item: QuestionItem = questionItem()): Promise<void> => webview.send(snapshot([item], waiting));
  const radio = (name: string): Locator => card.getByRole('radio', { name, exact: true });
  const checkbox = (name: string): Locator => card.getByRole('checkbox', { name, exact: true });
  const other = (title: string): Locator => card.getByRole('textbox', { name: `Other answer: ${title}` });
  const lastDraft = () => webview.lastDraft();

  describe('as a screen reader meets it', () => {
    it('is a form with groups named by the questions and options named by their labels', async () => {
      await ask();
      const single = card.getByRole('radiogroup', { name: database.question });
      const multi = card.getByRole('group', { name: features.question });
      await eventually(() => single.getByRole('radio').evaluateAll(names), ['PostgreSQL (Recommended)', 'MongoDB', 'Other']);
      await eventually(() => multi.getByRole('checkbox').evaluateAll(names), ['Login', 'Dashboard', 'Export', 'Other']);
      await card.getByRole('textbox', { name: 'Other answer: Database' }).waitFor();
      await card.getByRole('textbox', { name: 'Other answer: Features' }).waitFor();
      for (const act of ['Submit', 'Dismiss', 'Reply in chat instead', 'Collapse question'])
        await card.getByRole('button', { name: act, exact: true }).waitFor();
    });

    it('describes options by their descriptions', async () => {
      await ask();
      const described = await radio('MongoDB').evaluate(option =>
        document.getElementById(option.getAttribute('aria-describedby') ?? '')?.textContent?.trim(),
      );
      assert.equal(described, 'Documents; no migrations');
    });

    it('has nothing chosen and Submit off, which says what is missing', async () => {
      await ask();
      await eventually(() => card.getByRole('radio', { checked: true }).count(), 0);
      await eventually(() => card.getByRole('checkbox', { checked: true }).count(), 0);
      const submit = webview.button('Submit');
      await eventually(() => submit.isDisabled(), true);
      await eventually(() => submit.getAttribute('aria-description'), 'Answer at least one question');
      await card.getByText('Answer at least one question').first().waitFor();
    });

    it('calls a question without a header by its number', async () => {
      await ask(questionItem({ questions: [database, untitled] }));
      await other('Question 2').waitFor();
    });

    it('announces its titles once, politely, and when it can be answered', async () => {
      const region = webview.page.getByRole('status');
      await webview.send(snapshot([questionItem({ phase: 'announced' })], waiting));
      await eventually(() => region.textContent(), '');
      await webview.send({ type: 'items', version: 2, items: [questionItem()] });
      await region.getByText('Claude asks: Database, Features').waitFor();
      const changes = await region.evaluateHandle(element => {
        const seen: MutationRecord[] = [];
        new MutationObserver(records => seen.push(...records)).observe(element, { childList: true, subtree: true, characterData: true });
        return seen;
      });
      await webview.send({ type: 'items', version: 3, items: [questionItem({ draft: [...filled] })] });
      await eventually(() => changes.evaluate(seen => seen.length), 0);
    });

    it('reads from the right when the question does', async () => {
      await ask(questionItem({ questions: [rightToLeft] }));
      const direction = await card.getByText(rightToLeft.question).evaluate(text => getComputedStyle(text).direction);
      assert.equal(direction, 'rtl');
    });
  });

  describe('filled in by mouse', () => {
    it('posts every change as a draft, and the answers by position', async () => {
      await ask();
      await radio('MongoDB').click();
      await eventually(lastDraft, [{ ...nothing, selected: [1] }, nothing]);
      await checkbox('Export').click();
      await checkbox('Login').click();
      await eventually(async () => (await lastDraft())?.[1], { ...nothing, selected: [0, 2] });
      await webview.button('Submit').click();
      await eventually(() => webview.intent('answerQuestion'), {
        type: 'answerQuestion',
        id: 'toolu_1',
        answers: [
          { ...nothing, selected: [1] },
          { ...nothing, selected: [0, 2] },
        ],
        on: 0,
      });
      await eventually(() => webview.intentsOf('dismissQuestion'), []);
    });

    it('moves a single choice and toggles multiple ones', async () => {
      await ask();
      await radio('MongoDB').click();
      await radio('PostgreSQL (Recommended)').click();
      await checkbox('Login').click();
      await checkbox('Login').click();
      await eventually(lastDraft, [{ ...nothing, selected: [0] }, nothing]);
      await eventually(() => card.getByRole('radio', { checked: true }).evaluateAll(names), ['PostgreSQL (Recommended)']);
    });

    it('chooses Other by typing, and keeps the text when something else is chosen', async () => {
      await ask();
      await radio('MongoDB').click();
      await other('Database').fill('SQLite, in a file');
      await eventually(async () => (await lastDraft())?.[0], { ...nothing, other: true, otherText: 'SQLite, in a file' });
      await eventually(() => radio('Other').isChecked(), true);
      await radio('MongoDB').click();
      await eventually(async () => (await lastDraft())?.[0], { ...nothing, selected: [1], otherText: 'SQLite, in a file' });
      await eventually(() => other('Database').inputValue(), 'SQLite, in a file');
      await radio('Other').click();
      await eventually(async () => (await lastDraft())?.[0], { ...nothing, other: true, otherText: 'SQLite, in a file' });
    });

    it('lets an own answer go along with boxes', async () => {
      await ask();
      await checkbox('Login').click();
      await other('Features').fill('an audit log');
      await eventually(async () => (await lastDraft())?.[1], { ...nothing, selected: [0], other: true, otherText: 'an audit log' });
    });

    it('does not count Other without words', async () => {
      await ask(questionItem({ questions: [database] }));
      await radio('Other').click();
      await webview.button('Submit').click({ force: true });
      await eventually(() => webview.intentsOf('answerQuestion'), []);
      await card.getByText('Choose an answer').first().waitFor();
    });

    it('has an own answer’s box grow with its lines', async () => {
      await ask();
      const before = await other('Database').boundingBox();
      await other('Database').fill('one\ntwo\nthree\nfour');
      const after = await other('Database').boundingBox();
      assert.ok((after?.height ?? 0) > (before?.height ?? 0) + 30);
    });

    it('opens a link in a description, by mouse and by keyboard, and chooses nothing by that', async () => {
      const options = [{ label: 'SQLite', description: 'As in [the schema](db/schema.sql:3)' }, { label: 'None' }];
      await ask(questionItem({ questions: [{ ...database, options }] }));
      await card.getByRole('link', { name: 'the schema' }).click();
      await radio('SQLite').focus();
      await webview.page.keyboard.press('Tab');
      await webview.page.keyboard.press('Enter');
      await eventually(async () => (await webview.intentsOf('openLink')).map(({ href }) => href), ['db/schema.sql:3', 'db/schema.sql:3']);
      await eventually(() => webview.intentsOf('draftAnswer'), []);
      await eventually(() => webview.intentsOf('answerQuestion'), []);
    });

    it('dismisses only by its button', async () => {
      await ask();
      await webview.button('Dismiss').click();
      await eventually(async () => (await webview.intent('dismissQuestion')).id, 'toolu_1');
    });

    it('collapses to a line that still says that Claude waits, and keeps what is filled in', async () => {
      await ask();
      await other('Database').fill('kept');
      await webview.button('Collapse question').click();
      await card.getByText('Database, Features: Claude waits for you').waitFor();
      await eventually(() => card.getByRole('radio').count(), 0);
      await webview.button('Expand question').click();
      await eventually(() => other('Database').inputValue(), 'kept');
    });
  });

  describe('with the host', () => {
    it('begins with the host’s draft', async () => {
      await ask(questionItem({ draft: [...filled] }));
      await eventually(() => radio('PostgreSQL (Recommended)').isChecked(), true);
      await eventually(() => checkbox('Login').isChecked(), true);
      await eventually(() => checkbox('Other').isChecked(), true);
      await eventually(() => other('Features').inputValue(), 'an audit log, read-only');
      await eventually(() => webview.intentsOf('draftAnswer'), []);
    });

    it('does not write an older draft over what is being typed', async () => {
      await ask();
      await other('Database').pressSequentially('SQL');
      await webview.send({
        type: 'items',
        version: 2,
        items: [questionItem({ draft: [{ ...nothing, other: true, otherText: 'S' }, nothing] })],
      });
      await other('Database').pressSequentially('ite');
      await eventually(() => other('Database').inputValue(), 'SQLite');
      await webview.send({ ...snapshot([questionItem()], waiting), version: 8 });
      await eventually(() => other('Database').inputValue(), 'SQLite');
    });

    it('keeps several cards apart', async () => {
      await webview.send(
        snapshot([questionItem({ id: 'a', questions: [database] }), questionItem({ id: 'b', questions: [database] })], waiting),
      );
      await card.nth(1).getByRole('radio', { name: 'MongoDB' }).click();
      await eventually(() => card.nth(0).getByRole('radio', { checked: true }).count(), 0);
      await eventually(async () => (await webview.intentsOf('draftAnswer')).map(({ id }) => id), ['b']);
    });

    it('replies in chat instead, and can go back', async () => {
      await ask();
      await webview.button('Reply in chat instead').click();
      await webview.page.getByText('Replying to: Database, Features').waitFor();
      await webview.page.keyboard.type('Neither: what would it cost?');
      await webview.button('Cancel').click();
      await webview.page.getByRole('button', { name: 'Send', exact: true, disabled: true }).waitFor();
      await webview.button('Reply in chat instead').click();
      await webview.button('Send').click();
      await eventually(() => webview.intent('replyInstead'), { type: 'replyInstead', id: 'toolu_1', text: 'Neither: what would it cost?' });
      await eventually(() => webview.intentsOf('sendPrompt'), []);
      await eventually(() => webview.page.getByText('Replying to:').count(), 0);
    });

    it('leaves the reply when the question has ended meanwhile', async () => {
      await ask();
      await webview.button('Reply in chat instead').click();
      await webview.page.keyboard.type('Too late');
      await webview.send({
        type: 'items',
        version: 2,
        items: [questionItem({ phase: 'withdrawn', reason: 'cancelled' })],
        status: running,
      });
      await eventually(() => webview.page.getByText('Replying to:').count(), 0);
      await webview.button('Send').click();
      await eventually(async () => (await webview.intent('sendPrompt')).text, 'Too late');
    });

    it('sends a lost question’s answers as a message, when the person says so', async () => {
      await webview.send(snapshot([questionItem({ phase: 'lost', reason: 'exited', draft: [...filled] })]));
      await webview.button('Send my answers as a message').click();
      await eventually(async () => (await webview.intent('sendLostAnswers')).id, 'toolu_1');
    });
  });
});

/** The accessible names the options give themselves. */
function names(elements: Element[]): (string | null)[] {
  return elements.map(element => element.getAttribute('aria-label'));
}
