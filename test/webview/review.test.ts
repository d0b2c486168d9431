// The row of a turn that has changed files: what it says, and what its buttons ask of the host.
import assert from 'node:assert/strict';
import { snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { changedFiles, changes, changesOf, left } from './reviewStates.js';

describe('the changes of a turn', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
    await webview.send(snapshot([changes]));
  });
  afterEach(() => webview.close());

  const button = (name: string | RegExp) => webview.page.getByRole('button', { name });
  const last = async () => (await webview.acts()).at(-1);

  it('are one line, which asks the host for nothing before it is unfolded', async () => {
    await button(/^3 files changed/).waitFor();
    await webview.page.getByRole('img', { name: '40 lines added, 12 removed' }).waitFor();
    assert.deepEqual(await webview.acts(), []);
    await button('Review changes: 3 files').click();
    await eventually(last, { type: 'openChanges', id: changes.id });
  });

  it('unfold to the files, with what can be done with each as it stands there now', async () => {
    await button(/^3 files changed/).click();
    await eventually(last, { type: 'readChanges', id: changes.id, most: 100 });
    await webview.send(changesOf({ more: 7 }));
    const list = webview.page.getByRole('list', { name: 'Changed files' });
    await eventually(() => list.getByRole('listitem').count(), 4);
    await list.getByText('renamed from src/notes.ts, reverted').waitFor();
    await list.getByText('deleted, changed since').waitFor();
    await eventually(() => list.getByRole('button', { name: /^(?:Undo revert|Revert): docs/ }).count(), 0);
    await button('Open changes: docs/a b.md').click();
    await eventually(last, { type: 'openChange', id: changes.id, path: 'docs/a b.md' });
    await button('Revert: media/card.png').click();
    await eventually(last, { type: 'takeBack', id: changes.id, path: 'media/card.png' });
    await button('Undo revert: src/store.ts').click();
    await eventually(last, { type: 'putBack', id: changes.id, path: 'src/store.ts' });
    await button('Revert all').click();
    await eventually(last, { type: 'takeBack', id: changes.id });
    await button('Undo all reverts').click();
    await eventually(last, { type: 'putBack', id: changes.id });
    await button('Show 7 more').click();
    await eventually(last, { type: 'readChanges', id: changes.id, most: 200 });
  });

  it('can be looked at in a chat that is open elsewhere, and not reverted', async () => {
    await webview.send(snapshot([changes], { turn: 'idle', blocked: 'otherWindow' }));
    await button(/^3 files changed/).click();
    await webview.send(changesOf());
    await button('Open changes: docs/a b.md').waitFor();
    await eventually(() => button(/Revert|Undo/).count(), 0);
  });

  it('are read again when the host sends the whole chat again', async () => {
    await button(/^3 files changed/).click();
    await webview.send(changesOf());
    await button('Revert all').waitFor();
    await webview.send({ ...snapshot([changes]), version: 9 });
    await button('Revert all').waitFor({ state: 'detached' });
    const read = { type: 'readChanges', id: changes.id, most: 100 } as const;
    await eventually(() => webview.acts(), [read, read]);
  });

  it('keep the focus on the button that takes a file back and puts it back', async () => {
    await button(/^3 files changed/).click();
    for (const [name, present] of [
      ['Revert: media/card.png', 'asBefore'],
      ['Undo revert: media/card.png', 'asLeft'],
      ['Revert: media/card.png', 'asBefore'],
    ] as const) {
      const other = present === 'asBefore' ? 'asLeft' : 'asBefore';
      const files = (now: typeof present) => changedFiles.map(file => (file.path === 'media/card.png' ? { ...file, present: now } : file));
      await webview.send(changesOf({ files: files(other) }));
      await button(name).press('Enter');
      await webview.send(changesOf({ files: files(present) }));
      await eventually(() => webview.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /media\/card\.png$/);
    }
  });

  it('give the focus to their line when a press takes its button away', async () => {
    await button(/^3 files changed/).click();
    const reverted = changedFiles.map(file => (file.present === 'asLeft' ? { ...file, present: 'asBefore' as const } : file));
    const seen = changedFiles.map(file => ({ ...file, seen: true as const }));
    for (const [name, files] of [
      ['Revert all', reverted],
      ['Mark all as seen', seen],
    ] as const) {
      await webview.send(changesOf());
      await button(name).press('Enter');
      await webview.send(changesOf({ files }));
      await button(name).waitFor({ state: 'detached' });
      await eventually(() => webview.page.evaluate(() => document.activeElement?.textContent ?? ''), /^3 files changed/);
    }
  });

  it('have a box with an edge to mark each file as seen', async () => {
    await button(/^3 files changed/).click();
    await webview.send(changesOf());
    const box = webview.page.getByRole('checkbox', { name: /^Seen: / }).first();
    await box.waitFor();
    await eventually(() => box.evaluate(element => getComputedStyle(element).borderTopWidth), '1px');
  });

  it('say what the person has written too, and what is not covered', async () => {
    await button(/^3 files changed/).click();
    await webview.send(changesOf({ left }));
    await webview.page.getByText('by you too').waitFor();
    const words = 'Not covered: vendor/lib (a repository of its own), big.bin (over 5 MB), locked (cannot be read), and 12 more';
    await webview.page.getByText(words).waitFor();
  });

  it('are marked as seen one by one, and all that are not yet, in the version that is shown', async () => {
    await button(/^3 files changed/).click();
    await webview.send(changesOf());
    const box = (name: string) => webview.page.getByRole('checkbox', { name: `Seen: ${name}` });
    await eventually(() => box('src/store.ts').isChecked(), true);
    // Of what cannot be read there is no version.
    await eventually(() => webview.page.getByRole('checkbox').count(), 3);
    await box('media/card.png').click();
    await eventually(last, { type: 'markSeen', files: [{ path: 'media/card.png', version: 'v4' }], seen: true });
    // The host says what is marked.
    assert.equal(await box('media/card.png').isChecked(), false);
    await box('src/store.ts').click();
    await eventually(last, { type: 'markSeen', files: [{ path: 'src/store.ts', version: 'gone' }], seen: false });
    await button('Mark all as seen').click();
    const files = [
      { path: 'packages/server/src/storage/journal/routes of the notes.ts', version: 'v1' },
      { path: 'media/card.png', version: 'v4' },
    ];
    await eventually(last, { type: 'markSeen', files, seen: true });
    await webview.send(changesOf({ more: 7 }));
    await button('Mark these 4 as seen').waitFor();
    await button(/^3 files changed/).click();
    await eventually(last, { type: 'readChanges', id: changes.id, most: 0 });
  });

  it('say that nothing is known of commands, where there is no git', async () => {
    const words = webview.page.getByText('What commands have changed is not known here, because Git was not found.');
    assert.equal(await words.count(), 0);
    await webview.send(snapshot([{ ...changes, isEdits: true }]));
    await words.waitFor();
  });

  it('say that the window closed in the turn, and mark what others may have changed since', async () => {
    await webview.send(snapshot([{ ...changes, isCut: true }]));
    await webview.page.getByText('This turn was cut off.').waitFor();
    await button(/^3 files changed/).click();
    await webview.send(changesOf());
    await webview.page.getByText('maybe by others too').waitFor();
    await webview.send(snapshot([{ ...changes, files: 0, isLate: true, isCut: true }]));
    await webview.page.getByText('What this turn changed is not known, because it was cut off.').waitFor();
  });

  it('say that they are no longer kept, or were never known', async () => {
    await button(/^3 files changed/).click();
    await webview.send(changesOf({ files: [], isLost: true }));
    await webview.page.getByText('The snapshots of this turn are gone or cannot be read.').waitFor();
    await webview.send(snapshot([{ ...changes, files: 0, isLate: true }]));
    await webview.page.getByText('What this turn changed is not known').waitFor();
    await eventually(() => button(/Review changes/).count(), 0);
  });
});
