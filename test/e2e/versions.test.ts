// A chat that was begun with one version of the CLI and goes on with another, in every order: what the person has said reaches Claude once, and
// what the other version cannot go on with says so at once and offers it as a message.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Reply } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { database, replies } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { chosen } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';
import type { Cli } from './faults.js';
import { clis } from './faults.js';

/** What the card of a question offers once the other version is there. */
type Offer =
  /** The answer, which the other version takes by asking anew. */
  | 'submit'
  /** The answer, of which Parley says right after Submit that the version takes none, and then a message. */
  | 'refused'
  /** A message. */
  | 'message';

/** A question that is open when its window ends is kept by the first CLI where that can, and asked anew by the second. */
const offerOf = (from: Cli, to: Cli): Offer => (from === 'oldest' ? 'message' : to === 'oldest' ? 'refused' : 'submit');

const orders = clis.flatMap(from => clis.filter(to => to !== from).map(to => `${from} → ${to}` as const));
type Order = (typeof orders)[number];
const partsOf = (order: Order): readonly [Cli, Cli] => order.split(' → ') as [Cli, Cli];
/** `npm test` leaves out what a test of one version shows (parking, writing). */
const tried = (...some: readonly Order[]) => chosen(orders, ...some).map(order => [order, ...partsOf(order)] as const);

describe('a chat that goes on with another version', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  const talk = (): Reply => ({ blocks: [text('Let me think about that for a while.')], hold: new Promise(() => undefined) });
  const longAsk = () => [toolUse('AskUserQuestion', { questions: [database] })];
  const more = {
    WORK: [talk],
    ASK_LONG: [longAsk, talk],
    MORE: [() => [text('I have read it.')]],
    'Go on where': [() => [text('I took it up again.')]],
  };
  shareWindowless('versions', { replies: { ...replies, ...more } }, opened => (parley = opened));
  afterEach(() => use('newest'));

  const button = (name: string): Locator => parley.view.getByRole('button', { name, exact: true });
  const radio = (): Locator => parley.card().getByRole('radio', { name: 'SQLite', exact: true });
  const message = 'Send my answers as a message';

  /** `undo`: seconds. `limit`: minutes in which a question is to be answered. */
  const use = (cli: Cli, { undo = 0, limit = 60 } = {}): Promise<void> =>
    parley.changeSettings({
      'parley.claude.path': claudePaths[cli],
      'parley.questions.undoSeconds': undo,
      'parley.questions.timeout': limit,
    });

  async function ask(prompt: string): Promise<void> {
    await parley.newChat();
    await parley.send(prompt);
    await radio().click();
    await parley.onDisk(prompt, '"selected":[1]');
  }

  async function queue(prompt: string, cli: Cli): Promise<void> {
    await use(cli);
    await parley.newChat();
    await parley.send(prompt);
    await parley.log.getByText('Let me think').waitFor();
    const box = parley.view.getByRole('textbox', { name: 'Message Claude' });
    for (const [words, key] of [
      ['MORE_LATER', 'Enter'],
      ['MORE_STEP', 'Alt+Enter'],
    ] as const) {
      await box.fill(words);
      await box.press(key);
    }
    // 2.0.77 has no way to read one at the next step.
    await parley.onDisk(prompt, cli === 'oldest' ? '"text":"MORE_STEP","way":"after"' : '"text":"MORE_STEP","state":"sending"');
  }

  async function reopen(prompt: string, cli: Cli, more: Parameters<typeof use>[1] = {}): Promise<void> {
    await parley.restart('closed');
    await use(cli, more);
    await parley.goTo(prompt);
  }

  /** How often the answer stands, as a result and as a message, in the last request of the chat, by which Claude knows all. */
  async function known(prompt: string): Promise<readonly [number, number]> {
    await parley.idle();
    await button('Stop').waitFor({ state: 'detached' });
    const last = `HELLO after ${prompt}`;
    await parley.send(last);
    const request = await parley.api.waitForRequest(({ side, prompt: read }) => !side && read.includes(last));
    const asUser = JSON.stringify(request.messages.filter(({ role }) => role !== 'assistant'));
    const times = (words: string): number => asUser.split(words).length - 1;
    assert.equal(times(prompt) - times(last), 1, 'Claude knows the prompt');
    return [times('\\"=\\"SQLite'), times('My answers:')];
  }

  /** The answer is where the first CLI has left it, and Claude has it once. */
  async function goOn(prompt: string, offer: Offer): Promise<void> {
    if (offer !== 'message') await button('Submit').click();
    if (offer === 'submit') await parley.log.getByText('Thank you, I go on with that.').waitFor();
    else {
      if (offer === 'refused') await parley.log.getByText('Claude no longer knows this question, so your answer was not sent.').waitFor();
      await button(message).click();
      await parley.api.waitForRequest(({ side, prompt: read }) => !side && read.includes('My answers:'));
      await button(message).waitFor({ state: 'detached' });
    }
    assert.deepEqual(await known(prompt), offer === 'submit' ? [1, 0] : [0, 1]);
  }

  const openOrders = tried('newest → deferring', 'newest → oldest');
  const queuedOrders = tried('oldest → newest');
  const openPrompt = (order: Order): string => `ASK_ONE open ${order}`;
  const queuedPrompt = (order: Order): string => `WORK ${order}`;

  // One restart for all of them.
  before(async () => {
    for (const [order, from] of queuedOrders) await queue(queuedPrompt(order), from);
    for (const [order, from] of openOrders) {
      await use(from);
      await ask(openPrompt(order));
    }
    await use('newest');
    await parley.restart('closed');
  });

  for (const [order, from, to] of openOrders)
    it(`has the answer of an open question (${order})`, async () => {
      await use(to);
      await parley.goTo(openPrompt(order));
      await goOn(openPrompt(order), offerOf(from, to));
    });

  for (const [order, from, to] of tried())
    it(`has the answer of a question that nobody answered in time, in the same window (${order})`, async () => {
      const prompt = `ASK_ONE late ${order}`;
      await use(from, { limit: 1 });
      await ask(prompt);
      await parley.advance(61_000);
      await parley.onDisk(prompt, from === 'newest' ? '"phase":"parked"' : '"overdueAt"');
      await use(to);
      // Only the newest is ended then. The others wait on, and take the answer themselves.
      await goOn(prompt, from === 'newest' ? offerOf(from, to) : 'submit');
    });

  for (const [order, from, to] of tried())
    it(`has the answer that was held for an undo when its window ended (${order})`, async () => {
      const prompt = `ASK_LONG held ${order}`;
      await use(from, { undo: 60 });
      await ask(prompt);
      await button('Submit').click();
      await button('Undo').waitFor();
      await reopen(prompt, to);
      await parley.log.getByText('Claude has your answer.').waitFor();
      await button('Continue').click();
      await parley.log.getByText('I took it up again.').waitFor();
      assert.deepEqual(await known(prompt), [1, 0]);
    });

  for (const [order, from, to] of tried())
    it(`has the answer that was held where no CLI ran, once the person submits it again (${order})`, async () => {
      const prompt = `ASK_ONE parked ${order}`;
      await use(from);
      await ask(prompt);
      await reopen(prompt, to, { undo: 60 });
      const offer = offerOf(from, to);
      if (offer !== 'message') {
        await button('Submit').click();
        await button('Undo').waitFor();
        await reopen(prompt, to);
        await parley.log.getByText('The window closed before this was sent. Check it and submit again.').waitFor();
      }
      await goOn(prompt, offer);
    });

  for (const [order, from, to] of queuedOrders)
    it(`has what was queued behind a turn, once, when the person sends it (${order})`, async () => {
      const prompt = queuedPrompt(order);
      await use(to);
      await parley.goTo(prompt);
      const reads = (): Promise<number> =>
        Promise.resolve(parley.api.requests.filter(({ side, prompt: read }) => !side && read === prompt).length);
      const earlier = await reads();
      await button('Send again').click();
      await button('Send again').waitFor({ state: 'detached' });
      // 2.0.77 keeps no prompt before the first words behind it are whole, so there it is the one that began the turn.
      if (from === 'oldest') {
        await eventually(reads, earlier + 1);
        await button('Stop').click();
        await parley.log.getByText('Stopped by you', { exact: true }).waitFor();
      }
      await button('Stop').waitFor({ state: 'detached' });
      // The next one goes behind its turn by itself.
      await button('Send, message 1').click();
      await parley.log.getByText('MORE_LATER').waitFor();
      await parley.view.getByRole('list', { name: 'Waiting messages' }).waitFor({ state: 'detached' });
      await button('Stop').waitFor({ state: 'detached' });
      await parley.send('HELLO at the end');
      const { messages } = await parley.api.waitForRequest(({ side, prompt: read }) => !side && read.includes('HELLO at the end'));
      const asUser = JSON.stringify(messages.filter(({ role }) => role !== 'assistant'));
      assert.deepEqual(
        [prompt, 'MORE_LATER', 'MORE_STEP'].map(words => asUser.split(words).length - 1),
        [1, 1, 1],
      );
    });
});
