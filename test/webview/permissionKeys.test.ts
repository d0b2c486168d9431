// The keys of a card on which nothing may happen unread: they act on a card that has moved, and a key that is held back says so.
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { pageItem } from './elicitations.js';
import { permissionItem, questionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { modes, planItem, planText } from './planStates.js';
import { waiting } from './questionStatus.js';

/** The text behind which a card stands. */
const above: TranscriptItem = { kind: 'text', id: 'text1', text: 'One line', streaming: true };
const unread = 'So that you can read this first, the key did nothing. Press it again.';

describe('a key of a card', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  afterEach(() => webview.close());

  const press = (key: string) => webview.page.keyboard.press(key);
  const decisions = async () => (await webview.intentsOf('decidePermission')).map(({ decision }) => decision);
  const guarded = (count: number) => eventually(() => webview.page.locator('[data-settling]').count(), count);
  const says = (words: string) => webview.page.getByRole('group').getByText(words, { exact: true }).waitFor();
  const saysNothing = () => eventually(() => webview.page.getByRole('group').getByText(unread).count(), 0);
  const announced = (words: string) => eventually(() => webview.page.getByRole('status').getByText(words).count(), 1);
  describe('while the time of the guard stands still', () => {
    beforeEach(async () => {
      webview = await harness.open({ width: 300, height: 1400, clock: true });
    });

    async function settle(): Promise<void> {
      await webview.advance(360);
      await guarded(0);
    }
    /** A card that everybody could read, and that then moves down. */
    async function moved(item: TranscriptItem, focused: string, status = running): Promise<void> {
      await webview.send(snapshot([above, item], status), modes);
      await settle();
      await webview.button(focused).focus();
      await webview.send({ type: 'append', version: 2, id: 'text1', text: '\n\nAnother\n\nline' });
      await guarded(1);
    }

    for (const [key, focused, decision] of [
      ['Enter', 'Allow', 'allow'],
      ['Control+Backspace', 'Allow', 'deny'],
    ] as const)
      it(`acts at once on a permission that has moved: ${key} on ${focused}`, async () => {
        await moved(permissionItem({ command: 'ls' }), focused);
        await press(key);
        await eventually(decisions, [decision]);
      });

    it('opens the note of a permission that has moved', async () => {
      await moved(permissionItem({ command: 'ls' }), 'Allow');
      await press('n');
      await webview.page.getByRole('textbox', { name: 'Note to Claude' }).and(webview.page.locator(':focus')).waitFor();
    });

    it('approves a plan that has moved', async () => {
      await moved(planItem(planText), 'Approve');
      await press('Enter');
      await eventually(async () => (await webview.acts()).some(({ type }) => type === 'approvePlan'), true);
    });

    it('of VS Code’s decides a permission that has moved', async () => {
      await moved(permissionItem({ command: 'ls' }), 'Allow');
      await webview.send({ type: 'decide', chat: snapshot([]).chat, decision: 'deny' });
      await eventually(decisions, ['deny']);
    });

    for (const key of ['Enter', 'n'])
      it(`is held back while a permission is new, also where it moves, and the card says so: ${key}`, async () => {
        await webview.send(snapshot([above, permissionItem({ command: 'ls' })], running));
        await webview.advance(300);
        await webview.send({ type: 'append', version: 2, id: 'text1', text: '\n\nAnother\n\nline' });
        await webview.button('Allow').focus();
        await press(key);
        await says(unread);
        await announced(unread);
        await eventually(decisions, []);
        await eventually(() => webview.page.getByRole('textbox', { name: 'Note to Claude' }).count(), 0);
        await webview.advance(60);
        await press('Control+Backspace');
        await eventually(decisions, ['deny']);
        await saysNothing();
      });

    it('is held back once more where what is allowed is another thing now', async () => {
      const input = { file_path: '/work/notes/a', content: 'x' };
      const shown = permissionItem(input, { toolName: 'Write', place: { outside: false, relative: 'a' } });
      await webview.send(snapshot([shown], running));
      await settle();
      await webview.button('Allow').focus();
      const place = { outside: true, target: '/etc/hosts' };
      const again = permissionItem(input, { toolName: 'Write', place, lookAgain: true, wasShown: { outside: false, relative: 'a' } });
      await webview.send({ type: 'items', version: 2, items: [again] });
      await press('Enter');
      await says(unread);
      await eventually(decisions, []);
      await settle();
      // The same place is nothing new.
      await webview.send({ type: 'items', version: 3, items: [{ ...again, place: { ...place } }] });
      await press('Enter');
      await eventually(decisions, ['allow']);
    });

    it('of VS Code’s goes to a permission that is new, which says so', async () => {
      await webview.send(snapshot([permissionItem({ command: 'ls' })], running));
      // The card hears such a key from its first frame on.
      await webview.page.clock.runFor(20);
      await webview.send({ type: 'decide', chat: snapshot([]).chat, decision: 'allow' });
      await says(unread);
      await announced(unread);
      await eventually(decisions, []);
    });
  });

  describe('that can be read', () => {
    beforeEach(async () => {
      webview = await harness.open({ width: 300, height: 1400 });
    });

    for (const [name, more, words] of [
      ['that the CLI wants to be allowed by the button', { defaultToNo: true }, 'This key does nothing here. Press the button itself.'],
      ['that is too long to be read here', { tooLong: 'unopened' as const }, 'Read all of it first, then you can allow.'],
    ] as const)
      for (const by of ['its key', 'VS Code’s key'])
        it(`allows nothing ${name}, and says why: ${by}`, async () => {
          await webview.send(snapshot([permissionItem({ command: 'ls' }, more)], running));
          await webview.button('Deny').focus();
          if (by === 'its key') await press('Control+Enter');
          else await webview.send({ type: 'decide', chat: snapshot([]).chat, decision: 'allow' });
          await says(words);
          await announced(words);
          await eventually(decisions, []);
        });

    for (const [keys, words] of [
      [['y', 'Enter'], 'Letters came before this key, so it did nothing. Press Escape, then the key again.'],
      [['Shift+Enter'], 'This combination of keys does nothing here.'],
    ] as const)
      it(`that is meant for something else does nothing, and the card says so: ${keys.join(', ')}`, async () => {
        await webview.send(snapshot([permissionItem({ command: 'ls' })], running));
        await webview.button('Allow').focus();
        for (const key of keys) await press(key);
        await says(words);
        await announced(words);
        await eventually(decisions, []);
        // Equal words are said again.
        await press(keys.at(-1) ?? '');
        await announced(words);
        await press('Escape');
        await eventually(() => webview.page.getByRole('group').getByText(words).count(), 0);
        await press('Enter');
        await eventually(decisions, ['allow']);
      });

    it('submits no answer that is not there, and the reason is announced', async () => {
      await webview.send(snapshot([questionItem()], waiting));
      await webview.card.getByRole('radio').first().focus();
      await press('Control+Enter');
      await announced('Answer at least one question');
      await eventually(() => webview.intentsOf('answerQuestion'), []);
    });

    it('opens no page of a server, and the card says so', async () => {
      await webview.send(snapshot([pageItem()], waiting));
      await webview.button('Open xn--pypal-4ve.com:8443').focus();
      await press('Control+Enter');
      const words = 'This key does nothing here. Press the button itself.';
      await webview.page.getByRole('form').getByText(words).waitFor();
      await announced(words);
      await eventually(() => webview.intentsOf('openServerPage'), []);
    });
  });
});
