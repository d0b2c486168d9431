// *Permissions*: which rules are listed, and what a press on one does.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { agentKeyPrefix } from '../../src/host/chats/agentChats.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { showPermissions } from '../../src/host/commands/permissionList.js';
import { removeFolder } from '../support/removeFolder.js';
import type { FakeList } from './fakeList.js';
import { fakeLists } from './fakeList.js';
import { replace } from './openParley.js';
import { happened, until } from './until.js';
import { anywhere } from './where.js';

interface Told {
  readonly behavior: string;
  readonly source: string;
  readonly rule: string;
}

anywhere('the permission rules that apply to a chat', () => {
  let root: string;
  let lists: readonly FakeList[];
  let told: string[];
  /** Presses the button of the next notification. */
  let press: string | undefined;
  let restores: readonly (() => void)[];

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-permissions-')));
    [told, press] = [[], undefined];
    const fake = fakeLists();
    ({ lists } = fake);
    const say = (text: string, _options: unknown, ...buttons: vscode.MessageItem[]) => {
      told.push(text);
      happened();
      return Promise.resolve(buttons.find(({ title }) => title === press));
    };
    restores = [
      fake.restore,
      replace(vscode.window, 'showInformationMessage', () => say as unknown as typeof vscode.window.showInformationMessage),
    ];
  });
  afterEach(async () => {
    for (const restore of restores) restore();
    await removeFolder(root);
  });

  const at = (name: string): string => join(root, name);
  function write(name: string, text: string): void {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
  const allow = (...rules: readonly string[]): string => JSON.stringify({ permissions: { allow: rules } });

  /** Opens the list of a chat in this folder, whose CLI tells these rules. */
  async function open(folder: string, rules: readonly Told[], key = 'chat'): Promise<FakeList> {
    mkdirSync(at(folder), { recursive: true });
    const chat = {
      key,
      news: new Map([['workFolder', { type: 'workFolder', path: at(folder) }]]),
      loop: { state: {}, ask: () => Promise.resolve({ ok: true, response: { state: { rules } } }) },
    } as unknown as Chat;
    await showPermissions({ chat, environment: { CLAUDE_CONFIG_DIR: at('config') }, log: { error: assert.fail } as never });
    return lists[0] ?? assert.fail('no list was opened');
  }
  const isSeparator = ({ kind }: vscode.QuickPickItem): boolean => kind === vscode.QuickPickItemKind.Separator;
  /** Each rule below the name of its place. */
  const rowsOf = ({ items, labels }: FakeList): readonly string[] =>
    items.map((item, row) => (isSeparator(item) ? `— ${item.label.replaceAll(root, '')}` : (labels[row] ?? '')));

  it('are also those of the repository’s folder, where the CLI writes, and each goes from its own file', async function () {
    if (process.platform === 'win32') return this.skip();
    write('repository/.git/HEAD', 'ref: refs/heads/main');
    write('repository/.claude/settings.local.json', allow('Bash(git push:*)'));
    write('repository/sub/.claude/settings.local.json', allow('Bash(make)'));
    const list = await open('repository/sub', []);
    assert.deepEqual(rowsOf(list), [
      '— In this project, for you (/repository/.claude/settings.local.json)',
      'Every command that starts with git push',
      '— In this project, for you (.claude/settings.local.json)',
      'The command make',
    ]);
    list.pressOf('Every command that starts with git push');
    await until(() => told.length > 0);
    assert.ok(!readFileSync(at('repository/.claude/settings.local.json'), 'utf8').includes('git push'));
    assert.deepEqual(rowsOf(list).slice(1), ['The command make']);
  });

  it('are each listed once, and also where only Claude knows of a rule', async () => {
    const inFile = ['Bash(make)', 'Task(x)', 'KillShell', 'Bash(echo (a))'];
    write('project/.claude/settings.local.json', allow(...inFile));
    const list = await open(
      'project',
      ['Bash(make)', 'Agent(x)', 'TaskStop', 'Bash(echo \\(a\\))', 'Bash(ls)'].map(rule => ({
        behavior: 'allow',
        source: 'localSettings',
        rule,
      })),
    );
    assert.deepEqual(rowsOf(list), [
      '— In this project, for you',
      'The command ls',
      '— In this project, for you (.claude/settings.local.json)',
      ...['The command make', 'What this rule of Claude’s covers Task(x)', 'Every use of KillShell', 'The command echo (a)'],
    ]);
  });

  for (const [source, why] of [
    ['session', 'This rule is in no file: it ends when Claude restarts.'],
    ['policySettings', 'This rule is your organization’s, so you cannot change it here.'],
    ['userSettings', 'Claude goes by this rule, but Parley does not know the file that has it.'],
  ] as const)
    it(`of ${source} stay listed when one is picked, and a sentence says why nothing happens`, async () => {
      const list = await open('project', [{ behavior: 'allow', source, rule: 'Bash(ls)' }]);
      list.pick('The command ls');
      assert.deepEqual([told, list.isShown], [[why], true]);
    });

  it('stay listed also where there are none', async () => {
    const list = await open('project', []);
    list.pick('No rules yet. Choose Always… on a permission card to add one.');
    assert.deepEqual([told, list.isShown], [['There is no rule here to open or remove.'], true]);
  });

  it('have a rule again after Undo, which says so; Claude, which tells it still, does not bring it back before', async () => {
    const before = allow('Bash(make)');
    write('project/.claude/settings.local.json', before);
    const list = await open('project', [{ behavior: 'allow', source: 'localSettings', rule: 'Bash(make)' }]);
    list.pressOf('The command make');
    await until(() => told.length === 1);
    assert.deepEqual(list.labels, ['No rules yet. Choose Always… on a permission card to add one.']);
    write('project/.claude/settings.local.json', before);
    press = 'Undo';
    await open('project', []);
    const second = lists[1] ?? assert.fail();
    second.pressOf('The command make');
    await until(() => told.length === 3);
    assert.equal(told[2], `Put back in ${join('.claude', 'settings.local.json')}: The command make`);
    assert.ok(second.labels.includes('The command make'));
    assert.equal(readFileSync(at('project/.claude/settings.local.json'), 'utf8'), before);
  });

  it('are not listed where other agents ask, whose chat has no Claude', async () => {
    await assert.rejects(open('project', [], `${agentKeyPrefix}claude`), /no list was opened/);
    assert.deepEqual(told, ['Other agents ask in this chat. Go to a chat with Claude to see the rules of its folder.']);
  });
});
