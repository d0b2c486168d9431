// The note to Claude on a permission's card, with a pointer and with keys only, and on the row of the decision.
import type { Locator } from 'playwright-core';
import { longestNote } from '../../src/shared/longestNote.js';
import type { PermissionItem, ToolItem } from '../../src/shared/transcript.js';
import { permissionItem, snapshot } from './gallery.js';
import { eventually } from './harness.js';
import { usePermissionPage } from './permissionPage.js';

describe('the note on a permission', () => {
  const page = usePermissionPage();
  const { card, ask, decisions } = page;

  const box = (): Locator => card().getByRole('textbox', { name: 'Note to Claude' });
  const button = (name: string): Locator => card().getByRole('button', { name });
  const show = async (more: Parameters<typeof permissionItem>[1] = {}): Promise<void> => {
    await ask({ command: 'npm publish' }, more);
  };

  it('opens by its button, is kept by the host letter by letter, and goes with the decision', async () => {
    for (const [name, decision] of [
      ['Allow', 'allow'],
      ['Deny', 'deny'],
    ] as const) {
      await show({ id: decision });
      await button('Add note').click();
      await box().pressSequentially('Use pnpm');
      await eventually(async () => (await page.webview.intentsOf('draftNote')).at(-1), {
        type: 'draftNote',
        id: decision,
        text: 'Use pnpm',
      });
      await button(name).click();
      await eventually(async () => (await decisions()).at(-1), { type: 'decidePermission', id: decision, decision, note: 'Use pnpm' });
    }
  });

  it('goes to a Claude in a terminal with Deny alone', async () => {
    await show({ otherAgent: { name: 'Claude in a terminal', folder: '/work', terminal: true } });
    await card().getByText('Claude in a terminal asks this there too. The first answer counts.').waitFor();
    await button('Add note').click();
    await box().fill('Use pnpm');
    await card().getByText('Claude in a terminal reads a note only with Deny').waitFor();
    await button('Allow').click({ force: true });
    await button('Deny').click();
    await eventually(async () => (await decisions()).map(({ decision, note }) => [decision, note]), [['deny', 'Use pnpm']]);
  });

  it('by keys only: n opens it, its keys decide nothing, Esc closes it, and what was written is seen and goes along', async () => {
    await show();
    await card().focus();
    await page.webview.page.keyboard.press('n');
    await eventually(() => box().evaluate(element => element === document.activeElement), true);
    // What is printed on a button is a key that acts: here the same keys write.
    const hints = card().locator('.keyHint');
    await eventually(
      () => hints.evaluateAll(all => all.map(one => one.checkVisibility({ visibilityProperty: true }))),
      [false, false, false],
    );
    await page.webview.page.keyboard.type('no, not now');
    for (const key of ['Control+Enter', 'Control+Backspace', 'Enter']) await page.webview.page.keyboard.press(key);
    await eventually(() => box().inputValue(), 'no, not \n');
    await page.webview.page.keyboard.type('today');
    // Asked for once more while it is open.
    await card().focus();
    await page.webview.page.keyboard.press('n');
    await eventually(() => box().evaluate(element => element === document.activeElement), true);
    await page.webview.page.keyboard.press('Escape');
    await eventually(() => box().count(), 0);
    await card().getByText('Your note, to go with Allow or Deny: no, not').waitFor();
    await eventually(decisions, []);
    await eventually(() => hints.evaluateAll(all => all.every(one => one.checkVisibility({ visibilityProperty: true }))), true);
    // The card has the focus again, so its keys decide.
    await page.webview.page.keyboard.press('Control+Backspace');
    await eventually(async () => (await decisions()).map(({ decision, note }) => [decision, note]), [['deny', 'no, not \ntoday']]);
  });

  it('is there again after a reload of the view, and goes away with its words', async () => {
    await show({ draft: 'Use pnpm' });
    await card().getByText('Your note, to go with Allow or Deny: Use pnpm').waitFor();
    await button('Change note').click();
    await box().fill('  ');
    await box().press('Escape');
    await button('Add note').waitFor();
    await button('Deny').click();
    await eventually(async () => (await decisions()).map(({ note }) => note), [undefined]);
  });

  it('says that Claude may not read all of a long one, in the box and beside the words', async () => {
    const hint = card().getByText('This note is long');
    await show({ draft: 'x'.repeat(longestNote) });
    await button('Change note').click();
    await eventually(() => hint.count(), 0);
    await box().press('End');
    await box().press('x');
    await hint.waitFor();
    await eventually(() => box().getAttribute('aria-describedby'), await hint.getAttribute('id'));
    await box().press('Escape');
    await hint.waitFor();
  });

  for (const [state, note, text] of [
    ['allowed', 'waiting', 'Your note, on its way to Claude: Use pnpm'],
    ['allowed', 'told', 'Your note to Claude: Use pnpm'],
    ['denied', 'told', 'Your note to Claude: Use pnpm'],
    ['allowed', 'untold', 'Your note, which may not have reached Claude: Use pnpm'],
  ] as const) {
    it(`is on the row of what was ${state}, which says that it is ${note}`, async () => {
      const item: PermissionItem = permissionItem({}, { state, summary: 'npm publish', note: { text: 'Use pnpm', state: note } });
      const row: ToolItem = { kind: 'tool', id: 'call1', name: 'Bash', summary: 'npm publish', state: 'done', result: '' };
      await page.webview.send(snapshot([row, item]));
      await page.webview.page.getByRole('group', { name: 'Permission: Bash' }).getByText(text).waitFor();
    });
  }

  it('has a line of its own where Claude does not know of the decision any more', async () => {
    for (const [lost, words] of [
      [true, 'Claude stopped and does not know of this. It may ask again.'],
      ['openElsewhere', 'Another program noted this as interrupted, so later Claude does not know of it. It may ask again.'],
    ] as const) {
      const item = permissionItem({}, { state: 'allowed', summary: 'npm publish', lost });
      const row: ToolItem = { kind: 'tool', id: 'call1', name: 'Bash', summary: 'npm publish', state: 'stopped', result: '' };
      await page.webview.send(snapshot([row, item]));
      await page.webview.page.getByRole('group', { name: 'Permission: Bash' }).getByText(words).waitFor();
    }
  });
});
