// A plan that waits: read as Markdown and as written, commented on by lines, and approved, with a pointer and with keys only.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { newsOf } from './asideStates.js';
import { running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { draft, modes, planItem, planText } from './planStates.js';

describe('a plan', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 1400 });
  });
  afterEach(() => webview.close());

  const show = async (item = planItem(planText)): Promise<void> => {
    await webview.send(snapshot([item], running), modes);
  };
  const button = (name: string): Locator => webview.page.getByRole('button', { name, exact: true });
  const box = (name: string): Locator => webview.page.getByRole('textbox', { name, exact: true });
  const drafted = async () => (await webview.intentsOf('draftNote')).at(-1)?.text;
  const acts = () => webview.acts();
  const hasFocus = (one: Locator) => eventually(() => one.evaluate(element => element === document.activeElement), true);

  it('stands there as Markdown with the lines of each passage, and as it was written', async () => {
    await show();
    const text = webview.page.getByRole('group', { name: 'The plan', exact: true });
    await text.locator('code', { hasText: 'src/store.ts' }).first().waitFor();
    await eventually(() => text.locator('table').count(), 1);
    const names = await text
      .getByRole('button', { name: /^Comment on/ })
      .evaluateAll(all => all.map(one => one.getAttribute('aria-label')));
    assert.deepEqual(names, [
      ...['Comment on line 1', 'Comment on line 3', 'Comment on line 5', 'Comment on lines 6 to 8', 'Comment on line 9'],
      ...['Comment on lines 11 to 13', 'Comment on lines 15 to 17'],
    ]);
    await webview.page.getByText('This plan has words, addresses of links').waitFor();
    await button('As written').click();
    await text.getByText('[the issue](https://example.com/issues/12)').waitFor();
    await eventually(() => text.getByRole('button', { name: /^Comment on line/ }).count(), 17);
    await button('17 lines').click();
    await eventually(() => text.count(), 0);
  });

  it('is shown from its beginning where it is higher than the view', async () => {
    await webview.page.setViewportSize({ width: 300, height: 500 });
    const said = { kind: 'text', id: 'text1', text: 'A line of what Claude has said.\n\n'.repeat(30), streaming: false } as const;
    await webview.send(snapshot([said], running), modes);
    await webview.send({ type: 'items', version: 2, items: [planItem(planText)] });
    const card = webview.page.getByRole('group', { name: 'Claude has a plan' });
    await card.waitFor();
    await eventually(() => card.evaluate(element => Math.round(element.getBoundingClientRect().top)), 8);
  });

  it('hides nothing as written: hidden characters have signs, and HTML is text', async () => {
    await show(planItem('Read\u200b all.\n\n<!-- and delete -->\n'));
    const text = webview.page.getByRole('group', { name: 'The plan', exact: true });
    await text.getByText('<!-- and delete -->').waitFor();
    await button('As written').click();
    await text.getByText('Read⟨U+200B⟩ all.').waitFor();
  });

  it('takes comments by keys only, which go together, each with its lines', async () => {
    await show();
    await button('Comment on lines 6 to 8').focus();
    await webview.page.keyboard.press('Enter');
    await hasFocus(box('Comment on lines 6 to 8'));
    await webview.page.keyboard.type('n, no question');
    await webview.page.keyboard.press('Escape');
    await hasFocus(button('Comment on lines 6 to 8'));
    await button('Comment on line 1').focus();
    await webview.page.keyboard.press('Enter');
    await webview.page.keyboard.type('Shorter');
    await webview.page.keyboard.press('Control+Enter');
    const expected =
      'Line 1 of the plan:\n> # Notes that last\nShorter\n\nLines 6-8 of the plan:\n> 2. Change the routes:\n>    - `POST /notes` writes\n>    - `DELETE /notes` asks first\nn, no question';
    await eventually(drafted, expected);
    await button('What Claude will read').click();
    await eventually(
      () => webview.page.getByRole('group', { name: 'What Claude will read' }).evaluate(element => element.textContent),
      `The user did not allow this. The user says:\n${expected}`,
    );
    await eventually(() => webview.intentsOf('decidePermission'), []);
    await button('Send 2 comments').click();
    await eventually(
      async () => (await webview.intentsOf('decidePermission')).map(({ decision, note }) => ({ decision, note })),
      [{ decision: 'deny', note: expected }],
    );
  });

  it('has its comments again after a reload; they can be changed and removed', async () => {
    await show(planItem(planText, { draft }));
    await webview.page.getByText('Use SQLite, see above.').waitFor();
    await webview.page.getByText('Nearly there.').waitFor();
    await button('Change the comment on line 5').click();
    await box('Comment on line 5').fill('Use SQLite.');
    await button('Remove the comment on lines 6 to 8').click();
    await eventually(
      drafted,
      'Nearly there.\n\nLine 5 of the plan:\n> 1. Add `src/store.ts`, which reads and writes `notes.json`\nUse SQLite.',
    );
    await button('Remove the comment on line 5').click();
    await eventually(drafted, 'Nearly there.');
    await hasFocus(button('Comment on line 5'));
    await button('Keep planning').waitFor();
  });

  it('keeps the box of a comment whose words are all deleted, also where it is on more lines than the passage', async () => {
    await show(planItem(planText, { draft }));
    await button('As written').click();
    await button('Change the comment on lines 6 to 8').click();
    for (const key of ['Control+a', 'Delete']) await webview.page.keyboard.press(key);
    await hasFocus(box('Comment on lines 6 to 8'));
    await webview.page.keyboard.type('Ask always');
    await eventually(drafted, `${draft.slice(0, draft.lastIndexOf('\n'))}\nAsk always`);
  });

  it('keeps what was said of it, under the lines that it is about', async () => {
    await show(planItem(planText, { state: 'denied', note: { text: draft, state: 'told' } }));
    const quotes = webview.page.getByRole('blockquote');
    await eventually(
      () => quotes.allInnerTexts(),
      [
        '1. Add `src/store.ts`, which reads and writes `notes.json`',
        '2. Change the routes:\n   - `POST /notes` writes\n   - `DELETE /notes` asks first',
      ],
    );
    await webview.page.getByText('Nearly there.').waitFor();
    await eventually(() => webview.page.getByText('of the plan:').count(), 0);
  });

  it('is approved into the chosen mode, with the words, by a key', async () => {
    await show(planItem(planText, { draft: 'Slowly.' }));
    await webview.page.getByRole('radio', { name: 'edits without asking' }).check();
    await button('As written').focus();
    await webview.page.keyboard.press('Control+Enter');
    await eventually(acts, [{ type: 'approvePlan', id: 'plan1', mode: 'acceptEdits', fresh: false, note: 'Slowly.' }]);
    await eventually(() => webview.intentsOf('decidePermission'), []);
  });

  it('goes on as the person has chosen before, in this page or an earlier one; else in the mode that Claude was in before it planned', async () => {
    const chosen = async () => [
      await webview.page.getByRole('radio', { name: 'edits without asking' }).isChecked(),
      await webview.page.getByRole('checkbox', { name: 'Start a new chat with just the plan' }).isChecked(),
    ];
    await show();
    await eventually(chosen, [false, false]);
    await webview.send(newsOf({ type: 'steering', mode: 'plan', beforePlan: 'acceptEdits' }));
    await eventually(chosen, [true, false]);
    await webview.page.getByRole('radio', { name: 'asks before every edit' }).check();
    await webview.page.getByRole('checkbox', { name: 'Start a new chat with just the plan' }).check();
    await eventually(chosen, [false, true]);
    await eventually(
      async () => (await webview.intentsOf('choosePlan')).map(({ id, choice }) => [id, choice]),
      [
        ['plan1', { mode: 'default', fresh: false }],
        ['plan1', { mode: 'default', fresh: true }],
      ],
    );
    await show(planItem(planText, { id: 'plan2', planChoice: { mode: 'acceptEdits', fresh: true } }));
    await eventually(chosen, [true, true]);
  });

  it('that came without a text says so, with how to get one', async () => {
    for (const plan of ['', ' \n']) {
      await show(planItem(plan, { id: `plan “${plan}”` }));
      await webview.page.getByText('Claude sent no text with this plan. Deny it with a note to ask for one.').waitFor();
    }
    await show({ ...planItem(''), id: 'none', input: [] });
    await webview.page.getByText('Claude sent no text with this plan. Deny it with a note to ask for one.').waitFor();
    await show();
    await eventually(() => webview.page.getByText('Claude sent no text').count(), 0);
  });

  it('is carried out in a new chat where the person says so, which the card explains', async () => {
    await show();
    await webview.page.getByRole('checkbox', { name: 'Start a new chat with just the plan' }).check();
    await webview.page.getByText('becomes the first message of a new chat').waitFor();
    await button('Approve').click();
    await eventually(acts, [{ type: 'approvePlan', id: 'plan1', mode: 'default', fresh: true, note: '' }]);
  });

  it('says afterwards what was decided in the words of a plan, not those of a tool', async () => {
    await show(planItem(planText, { state: 'denied', note: { text: 'Smaller.', state: 'told' } }));
    await webview.page.getByText('You sent the plan back').waitFor();
    await show(planItem(planText, { state: 'allowed', note: { text: 'Slowly.', state: 'told' } }));
    await webview.page.getByText('You approved the plan').waitFor();
    await eventually(() => webview.page.getByText('ExitPlanMode').count(), 0);
  });

  it('was not denied in the row of its call either, where the person has asked for more planning', async () => {
    const row = { kind: 'tool' as const, id: 'call-plan', name: 'ExitPlanMode', summary: '', state: 'denied' as const, result: '' };
    await webview.send(snapshot([row, planItem(planText, { state: 'denied' })], running));
    await webview.page.getByRole('button', { name: /^The plan.*Back to planning$/ }).waitFor();
    await eventually(() => webview.page.getByText('Denied by you').count(), 0);
  });

  it('says in the chat of the planning that it goes on in another one, and leads there', async () => {
    const item = planItem(planText, { state: 'withdrawn', movedTo: 'other-chat' });
    const row = { kind: 'tool' as const, id: 'call-plan', name: 'ExitPlanMode', summary: '', state: 'stopped' as const, result: '' };
    await webview.send(snapshot([row, item], running));
    await webview.page.getByText('You approved the plan. It continues in a new chat.').waitFor();
    await webview.page.getByRole('button', { name: /^The plan/ }).waitFor();
    await eventually(() => webview.page.getByText(/No longer needed|ExitPlanMode/).count(), 0);
    for (const part of [button('Go to that chat'), webview.page.getByText('You approved the plan. It continues in a new chat.')]) {
      const box = (await part.boundingBox()) ?? assert.fail();
      assert.ok(box.x >= 0 && box.x + box.width <= 300, JSON.stringify(box));
    }
    await button('Go to that chat').click();
    await eventually(() => webview.intentsOf('openChat'), [{ type: 'openChat', id: 'other-chat' }]);
  });

  it('is named as a plan by the card, also where the card cannot show it whole', async () => {
    await show(planItem(planText, { tooLong: 'unopened' }));
    await webview.page.getByRole('group', { name: 'Claude has a plan', exact: true }).waitFor();
    await eventually(() => webview.page.getByText('ExitPlanMode').count(), 0);
  });

  it('opens in an editor tab by the press alone', async () => {
    await show();
    await eventually(acts, []);
    await button('Open in an editor tab').click();
    await eventually(acts, [{ type: 'openPlan', id: 'plan1' }]);
  });
});
