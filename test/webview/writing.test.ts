// The message box while Claude works: the ways to send, the messages that wait, and what the keys do.
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { WaitingPromptItem } from '../../src/shared/chatStatus.js';
import { newsOf } from './asideStates.js';
import { running as works, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const running = { ...works, readsSteps: true } as const;
const idle = { turn: 'idle' } as const;
const first: WaitingPromptItem = { id: 'w1', text: 'First', until: 'after' };
const second: WaitingPromptItem = { id: 'w2', text: 'Second', until: 'after' };

describe('the message box', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
  });
  afterEach(() => webview.close());

  type Snapshot = Extract<HostMessage, { type: 'snapshot' }>;
  const open = (status: Snapshot['status'], more: Partial<Snapshot> = {}) => webview.send({ ...snapshot([], status), ...more });
  const press = async (words: string, key: string): Promise<void> => {
    await webview.composer.fill(words);
    await webview.composer.press(key);
  };
  const sent = async (): Promise<unknown> => (await webview.intentsOf('sendPrompt')).map(({ text, way }) => [text, way]);
  const rows = () => webview.page.getByRole('list', { name: 'Waiting messages' }).getByRole('listitem');
  const boxHasFocus = () => eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
  const text = () => webview.composer.inputValue();

  it('stays empty behind a message, also where a snapshot comes that was on its way when the message was sent', async () => {
    await open(idle, { composerDraft: 'hello' });
    await webview.composer.press('Enter');
    await eventually(sent, [['hello', undefined]]);
    await open(idle, { composerDraft: 'hello', version: 2 });
    await eventually(text, '');
  });

  describe('with the list at the caret', () => {
    const asked = async () => (await webview.intentsOf('findMentions')).map(({ id }) => id);
    const reply = async (): Promise<void> =>
      webview.send(newsOf({ type: 'mentions', id: (await asked()).at(-1) ?? 0, paths: ['src/a.ts'], problems: 0 }));
    beforeEach(async () => {
      await open(idle);
      await eventually(() => webview.composer.getAttribute('aria-haspopup'), 'listbox');
      await webview.composer.pressSequentially('@');
      await eventually(async () => (await asked()).length, 1);
      await reply();
      await webview.page.getByRole('option').waitFor();
    });

    it('takes a file to where the sign stands, also when words have come back in front of it', async () => {
      await webview.send({ type: 'returned', text: 'These words were not sent', because: 'takenOut' });
      await eventually(async () => (await asked()).length, 2);
      await reply();
      await webview.page.getByRole('option').waitFor();
      await webview.composer.press('Enter');
      await eventually(text, 'These words were not sent\n\n@src/a.ts ');
    });

    it('closes it where another chat with other words comes, in which Enter sends', async () => {
      await open(idle, { chat: 'another', composerDraft: 'Words of another chat' });
      await eventually(() => webview.page.getByRole('listbox').count(), 0);
      await webview.composer.press('Enter');
      await eventually(sent, [['Words of another chat', undefined]]);
    });
  });

  it('keeps words that are pasted after the same words were sent', async () => {
    await open(idle);
    await press('Go on.', 'Enter');
    await webview.composer.fill('Go on.');
    await eventually(async () => (await webview.intentsOf('saveComposerDraft')).map(({ text: kept }) => kept), ['Go on.', 'Go on.']);
  });

  describe('while Claude works', () => {
    it('sends by Enter after the turn, by Alt+Enter at the next step, by Alt+Shift+Enter now', async () => {
      await open(running);
      await press('a', 'Enter');
      await press('b', 'Alt+Enter');
      await press('c', 'Alt+Shift+Enter');
      await press('d', 'Shift+Enter');
      await eventually(
        () => sent(),
        [
          ['a', undefined],
          ['b', 'next'],
          ['c', 'now'],
        ],
      );
      await eventually(text, 'd\n');
    });

    it('has a menu of the ways, for the keyboard alone', async () => {
      await open(running);
      await webview.composer.fill('Look');
      await webview.button('How to send').focus();
      await webview.page.keyboard.press('Enter');
      const items = webview.page.getByRole('menu', { name: 'How to send' }).getByRole('menuitem');
      await eventually(
        () => items.evaluateAll(all => all.map(one => [one.getAttribute('aria-keyshortcuts'), one === document.activeElement])),
        [
          ['Enter', true],
          ['Alt+Enter', false],
          ['Alt+Shift+Enter', false],
        ],
      );
      await webview.page.keyboard.press('Escape');
      await boxHasFocus();
      await eventually(() => items.count(), 0);
      await webview.button('How to send').click();
      await webview.page.keyboard.press('ArrowUp');
      await webview.page.keyboard.press('Enter');
      await boxHasFocus();
      await eventually(async () => [await sent(), await items.count()], [[['Look', 'now']], 0]);
    });

    it('has no way to the next step where the CLI lacks it', async () => {
      await open(works, { waiting: [first] });
      await webview.composer.fill('Look');
      await webview.button('How to send').click();
      const items = webview.page.getByRole('menu', { name: 'How to send' }).getByRole('menuitem');
      await eventually(() => items.evaluateAll(all => all.map(one => one.getAttribute('aria-keyshortcuts'))), ['Enter', 'Alt+Shift+Enter']);
      await webview.button('Interrupt and send, message 1').waitFor();
      await eventually(() => webview.button('Send at next step, message 1').count(), 0);
    });

    it('has no menu where Claude does not work, or where nothing can be sent', async () => {
      await open(idle);
      await webview.button('Send').waitFor();
      await eventually(() => webview.button('How to send').count(), 0);
      await open({ turn: 'running', blocked: 'question' });
      await eventually(() => webview.button('How to send').count(), 0);
    });
  });

  describe('above which messages wait', () => {
    it('says what each waits for', async () => {
      await open(running, { waiting: [{ ...first, until: 'now' }, second] });
      await eventually(
        () => rows().evaluateAll(all => all.map(row => row.querySelector('.hint')?.textContent)),
        ['Sent once Claude stops', 'Queued'],
      );
      await webview.send({ type: 'items', version: 2, items: [], waiting: [{ ...second, until: 'person' }], status: idle });
      await rows().getByText('Not sent: Claude stopped').waitFor();
      await webview.send({ type: 'items', version: 3, items: [], status: { turn: 'running', blocked: 'question' } });
      await rows().getByText('After your answer').waitFor();
      await eventually(() => webview.button('Interrupt and send, message 1').count(), 0);
      await webview.send({ type: 'items', version: 4, items: [], waiting: [] });
      await eventually(() => rows().count(), 0);
    });

    it('lets each go before its time, be moved, edited and taken back', async () => {
      await open(running, { waiting: [first, second] });
      await webview.button('Send at next step, message 1').click();
      await webview.button('Interrupt and send, message 2').click();
      await eventually(() => webview.button('Move up, message 1').isDisabled(), true);
      await webview.button('Move down, message 1').click();
      await webview.button('Edit, message 2').click();
      await boxHasFocus();
      await webview.button('Remove, message 1').click();
      await boxHasFocus();
      await eventually(
        async () => [
          ...(await webview.intentsOf('hurryPrompt')),
          ...(await webview.intentsOf('movePrompt')),
          ...(await webview.intentsOf('editPrompt')),
          ...(await webview.intentsOf('takeBackPrompt')),
        ],
        [
          { type: 'hurryPrompt', id: 'w1', way: 'next' },
          { type: 'hurryPrompt', id: 'w2', way: 'now' },
          { type: 'movePrompt', id: 'w1', by: 1 },
          { type: 'editPrompt', id: 'w2' },
          { type: 'takeBackPrompt', id: 'w1' },
        ],
      );
    });

    it('is not moved over one that goes once Claude stops, nor is that one', async () => {
      const third: WaitingPromptItem = { id: 'w3', text: 'Third', until: 'after' };
      await open(running, { waiting: [{ ...first, until: 'now' }, second, third] });
      const isOff = (act: string, at: number) => webview.button(`${act}, message ${at}`).isDisabled();
      for (const [at, ...off] of [
        [1, true, true],
        [2, true, false],
        [3, false, true],
      ] as const)
        await eventually(() => Promise.all(['Move up', 'Move down'].map(act => isOff(act, at))), off);
    });

    it('shows no ground behind an arrow that is off, as behind one that is on', async () => {
      await open(running, { waiting: [first, second] });
      for (const name of ['Move up, message 1', 'Move up, message 2']) {
        const ground = webview.button(name).evaluate(button => {
          const host = button.getRootNode();
          return getComputedStyle(host instanceof ShadowRoot ? host.host : button).backgroundColor;
        });
        await eventually(() => ground, 'rgba(0, 0, 0, 0)', name);
      }
    });

    it('has one button to send where no turn runs, and none where another window has the chat', async () => {
      await open(idle, { waiting: [{ ...first, until: 'person' }] });
      await webview.button('Send, message 1').click();
      await eventually(() => webview.intentsOf('hurryPrompt'), [{ type: 'hurryPrompt', id: 'w1', way: 'next' }]);
      await open({ turn: 'idle', blocked: 'otherWindow' }, { waiting: [first] });
      await eventually(() => rows().getByRole('button').count(), 0);
    });
  });

  describe('and its keys', () => {
    it('begin a new line by Enter and send by Ctrl+Enter or Cmd+Enter, where the setting says so', async () => {
      await open(idle, { preferences: { layout: 'auto', ctrlEnterSends: true } });
      await press('a', 'Enter');
      await eventually(async () => [await sent(), await text()], [[], 'a\n']);
      await press('b', 'Control+Enter');
      await press('c', 'Meta+Enter');
      await eventually(
        () => sent(),
        [
          ['b', undefined],
          ['c', undefined],
        ],
      );
    });

    it('belong to the input method while that composes: nothing is sent, and VS Code hears none of them', async () => {
      await open(running);
      await webview.composer.fill('にほん');
      const heard = await webview.composer.evaluate(box => {
        const keys: string[] = [];
        window.addEventListener('keydown', ({ key }) => keys.push(key));
        for (const [key, isComposing] of [
          ['Enter', true],
          ['Escape', true],
          ['ArrowUp', true],
          ['Escape', false],
        ] as const)
          box.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing, bubbles: true, cancelable: true }));
        return keys;
      });
      await eventually(
        async () => [heard, await sent(), await webview.intentsOf('interrupt'), await text()],
        [['Escape'], [], [], 'にほん'],
      );
    });

    it('bring back earlier messages by arrow up, and the own words by arrow down, which the host keeps meanwhile', async () => {
      const prompt = (id: string, words: string) => ({ kind: 'prompt', id, text: words, state: 'sent' }) as const;
      await webview.send(snapshot([prompt('1', 'one'), prompt('2', 'two\nlines'), prompt('3', 'two\nlines')]));
      await webview.composer.fill('mine');
      await webview.composer.press('ArrowUp');
      await eventually(text, 'mine');
      await webview.composer.press('Home');
      await webview.composer.press('ArrowUp');
      await eventually(text, 'two\nlines');
      await webview.composer.press('ArrowUp');
      await eventually(text, 'one');
      await webview.composer.press('ArrowUp');
      await eventually(text, 'one');
      await webview.composer.press('ArrowDown');
      await eventually(text, 'two\nlines');
      await webview.composer.press('ArrowDown');
      await eventually(text, 'mine');
      await eventually(() => webview.intentsOf('saveComposerDraft'), [{ type: 'saveComposerDraft', text: 'mine' }]);
      await webview.composer.press('ArrowDown');
      await eventually(text, 'mine');
    });

    it('bring back the own words below an earlier message that was changed, which is kept meanwhile together with them', async () => {
      const prompt = (id: string, words: string) => ({ kind: 'prompt', id, text: words, state: 'sent' }) as const;
      await webview.send(snapshot([prompt('1', 'one'), prompt('2', 'two')]));
      await webview.composer.fill('my draft');
      for (const key of ['Home', 'ArrowUp', 'x', 'ArrowDown', 'End', 'ArrowDown']) await webview.composer.press(key);
      await eventually(text, 'my draft');
      await eventually(
        async () => (await webview.intentsOf('saveComposerDraft')).map(intent => intent.text),
        ['my draft', 'xtwo\n\nmy draft', 'my draft'],
      );
      for (const [key, shown] of [
        ['ArrowDown', 'my draft'],
        ['Home', 'my draft'],
        ['ArrowUp', 'xtwo'],
        ['ArrowUp', 'one'],
      ] as const) {
        await webview.composer.press(key);
        await eventually(text, shown);
      }
    });

    it('take what comes back from the host to the own words, below the earlier message that stands there', async () => {
      await webview.send(snapshot([{ kind: 'prompt', id: '1', text: 'one', state: 'sent' }]));
      await webview.composer.fill('mine');
      for (const key of ['Home', 'ArrowUp']) await webview.composer.press(key);
      await eventually(text, 'one');
      await webview.send({ type: 'returned', text: 'taken back', because: 'takenOut' });
      await eventually(text, 'taken back\n\nmine');
      await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1), {
        type: 'saveComposerDraft',
        text: 'taken back\n\nmine',
      });
      await webview.composer.press('Control+Home');
      await webview.composer.press('ArrowUp');
      await eventually(text, 'one');
    });

    it('leave the own words as they are where what comes back has none', async () => {
      await webview.send(snapshot([]));
      await webview.composer.fill('mine');
      await webview.send({ type: 'returned', text: '', because: 'takenOut' });
      await webview.page.getByText('Your message is here again. Claude has not read it.').first().waitFor();
      await eventually(text, 'mine');
    });

    it('bring back the first message also where they were asked for before it was there', async () => {
      await webview.send(snapshot([]));
      await webview.composer.press('ArrowUp');
      await webview.send(snapshot([{ kind: 'prompt', id: '1', text: 'one', state: 'sent' }]));
      await webview.composer.press('ArrowUp');
      await eventually(text, 'one');
    });

    it('send an earlier message that was changed and leave the own words', async () => {
      await webview.send(snapshot([{ kind: 'prompt', id: '1', text: 'one', state: 'sent' }]));
      await webview.composer.fill('mine');
      for (const key of ['Home', 'ArrowUp', 'x', 'Enter']) await webview.composer.press(key);
      await eventually(text, 'mine');
      await eventually(sent, [['xone', undefined]]);
      await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1), { type: 'saveComposerDraft', text: 'mine' });
    });

    it('send an earlier message and leave the own words', async () => {
      await webview.send(snapshot([{ kind: 'prompt', id: '1', text: 'one', state: 'sent' }]));
      await webview.composer.fill('mine');
      await webview.composer.press('Home');
      await webview.composer.press('ArrowUp');
      await eventually(text, 'one');
      await webview.composer.press('Enter');
      await eventually(text, 'mine');
      await eventually(sent, [['one', undefined]]);
      await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1), { type: 'saveComposerDraft', text: 'mine' });
    });
  });
});
