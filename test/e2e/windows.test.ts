// Two windows on one folder: a chat belongs to one of them at a time, and the other says so and can take it over.
import assert from 'node:assert/strict';
import { replies } from '../support/replies.js';
import { windowLimit, withShortLived } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { openWindowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const answered = (label: string): readonly string[] => [
  `Your questions have been answered: "Which database should we use?"="${label}". You can now continue with these answers in mind.`,
];

describe('two windows on one folder', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let other: Windowless | undefined;

  before(async () => {
    parley = await openWindowless(withShortLived({ replies }));
  });
  after(async () => {
    assert.deepEqual(await parley.stop(), [], 'processes outlived the windows');
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'passed') return;
    await parley.page.screenshot({ path: 'out/test/e2e-windows-first-failed.png' });
    await other?.page.screenshot({ path: 'out/test/e2e-windows-second-failed.png' });
  });

  const there = 'Answer it there, or take over.';
  /** The newest one, because those that are answered stay. */
  const card = (window: Windowless) => window.view.getByRole('form', { name: 'Claude asks' }).last();
  const pick = (window: Windowless, label: string) => card(window).getByRole('radio', { name: label, exact: true });
  const submit = (window: Windowless) => card(window).getByRole('button', { name: 'Submit' });

  async function read(words: string): Promise<readonly string[]> {
    const request = await parley.api.waitForRequest(({ side, prompt, toolResults }) => !side && prompt === words && toolResults.length > 0);
    return request.toolResults.map(({ text }) => text);
  }
  async function isAnswered(window: Windowless, times: number): Promise<void> {
    await card(window).getByText('You answered').waitFor();
    await eventually(() => window.log.getByText('Thank you, I go on with that.').count(), times);
  }

  // In one chat and two windows, because each further one starts a CLI.
  it('an answer given in the one that has it ends the card in the other; the other takes it over, with what is filled in, and answers; the first one is told, and has the next one when the other is closed', async () => {
    await parley.send('ASK_ONE first');
    await pick(parley, 'SQLite').click();
    const second = (other = await parley.another());
    await card(second).getByText(there).waitFor();
    await submit(parley).click();
    assert.deepEqual(await read('ASK_ONE first'), answered('SQLite'));
    await isAnswered(second, 1);
    await isAnswered(parley, 1);

    await parley.send('ASK_ONE second');
    await pick(parley, 'SQLite').click();
    await card(second).getByText(there).waitFor();
    await second.view.getByRole('button', { name: 'Take over' }).click();
    await submit(second).waitFor();
    await eventually(() => pick(second, 'SQLite').isChecked(), true);
    await card(parley).getByText(there).waitFor();
    await pick(second, 'PostgreSQL').click();
    await submit(second).click();
    assert.deepEqual(await read('ASK_ONE second'), answered('PostgreSQL'));
    await isAnswered(parley, 2);
    await isAnswered(second, 2);

    await second.send('ASK_ONE third');
    await pick(second, 'SQLite').click();
    await card(parley).getByText(there).waitFor();
    await second.leave();
    await submit(parley).click();
    assert.deepEqual(await read('ASK_ONE third'), answered('SQLite'));
  });
});
