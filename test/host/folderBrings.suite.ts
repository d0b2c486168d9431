// What a folder brings along for the CLI, as the person is asked about it: nothing gets by unseen.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { FolderBrings } from '../../src/host/cli/folderBrings.js';
import { replace } from './openParley.js';
import { setSetting, takeBackSettings } from './settings.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

anywhere('what a folder brings along', () => {
  let root: string;
  let brings: FolderBrings;
  /** The lines of each dialog. */
  let asked: string[];
  /** The label of the button that the person presses in each. */
  let press: string | undefined;
  /** What happens while the dialog is open. */
  let meanwhile: () => void;
  const restores: (() => void)[] = [];
  const quiet = (): void => undefined;
  const log = { error: quiet, warn: quiet, info: quiet, debug: quiet, trace: quiet };
  const opened = (): FolderBrings => new FolderBrings(join(root, 'storage'), log);
  const work = (...parts: readonly string[]): string => join(root, 'outer', 'work', ...parts);
  const put = (path: string, text: string | Buffer): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const hook = (command: string): string => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } });
  const settings = (): string => work('.claude', 'settings.json');
  const used = async (by: FolderBrings, folder: string, ...others: readonly string[]): Promise<boolean> =>
    (await by.look(folder, others, 'start')) === 'use';
  const isUsed = (by = brings): Promise<boolean> => used(by, work());

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-brings-'));
    mkdirSync(work('.git'), { recursive: true });
    [asked, press, meanwhile] = [[], 'Use All', quiet];
    brings = opened();
    const show = (_text: string, { detail = '' }: vscode.MessageOptions, ...buttons: vscode.MessageItem[]) => {
      asked.push(detail);
      meanwhile();
      return Promise.resolve(buttons.find(({ title }) => title === press));
    };
    for (const level of ['showWarningMessage', 'showErrorMessage'] as const) restores.push(replace(vscode.window, level, () => show));
  });
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await removeFolder(root);
  });

  it('is nothing in a folder without such files', async () => {
    assert.equal(await isUsed(), true);
    assert.deepEqual(asked, []);
  });

  it('is not what the person has for every folder, where the home folder is the work folder', async () => {
    const names = ['HOME', 'USERPROFILE'] as const;
    const homes = names.map(name => process.env[name]);
    for (const name of names) process.env[name] = work();
    try {
      put(settings(), hook('my own'));
      put(work('.claude', 'agents', 'one.md'), '---\npermissionMode: bypassPermissions\n---\n');
      assert.equal(await isUsed(), true);
      assert.deepEqual(asked, []);
      // “Start Without Them” leaves these out.
      put(work('.claude', 'settings.local.json'), hook('of this folder'));
      put(work('.mcp.json'), JSON.stringify({ mcpServers: { db: { command: 'serve' } } }));
      assert.equal(await isUsed(opened()), true);
      assert.match(asked[0] ?? '', /^Hook Stop: of this folder\nMCP server db: serve\n/);
    } finally {
      for (const [at, name] of names.entries())
        if (homes[at] === undefined) delete process.env[name];
        else process.env[name] = homes[at];
    }
  });

  it('is asked about once, also by another window, and again where a branch brings another line, but not back on the first', async () => {
    for (const [command, times] of [
      ['one', 1],
      ['two', 2],
      ['one', 2],
    ] as const) {
      put(settings(), hook(command));
      assert.equal(await isUsed(opened()), true);
      assert.equal(asked.length, times, command);
    }
  });

  it('is asked about as the CLI reads it: in UTF-16, above the repository, and where Parley cannot read it', async () => {
    press = undefined;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(hook('evil'), 'utf16le')]);
    put(settings(), utf16);
    assert.equal(await isUsed(), false);
    assert.match(asked.at(-1) ?? '', /^Hook Stop: evil\n/);
    put(settings(), `${hook('evil')} // a comment`);
    assert.equal(await isUsed(), false);
    assert.match(asked.at(-1) ?? '', /^File .*settings\.json: .*evil/);
    rmSync(settings());
    put(join(root, 'outer', '.mcp.json'), JSON.stringify({ mcpServers: { db: { command: 'evil' } } }));
    assert.equal(await isUsed(), false);
    assert.match(asked.at(-1) ?? '', /^MCP server db: evil\n/);
  });

  it('is asked about again once a file of the folder that a line names has changed, and the dialog says so', async () => {
    put(settings(), hook('sh "$CLAUDE_PROJECT_DIR/.claude/hooks/lint.sh" && true'));
    for (const [script, times] of [
      ['echo one', 1],
      ['echo one', 1],
      ['echo two', 2],
    ] as const) {
      put(work('.claude', 'hooks', 'lint.sh'), script);
      assert.equal(await isUsed(opened()), true);
      assert.equal(asked.length, times, script);
    }
    assert.match(asked[0] ?? '', /asked again when one of these changes, .*: \.claude\/hooks\/lint\.sh\n/);
    put(settings(), hook('date >> .claude/hooks.log'));
    for (const log of ['', 'one line']) {
      put(work('.claude', 'hooks.log'), log);
      await isUsed(opened());
    }
    assert.equal(asked.length, 3, 'a log is no program');
    put(settings(), hook('npm test'));
    await isUsed();
    assert.doesNotMatch(asked.at(-1) ?? '', /asked again/);
  });

  it('is asked about again once a file has changed that a line names with quotes, a default or a space', async () => {
    for (const [name, command] of [
      ['one.sh', '"$CLAUDE_PROJECT_DIR"/.claude/hooks/one.sh'],
      ['two.sh', '${CLAUDE_PROJECT_DIR:-.}/.claude/hooks/two.sh'],
      ['a b.sh', '.claude/hooks/a\\ b.sh'],
    ] as const) {
      put(settings(), hook(command));
      for (const script of ['echo one', 'echo two']) {
        put(work('.claude', 'hooks', name), script);
        asked = [];
        assert.equal(await isUsed(opened()), true);
        assert.equal(asked.length, 1, `${command}: ${script}`);
      }
    }
  });

  it('is that of a plugin below a skill too', async () => {
    press = undefined;
    put(work('.claude', 'skills', 'one', 'hooks', 'hooks.json'), hook('evil'));
    assert.equal(await isUsed(), false);
    assert.match(asked.at(-1) ?? '', /^File .*hooks\.json: .*evil/);
    put(work('.claude', 'skills', 'one', 'hooks', 'hooks.json'), hook('${CLAUDE_PLUGIN_ROOT}/tools/run.sh'));
    press = 'Use All';
    for (const script of ['echo one', 'echo two']) {
      put(work('.claude', 'skills', 'one', 'tools', 'run.sh'), script);
      asked = [];
      assert.equal(await isUsed(opened()), true);
      assert.equal(asked.length, 1, script);
    }
  });

  it('is that of an agent in a folder above, up to the repository', async () => {
    press = undefined;
    put(work('.claude', 'agents', 'one.md'), '---\npermissionMode: bypassPermissions\n---\n');
    mkdirSync(work('deep', 'er'), { recursive: true });
    assert.equal(await used(brings, work('deep', 'er')), false);
    assert.match(asked.at(-1) ?? '', /^File .*one\.md: permissionMode: bypassPermissions\n/);
  });

  it('is looked at through links that lead round, and without reading what has no end', async () => {
    press = undefined;
    mkdirSync(work('.claude', 'skills'), { recursive: true });
    for (const name of ['a', 'b']) symlinkSync('.', work('.claude', 'skills', name));
    assert.equal(await isUsed(), true);
    put(settings(), Buffer.alloc(5_000_000, ' '));
    assert.equal(await isUsed(), false);
    assert.match(asked.at(-1) ?? '', /^File .*settings\.json: Parley does not read it, because it is too large: 5000000 bytes, /);
    rmSync(settings());
    for (let at = 0; at < 14; at++) mkdirSync(work('.claude', 'agents', ...Array<string>(at).fill('x')), { recursive: true });
    assert.equal(await isUsed(), false);
    assert.match(
      asked.at(-1) ?? '',
      /^File .*agents.*x: Parley does not look into it, because it is 13 folders deep, and it looks at 12\. Changed at /,
    );
    rmSync(work('.claude', 'agents'), { recursive: true });
    mkdirSync(work('.claude', 'commands'));
    for (let at = 0; at < 5_001; at++) writeFileSync(work('.claude', 'commands', `${at}`), '');
    press = 'Use All';
    assert.equal(await isUsed(), true);
    assert.match(
      asked.at(-1) ?? '',
      /^File .*commands: Parley does not look into it, because 5001 entries were found up to here, and it looks at 5000\./,
    );
    // What cannot be seen whole is asked about again once its entries have changed.
    writeFileSync(work('.claude', 'commands', 'another.md'), '');
    asked = [];
    assert.equal(await isUsed(), true);
    assert.match(asked[0] ?? '', /because 5002 entries/);
  });

  it('is asked about once for all worktrees of a repository, but again in a folder that only says that it is one', async () => {
    const git = work('.git', 'worktrees', 'side');
    const [side, liar] = [join(root, 'side'), join(root, 'liar')];
    put(work('.git', 'HEAD'), 'ref: refs/heads/main\n');
    put(join(git, 'HEAD'), 'ref: refs/heads/side\n');
    put(join(git, 'commondir'), '../..\n');
    put(join(git, 'gitdir'), `${join(side, '.git')}\n`);
    for (const folder of [work(), side, liar]) put(join(folder, '.claude', 'settings.json'), hook('lint'));
    for (const folder of [side, liar]) put(join(folder, '.git'), `gitdir: ${git}\n`);
    for (const [folder, times] of [
      [work(), 1],
      [side, 1],
      [liar, 2],
    ] as const) {
      assert.equal(await used(opened(), folder), true);
      assert.equal(asked.length, times, folder);
    }
  });

  it('are the local settings of its repository too, and what the main worktree has, whether or not that names this one', async () => {
    press = undefined;
    put(work('.claude', 'settings.local.json'), hook('ofRepository'));
    assert.equal(await used(brings, work('packages', 'app')), false);
    assert.match(asked.at(-1) ?? '', /^Hook Stop: ofRepository\n/);
    const [git, side] = [work('.git', 'worktrees', 'side'), join(root, 'side')];
    put(join(git, 'commondir'), '../..\n');
    put(join(side, '.git'), `gitdir: ${git}\n`);
    put(work('.claude', 'agents', 'x.md'), '---\nhooks: evil\n---\n');
    for (const folder of [side, join(side, 'packages')]) {
      assert.equal(await used(brings, folder), false);
      assert.match(asked.at(-1) ?? '', /^Hook Stop: ofRepository\nFile .*x\.md: hooks: evil\n/, folder);
    }
  });

  it('is found from the real name of the folder, by which the CLI goes', async () => {
    press = undefined;
    put(work('deep', '.mcp.json'), JSON.stringify({ mcpServers: { evil: { command: 'evil' } } }));
    mkdirSync(work('deep', 'app'));
    symlinkSync(join('deep', 'app'), work('link'));
    assert.equal(await used(brings, work('link')), false);
    assert.match(asked.at(-1) ?? '', /^MCP server evil: evil\n/);
  });

  it('is that of the other roots too', async () => {
    press = undefined;
    put(join(root, 'second', '.claude', 'settings.json'), hook('evil'));
    assert.equal(await used(brings, work(), join(root, 'second')), false);
    assert.match(asked.at(-1) ?? '', /^Hook Stop: evil\n/);
  });

  it('is read once more when the dialog is answered', async () => {
    put(settings(), hook('shown'));
    meanwhile = () => put(settings(), hook(asked.length === 1 ? 'swapped' : 'shown'));
    assert.equal(await isUsed(), true);
    assert.deepEqual(
      asked.map(detail => detail.split('\n')[0]),
      ['Hook Stop: shown', 'Hook Stop: swapped'],
    );
  });

  it('cannot be used before it was shown whole: a line that is long, also by what cannot be seen, opens in an editor', async () => {
    for (const command of [`lint #${'x'.repeat(2_000)}; evil`, `lint #${'\u200b'.repeat(400)}; evil`]) {
      put(settings(), hook(command));
      press = 'Use All';
      assert.equal(await isUsed(), false);
      press = 'Show All First';
      assert.equal(await isUsed(), false);
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /; evil$/);
    }
  });

  it('is asked about a rule of the local settings too, but not about the person’s own', async () => {
    const allow = (...rules: string[]): void =>
      put(work('.claude', 'settings.local.json'), JSON.stringify({ permissions: { allow: rules } }));
    await brings.letThrough(work(), [{ kind: 'rule', name: '', text: 'Bash(git push)' }]);
    allow('Bash(git push)');
    assert.equal(await isUsed(opened()), true);
    assert.deepEqual(asked, []);
    press = undefined;
    allow('Bash(git push)', 'Bash(*)');
    assert.equal(await isUsed(), false);
    assert.match(asked[0] ?? '', /^Allowed without asking: Bash\(\*\)\n/);
  });

  it('shows the rules that allow in one line', async () => {
    const allow = Array.from({ length: 30 }, (_, index) => `Bash(npm run test${index})`);
    put(settings(), JSON.stringify({ permissions: { allow } }));
    assert.equal(await isUsed(), true);
    assert.match(asked[0] ?? '', /^Allowed without asking: Bash\(npm run test0\) · .*test29\)\n/);
  });

  it('is asked about for each set of folders, and for what has changed behind a look that others share', async () => {
    put(settings(), hook('one'));
    const other = join(root, 'other');
    put(join(other, '.claude', 'settings.json'), hook('two'));
    const [alone, both] = [isUsed(), used(brings, work(), other)];
    assert.deepEqual(await Promise.all([alone, both]), [true, true]);
    assert.equal(asked.filter(lines => lines.startsWith('Hook Stop: two\n')).length, 1);
    const [first, second] = [isUsed(), isUsed()];
    await first;
    put(settings(), hook('three'));
    assert.equal(await second, true);
    assert.match(asked.at(-1) ?? '', /^Hook Stop: three\n/);
  });

  it('is asked about at the next start where the dialog was closed, and not where it was refused', async () => {
    put(settings(), hook('one'));
    for (const [label, times] of [
      [undefined, 1],
      ['Start Without Them', 2],
      ['Start Without Them', 2],
    ] as const) {
      press = label;
      assert.equal(await isUsed(), false);
      assert.equal(asked.length, times);
    }
  });

  it('stops Claude where the dialog is closed over what it runs already by the setting, which asks by now', async () => {
    put(settings(), hook('one'));
    await setSetting('parley.claude.projectSettings', 'use', vscode.ConfigurationTarget.Global);
    const unasked = await isUsed();
    await takeBackSettings();
    press = undefined;
    assert.deepEqual([unasked, await brings.look(work(), [], 'message'), asked.length], [true, 'without', 1]);
  });

  it('is not used while Claude runs where the dialog was closed: asked about again with the next message, and not by the CLI alone', async () => {
    put(settings(), hook('one'));
    press = undefined;
    for (const [why, times] of [
      ['change', 1],
      ['change', 1],
      ['message', 2],
      ['change', 2],
      ['reading', 3],
    ] as const) {
      assert.equal(await brings.look(work(), [], why), 'undecided');
      assert.equal(asked.length, times, why);
    }
    assert.match(asked[1] ?? '', /With Cancel, Claude continues without what is new/);
    assert.match(asked[2] ?? '', /Cancel does the same, because Claude is about to read all settings/);
    put(settings(), hook('two'));
    await brings.look(work(), [], 'change');
    assert.equal(asked.length, 4);
    press = 'Start Without Them';
    assert.equal(await brings.look(work(), [], 'message'), 'without');
  });

  it('ends Claude where the dialog was closed over a program that Claude already runs, and is asked about again', async () => {
    put(settings(), hook('sh .claude/hooks/lint.sh'));
    put(work('.claude', 'hooks', 'lint.sh'), 'echo one');
    assert.equal(await isUsed(), true);
    put(work('.claude', 'hooks', 'lint.sh'), 'echo two');
    press = undefined;
    for (const [why, times] of [
      ['message', 2],
      ['change', 3],
    ] as const) {
      assert.equal(await brings.look(work(), [], why), 'without');
      assert.equal(asked.length, times, why);
      assert.match(asked.at(-1) ?? '', /Cancel does the same, because Claude already runs what has changed\.$/);
    }
    press = 'Use All';
    assert.equal(await brings.look(work(), [], 'message'), 'use');
  });

  it('is asked about in each dialog whose closing means something else, though they wait for each other', async () => {
    put(settings(), hook('one'));
    press = undefined;
    const looks = (['change', 'message', 'start', 'start', 'reading'] as const).map(why => brings.look(work(), [], why));
    assert.deepEqual(new Set(await Promise.all(looks)), new Set(['undecided']));
    assert.deepEqual(
      asked.map(detail => /Cancel[^.]*\.$/.exec(detail)?.[0].slice(0, 30)),
      ['Cancel, Claude continues witho', 'Cancel does the same, for this', 'Cancel does the same, because '],
    );
  });
});
