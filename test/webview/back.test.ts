// The card on which the person goes back, the button at a message, and the row of a chat that went back.
import assert from 'node:assert/strict';
import type { NoticeItem } from '../../src/shared/transcript.js';
import { newsOf } from './asideStates.js';
import { backCard, cardOf, noFiles, quietCard, wentBack } from './backStates.js';
import { emptyAnswer } from '../../src/shared/answers.js';
import { database, questionItem, snapshot } from './gallery.js';
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

  it('shows the files that go without scrolling, where the view of chats stands above in a window of usual height', async () => {
    await webview.page.setViewportSize({ width: 300, height: 590 });
    const files = { ...noFiles, own: (backCard.files ?? assert.fail()).own.slice(1, 3) };
    await webview.send(quietCard({ noFiles: undefined, files }));
    const shown = form().getByRole('group', { name: 'Go back to before this message?' });
    const lastFile = form().getByRole('listitem').filter({ hasText: 'a b.md' });
    await lastFile.waitFor();
    const [body, row] = [await shown.boundingBox(), await lastFile.boundingBox()];
    assert.ok(body !== null && row !== null && row.y + row.height <= body.y + body.height);
  });

  it('says in sight how many files go, and leads to the setting where none are recorded', async () => {
    await webview.send(cardOf());
    await form().getByRole('radio', { name: 'Conversation and 16 files', exact: true }).waitFor();
    await webview.send(quietCard({ noFiles: 'disabled' }));
    await form().getByText('File changes aren’t recorded, because snapshots are off.').waitFor();
    const settings = form().getByRole('button', { name: 'Open Settings', exact: true });
    // It stands behind a sentence, of which it is no part.
    await eventually(() => settings.evaluate(button => getComputedStyle(button).textDecorationLine), 'underline');
    await settings.click();
    await eventually(() => webview.intentsOf('runAction'), [{ type: 'runAction', action: 'openSnapshotSetting' }]);
  });

  it('is offered at no message that has not reached Claude, and at none that Parley has written; so are editing and forking', async () => {
    const prompt = { kind: 'prompt', id: 'p', text: 'x' } as const;
    for (const more of [{ state: 'failed' as const }, { state: 'takenBack' as const }, { state: 'sent' as const, goOn: true as const }]) {
      await webview.send(snapshot([{ ...prompt, ...more }]));
      for (const name of ['Edit this message', 'Fork conversation from here', 'Go back to before this message'])
        await eventually(() => button(name).count(), 0);
    }
  });

  it('has a menu of VS Code on the whole row, also by key from its buttons, which knows the message and whether the chat can go back to it', async () => {
    const given = async (): Promise<unknown> => {
      const found = await webview.page.evaluate(() => {
        // As VS Code looks for it where the menu is asked for.
        const element = document.activeElement?.closest('[data-vscode-context]');
        return element?.getAttribute('data-vscode-context') ?? '{}';
      });
      return JSON.parse(found);
    };
    const names = { webviewSection: 'parleyMessage', parleyChat: 's', parleyMessage: 'prompt2' };
    await button('Edit this message').focus();
    assert.deepEqual(await given(), { ...names, parleyCanGoBack: true });
    await box().focus();
    assert.deepEqual(await given(), {});
    await webview.send(snapshot([{ kind: 'prompt', id: 'prompt2', text: 'Keep the notes.', state: 'failed' }]));
    await webview.page.getByRole('button', { name: 'Send again' }).focus();
    assert.deepEqual(await given(), { ...names, parleyCanGoBack: false });
  });

  it('edits a message, and forks the conversation from one, which says why where it cannot', async () => {
    await button('Edit this message').press('Enter');
    await eventually(last, { type: 'askBack', id: 'prompt2', edit: true });
    await button('Fork conversation from here').press('Enter');
    await eventually(last, { type: 'forkChat', id: 'prompt2' });
    await webview.send(quietCard({ to: 'fork', messages: 0, noFiles: undefined, refused: 'unknown' }));
    await eventually(focused, 'Go back');
    await form().getByText('The conversation cannot be forked from here').first().waitFor();
    await form().getByText('The Claude CLI has not kept this message').waitFor();
    await form().getByRole('button', { name: 'Close' }).press('Enter');
    await eventually(last, { type: 'closeBack' });
  });

  it('edits by arrow up the message whose answer was stopped, from an empty message box alone', async () => {
    const said = { kind: 'prompt', id: 'p1', text: 'Do it.', state: 'sent' } as const;
    const notice: NoticeItem = { kind: 'notice', id: 'n1', level: 'info', text: 'Stopped by you', actions: [] };
    await webview.send(snapshot([said, { ...notice, stopped: true }]));
    await box().fill('mine');
    await box().press('ArrowUp');
    await eventually(() => box().inputValue(), 'mine');
    await box().fill('');
    await box().press('ArrowUp');
    await eventually(last, { type: 'askBack', id: 'p1', edit: true });
    await eventually(() => box().inputValue(), '');
    // Behind an answer it shows the earlier message alone.
    await webview.send(snapshot([said, notice]));
    await box().press('ArrowUp');
    await eventually(() => box().inputValue(), 'Do it.');
  });

  it('answers a question again from its card, which says how that differs from changing the answer', async () => {
    const item = questionItem({ phase: 'answered', questions: [database], draft: [{ ...emptyAnswer, selected: [0] }] });
    const again = button('Answer again from here');
    await webview.send(snapshot([item]));
    await button('Expand question').click();
    await webview.page.getByText(/“Answer again from here” goes back to this question/).waitFor();
    await again.press('Enter');
    await eventually(last, { type: 'askBack', id: item.id, edit: true });
    await webview.send(cardOf({ id: item.id, to: 'question', text: 'Which database should we use?' }));
    await eventually(focused, 'Go back');
    await form().getByText('The question is open again, with what you had filled in.').waitFor();
    await button('Answer again').click();
    await eventually(last, { type: 'goBack', id: item.id, what: 'both', others: [] });
    await webview.send(snapshot([{ ...wentBack, text: 'Which database?', isQuestion: true }]));
    await webview.page.getByText('Went back to the question “Which database?”').waitFor();
    // A subagent has asked in a conversation of its own.
    await webview.send(snapshot([{ ...item, agent: 'Explore' }]));
    await button('Change my answer').waitFor();
    await eventually(() => again.count(), 0);
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
      'This message and 2 later ones leave the conversation.',
      'Claude’s turn ends first. If it changes more files by then, you are asked again.',
      'What runs in the background is ended.',
      '1 question that waits is withdrawn.',
      '2 permissions that wait are withdrawn.',
      '1 question keeps waiting in the earlier branch.',
      '2 messages that wait to be sent stay in the earlier branch.',
      'These go back: 16 files',
      'has unsaved changes, which are saved first',
      'What one of the turns changed is not known, so its files stand here too.',
      'a repository of its own',
    ])
      await form().getByText(words).waitFor();
    await eventually(() => form().getByText('Claude works').count(), 0);
    await form().getByRole('button', { name: 'Open what changes: src/store.ts' }).click();
    await eventually(last, { type: 'openBackFile', path: 'src/store.ts' });
    await eventually(() => form().getByRole('checkbox', { checked: true }).count(), 0);
    await form().getByRole('checkbox', { name: 'README.md' }).click();
    await button('Go back').click();
    await eventually(last, { type: 'goBack', id: backCard.id, what: 'both', others: ['README.md'] });
  });

  it('says what goes back where there is no git', async () => {
    await webview.send(cardOf({ files: { ...(backCard.files ?? assert.fail()), isEdits: true } }));
    await form().getByText('Git was not found, so only what Claude’s edits have changed goes back.').waitFor();
    assert.equal(await form().getByText('Files that Git ignores').count(), 0);
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

  it('has what was chosen where it comes again because more would go, and begins anew the next time', async () => {
    await webview.send(cardOf());
    await form().getByRole('radio', { name: 'Files only' }).click();
    await form().getByRole('checkbox', { name: 'README.md' }).click();
    await button('Go back').click();
    await eventually(last, { type: 'goBack', id: backCard.id, what: 'files', others: ['README.md'] });
    await webview.send(newsOf({ type: 'back', isGoing: true }));
    await eventually(() => form().count(), 0);
    await webview.send(cardOf({ messages: 4 }));
    await form().getByRole('radio', { name: 'Files only', checked: true }).waitFor();
    await form().getByRole('checkbox', { name: 'README.md', checked: true }).waitFor();
    await button('Cancel').click();
    await webview.send(newsOf({ type: 'back' }));
    await eventually(() => form().count(), 0);
    await webview.send(cardOf());
    await form().getByRole('radio', { name: 'Conversation and 16 files', checked: true }).waitFor();
    await eventually(() => form().getByRole('checkbox', { checked: true }).count(), 0);
  });

  it('has no button where nothing can go back, and files alone where the conversation cannot', async () => {
    await webview.send(quietCard({ refused: 'unknown' }));
    await form().getByText('The Claude CLI has not kept this message').waitFor();
    await eventually(() => button('Go back').count(), 0);
    await webview.send(quietCard({ to: 'files', noFiles: 'lost' }));
    await form().getByText('Files stay as they are: the snapshots of that time are gone or cannot be read.').waitFor();
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
    await eventually(() => webview.page.getByText('The window ended while the files were written').count(), 0);
    await webview.send(newsOf({ type: 'back' }));
    await eventually(() => webview.page.getByText('Going back…').count(), 0);
    await webview.page
      .getByText('The window ended while the files were written, so not all of them may have gone back. “Undo” brings back those that did.')
      .waitFor();
  });

  it('is undone from its row until the next message, and from then on the row has the earlier branch', async () => {
    await webview.send(snapshot([{ ...wentBack, files: { state: 'done', written: 4, left: 1 } }]));
    await webview.page.getByText('4 files went back, 1 stayed as it was').waitFor();
    await button('Undo going back').click();
    await eventually(last, { type: 'askForward', id: wentBack.id, branch: wentBack.branch });
    await webview.send(snapshot([{ ...wentBack, isOver: true }]));
    await button('Earlier branch').click();
    await eventually(last, { type: 'askForward', id: wentBack.id, branch: wentBack.branch });
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
