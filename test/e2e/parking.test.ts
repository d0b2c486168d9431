// A question outlives its view, its window, its server and its CLI: the model finally reads the answer that the person chose.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { claudePaths } from '../support/claudes.js';
import { replies } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';
import type { Cli, Fault, Outcome } from './faults.js';
import { clis, faultNames, faults, wordsFor } from './faults.js';

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const button = (card: Locator, name: string): Locator => card.getByRole('button', { name, exact: true });

const before21145 = `User has answered your questions: "Which database should we use?"="SQLite". You can now continue with the user's answers in mind.`;
/** The text that each CLI makes of the choice, to the letter. */
const chosen: Readonly<Record<Cli, string>> = {
  newest: 'Your questions have been answered: "Which database should we use?"="SQLite". You can now continue with these answers in mind.',
  deferring: before21145,
  oldest: before21145,
};

/** A chat with an option chosen and not submitted. */
interface Chat {
  readonly cli: Cli;
  readonly prompt: string;
  /** The CLI of the chat and the processes it has started. */
  readonly claudes: readonly number[];
}

describe('an open question, when', function () {
  this.timeout(windowLimit);
  let parley: Windowless;

  shareWindowless('parking', { replies }, opened => (parley = opened));

  /** Stands in the stored file of a question that is not parked, because its CLI does not report background tasks. */
  const overdue = '"overdueAt"';
  const parked = '"phase":"parked"';

  /** Minutes of the timeout. */
  const long = 60;
  const short = 1;

  /** A real VS Code shows this fault with the newest CLI in `npm test` (parking.window.test.ts), and no other CLI has another outcome. */
  const shownInVsCode: Fault = 'hidden';

  /** The first CLI of each outcome in `npm test`, and each in the whole matrix. */
  const clisOf = (fault: Fault): readonly Cli[] =>
    isWholeMatrix ? clis : clis.filter((cli, at) => clis.findIndex(other => faults[fault][other] === faults[fault][cli]) === at);

  const chosenIsThere = (): Promise<void> =>
    radio(parley.card(), 'SQLite')
      .and(parley.view.getByRole('radio', { checked: true }))
      .waitFor();
  const overdueNow = (): Promise<void> => parley.advance(short * 60_000 + 1_000);

  async function choose(fault: Fault, cli: Cli, minutes = long): Promise<Chat> {
    const prompt = `ASK_ONE ${fault} ${cli}`;
    await parley.changeSettings({ 'parley.questions.timeout': minutes, 'parley.claude.path': claudePaths[cli] });
    await parley.newChat();
    const earlier = parley.claudes();
    await parley.send(prompt);
    await radio(parley.card(), 'SQLite').click();
    await parley.onDisk(prompt, '"selected":[1]');
    return { cli, prompt, claudes: parley.claudes().filter(id => !earlier.includes(id)) };
  }

  /** One chat per CLI. */
  async function chooseAll(fault: Fault, minutes?: number): Promise<readonly Chat[]> {
    const chats: Chat[] = [];
    for (const cli of clisOf(fault)) chats.push(await choose(fault, cli, minutes));
    return chats;
  }

  /** The choice is still there; the answer reaches the model, to the letter, and the turn continues. */
  async function answerWhatIsThere({ cli, prompt }: Chat): Promise<void> {
    const { card, log, api } = parley;
    await chosenIsThere();
    await button(card(), 'Submit').click();
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

  /** The choice is kept, and Claude reads it in the chat where it asked. */
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
      await parley.onDisk(chat.prompt, overdue);
      await answerTheSame(chat);
    },
    lost: sendAsMessage,
    notParked: sendAsMessage,
  };

  async function hide(): Promise<void> {
    await parley.hideView();
    await parley.openView();
    await chosenIsThere();
  }

  /** The CLI says that it keeps a question before it has written that down. */
  function isKept(prompt: string): Promise<void> {
    const projects = join(parley.home, '.claude', 'projects');
    const texts = (): readonly string[] =>
      readdirSync(projects, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.jsonl'))
        .map(name => readFileSync(join(projects, name), 'utf8'));
    return eventually(() => Promise.resolve(texts().some(text => text.includes(prompt) && text.includes('hook_deferred_tool'))), true);
  }

  /** Prepares both kinds of chats for one restart, because a window is slow to come back. */
  async function killAll(): Promise<Readonly<Record<'killedOpen' | 'killedOverdue', readonly Chat[]>>> {
    const killedOpen = await chooseAll('killedOpen');
    const killedOverdue = await chooseAll('killedOverdue', short);
    await overdueNow();
    for (const { cli, prompt } of killedOverdue) {
      const isParked = faults.killedOverdue[cli] !== 'notParked';
      await parley.onDisk(prompt, isParked ? parked : overdue);
      if (isParked) await isKept(prompt);
    }
    await parley.restart('killed');
    return { killedOpen, killedOverdue };
  }
  let killed: ReturnType<typeof killAll> | undefined;

  async function endInOrder(fault: Fault): Promise<readonly Chat[]> {
    const chats = await chooseAll(fault);
    await parley.restart('closed');
    return chats;
  }

  const befall: Readonly<Record<Fault, (fault: Fault) => Promise<readonly Chat[]>>> = {
    async hidden(fault) {
      const chats: Chat[] = [];
      for (const cli of clisOf(fault)) {
        chats.push(await choose(fault, cli));
        await hide();
      }
      return chats;
    },
    reloaded: endInOrder,
    closed: endInOrder,
    async unanswered(fault) {
      const chats = await chooseAll(fault, short);
      await overdueNow();
      return chats;
    },
    killedOverdue: async () => (await (killed ??= killAll())).killedOverdue,
    killedOpen: async () => (await (killed ??= killAll())).killedOpen,
    async cliKilled(fault) {
      const chats = await chooseAll(fault);
      parley.killClaude();
      return chats;
    },
  };

  it('the disk has kept nothing of the chat: the CLI has, and its answer resumes the session', async () => {
    const { prompt, claudes } = await choose('unanswered', 'newest', short);
    await overdueNow();
    await parley.onDisk(prompt, parked);
    await isKept(prompt);
    await parley.claudeGone(claudes);
    await parley.leave();
    rmSync(join(parley.userData, 'User', 'globalStorage', 'parley.parley', 'folders'), { recursive: true });
    await parley.restart('closed');
    await parley.goTo(prompt);
    await radio(parley.card(), 'SQLite').click();
    await answerWhatIsThere({ cli: 'newest', prompt, claudes });
  });

  /** The title of the fault. Without the workbench a window that is reloaded is one that is closed and opened. */
  const titleOf = (fault: Fault): string =>
    fault === 'closed' ? `${faults.reloaded.title}, or ${faults.closed.title}` : faults[fault].title;
  assert.deepEqual(
    clis.map(cli => faults.reloaded[cli]),
    clis.map(cli => faults.closed[cli]),
  );

  for (const fault of faultNames) {
    if (fault === 'reloaded' || (!isWholeMatrix && fault === shownInVsCode)) continue;
    describe(titleOf(fault), () => {
      let chats: readonly Chat[];

      before(async () => {
        chats = await befall[fault](fault);
      });

      for (const cli of clisOf(fault)) {
        it(`${cli} CLI: ${wordsFor(fault, cli)}`, async () => {
          const chat = chats.find(({ cli: its }) => its === cli);
          assert.ok(chat !== undefined);
          await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
          await parley.goTo(chat.prompt);
          await find[faults[fault][cli]](chat);
        });
      }
    });
  }
});
