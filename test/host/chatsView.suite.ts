// Parley: Chats, the view: what it shows of each chat, and what a person does in it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { undoTime } from '../../src/host/commands/chatDeletion.js';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import { setMark } from '../../src/host/storage/chatMarks.js';
import { removeFolder } from '../support/removeFolder.js';
import type { FakeCli } from './fakeCli.js';
import { asks, isAlive, makeFakeCli, talks } from './fakeCli.js';
import type { FakeTree, ShownRow } from './fakeTree.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere, inVsCode } from './where.js';

const workFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const session = 'aaaaaaaa-0000-4000-8000-000000000001';

describe('the view of chats', () => {
  let parley: OpenParley;
  let view: FakeView;
  let tree: FakeTree;
  let storage: string;
  let config: string;
  const clis: FakeCli[] = [];
  const restores: (() => void)[] = [];
  const start = async (settings: Parameters<typeof openParley>[0] = {}): Promise<void> => {
    parley = openParley({ storage, ...settings });
    view = parley.open();
    tree = await parley.tree('parley.chats');
  };
  beforeEach(async () => {
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    config = mkdtempSync(join(tmpdir(), 'parley-config-'));
    await start();
  });
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await parley.close();
    for (const cli of clis.splice(0)) cli.remove();
    await removeFolder(storage);
    await removeFolder(config);
    await takeBackSettings();
  });

  /** A window in whose folder the CLI has these conversations. */
  const withTranscripts = async (write: (folder: string) => void): Promise<void> => {
    const project = join(config, 'projects', workFolder.replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(project, { recursive: true });
    write(project);
    await parley.close();
    await start({ settings: { 'parley.claude.environment': { CLAUDE_CONFIG_DIR: config } } });
  };
  const use = async (script: Parameters<typeof makeFakeCli>[0]): Promise<FakeCli> => {
    const cli = await makeFakeCli(script);
    clis.push(cli);
    await useCli(cli);
    return cli;
  };
  const talk = async (prompt: string): Promise<void> => {
    await use(await talks());
    view.post({ type: 'sendPrompt', text: prompt });
    await until(() => view.status?.turn === 'idle' && view.items.some(({ kind }) => kind === 'text'));
  };
  const beAsked = async (prompt: string): Promise<FakeCli> => {
    const cli = await use(await asks());
    view.post({ type: 'sendPrompt', text: prompt });
    await until(() => view.find('question')?.phase === 'asked');
    return cli;
  };
  const newChat = async (): Promise<void> => {
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
  };
  const rows = (): readonly string[] => tree.texts.map(text => text.replace(/ [·—] (now|yesterday|\d+ (min|hr)\. ago|.* \d{4})$/, ''));
  const rowOf = (label: string): ShownRow => tree.rows.find(row => row.label === label) ?? assert.fail(`${label}: ${rows().join()}`);
  const givenOf = (...labels: readonly string[]): readonly unknown[] => {
    const [first, ...others] = labels.map(label => rowOf(label).row);
    return others.length === 0 ? [first] : [first, [first, ...others]];
  };

  anywhere.it('has groups in the order of what a person must do, with a badge of those that need the person', async () => {
    await talk('The first');
    await newChat();
    await beAsked('The second');
    await newChat();
    assert.equal(tree.readings, 0, 'nothing is read before it is visible');
    assert.deepEqual(tree.badge, { value: 1, tooltip: 'A chat needs you' });
    tree.setVisible(true);
    await until(() => rows().length === 4);
    assert.deepEqual(rows(), ['Needs You — 1', 'The second — question', 'Today — 1', 'The first']);
    const { item } = rowOf('The second');
    assert.match(item.accessibilityInformation?.label ?? '', /^waits for your answer; The second; now$/);
    const icon = item.iconPath instanceof vscode.ThemeIcon ? item.iconPath : undefined;
    assert.deepEqual([icon?.id, icon?.color], ['bell-dot', new vscode.ThemeColor('textLink.foreground')]);
    assert.equal(rowOf('Needs You').item.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
  });

  anywhere.it('has chats that wait, through all of which the person goes by one key', async () => {
    await beAsked('The first');
    const first = view.chat;
    await newChat();
    await beAsked('The second');
    const second = view.chat;
    const goesTo = async (chat: typeof first): Promise<void> => {
      const before = view.messages.length;
      await parley.run('parley.focusQuestion');
      await until(() => view.messages.slice(before).some(message => message.type === 'focus' && message.target === 'question'));
      assert.equal(view.chat, chat);
      view.post({ type: 'pageFocus', focused: true });
    };
    for (const chat of [second, first, second]) await goesTo(chat);
    // Elsewhere meanwhile: the one in sight comes first.
    view.post({ type: 'pageFocus', focused: false });
    await goesTo(second);
  });

  anywhere.it('says of an end that nobody has seen that it is one, until the chat is seen, and also in the next window', async () => {
    view.setVisible(false);
    await talk('The first');
    tree.setVisible(true);
    await until(() => rows().includes('The first — done'));
    assert.deepEqual(rows().slice(0, 2), ['Done — 1', 'The first — done']);
    await parley.close();
    await start();
    view.setVisible(false);
    tree.setVisible(true);
    await until(() => rows().includes('The first — done'));
    // It stays where it is as long as it is selected: the row is not to move from under the pointer that has opened it.
    tree.select(rowOf('The first'));
    view.setVisible(true);
    await until(() => rows().includes('The first'));
    assert.equal(rows()[0], 'Done — 1');
    tree.select();
    await until(() => rows()[0] === 'Today — 1');
  });

  anywhere.it('keeps a row at its place while others are used', async () => {
    await talk('The first');
    const first = view.chat;
    await newChat();
    await talk('The second');
    tree.setVisible(true);
    await until(() => rows().join() === 'Today — 2,The second,The first');
    await parley.run('parley.openChat', ...givenOf('The first'));
    await until(() => view.chat === first);
    view.post({ type: 'saveComposerDraft', text: 'A word' });
    await newChat();
    view.post({ type: 'saveComposerDraft', text: 'A third' });
    await until(() => rows()[1] === 'Draft: A third');
    assert.deepEqual(rows(), ['Today — 3', 'Draft: A third', 'The second', 'The first']);
  });

  anywhere.it('draws a chat that streams only where its row is another one', async () => {
    await use(await talks(2));
    view.post({ type: 'sendPrompt', text: 'The first' });
    await until(() => view.status?.turn === 'idle' && view.items.some(({ kind }) => kind === 'text'));
    tree.setVisible(true);
    await until(() => rows().includes('The first'));
    const before = tree.readings;
    view.post({ type: 'sendPrompt', text: 'Again' });
    await until(() => rows()[0] === 'Working — 1');
    await until(() => rows()[0] === 'Today — 1');
    // To the one group and back.
    assert.ok(tree.readings - before <= 4, `${tree.readings - before} readings`);
  });

  anywhere.it('archives a chat, and takes it out again', async () => {
    await talk('The first');
    tree.setVisible(true);
    await until(() => rows().includes('The first'));
    await parley.run('parley.archiveChat', ...givenOf('The first'));
    await until(() => rows()[0] === 'Archived — 1');
    assert.equal(rowOf('Archived').item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    await newChat();
    await until(() => view.offered.length === 0);
    await parley.run('parley.unarchiveChat', ...givenOf('The first'));
    await until(() => rows()[0] === 'Today — 1');
  });

  anywhere.it('archives a chat in which Claude still works, and its end does not bring it back', async () => {
    await beAsked('The first');
    tree.setVisible(true);
    await until(() => rows().includes('The first — question'));
    await parley.run('parley.archiveChat', rowOf('The first').row);
    view.post({ type: 'dismissQuestion', id: view.find('question')?.id ?? '' });
    await until(() => view.status?.turn === 'idle' && rows()[0] === 'Archived — 1');
  });

  anywhere.it('takes another title, by the key too', async () => {
    await talk('The first');
    tree.setVisible(true);
    await until(() => rows().includes('The first'));
    restores.push(replace(vscode.window, 'showInputBox', () => () => Promise.resolve('Better')));
    await parley.run('parley.renameChat', rowOf('The first').row);
    await until(() => rows().includes('Better'));
  });

  anywhere.it('opens a chat in a tab', async () => {
    await talk('The first');
    tree.setVisible(true);
    await until(() => rows().includes('The first'));
    await parley.run('parley.openChatInTab', ...givenOf('The first'));
    await until(() => view.items.length === 0);
    const tabs = (): readonly string[] => vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
    await until(() => tabs().includes('The first'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  describe('deletes', () => {
    anywhere.it('a chat without a question, ends its process, and brings it back', async () => {
      const cli = await beAsked('The first');
      tree.setVisible(true);
      await until(() => rows().includes('The first — question'));
      const undo = parley.answerLater('Undo');
      await parley.run('parley.deleteChat', ...givenOf('The first'));
      await until(() => tree.rows.length === 0 && !cli.pids().some(isAlive));
      assert.deepEqual([parley.asked, tree.badge, view.items], [[], undefined, []]);
      assert.match(parley.told.at(-1)?.[0] ?? '', /^“The first” is deleted\. Claude’s own transcript stays on the disk/);
      assert.deepEqual(parley.told.at(-1)?.slice(1), ['Undo', 'Delete Transcript Too']);
      undo();
      // This CLI keeps no question; test/e2e has one that does.
      await until(() => tree.rows.some(({ label }) => label === 'The first'));
    });

    anywhere.it('several by the key, and brings them back by the command', async () => {
      await talk('The first');
      await newChat();
      await talk('The second');
      tree.setVisible(true);
      await until(() => tree.rows.length === 3);
      tree.select(rowOf('The first'), rowOf('The second'));
      // The row with the focus is one of them.
      await parley.run('parley.deleteChat', rowOf('The second').row);
      await until(() => tree.rows.length === 0);
      assert.match(parley.told.at(-1)?.[0] ?? '', /^2 chats are deleted\./);
      await parley.run('parley.undoDeleteChat');
      await until(() => tree.rows.length === 3);
      await parley.run('parley.undoDeleteChat');
      assert.deepEqual(parley.told.at(-1), ['There is no deleted chat to bring back.']);
    });

    anywhere.it('the row with the focus by the key, not the one that was clicked, and none from the row of a group', async () => {
      await talk('The first');
      await newChat();
      await talk('The second');
      tree.setVisible(true);
      await until(() => tree.rows.length === 3);
      tree.select(rowOf('The first'));
      for (const given of [rowOf('Today').row, undefined]) await parley.run('parley.deleteChat', given);
      assert.deepEqual(parley.told, []);
      await parley.run('parley.deleteChat', rowOf('The second').row);
      await until(() => tree.rows.length === 2);
      assert.equal(rows()[1], 'The first');
    });

    anywhere.it('what only the CLI has from its lists, and leaves the transcript unless the person says otherwise', async () => {
      let file = '';
      const prompt = { type: 'user', uuid: 'u1', sessionId: session, cwd: workFolder, timestamp: new Date().toISOString() };
      await withTranscripts(folder => {
        file = join(folder, `${session}.jsonl`);
        writeFileSync(file, `${JSON.stringify({ ...prompt, message: { role: 'user', content: 'In the terminal' } })}\n`);
      });
      tree.setVisible(true);
      await until(() => rows().includes('In the terminal'));
      const press = parley.answerLater('Delete Transcript Too');
      parley.answerWith('Delete');
      await parley.run('parley.deleteChat', ...givenOf('In the terminal'));
      await until(() => tree.rows.length === 0);
      assert.ok((await vscode.workspace.fs.stat(vscode.Uri.file(file))).size > 0);
      assert.deepEqual(parley.asked, []);
      press();
      await until(() => parley.asked[0] === 'Delete “In the terminal” and Claude’s transcript of it for good?');
      const isGone = (): Promise<boolean> =>
        Promise.resolve(vscode.workspace.fs.stat(vscode.Uri.file(file))).then(
          () => false,
          () => true,
        );
      await until(isGone);
    });
  });

  describe('loses nothing of a chat', () => {
    anywhere.it('that was brought back, by a button of the notification that is still there', async () => {
      const prompt = { type: 'user', uuid: 'u1', sessionId: session, cwd: workFolder, timestamp: new Date().toISOString() };
      await withTranscripts(folder => {
        const line = JSON.stringify({ ...prompt, message: { role: 'user', content: 'In the terminal' } });
        writeFileSync(join(folder, `${session}.jsonl`), `${line}\n`);
      });
      tree.setVisible(true);
      await until(() => rows().includes('In the terminal'));
      const press = parley.answerLater('Delete Transcript Too');
      parley.answerWith('Delete');
      await parley.run('parley.deleteChat', ...givenOf('In the terminal'));
      await until(() => tree.rows.length === 0);
      await parley.run('parley.undoDeleteChat');
      await until(() => rows().includes('In the terminal'));
      press();
      await until(() => parley.told.at(-1)?.[0] === 'The chat is back.');
      tree.setVisible(false);
      tree.setVisible(true);
      await until(() => rows().includes('In the terminal'));
    });

    anywhere.it('that waited, where the window ends before it is brought back: it stays deleted until then', async () => {
      await beAsked('The first');
      tree.setVisible(true);
      await until(() => rows().includes('The first — question'));
      await parley.run('parley.deleteChat', ...givenOf('The first'));
      await until(() => tree.rows.length === 0);
      await parley.close();
      await start();
      tree.setVisible(true);
      await talk('The second');
      await until(() => rows().includes('The second'));
      assert.deepEqual([rows(), tree.badge], [['Today — 1', 'The second'], undefined]);
      await parley.run('parley.undoDeleteChat');
      await until(() => tree.rows.some(({ label }) => label === 'The first'));
    });

    anywhere.it('that is opened from elsewhere before it is gone', async function () {
      // The time that passes is mocha's too.
      this.timeout(2 * undoTime);
      await talk('The first');
      const { chat } = view;
      tree.setVisible(true);
      await until(() => rows().includes('The first'));
      const given = givenOf('The first');
      await parley.run('parley.deleteChat', ...given);
      await until(() => tree.rows.length === 0);
      await parley.run('parley.openChat', ...given);
      await until(() => view.chat === chat);
      await globalThis.passTime?.(undoTime);
      await parley.close();
      await start();
      await until(() => view.chat === chat);
      tree.setVisible(true);
      await until(() => rows().includes('The first'));
    });

    anywhere.it('that somebody else has open', async () => {
      await parley.run('parley.deleteChat', { listed: { id: 'theirs', title: 'Theirs', holder: 'otherWindow' } });
      assert.equal(parley.told.at(-1)?.[0], '“Theirs” is open somewhere else, so it was not deleted. Close it there first.');
    });
  });

  describe('says what has become of a chat that is gone, or that another window has', () => {
    const gone = { listed: { id: 'aaaaaaaa-0000-4000-8000-00000000gone', title: 'Gone' } };
    const lastTold = (): string | undefined => parley.told.at(-1)?.[0];

    for (const act of ['openChat', 'openChatInTab', 'renameChat', 'deleteChat'] as const)
      anywhere.it(`where it is gone: ${act}`, async () => {
        tree.setVisible(true);
        await parley.run(`parley.${act}`, gone);
        await until(() => lastTold() === 'This chat is not there any more.');
      });

    anywhere.it('where its button is pressed on a page that still shows it', async () => {
      view.post({ type: 'interrupt' }, 'aaaaaaaa-0000-4000-8000-00000000gone');
      await until(() => lastTold() === 'This chat is not there any more.');
    });
  });

  anywhere.it('shows what another window has marked, once it is in sight again', async () => {
    await talk('The first');
    tree.setVisible(true);
    await until(() => rows().includes('The first'));
    tree.setVisible(false);
    const [chats, key] = [join(storageFolder(storage, workFolder), 'chats'), view.chat ?? ''];
    // Another window sees only what is on the disk.
    await until(() => existsSync(chats) && readdirSync(chats).some(name => name.startsWith(`${key}.`) && name.endsWith('.journal')));
    await setMark(chats, 'archived', key, true);
    tree.setVisible(true);
    await until(() => rows()[0] === 'Archived — 1');
  });

  anywhere.it('shows very many in steps', async () => {
    await withTranscripts(folder => {
      for (let index = 0; index < 450; index++) {
        const id = `aaaaaaaa-0000-4000-8000-${String(index).padStart(12, '0')}`;
        const line = { type: 'user', uuid: 'u1', sessionId: id, cwd: workFolder, message: { role: 'user', content: `Chat ${index}` } };
        writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
      }
    });
    tree.setVisible(true);
    const count = (): number => tree.rows.filter(({ label }) => label.startsWith('Chat ')).length;
    await until(() => count() === 200 && tree.rows.at(-1)?.label === 'Show more');
    await parley.run('parley.moreChats');
    await until(() => count() === 400);
  });

  inVsCode.it('is there in VS Code', async () => {
    await vscode.commands.executeCommand('parley.chats.focus');
  });
});
