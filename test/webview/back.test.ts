// The card on which the person goes back, the button at a message, and the row of a chat that went back.
import assert from 'node:assert/strict';
import { newsOf } from './asideStates.js';
import { backCard, cardOf, quietCard, wentBack } from './backStates.js';
import { snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

describe('going back', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
    await webview.send(snapshot([{ kind: 'prompt', id: 'prompt2', text: 'Keep the notes.', state: 'sent' }]));
  });
  afterEach(() => webview.close());

  const button = (name: string) => webview.page.getByRole('button', { name, exact: true });
  const form = () => webview.page.getByRole('form', { name: 'Go back' });
  const box = () => webview.page.getByRole('textbox', { name: 'Message Claude' });
  const last = async () => (await webview.acts()).at(-1);
  const focused = () => webview.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  it('is asked for at a message, and the card takes the focus when it comes; Escape leaves it, and nothing was done', async () => {
    await button('Go back to before this message').press('Enter');
    await eventually(last, { type: 'askBack', id: 'prompt2' });
    await webview.send(quietCard());
    await eventually(focused, 'Go back');
    await form().getByText('Claude has changed no files since, as far as is known.').waitFor();
    await webview.page.keyboard.press('Escape');
    await eventually(last, { type: 'closeBack' });
    await eventually(focused, 'Message Claude');
  });

  it('is offered at no message that has not reached Claude, and at none that Parley has written', async () => {
    const prompt = { kind: 'prompt', id: 'p', text: 'x' } as const;
    for (const more of [{ state: 'failed' as const }, { state: 'takenBack' as const }, { state: 'sent' as const, goOn: true as const }]) {
      await webview.send(snapshot([{ ...prompt, ...more }]));
      await eventually(() => button('Go back to before this message').count(), 0);
    }
  });

  it('takes no focus that nobody has asked for, as where the page begins anew', async () => {
    await box().focus();
    await webview.send(quietCard());
    await form().waitFor();
    assert.equal(await focused(), 'Message Claude');
  });

  it('says all that ends, stays and comes back, and does only what was chosen', async () => {
    await webview.send(cardOf());
    for (const words of [
      'This message and 2 later messages of yours leave the conversation.',
      'Claude works. It is stopped first, and you are asked again where it has changed other files by then.',
      'What runs in the background is ended.',
      'A question that waits for you is withdrawn.',
      '2 permissions that wait for you are withdrawn.',
      'A question goes on to wait for you in the branch that you leave.',
      '2 messages that wait to be sent stay in the branch that you leave.',
      'As Claude has left them, and back as they were: 16 files',
      'has unsaved changes, so it stays as it is',
      'What one of the turns changed is not known, so its files stand here too.',
      'a repository of its own',
    ])
      await form().getByText(words).waitFor();
    await form().getByRole('button', { name: 'Open what changes: src/store.ts' }).click();
    await eventually(last, { type: 'openBackFile', path: 'src/store.ts' });
    await eventually(() => form().getByRole('checkbox', { checked: true }).count(), 0);
    await form().getByRole('checkbox', { name: 'README.md' }).click();
    await button('Go back').click();
    await eventually(last, { type: 'goBack', id: backCard.id, what: 'both', others: ['README.md'] });
  });

  it('leaves the files with the conversation alone, and the conversation with the files alone', async () => {
    await webview.send(cardOf());
    await form().getByRole('radio', { name: 'Conversation only' }).click();
    await form().getByText('Files stay as they are.').waitFor();
    await eventually(() => form().getByRole('checkbox').count(), 0);
    await button('Go back').click();
    await eventually(last, { type: 'goBack', id: backCard.id, what: 'talk', others: [] });
    await form().getByRole('radio', { name: 'Files only' }).click();
    await eventually(
      () =>
        form()
          .getByText(/leave the conversation/)
          .count(),
      0,
    );
    await button('Go back').click();
    await eventually(last, { type: 'goBack', id: backCard.id, what: 'files', others: [] });
  });

  it('has no button where nothing can go back, and files alone where the conversation cannot', async () => {
    await webview.send(quietCard({ refused: 'unknown' }));
    await form().getByText('The Claude CLI has not kept this message').waitFor();
    await eventually(() => button('Go back').count(), 0);
    await webview.send(quietCard({ to: 'files', noFiles: 'lost' }));
    await form().getByText('Files stay as they are: the snapshots of that time are no longer kept.').waitFor();
    await eventually(() => button('Bring back').count(), 0);
    await webview.send(cardOf({ refused: 'compacted' }));
    await button('Go back').click();
    await eventually(last, { type: 'goBack', id: backCard.id, what: 'files', others: [] });
  });

  it('is said while it is done', async () => {
    await webview.send(newsOf({ type: 'back', isGoing: true }));
    await webview.page.getByRole('status').getByText('Going back…').waitFor();
    await eventually(() => form().count(), 0);
    // No window has ended while this one writes.
    await webview.send(snapshot([{ ...wentBack, files: { state: 'writing', written: 0, left: 0 } }]));
    await webview.send(newsOf({ type: 'back', isGoing: true }));
    await button('Undo going back').waitFor();
    await eventually(() => webview.page.getByText('The window ended while the files were written.').count(), 0);
    await webview.send(newsOf({ type: 'back' }));
    await eventually(() => webview.page.getByText('Going back…').count(), 0);
    await webview.page.getByText('The window ended while the files were written.').waitFor();
  });

  it('is undone from its row until the next message, and from then on the row has the earlier branch', async () => {
    await webview.send(snapshot([{ ...wentBack, files: { state: 'done', written: 4, left: 1 } }]));
    await webview.page.getByText('4 files went back, 1 stayed as it was').waitFor();
    await button('Undo going back').click();
    await eventually(last, { type: 'askForward', id: wentBack.id });
    await webview.send(snapshot([{ ...wentBack, isOver: true }]));
    await button('Earlier branch').click();
    await eventually(last, { type: 'askForward', id: wentBack.id });
    const { branch: _, ...alone } = wentBack;
    await webview.send(snapshot([{ ...alone, files: { state: 'undone', written: 2, left: 0 } }]));
    await webview.page.getByText('2 files came back again').waitFor();
    await eventually(() => button('Undo going back').count(), 0);
  });

  it('brings the words of the other branch into the message box, also where the person has typed in this one', async () => {
    await box().fill('typed here');
    const other = { ...snapshot([wentBack]), branch: '0000000a', composerDraft: 'Keep the notes.' };
    await webview.send(other);
    await eventually(() => box().inputValue(), 'Keep the notes.');
    await box().fill('typed there');
    await webview.send(other);
    await eventually(() => box().inputValue(), 'typed there');
  });
});
