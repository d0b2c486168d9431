// A question while it is being written: it grows, it does not flicker, and nothing in it can be answered.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Question } from '../../src/shared/question.js';
import { database, features, questionItem, running, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const question = 'Which **database** for `src/db.ts:12`, when [the plan](https://example.com/plan) stays *as it is*?';

describe('a question that is being written', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let card: Locator;
  let version: number;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
    card = webview.card;
    version = 1;
    await webview.send(snapshot([], running));
  });
  afterEach(() => webview.close());

  const say = (questions: readonly Question[]): Promise<void> =>
    webview.send({ type: 'items', version: (version += 1), items: [questionItem({ phase: 'announced', questions: [...questions] })] });
  const nothingToAnswer = async (): Promise<void> => {
    for (const role of ['radio', 'checkbox', 'textbox', 'link'] as const) await eventually(() => card.getByRole(role).count(), 0);
    await eventually(
      () => card.getByRole('button').evaluateAll(all => all.map(button => button.getAttribute('aria-label'))),
      ['Collapse question'],
    );
  };

  it('says so, before there is anything to see and after', async () => {
    await say([]);
    await card.getByText('Claude is writing a question…').waitFor();
    await nothingToAnswer();
    await say([{ ...database, options: database.options.slice(0, 1) }]);
    await card.getByText('Claude asks this next…').waitFor();
    await card.getByRole('group', { name: database.question }).getByRole('listitem').waitFor();
    await nothingToAnswer();
  });

  it('has its tabs as soon as there is a second question, where the open card will have them', async () => {
    await webview.send({
      ...snapshot([questionItem({ phase: 'announced', questions: [database] })], running),
      version: (version += 1),
      preferences: { layout: 'auto' },
    });
    await card.getByRole('group', { name: database.question }).waitFor();
    await eventually(() => card.getByRole('tablist').count(), 0);
    await say([database, { ...features, question: 'Which', options: [] }]);
    const tabs = () => card.getByRole('tab').allTextContents();
    await eventually(tabs, [database.header, features.header]);
    await card.getByRole('tabpanel', { name: database.header }).getByRole('group', { name: database.question }).waitFor();
    await eventually(() => card.getByRole('group').count(), 1);
    await card.getByRole('tab', { name: features.header }).click();
    await card.getByRole('group', { name: 'Which' }).waitFor();
    await nothingToAnswer();
    await webview.send({ type: 'items', version: (version += 1), items: [questionItem({ questions: [database, features] })] });
    await eventually(tabs, [database.header, features.header, 'Review']);
  });

  it('leaves what is there where it is, and the same, while it grows', async () => {
    await say([{ ...database, options: database.options.slice(0, 1) }]);
    const heading = card.getByText(database.question);
    const option = card.getByRole('listitem').first();
    const before = [await heading.elementHandle(), await option.elementHandle()];
    const places = [await heading.boundingBox(), await option.boundingBox()];
    await say([database]);
    await say([database, { ...features, question: 'Which', options: [] }]);
    await say([database, features]);
    await eventually(() => card.getByRole('listitem').count(), 5);
    await eventually(() => heading.evaluate((now, then) => now === then, before[0]), true);
    await eventually(() => option.evaluate((now, then) => now === then, before[1]), true);
    await eventually(async () => [await heading.boundingBox(), await option.boundingBox()], places);
  });

  it('never shows the marks of what is not closed yet, and never grows smaller', async () => {
    let height = 0;
    for (let end = 1; end <= question.length; end += 1) {
      await say([{ ...database, header: '', question: question.slice(0, end), options: [] }]);
      await eventually(async () => /[*`\]]|\(http/.test((await card.getByRole('group').textContent()) ?? ''), false);
      const now = (await card.boundingBox())?.height ?? 0;
      assert.ok(now >= height, `smaller at ${question.slice(0, end)}`);
      height = now;
    }
    await say([{ ...database, question, options: [] }]);
    const whole = (await card.boundingBox())?.height;
    assert.equal(whole, height);
  });

  it('does not move when it becomes answerable', async () => {
    await say([database]);
    const text = card.getByText(database.question);
    const label = card.getByText('MongoDB', { exact: true });
    const before = [await text.boundingBox(), await label.boundingBox()];
    await webview.send({ type: 'items', version: (version += 1), items: [questionItem({ questions: [database] })], status: waiting });
    await card.getByRole('radio', { name: 'MongoDB' }).waitFor();
    const after = [await text.boundingBox(), await label.boundingBox()];
    const moved = before.map((box, index) => [
      Math.round((after[index]?.x ?? 0) - (box?.x ?? 0)),
      Math.round((after[index]?.y ?? 0) - (box?.y ?? 0)),
    ]);
    assert.deepEqual(moved, [
      [0, 0],
      [0, 0],
    ]);
  });

  it('takes no focus and announces nothing', async () => {
    await webview.composer.click();
    await say([database]);
    await card.getByText('MongoDB').waitFor();
    await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
    await eventually(() => webview.page.getByRole('status').textContent(), '');
  });
});
