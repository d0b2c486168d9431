// A question outlives its view, its window, its server and its CLI: what the model finally reads is what the person chose.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Parley } from '../support/parley.js';
import { claudePaths, openParley } from '../support/parley.js';
import { replies } from '../support/replies.js';
import type { Cli, Fault, Outcome } from './faults.js';
import { clis, faultNames, faults, wordsFor } from './faults.js';

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const button = (card: Locator, name: string): Locator => card.getByRole('button', { name, exact: true });

/** Shows the chat that began with `prompt`. */
async function goTo({ page, log }: Parley, prompt: string): Promise<void> {
  await page.getByRole('button', { name: 'Show Chats' }).click();
  await page.getByRole('option', { name: new RegExp(prompt) }).click();
  await log.getByText(prompt).waitFor();
}

const before21145 = `User has answered your questions: "Which database should we use?"="SQLite". You can now continue with the user's answers in mind.`;
/** What each CLI makes of the choice, to the letter. */
const chosen: Readonly<Record<Cli, string>> = {
  newest: 'Your questions have been answered: "Which database should we use?"="SQLite". You can now continue with these answers in mind.',
  deferring: before21145,
  oldest: before21145,
};

/** A chat with a choice that is made and not submitted. */
interface Chat {
  readonly prompt: string;
  /** The process that asks, and what it has started. */
  readonly claudes: readonly number[];
}

for (const cli of clis) {
  describe(`a question of the ${cli} CLI, when`, function () {
    this.timeout(120_000);
    let parley: Parley;

    before(async () => {
      parley = await openParley({ replies, claudePath: claudePaths[cli] });
    });
    afterEach(async function () {
      if (this.currentTest?.state === 'failed') await parley.page.screenshot({ path: `out/test/e2e-parking-${cli}-failed.png` });
    });
    after(async () => {
      assert.deepEqual(await parley.stop(), [], 'processes outlived the window');
    });

    /** Of a question that is asked once more by the CLI, at the tool: it does not keep it. */
    const notKept = '"hook":false';
    const parked = '"phase":"parked"';

    /** `minutes`: how long the question waits for its answer. */
    async function choose(fault: Fault, minutes = 5): Promise<Chat> {
      const prompt = `ASK_ONE ${fault}`;
      await parley.changeSettings({ 'parley.questions.timeout': minutes });
      await parley.newChat();
      const earlier = parley.claudes();
      await parley.send(prompt);
      await radio(parley.card(), 'SQLite').click();
      await parley.onDisk(prompt, '"selected":[1]');
      return { prompt, claudes: parley.claudes().filter(id => !earlier.includes(id)) };
    }

    /** The choice that was made before is still there; the answer reaches the model, to the letter, and the turn goes on. */
    async function answerWhatIsThere({ prompt }: Chat): Promise<void> {
      const { card, log, api } = parley;
      assert.ok(await radio(card(), 'SQLite').isChecked());
      await button(card(), 'Submit answers').click();
      const request = await api.waitForRequest(({ side, prompt: read, toolResults }) => !side && read === prompt && toolResults.length > 0);
      assert.deepEqual(
        request.toolResults.map(({ text }) => text),
        [chosen[cli]],
      );
      await log.getByText('Thank you, I go on with that.').waitFor();
    }

    async function answerTheSame(chat: Chat): Promise<void> {
      assert.ok(parley.claudes().some(id => chat.claudes.includes(id)));
      await answerWhatIsThere(chat);
    }

    async function answerTheResumed(chat: Chat): Promise<void> {
      await parley.claudeGone(chat.claudes);
      await answerWhatIsThere(chat);
    }

    /** Nothing of the choice is gone, and Claude reads it where it has asked. */
    async function sendAsMessage({ prompt }: Chat): Promise<void> {
      const send = button(parley.card(), 'Send my answers as a message');
      await send.click();
      const request = await parley.api.waitForRequest(
        ({ side, prompt: read, messages }) => !side && read.includes('connection was lost') && JSON.stringify(messages).includes(prompt),
      );
      assert.match(request.prompt, /Which database should we use\?\n {2}SQLite/);
      await send.waitFor({ state: 'detached' });
    }

    const find: Readonly<Record<Outcome, (chat: Chat) => Promise<void>>> = {
      stays: answerTheSame,
      resumes: answerTheResumed,
      async parked(chat) {
        await parley.onDisk(chat.prompt, parked);
        await answerTheResumed(chat);
      },
      async waits(chat) {
        await parley.onDisk(chat.prompt, notKept);
        await answerTheSame(chat);
      },
      lost: sendAsMessage,
      notParked: sendAsMessage,
    };

    /** Two in one blow: a window takes its time to come back. */
    async function killAll(): Promise<Readonly<Record<'killedOpen' | 'killedParked', Chat>>> {
      const killedOpen = await choose('killedOpen');
      const killedParked = await choose('killedParked', 0.05);
      await parley.onDisk(killedParked.prompt, faults.killedParked[cli] === 'notParked' ? notKept : parked);
      await parley.restart('killed');
      return { killedOpen, killedParked };
    }
    let killed: ReturnType<typeof killAll> | undefined;

    const befall: Readonly<Record<Fault, (fault: Fault) => Promise<Chat>>> = {
      async hidden(fault) {
        const chat = await choose(fault);
        await parley.hideView();
        await parley.openView();
        assert.ok(await radio(parley.card(), 'SQLite').isChecked());
        await parley.moveView('Move To', 'Secondary Side Bar');
        assert.ok(await radio(parley.card(), 'SQLite').isChecked());
        await parley.moveView('Reset Location');
        return chat;
      },
      async reloaded(fault) {
        const chat = await choose(fault);
        await parley.page.reload({ waitUntil: 'domcontentloaded' });
        await parley.openView();
        return chat;
      },
      async closed(fault) {
        const chat = await choose(fault);
        await parley.restart('closed');
        return chat;
      },
      unanswered: fault => choose(fault, 0.05),
      async killedParked() {
        const { killedParked } = await (killed ??= killAll());
        await goTo(parley, killedParked.prompt);
        return killedParked;
      },
      async killedOpen() {
        const { killedOpen } = await (killed ??= killAll());
        await goTo(parley, killedOpen.prompt);
        return killedOpen;
      },
      async cliKilled(fault) {
        const chat = await choose(fault);
        parley.killClaude();
        return chat;
      },
    };

    for (const fault of faultNames) {
      it(`${faults[fault].title}: ${wordsFor(fault, cli)}`, async () => {
        await find[faults[fault][cli]](await befall[fault](fault));
      });
    }
  });
}

describe('three chats with a question each', function () {
  this.timeout(120_000);
  let parley: Parley;

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await parley.page.screenshot({ path: 'out/test/e2e-chats-failed.png' });
    assert.deepEqual(await parley.stop(), [], 'processes outlived the window');
  });

  const readIn = async (name: string): Promise<readonly string[]> => {
    const request = await parley.api.waitForRequest(
      ({ side, prompt, toolResults }) => !side && prompt.endsWith(name) && toolResults.length > 0,
    );
    return request.toolResults.map(({ text }) => text);
  };

  async function askInThree(): Promise<void> {
    for (const name of ['alpha', 'beta', 'gamma']) {
      await parley.send(`ASK_ONE ${name}`);
      await radio(parley.card(), 'SQLite').waitFor();
      await parley.newChat();
    }
  }

  const answer = async (name: string, label: string): Promise<void> => {
    await goTo(parley, `ASK_ONE ${name}`);
    await radio(parley.card(), label).click();
    await button(parley.card(), 'Submit answers').click();
    const [text] = await readIn(name);
    assert.match(text ?? '', new RegExp(`="${label}"`));
  };

  it('are answered in another order, each in its own', async () => {
    parley = await openParley({ replies });
    await askInThree();
    await answer('beta', 'SQLite');
    await answer('gamma', 'PostgreSQL');
    await answer('alpha', 'SQLite');
  });

  it('are all there when the window is opened again', async () => {
    parley = await openParley({ replies });
    await askInThree();
    await parley.restart('closed');
    await answer('gamma', 'SQLite');
    await answer('alpha', 'PostgreSQL');
    await answer('beta', 'SQLite');
  });
});

describe('a person who comes back', function () {
  this.timeout(120_000);
  let parley: Parley;

  beforeEach(async () => {
    parley = await openParley({ replies });
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'passed') await parley.page.screenshot({ path: 'out/test/e2e-parking-back-failed.png' });
    assert.deepEqual(await parley.stop(), [], 'processes outlived the window');
  });

  it('is told of what waits out of sight, and answers there', async () => {
    await parley.send('ASK_ONE please');
    await parley.card().waitFor();
    await parley.newChat();
    await parley.send('HELLO there');
    await parley.log.getByText('Hello, you.').waitFor();
    await parley.page.reload({ waitUntil: 'domcontentloaded' });
    await parley.page.getByText('Claude asks: Which database should we use?', { exact: true }).waitFor();
    await button(parley.page.getByRole('dialog', { name: /Claude asks/ }), 'SQLite').click();
    const request = await parley.api.waitForRequest(({ side, toolResults }) => !side && toolResults.length > 0);
    assert.deepEqual(
      request.toolResults.map(({ text }) => text),
      [chosen.newest],
    );
  });
});
