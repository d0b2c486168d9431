// The conversation around the question: the contract with the host, the composer, the rows.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { idle, permissionItem, questionItem, running, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const hello: TranscriptItem = { kind: 'prompt', id: 'prompt1', text: 'Hello', state: 'sent' };
const words = (text: string, streaming = true): TranscriptItem => ({ kind: 'text', id: 'text1', text, streaming });

describe('the chat', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let log: Locator;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open();
    log = webview.page.getByRole('log', { name: 'Conversation' });
  });
  afterEach(() => webview.close());

  describe('the contract', () => {
    it('takes what follows the snapshot in order', async () => {
      await webview.send(
        snapshot([hello]),
        { type: 'items', version: 2, items: [words('One')] },
        { type: 'append', version: 3, id: 'text1', text: ' two' },
      );
      await log.getByText('One two').waitFor();
      await eventually(async () => (await webview.intentsOf('ready')).length, 1);
    });

    it('takes what was broken off from the page, and goes on behind it', async () => {
      await webview.send(
        snapshot([hello, words('Half a')]),
        { type: 'items', version: 2, items: [questionItem({ phase: 'announced' })] },
        { type: 'items', version: 3, items: [], gone: ['text1', questionItem().id] },
        { type: 'items', version: 4, items: [{ ...words('Whole'), id: 'text2' }] },
      );
      await log.getByText('Whole').waitFor();
      await eventually(async () => [await log.getByText('Half a').count(), await log.locator('.card').count()], [0, 0]);
      await eventually(async () => (await webview.intentsOf('ready')).length, 1);
    });

    it('names with each intent the session that is shown', async () => {
      const composer = webview.page.getByRole('textbox', { name: 'Message Claude' });
      for (const chat of ['one', 'two']) {
        await webview.send({ ...snapshot([hello]), chat });
        await composer.fill(`For ${chat}`);
        await composer.press('Enter');
        await eventually(async () => (await webview.intentsOf('sendPrompt')).at(-1)?.text, `For ${chat}`);
      }
      const intents = await webview.intents();
      const chats = await webview.page.evaluate(() => globalThis.parleyChats);
      assert.deepEqual(
        chats.filter((_session, index) => intents[index]?.type === 'sendPrompt'),
        ['one', 'two'],
      );
    });

    it('shows words also while the page is hidden, where no frames come, and says that it has taken them with the next frame', async () => {
      const hidden = await harness.open({ clock: true });
      const frames = await hidden.page.evaluateHandle(() => {
        const waiting: FrameRequestCallback[] = [];
        globalThis.requestAnimationFrame = run => waiting.push(run);
        return waiting;
      });
      const taken = () => hidden.page.evaluate(() => globalThis.parleyTaken);
      await hidden.send(
        snapshot([words('One')], running),
        { type: 'append', version: 2, id: 'text1', text: ' two' },
        { type: 'append', version: 3, id: 'text1', text: ' three' },
      );
      await eventually(() => hidden.page.getByRole('log').getByText(/^One/).innerText(), 'One two three');
      await eventually(taken, [1]);
      await frames.evaluate(waiting => waiting.splice(0).forEach(run => run(0)));
      await eventually(taken, [1, 3]);
      await hidden.close();
    });

    it('asks for a snapshot when a version is missing, and waits for it', async () => {
      await webview.send(
        snapshot([hello]),
        { type: 'items', version: 3, items: [words('Too early')] },
        { type: 'items', version: 4, items: [] },
      );
      await eventually(async () => (await webview.intentsOf('ready')).length, 2);
      await eventually(() => log.getByText('Too early').count(), 0);
      await webview.send(
        { ...snapshot([hello, words('Whole')]), version: 9 },
        {
          type: 'append',
          version: 10,
          id: 'text1',
          text: ' again',
        },
      );
      await log.getByText('Whole again').waitFor();
      await eventually(async () => (await webview.intentsOf('ready')).length, 2);
    });

    it('asks for a snapshot when text comes for something it does not know', async () => {
      await webview.send(snapshot([hello]), { type: 'append', version: 2, id: 'nowhere', text: 'x' });
      await eventually(async () => (await webview.intentsOf('ready')).length, 2);
    });

    it('reports what it does not understand and asks again, but not without end', async () => {
      await webview.send(snapshot([hello]));
      await webview.sendRaw({ type: 'items', version: 2, items: [{ kind: 'riddle' }] });
      await eventually(async () => (await webview.intentsOf('reportError')).length, 1);
      await eventually(async () => (await webview.intentsOf('ready')).length, 2);
      await webview.sendRaw({ type: 'snapshot', version: 3 });
      await eventually(async () => (await webview.intentsOf('reportError')).length, 2);
      await eventually(async () => (await webview.intentsOf('ready')).length, 2);
    });

    it('reports news that it does not understand, and asks for no snapshot, with which they would come again', async () => {
      await webview.send(snapshot([hello]));
      await webview.sendRaw({ type: 'news', chat: 's', news: { type: 'canAsk' } });
      await eventually(async () => (await webview.intentsOf('reportError')).length, 1);
      assert.equal((await webview.intentsOf('ready')).length, 1);
    });

    it('shows another session’s snapshot instead of the old one', async () => {
      await webview.send(snapshot([hello]), { ...snapshot([words('Another', false)]), version: 7 });
      await log.getByText('Another').waitFor();
      await eventually(() => log.getByText('Hello').count(), 0);
    });
  });

  describe('the composer', () => {
    it('sends with Enter, breaks the line with Shift+Enter, and is empty afterwards', async () => {
      await webview.send(snapshot([hello]));
      await webview.composer.click();
      await webview.page.keyboard.type('one');
      await webview.page.keyboard.press('Shift+Enter');
      await webview.page.keyboard.type('two');
      await webview.page.keyboard.press('Enter');
      await eventually(async () => (await webview.intent('sendPrompt')).text, 'one\ntwo');
      await eventually(() => webview.composer.inputValue(), '');
    });

    it('takes back what could not be sent, before what was typed since, and says why until the person goes on', async () => {
      await webview.send(snapshot([hello]));
      await webview.composer.fill('And another thing');
      await webview.composer.press('Enter');
      await webview.composer.fill('since');
      await webview.send({ type: 'returned', text: 'And another thing', because: 'question' });
      await eventually(() => webview.composer.inputValue(), 'And another thing\n\nsince');
      const reason = webview.page.getByText('A question has just come. Your message was not sent');
      // On screen, and in the region that is read aloud.
      await eventually(() => reason.count(), 2);
      await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1)?.text, 'And another thing\n\nsince');
      await webview.composer.press('End');
      await webview.page.keyboard.type('!');
      await eventually(() => reason.count(), 1);
    });

    it('leaves Enter to an input method that is composing', async () => {
      await webview.send(snapshot([hello]));
      await webview.composer.fill('にほ');
      await webview.composer.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
      await eventually(() => webview.intentsOf('sendPrompt'), []);
    });

    it('gives every change to the host and takes the draft back, but not over newer words', async () => {
      await webview.send(snapshot([hello], idle, 'kept'));
      await eventually(() => webview.composer.inputValue(), 'kept');
      await webview.composer.press('End');
      await webview.page.keyboard.type('!');
      await eventually(async () => (await webview.intent('saveComposerDraft')).text, 'kept!');
      await webview.send({ ...snapshot([hello], idle, 'kept'), version: 5 });
      await eventually(() => webview.composer.inputValue(), 'kept!');
    });

    it('sends nothing when there is nothing', async () => {
      await webview.send(snapshot([hello]));
      await webview.composer.fill('  \n ');
      await webview.composer.press('Enter');
      await eventually(() => webview.intentsOf('sendPrompt'), []);
    });

    for (const [blocked, reason] of [
      ['question', 'Answer Claude’s question first'],
      ['announced', 'Claude is about to ask you something'],
      ['permission', 'Decide on Claude’s request first'],
      ['sending', 'Your answer is being sent'],
      ['noFolder', 'Open a folder to talk with Claude'],
      ['untrusted', 'Trust this folder to talk with Claude'],
    ] as const) {
      it(`keeps Send off and says why: ${blocked}`, async () => {
        await webview.send(snapshot([hello], { turn: 'running', blocked }));
        await webview.page.getByText(reason).waitFor();
        await webview.composer.fill('a draft');
        await webview.composer.press('Enter');
        const send = webview.button('Send');
        await eventually(() => send.isDisabled(), true);
        await eventually(() => send.evaluate(button => button.ariaDescription ?? button.getAttribute('aria-description')), reason);
        await webview.button('Stop').click();
        await eventually(() => webview.intentsOf('sendPrompt'), []);
        await eventually(async () => (await webview.intentsOf('interrupt')).length, 1);
        await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1)?.text, 'a draft');
      });
    }

    it('sends while Claude works, and offers Stop only then', async () => {
      await webview.send(snapshot([hello]));
      await eventually(() => webview.button('Stop').count(), 0);
      await webview.send({ type: 'items', version: 2, items: [], status: running });
      await webview.button('Stop').waitFor();
      await webview.composer.fill('and another thing');
      await webview.button('Send').click();
      await eventually(async () => (await webview.intent('sendPrompt')).text, 'and another thing');
    });

    it('adds context by its plus, and leaves new chats to the title', async () => {
      await webview.send(snapshot([hello]));
      await webview.button('Add context…').click();
      await webview.intent('addContext');
      await eventually(() => webview.button('New chat').count(), 0);
    });

    it('takes the focus only when the host says that the person asked for it', async () => {
      await webview.send(snapshot([hello]));
      await eventually(() => webview.composer.evaluate(box => box === document.activeElement), false);
      await webview.send({ type: 'focus', target: 'composer' });
      await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
      await webview.page.keyboard.type('typed');
      await eventually(() => webview.composer.inputValue(), 'typed');
    });

    it('takes the focus that the person asked for as late as VS Code gives the page its own', async () => {
      await webview.send(snapshot([hello]));
      await webview.page.evaluate(() => {
        document.hasFocus = () => false;
      });
      await webview.send({ type: 'focus', target: 'composer' });
      const has = (): Promise<boolean> => webview.composer.evaluate(box => box === document.activeElement);
      await eventually(has, false);
      await webview.page.evaluate(async () => {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        performance.now = () => now + 60_000;
        dispatchEvent(new FocusEvent('focus'));
      });
      await eventually(has, true);
    });
  });

  describe('the rows', () => {
    it('says that it is not saved for as long as the disk refuses it', async () => {
      const line = webview.page.getByRole('status').filter({ hasText: 'The disk is full.' });
      await webview.send(snapshot([], { turn: 'idle', notStored: 'The disk is full.' }));
      await line.waitFor();
      await webview.send({ type: 'items', version: 2, items: [], status: { turn: 'idle' } });
      await line.waitFor({ state: 'detached' });
    });

    it('says what this is and offers prompts when there is nothing yet', async () => {
      await webview.send(snapshot([]));
      await webview.page.getByRole('heading', { name: 'Parley' }).waitFor();
    });

    it('offers to send a prompt again that did not reach Claude', async () => {
      await webview.send(snapshot([{ ...hello, state: 'failed' }]));
      await webview.button('Send again').click();
      await eventually(async () => (await webview.intent('resendPrompt')).id, 'prompt1');
    });

    it('offers to send a prompt again that Stop has ended', async () => {
      await webview.send(
        snapshot([hello, { kind: 'notice', id: 'n1', level: 'info', text: 'Stopped by you', actions: [], again: 'Try again' }]),
      );
      await webview.page.getByRole('note').getByRole('button', { name: 'Try again' }).click();
      await eventually(async () => (await webview.intent('resendPrompt')).id, 'n1');
    });

    it('shows a tool in one line that opens to its result', async () => {
      await webview.send(
        snapshot([{ kind: 'tool', id: 'tool1', name: 'Read', summary: 'src/a.ts', state: 'done', result: 'const a = 1;' }]),
      );
      const line = log.getByRole('button', { name: /^Read\s*src\/a\.ts$/ });
      await eventually(() => line.getAttribute('aria-expanded'), 'false');
      await line.click();
      await log.getByText('const a = 1;').waitFor();
      await line.click();
      await eventually(() => log.getByText('const a = 1;').count(), 0);
    });

    it('does what a notice’s button is for', async () => {
      await webview.send(
        snapshot([{ kind: 'notice', id: 'n1', level: 'error', text: 'Not logged in.', actions: [{ id: 'logIn', label: 'Log in' }] }]),
      );
      await webview.page.getByRole('note').getByRole('button', { name: 'Log in' }).click();
      await eventually(async () => (await webview.intent('runAction')).action, 'logIn');
    });

    for (const [name, decision] of [
      ['Allow', 'allow'],
      ['Deny', 'deny'],
    ] as const) {
      it(`lets the person ${decision} a tool`, async () => {
        await webview.send(snapshot([permissionItem({ command: 'ls' })], running));
        const asked = webview.page.getByRole('group', { name: 'Claude asks for permission: Bash' });
        await asked.getByText('ls').waitFor();
        await asked.getByRole('button', { name }).click();
        await eventually(() => webview.intent('decidePermission'), { type: 'decidePermission', id: 'permission1', decision });
      });
    }
  });

  describe('the end of the conversation', () => {
    const many = Array.from({ length: 60 }, (_, index): TranscriptItem => ({
      kind: 'prompt',
      id: `p${index}`,
      text: `Line ${index}`,
      state: 'sent',
    }));
    const distanceFromEnd = (): Promise<number> =>
      log.evaluate(scroller => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
    const isAtEnd = async (): Promise<boolean> => (await distanceFromEnd()) < 13;
    /** The place of a row on screen. */
    const place = (): Promise<number> =>
      webview.page.getByText('Line 50', { exact: true }).evaluate(row => row.getBoundingClientRect().top);
    it('is followed until the person scrolls up, and again after Jump to latest', async () => {
      await webview.send(snapshot([...many, words('Streaming')], running));
      await eventually(isAtEnd, true);
      await webview.send({ type: 'append', version: 2, id: 'text1', text: '\n\nmore'.repeat(30) });
      await eventually(isAtEnd, true);
      await log.hover();
      await webview.page.mouse.wheel(0, -900);
      await webview.button('Jump to latest').waitFor();
      // The wheel may still be turning.
      const before = await place();
      await webview.send(
        { type: 'append', version: 3, id: 'text1', text: '\n\nmore'.repeat(30) },
        { type: 'items', version: 4, items: [questionItem()], status: waiting },
      );
      await webview.card.waitFor({ state: 'attached' });
      await eventually(async () => Math.abs((await place()) - before) < 2, true, 'a card that arrives leaves the person where they read');
      await webview.button('Jump to latest').click();
      await eventually(isAtEnd, true);
      await eventually(() => webview.button('Jump to latest').count(), 0);
    });

    it('is followed while a text becomes many times higher than the view, and no other row is touched', async () => {
      await webview.send(snapshot([...many, words('Streaming')], running));
      const added = await log.evaluateHandle(scroller => {
        const rows = new Set<string>();
        new MutationObserver(records => {
          for (const { target, addedNodes } of records)
            if (addedNodes.length > 0 && target instanceof Element)
              rows.add(target.closest('[data-item]')?.getAttribute('data-item') ?? target.className);
        }).observe(scroller, { subtree: true, childList: true });
        return rows;
      });
      let version = 1;
      for (let part = 0; part < 25; part += 1) {
        const text = part % 5 === 2 ? `\n\n\`\`\`ts\n${'const a = 1;\n'.repeat(120)}\`\`\`` : `\n\n${'Words and more words. '.repeat(60)}`;
        await webview.send({ type: 'append', version: (version += 1), id: 'text1', text });
        await eventually(isAtEnd, true, `part ${part}`);
      }
      await eventually(() => added.evaluate(rows => [...rows]), ['text1']);
      // A row of the same chunk comes behind it, and the next chunk.
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        await webview.send({
          type: 'items',
          version: (version += 1),
          items: [{ kind: 'prompt', id, text: `Behind ${id}`, state: 'sent' }],
        });
        await eventually(isAtEnd, true, id);
      }
      // What is above has kept its place when the person goes there.
      await log.evaluate(scroller => {
        scroller.scrollTop = 0;
      });
      await webview.page.getByText('Line 0', { exact: true }).waitFor();
      await webview.button('Jump to latest').click();
      await eventually(isAtEnd, true);
      await eventually(() => webview.page.getByText('Behind e').isVisible(), true);
    });

    it('shows the beginning of a card that is higher than the view', async () => {
      await webview.page.setViewportSize({ width: 400, height: 420 });
      await webview.send(snapshot(many, running));
      await webview.send({ type: 'items', version: 2, items: [questionItem()], status: waiting });
      const beginning = async (): Promise<string> => {
        const top = await webview.card.evaluate(card => card.getBoundingClientRect().top);
        return top >= 0 && top < 40 ? 'in sight' : `at ${top}`;
      };
      await eventually(beginning, 'in sight');
      await webview.button('Jump to latest').waitFor();
    });
  });
});
