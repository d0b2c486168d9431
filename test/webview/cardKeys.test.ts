// The question card by keyboard, and what the keyboard may not do to it unasked.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { database, nothing, questionItem, running, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const hello: TranscriptItem = { kind: 'prompt', id: 'prompt1', text: 'Hello', state: 'sent' };

describe('the question card and the keyboard', () => {
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

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await webview.page.keyboard.press(key);
  };
  const focused = (): Promise<string | null> => webview.page.evaluate(() => deepFocus());
  const lastDraft = () => webview.lastDraft();
  /** Asks, and focuses the card as the command does. */
  const askAndFocus = async (...items: readonly TranscriptItem[]): Promise<void> => {
    await webview.send(snapshot(items.length === 0 ? [questionItem()] : [...items], waiting), { type: 'focus', target: 'question' });
    await webview.page.waitForFunction(() => document.activeElement !== document.body);
  };
  beforeEach(() =>
    webview.page.evaluate(() => {
      Object.assign(globalThis, {
        deepFocus: () => {
          let active = document.activeElement;
          while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
          return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? null;
        },
      });
    }),
  );

  describe('inside the card', () => {
    it('goes by command to the first control of the first question without an answer', async () => {
      await askAndFocus(hello, questionItem({ draft: [{ ...nothing, selected: [0] }, nothing] }), questionItem({ id: 'second' }));
      await eventually(focused, 'Login');
    });

    it('expands by command what was collapsed', async () => {
      await webview.send(snapshot([questionItem()], waiting));
      await webview.button('Collapse question').click();
      await webview.send({ type: 'focus', target: 'question' });
      await card.getByRole('radio').first().waitFor();
      await webview.page.waitForFunction(() => document.activeElement?.matches('input[type=radio]') ?? false);
    });

    it('moves with arrows and toggles with Space', async () => {
      await askAndFocus();
      await press('ArrowDown');
      await eventually(focused, 'MongoDB');
      await eventually(async () => (await lastDraft())?.[0]?.selected, [1]);
      await press('ArrowUp');
      await eventually(async () => (await lastDraft())?.[0]?.selected, [0]);
      await press('Control+PageDown', 'Space');
      await eventually(async () => (await lastDraft())?.[1]?.selected, [0]);
      await press('Space');
      await eventually(async () => (await lastDraft())?.[1]?.selected, []);
    });

    it('chooses the first radio with Space', async () => {
      await askAndFocus();
      await press('Space');
      await eventually(async () => (await lastDraft())?.[0]?.selected, [0]);
    });

    it('picks with digits, in the question that has the focus', async () => {
      await askAndFocus();
      await press('2', '9');
      await eventually(lastDraft, [{ ...nothing, selected: [1] }, nothing]);
      await eventually(focused, 'MongoDB');
      await press('Control+PageDown', '1', '3', '1');
      await eventually(async () => (await lastDraft())?.[1]?.selected, [2]);
    });

    it('picks all and none in a multi select only', async () => {
      await askAndFocus();
      await press('a', 'n');
      await eventually(() => webview.intentsOf('draftAnswer'), []);
      await press('Control+PageDown', 'a');
      await eventually(async () => (await lastDraft())?.[1]?.selected, [0, 1, 2]);
      await press('n');
      await eventually(async () => (await lastDraft())?.[1], nothing);
    });

    it('goes to the own answer with o, and types letters and digits there', async () => {
      await askAndFocus();
      await press('o');
      await webview.page.keyboard.type('an 1o');
      await eventually(async () => (await lastDraft())?.[0], { ...nothing, other: true, otherText: 'an 1o' });
      await press('ArrowLeft', 'ArrowDown', 'ArrowUp');
      await eventually(focused, 'Other answer: Database');
    });

    it('goes on with Enter, and submits with it when all is answered', async () => {
      await askAndFocus();
      await press('Enter');
      await eventually(focused, 'Login');
      await press('Enter', '1', 'Enter');
      await eventually(async () => (await webview.intentsOf('answerQuestion')).length, 0);
      await press('1', 'Control+PageDown', '2', 'Enter');
      await eventually(async () => (await webview.intent('answerQuestion')).answers.map(({ selected }) => selected), [[0], [0, 1]]);
    });

    it('goes on with Enter from the own answer too, and breaks its line with Shift+Enter', async () => {
      await askAndFocus();
      await press('o');
      await webview.page.keyboard.type('one');
      await press('Shift+Enter');
      await webview.page.keyboard.type('two');
      await press('Enter');
      await eventually(async () => (await lastDraft())?.[0]?.otherText, 'one\ntwo');
      await eventually(focused, 'Login');
    });

    it('begins a new line with Enter where Ctrl+Enter sends, and chooses the numbers that are typed', async () => {
      await askAndFocus();
      await webview.send({ ...snapshot([questionItem()], waiting), version: 2, preferences: { layout: 'stacked', ctrlEnterSends: true } });
      await press('o');
      await webview.page.keyboard.type('one');
      await press('Enter');
      await webview.page.keyboard.type('two');
      await eventually(async () => (await lastDraft())?.[0]?.otherText, 'one\ntwo');
      await eventually(focused, 'Other answer: Database');
      await press('Control+A');
      await webview.page.keyboard.type('2');
      await press('Enter');
      await eventually(async () => (await lastDraft())?.[0]?.selected, [1]);
    });

    it('asks before it leaves a question out, and a key that is held down does not say yes', async () => {
      await askAndFocus();
      await press('1');
      await webview.page.keyboard.down('Control');
      await webview.page.keyboard.down('Enter');
      await eventually(focused, 'Submit anyway');
      for (let times = 0; times < 3; times++) await webview.page.keyboard.down('Enter');
      await webview.page.keyboard.up('Enter');
      await webview.page.keyboard.up('Control');
      await eventually(() => webview.intentsOf('answerQuestion'), []);
      await press('Control+Enter');
      assert.equal((await webview.intentsOf('answerQuestion')).length, 1);
    });

    it('submits with Ctrl+Enter, or goes to what is missing', async () => {
      await askAndFocus();
      await press('Control+PageDown', 'Control+Enter');
      await eventually(focused, 'Login');
      await press('1', 'Control+PageUp', '1', 'Meta+Enter');
      await webview.intent('answerQuestion');
    });

    it('leaves Enter to a button', async () => {
      await askAndFocus();
      await webview.button('Dismiss').focus();
      await press('Enter');
      await webview.intent('dismissQuestion');
    });

    it('collapses with Esc, dismisses nothing, and puts the focus where it opens again', async () => {
      await askAndFocus();
      await press('o');
      await webview.page.keyboard.type('kept');
      await press('Escape');
      await webview.button('Expand question').waitFor();
      await eventually(focused, 'Expand question');
      await press('Enter');
      await eventually(() => card.getByRole('textbox', { name: 'Other answer: Database' }).inputValue(), 'kept');
      await eventually(() => webview.intentsOf('dismissQuestion'), []);
    });

    it('goes through all controls with Tab', async () => {
      await askAndFocus(questionItem({ questions: [database] }));
      const visited: (string | null)[] = [];
      const all = [
        'Other answer: Database',
        'Add context: Database',
        'Add note: Database',
        'Submit',
        'Dismiss',
        'Reply in chat instead',
        'What Claude will read',
      ];
      for (const _ of all) {
        await press('Tab');
        visited.push(await focused());
      }
      assert.deepEqual(visited, all);
    });

    it('keeps the keys it uses from VS Code around it, and leaves it Shift+Escape, which stops Claude', async () => {
      await askAndFocus();
      await press('o');
      const heard = await webview.page.evaluateHandle(() => {
        const keys: string[] = [];
        window.addEventListener('keydown', event => keys.push(event.key));
        return keys;
      });
      await press('Shift+Escape');
      await eventually(focused, 'Other answer: Database');
      await press('Control+PageDown', 'Escape', 'F6');
      await eventually(() => heard.evaluate(keys => keys), ['Shift', 'Escape', 'Control', 'F6']);
    });

    it('keeps the focus on the card when its controls go, and gives it to the message box once Claude has the answer', async () => {
      await askAndFocus(questionItem({ questions: [database] }));
      await press('1', 'Enter');
      await webview.send({ type: 'items', version: 2, items: [questionItem({ questions: [database], phase: 'sending' })] });
      await eventually(focused, 'Claude asks');
      await webview.send({ type: 'items', version: 3, items: [questionItem({ questions: [database], phase: 'answered' })] });
      await eventually(focused, 'Message Claude');
    });

    it('keeps the focus on a card that somebody else has ended, because letters that are typed there would be a message', async () => {
      await askAndFocus(questionItem({ questions: [database] }));
      await press('o');
      await webview.send({ type: 'items', version: 2, items: [questionItem({ questions: [database], phase: 'withdrawn' })] });
      await eventually(focused, 'Claude asks');
    });
  });

  describe('from outside', () => {
    it('never takes the keyboard: what is typed when it arrives goes on where it was', async () => {
      await webview.send(snapshot([hello], running));
      await webview.composer.click();
      await webview.page.keyboard.type('I am typing 1');
      await webview.send({ type: 'items', version: 2, items: [questionItem()], status: waiting });
      await card.waitFor();
      await webview.page.keyboard.type('2 oan');
      await press('Enter');
      await eventually(() => webview.composer.inputValue(), 'I am typing 12 oan');
      await eventually(() => webview.intentsOf('draftAnswer'), []);
      await eventually(() => webview.intentsOf('answerQuestion'), []);
      await eventually(() => webview.intentsOf('sendPrompt'), []);
    });

    it('takes nothing either when nothing has the focus', async () => {
      await webview.send(snapshot([hello], running), { type: 'items', version: 2, items: [questionItem()], status: waiting });
      await card.waitFor();
      await eventually(() => webview.page.evaluate(() => document.activeElement === document.body), true);
      await press('1', 'o', 'Enter', 'Escape');
      await eventually(() => webview.intentsOf('draftAnswer'), []);
      await card.getByRole('radio').first().waitFor();
    });

    it('does not act on keys in the conversation', async () => {
      await webview.send(snapshot([questionItem()], waiting));
      await webview.page.getByRole('log').focus();
      await press('1', 'a', 'Enter');
      await eventually(() => webview.intentsOf('draftAnswer'), []);
    });
  });
});

declare function deepFocus(): string | null;
