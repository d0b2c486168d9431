// The question card in its phases: what it says, and that nothing can be done on it which would not be done.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { cardStates, features, filled, questionItem, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

describe('the question card in its phases', () => {
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

  /** A card that is over is small until somebody opens it. */
  const expand = async (): Promise<void> => {
    const button = webview.button('Expand question');
    await card.waitFor();
    if ((await button.count()) > 0) await button.click();
  };

  const endings: readonly (readonly [name: string, says: RegExp])[] = [
    ['card announced', /Claude is writing a question…/],
    ['card sending', /Sending…/],
    ['card answered', /^You answered · 2 questions/],
    ['card dismissed', /did not want to answer/],
    ['card replied', /What would SQLite cost us\?/],
    ['card withdrawn by Stop', /You stopped Claude before it got an answer/],
    ['card withdrawn by Claude', /Claude no longer needs an answer/],
    ['card refused', /Message: Each question needs at least two options\./],
    ['card lost with answers', /It is kept here/],
    ['card lost without answers', /Claude stopped while this was open/],
    ['card lost and sent as a message', /Sent as a message · 2 questions/],
  ];
  for (const [name, says] of endings) {
    it(`says what it is: ${name}`, async () => {
      const state = cardStates.find(candidate => candidate.name === name);
      assert.ok(state);
      await webview.send(...state.hostMessages);
      await expand();
      await eventually(async () => (await card.textContent()) ?? '', says);
      await eventually(() => card.getByRole('radio').count(), 0);
      await eventually(() => card.getByRole('textbox').count(), 0);
      await eventually(() => webview.button('Submit').count(), 0);
    });
  }

  it('shows all options and marks what was chosen, also in words', async () => {
    await webview.send(snapshot([questionItem({ phase: 'answered', draft: [...filled] })]));
    await expand();
    const options = card.getByRole('group', { name: features.question }).getByRole('listitem');
    await eventually(
      () => options.evaluateAll(items => items.map(item => /chosen/.test(item.textContent ?? ''))),
      [true, false, false, true],
    );
    await eventually(async () => (await options.last().textContent()) ?? '', /an audit log, read-only/);
  });

  it('does not call chosen what Claude never read', async () => {
    await webview.send(snapshot([questionItem({ phase: 'withdrawn', reason: 'interrupted', draft: [...filled] })]));
    await expand();
    await eventually(async () => (await card.textContent()) ?? '', /not sent/);
    await eventually(async () => /chosen/.test((await card.textContent()) ?? ''), false);
  });

  it('offers a lost answer once', async () => {
    await webview.send(snapshot([questionItem({ phase: 'lost', reason: 'exited', draft: [...filled], resent: true })]));
    await card.waitFor();
    await eventually(() => webview.button('Send my answers as a message').count(), 0);
  });
});
