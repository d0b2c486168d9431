// Links in answers: the text is the model's.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { Log } from '../../src/host/chats/chatDependencies.js';
import * as links from '../../src/host/commands/links.js';
import { replace } from './openParley.js';
import { anywhere, everywhere, inVsCode } from './where.js';

const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const url = pathToFileURL(folder).href;
const log = new Proxy({} as Log, { get: () => (words: string) => assert.fail(words) });
const openLink = (href: string, ...places: readonly [inFolder?: string, at?: string]) => links.openLink(href, log, ...places);

describe('a link in an answer', () => {
  /** VS Code opens one of each kind. */
  const placeOf = (href: string) => (['README.md:3', 'README.md:2-4', '../outside.md'].includes(href) ? everywhere : anywhere);

  const opened = (): string[] =>
    vscode.window.visibleTextEditors
      .filter(({ document }) => document.uri.scheme === 'file')
      .map(({ document }) => vscode.workspace.asRelativePath(document.uri));

  before(() => {
    for (const name of ['a b.md', '100%.md', '../outside.md']) writeFileSync(join(folder, name), 'one\ntwo\nthree\nfour\n');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const leading: Readonly<Record<string, string>> = {
    'README.md:3': 'README.md',
    'README.md#L3': 'README.md',
    'a%20b.md:3': 'a b.md',
    'a b.md:3': 'a b.md',
    '100%.md:3': '100%.md',
    [`${folder}/a%20b.md:3`]: 'a b.md',
    [`${url}/a%20b.md#L3`]: 'a b.md',
  };
  for (const [href, file] of Object.entries(leading)) {
    placeOf(href).it(`opens a file of the project at its line: ${href.replace(folder, '…')}`, async () => {
      await openLink(href);
      assert.deepEqual(opened(), [file]);
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    });
  }

  for (const [href, first, last] of [
    ['README.md:2-4', 1, 3],
    ['a%20b.md#L2-L3', 1, 2],
    ['README.md:3-9999', 2, undefined],
  ] as const) {
    placeOf(href).it(`selects the lines it names: ${href}`, async () => {
      await openLink(href);
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      const end = editor.document.lineAt(last ?? editor.document.lineCount - 1).range.end;
      assert.deepEqual(editor.selection, new vscode.Selection(new vscode.Position(first, 0), end));
    });
  }

  for (const href of [
    '../outside.md',
    '%2e%2e/outside.md',
    `${folder}/../outside.md`,
    `${folder}/%2e%2e/outside.md`,
    `${url}/../outside.md`,
    '/etc/hosts',
    'file:///etc/hosts',
    'command:workbench.action.files.newUntitledFile',
    'vscode://file/etc/hosts',
    'javascript:alert(1)',
    'javascript:0;',
    'README.md:3;x',
    'java\nscript:0;',
    'data:1,',
    'vbscript:x',
    'file://README.md',
    'file://server/README.md',
    'file:README.md',
    '//server/README.md',
    '\\\\server\\README.md',
    '%2f%2fserver/README.md',
    `/${folder}/README.md`,
    `%2f${folder}/README.md`,
    `file:///${folder}/README.md`,
    'README.md%00',
    'READ\u200bME.md',
    '',
    '#L3',
  ]) {
    placeOf(href).it(`opens nothing when it leads anywhere else, and says so: ${href.replace(folder, '…') || '(empty)'}`, async () => {
      assert.match((await openLink(href)) ?? '', /^(Parley opens web pages|This is outside of the folders)/);
      assert.deepEqual(opened(), []);
    });
  }

  describe('that names more or less than a line', () => {
    const made = (name: string): string => join(folder, 'linked', name);
    const executed: unknown[][] = [];
    let restore: () => void;
    before(() => {
      mkdirSync(made('deep/one'), { recursive: true });
      mkdirSync(made('deep/two'), { recursive: true });
      writeFileSync(made('guide.md'), '# Guide\n\n```\n## Part two\n```\n\n## Part *two*\n\n## Part two\n\n### [Où](x.md) & why? ###\n');
      writeFileSync(made('deep/lonely.ts'), 'one\ntwo\nthree\n');
      for (const name of ['deep/one/same.ts', 'deep/two/same.ts']) writeFileSync(made(name), 'x\n');
      writeFileSync(made('picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]));
    });
    after(() => rmSync(join(folder, 'linked'), { recursive: true }));
    beforeEach(() => {
      executed.length = 0;
      restore = replace(vscode.commands, 'executeCommand', run => (id, ...given: unknown[]) => {
        if (!/^reveal|^vscode\.open$/.test(id)) return run(id, ...given);
        executed.push([id, vscode.workspace.asRelativePath(given[0] as vscode.Uri)]);
        return Promise.resolve(undefined as never);
      });
    });
    afterEach(() => restore());

    for (const [href, line, character] of [
      ['linked/guide.md#part-two', 6, 0],
      ['linked/guide.md#part-two-1', 8, 0],
      ['linked/guide.md#où--why', 10, 0],
      ['linked/guide.md#o%C3%B9--why', 10, 0],
      ['linked/deep/lonely.ts#L3C2', 2, 1],
      ['linked/deep/lonely.ts:3:2', 2, 1],
      ['linked/deep/lonely.ts#L2C1-L3C2', 2, 5],
      ['lonely.ts:2', 1, 0],
      ['deep/lonely.ts:2', 1, 0],
    ] as const) {
      anywhere.it(`goes to the heading or the column, also where the folders in front are left out: ${href}`, async () => {
        assert.equal(await openLink(href), undefined);
        const { line: at, character: column } = vscode.window.activeTextEditor?.selection.active ?? {};
        assert.deepEqual([at, column], [line, character]);
      });
    }

    anywhere.it('shows a folder in the Explorer, and an image in the editor that VS Code has for it', async () => {
      assert.deepEqual([await openLink('linked/deep/'), await openLink('linked/picture.png')], [undefined, undefined]);
      assert.deepEqual(executed, [
        ['revealInExplorer', 'linked/deep'],
        ['vscode.open', 'linked/picture.png'],
      ]);
    });

    describe('into a worktree beside the folder', () => {
      const notShown = 'The Explorer does not show this folder, because it is not open in this window';
      const [repository, worktree] = [join(folder, '.git'), join(folder, '../side tree')];
      before(() => {
        const record = join(repository, 'worktrees', 'side');
        for (const path of [record, join(worktree, 'docs')]) mkdirSync(path, { recursive: true });
        writeFileSync(join(repository, 'HEAD'), 'ref: refs/heads/main\n');
        writeFileSync(join(record, 'gitdir'), `${worktree}/.git\n`);
        writeFileSync(join(worktree, '.git'), `gitdir: ${record}\n`);
      });
      after(() => {
        for (const path of [repository, worktree]) rmSync(path, { recursive: true });
      });
      for (const [name, remoteName, uiKind, words] of [
        ['this computer', undefined, vscode.UIKind.Desktop, undefined],
        ['another computer', 'ssh-remote', vscode.UIKind.Desktop, notShown],
        ['a browser', undefined, vscode.UIKind.Web, notShown],
      ] as const)
        anywhere.it(`shows a folder in the file manager, or says that the Explorer has none of it: on ${name}`, async () => {
          const { env } = vscode;
          const own = Object.getOwnPropertyDescriptors(env);
          Object.defineProperties(env, {
            remoteName: { configurable: true, get: () => remoteName },
            uiKind: { configurable: true, get: () => uiKind },
          });
          const docs = join(worktree, 'docs');
          try {
            assert.equal(await openLink('docs', folder, worktree), words && `${words}: ${docs}`);
          } finally {
            Object.defineProperties(env, { remoteName: own.remoteName, uiKind: own.uiKind });
          }
          assert.deepEqual(executed, words === undefined ? [['revealFileInOS', docs]] : []);
        });
    });

    anywhere.it('leads to a file that the search of VS Code finds, and to one that it leaves out where there is no other', async () => {
      for (const path of ['deep/node_modules/it', 'deep/one/in', 'deep/two/in']) mkdirSync(made(path), { recursive: true });
      for (const path of ['deep/node_modules/it/lonely.ts', 'deep/node_modules/it/own.ts', 'deep/one/in/near.ts', 'deep/two/in/near.ts'])
        writeFileSync(made(path), 'x\n');
      const found: (readonly string[])[] = [];
      for (const [href, at] of [['lonely.ts:1'], ['own.ts'], ['near.ts', made('deep/one')], ['near.ts', made('deep/two')]] as const) {
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        assert.equal(await openLink(href, folder, at), undefined);
        found.push(opened());
      }
      const paths = ['deep/lonely.ts', 'deep/node_modules/it/own.ts', 'deep/one/in/near.ts', 'deep/two/in/near.ts'];
      assert.deepEqual(
        found,
        paths.map(path => [`linked/${path}`]),
      );
    });

    // The program that knows what git ignores comes with VS Code.
    inVsCode.it('leads to a file that git ignores only where there is no other', async () => {
      for (const path of ['.git', 'build/deep']) mkdirSync(made(path), { recursive: true });
      writeFileSync(made('.gitignore'), 'build/\n');
      for (const path of ['build/deep/lonely.ts', 'build/deep/built.ts']) writeFileSync(made(path), 'x\n');
      assert.equal(await openLink('lonely.ts:1'), undefined);
      assert.deepEqual(opened(), ['linked/deep/lonely.ts']);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      assert.equal(await openLink('built.ts:1'), undefined);
      assert.deepEqual(opened(), ['linked/build/deep/built.ts']);
    });

    anywhere.it('opens a PDF in the editor that VS Code has for it, also where its beginning could be text', async () => {
      writeFileSync(made('a.pdf'), '%PDF-1.7\n');
      assert.equal(await openLink('linked/a.pdf#page=2'), undefined);
      assert.deepEqual(executed, [['vscode.open', 'linked/a.pdf']]);
    });

    anywhere.it('opens a file without what only a server would read', async () => {
      assert.equal(await openLink('linked/guide.md?plain=1#part-two'), undefined);
      assert.deepEqual([opened(), vscode.window.activeTextEditor?.selection.active.line], [['linked/guide.md'], 6]);
    });

    anywhere.it('begins where Claude is, in a worktree as well, and finds a name there alone', async () => {
      const worktree = made('.claude/worktrees/one');
      mkdirSync(join(worktree, 'linked/deep'), { recursive: true });
      for (const name of ['linked/guide.md', 'linked/deep/lonely.ts']) writeFileSync(join(worktree, name), 'of the worktree\n');
      const leadsTo = async (href: string, at?: string): Promise<readonly string[]> => {
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        assert.equal(await openLink(href, folder, at), undefined);
        return opened();
      };
      const there = 'linked/.claude/worktrees/one/linked';
      assert.deepEqual(await leadsTo('linked/guide.md', worktree), [`${there}/guide.md`]);
      assert.deepEqual(await leadsTo('lonely.ts:1', worktree), [`${there}/deep/lonely.ts`]);
      assert.deepEqual(await leadsTo('lonely.ts:1'), ['linked/deep/lonely.ts']);
      assert.deepEqual(await leadsTo('lonely.ts:1', made('deep')), ['linked/deep/lonely.ts']);
      assert.deepEqual(await leadsTo('linked/deep/one/same.ts', worktree), ['linked/deep/one/same.ts'], 'else from its folder on');
    });

    anywhere.it('finds a name in the workspace alone, wherever a command has taken Claude', async () => {
      const outside = join(folder, '../elsewhere');
      mkdirSync(outside, { recursive: true });
      writeFileSync(join(outside, 'secret.md'), 'secret\n');
      try {
        assert.equal(await openLink('secret.md', folder, outside), 'Not found: secret.md');
        assert.deepEqual([opened(), executed], [[], []]);
      } finally {
        rmSync(outside, { recursive: true });
      }
    });

    anywhere.it('opens the page that the link names, to the letter', async () => {
      const pages: unknown[] = [];
      const back = replace(vscode.env, 'openExternal', () => page => Promise.resolve(pages.push(page) > 0));
      const addresses = [
        'https://example.com/a%2Fb/c%23d?q=x%26y%2Bz&r=%3D#e%2Ff',
        'HTTP://example.com/%7Euser?next=https%3A%2F%2Fother.example%2F',
        'https://example.com/?q=a+b',
      ];
      try {
        for (const address of addresses) assert.equal(await openLink(address), undefined);
      } finally {
        back();
      }
      assert.deepEqual(pages, addresses);
    });

    anywhere.it('writes to somebody, and takes no file of the person’s along', async () => {
      const written: string[] = [];
      const back = replace(vscode.env, 'openExternal', () => uri => Promise.resolve(written.push(uri.toString(true)) > 0));
      try {
        for (const href of [
          'mailto:a@example.com',
          'mailto:a@example.com?Subject=Hi&attach=/etc/passwd&body=x&attachment=y&bcc=z',
          'mailto:a@b?attach=x',
        ])
          assert.equal(await openLink(href), undefined);
      } finally {
        back();
      }
      assert.deepEqual(written, ['mailto:a@example.com', 'mailto:a@example.com?Subject=Hi&body=x', 'mailto:a@b']);
    });

    for (const [href, words] of [
      ['linked/gone.ts:3', 'Not found: linked/gone.ts'],
      ['gone.ts', 'Not found: gone.ts'],
      ['../outside.md', 'This is outside of the folders that are open here: ../outside.md'],
      ['same.ts:1', 'Several files have this name: linked/deep/one/same.ts, linked/deep/two/same.ts'],
    ] as const) {
      anywhere.it(`says why it opens nothing: ${href}`, async () => {
        assert.equal(await openLink(href), words);
        assert.deepEqual([opened(), executed], [[], []]);
      });
    }

    anywhere.it('opens the file where it has no such heading, and says so', async () => {
      assert.equal(await openLink('linked/guide.md#part-three'), 'The file is open. It has no heading “part-three”.');
      assert.deepEqual(opened(), ['linked/guide.md']);
    });
  });
});
