// An edit on a permission's card that the person changes: what the card offers, says and sends. Its changes are the host's to make.
import assert from 'node:assert/strict';
import type { ChangeableEdit } from '../../src/shared/contract/news.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { changedEdit, difference, editsOf, hunks } from './editStates.js';
import { asking, snapshot } from './gallery.js';
import { eventually } from './harness.js';
import { edit } from './permissionItems.js';
import { usePermissionPage } from './permissionPage.js';

describe('an edit on a permission', () => {
  const page = usePermissionPage();
  const { decisions } = page;
  const card = () => page.card('Edit');
  const button = (name: string | RegExp) => card().getByRole('button', { name });
  const acts = () => page.webview.acts();

  async function show(item: PermissionItem, more: Partial<ChangeableEdit> = {}): Promise<void> {
    await page.webview.send(snapshot([item], asking));
    await eventually(async () => (await acts()).at(0), { type: 'readEdit', id: item.id });
    await page.webview.send(editsOf({ id: item.id, hunks, ...more }));
  }

  it('opens in an editor when the person presses for it, and not before', async () => {
    await show(edit);
    await eventually(async () => (await acts()).length, 1);
    await button('Edit before allowing').click();
    await eventually(async () => (await acts()).at(-1), { type: 'openEdit', id: edit.id });
    await eventually(() => button('Discard my changes').count(), 0);
    await eventually(decisions, []);
  });

  it('is read again when the host sends the whole chat again', async () => {
    await show(edit);
    await page.webview.send({ ...snapshot([edit], asking), version: 9 });
    await button('Edit before allowing').waitFor({ state: 'detached' });
    await eventually(acts, [
      { type: 'readEdit', id: edit.id },
      { type: 'readEdit', id: edit.id },
    ]);
  });

  it('has its changes one by one, and shows as left out what the host says', async () => {
    await show(edit, { hunks: hunks.map(one => ({ ...one, state: 'in' })) });
    await button('Choose among its 3 changes').click();
    const second = card().getByRole('checkbox', { name: 'Change 2 of 3, line 40' });
    await second.click();
    await eventually(async () => (await acts()).at(-1), { type: 'takeHunk', id: edit.id, hunk: 1, take: false });
    await eventually(() => second.isChecked(), true);
    await page.webview.send(editsOf({ id: edit.id, hunks }));
    await eventually(() => second.isChecked(), false);
    await card().getByText('Left out: the file keeps these lines as they are.').waitFor();
    await eventually(() => card().getByRole('checkbox', { name: 'Change 3 of 3, line 112' }).isDisabled(), true);
    await second.press('Space');
    await eventually(async () => (await acts()).at(-1), { type: 'takeHunk', id: edit.id, hunk: 1, take: true });
    await eventually(decisions, []);
  });

  it('that was changed shows what is written, and Allow names what the card has shown', async () => {
    await show(changedEdit);
    await card().getByText('You’ve edited this change. Allow saves your version and tells Claude what you changed.').waitFor();
    const shown = await card().getByRole('region', { name: 'old_string → new_string' }).textContent();
    assert.ok(shown?.includes('let limit = 20; // mine'), shown ?? '');
    await button(/^Allow/).click();
    await eventually(async () => (await decisions()).map(({ decision, changes }) => [decision, changes]), [['allow', 2]]);
    await button('Discard my changes').click();
    await eventually(async () => (await acts()).at(-1), { type: 'resetEdit', id: changedEdit.id });
  });

  for (const [why, words] of [
    ['nothing', 'Nothing of this edit is left, so there is nothing to allow.'],
    ['stale', 'The file has changed since you began to change this edit.'],
  ] as const) {
    it(`cannot be allowed and can be denied: ${why}`, async () => {
      await show({ ...changedEdit, edit: { why } });
      await card().getByText(words).waitFor();
      await button(/^Allow/).click({ force: true });
      await page.webview.page.keyboard.press('Control+Enter');
      await eventually(decisions, []);
      await eventually(() => button('Edit before allowing').count(), why === 'stale' ? 0 : 1);
      await button(/^Deny/).click();
      await eventually(async () => (await decisions()).map(({ decision }) => decision), ['deny']);
    });
  }

  it('says why it cannot be changed, and says that an Allow came too early', async () => {
    await show({ ...edit, editAgain: true }, { why: 'lineEnds', hunks: [] });
    await card().getByText('The file has line ends that an editor would change').waitFor();
    await eventually(() => card().getByRole('alert').textContent(), 'Not allowed yet: you have changed the edit since. Look again.');
    await eventually(() => button('Edit before allowing').count(), 0);
    await button(/^Allow/).click();
    await eventually(async () => (await decisions()).length, 1);
  });

  it('that is over says that it was changed, whether Claude knows it, and shows the difference', async () => {
    const { id, toolUseId, toolName, summary, description, reason } = changedEdit;
    const over = { kind: 'permission' as const, id, toolUseId, toolName, summary, description, reason, changed: difference };
    const row = page.webview.page.getByRole('group', { name: 'Permission: Edit' });
    await page.webview.send(snapshot([{ ...over, state: 'allowed', note: { text: '', state: 'told' } }], asking));
    await row.getByRole('button', { name: 'With your changes · Claude was told what differs' }).click();
    await row.getByText('+let limit = 20; // mine').waitFor();
    await page.webview.send(snapshot([{ ...over, state: 'withdrawn' }], asking));
    await row.getByRole('button', { name: 'Your changes of this edit were not written' }).waitFor();
  });

  it('is asked for with no other tool', async () => {
    await page.ask({ command: 'ls' });
    await eventually(acts, []);
  });
});
