// The ways in which Parley notifies a person that Claude waits, and the buttons in them.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isCode } from '../../src/disk/fileSystem.js';
import { own, pick as pickOption } from '../support/questions.js';
import { asks, asksAgain, asksToRun, makeFakeCli } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { makeMemento, openParley, replace } from './openParley.js';
import { keepParkedQuestion } from './keptQuestion.js';
import { listsOf } from './lists.js';
import { setSetting, takeBackSettings, useCli } from './settings.js';
import { until, untilInTime } from './until.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

/** A file that goes while the folder is read, such as one that git writes, keeps nothing. */
function textOrNone(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return '';
    throw error;
  }
}

const { Global } = vscode.ConfigurationTarget;
let parley: OpenParley;
let view: FakeView;
let cli: FakeCli;
let item: vscode.StatusBarItem;
let isShown = false;
const restores: (() => void)[] = [];

/** The one item that Parley has there. */
function watchStatusBar(): void {
  const watched =
    (create: typeof vscode.window.createStatusBarItem) =>
    (...given: unknown[]): vscode.StatusBarItem => {
      item = create(...(given as [string]));
      const { show, hide } = item;
      item.show = () => {
        isShown = true;
        show.call(item);
      };
      item.hide = () => {
        isShown = false;
        hide.call(item);
      };
      return item;
    };
  restores.push(replace(vscode.window, 'createStatusBarItem', create => watched(create) as typeof create));
}

async function beAsked(): Promise<void> {
  view.post({ type: 'sendPrompt', text: 'Ask me.' });
  await until(() => view.find('question')?.phase === 'asked');
}

anywhere('a person whose answer is waited for', () => {
  beforeEach(async () => {
    cli = await makeFakeCli(await asks());
    await useCli(cli);
    watchStatusBar();
    parley = openParley();
    view = parley.open();
  });
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await parley.close();
    cli.remove();
    await takeBackSettings();
  });

  it('is told nothing while the chat is in sight', async () => {
    await beAsked();
    assert.deepEqual([parley.told, isShown], [[], false]);
  });

  it('sees it in the status bar when the chat is not in sight, and is notified once', async () => {
    view.setVisible(false);
    await beAsked();
    assert.deepEqual([isShown, item.text], [true, '$(question) Claude asks · now']);
    assert.deepEqual(parley.told, [
      ['Claude asks: Which database should we use? · PostgreSQL: Relational · MongoDB: Documents', 'PostgreSQL', 'MongoDB', 'Show'],
    ]);
    view.setVisible(true);
    assert.equal(isShown, false);
    view.setVisible(false);
    assert.deepEqual([isShown, parley.told.length], [true, 1]);
  });

  it('is notified of another question under the id of one that is over', async () => {
    cli.remove();
    cli = await makeFakeCli(await asksAgain({ question: 'Which port?' }));
    await useCli(cli);
    view.setVisible(false);
    parley.answerWith('MongoDB');
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => parley.told.length === 2);
    assert.match(parley.told[1]?.[0] ?? '', /^Claude asks: Which port\?/);
  });

  it('answers by a button of the notification', async () => {
    view.setVisible(false);
    parley.answerWith('MongoDB');
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => view.find('question')?.phase === 'answered');
    assert.deepEqual(view.find('question')?.draft[0]?.selected, [1]);
    assert.equal(isShown, false);
  });

  describe('and opens the window again', () => {
    const id = 'toolu_kept';
    const workspaceState = makeMemento();
    let storage: string;
    beforeEach(async () => {
      storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
      await parley.close();
    });
    afterEach(async () => {
      await parley.close();
      await removeFolder(storage);
      parley = openParley();
    });
    const open = (visible: boolean): void => {
      parley = openParley({ storage, workspaceState });
      view = parley.resolve();
      view.setVisible(visible);
      view.post({ type: 'ready' });
    };

    it('is told of what was not in sight, and nothing of what was, however long VS Code takes to show it again', async () => {
      await keepParkedQuestion(storage, id);
      open(false);
      await untilInTime(() => parley.told.length === 1);
      await parley.close();
      open(true);
      await until(() => view.find('question')?.phase === 'asked');
      await parley.close();
      open(false);
      await untilInTime(() => isShown);
      assert.deepEqual(parley.told, []);
    });

    it('is told of another question under the id of one that was in sight', async () => {
      await keepParkedQuestion(storage, id);
      open(true);
      await until(() => view.find('question')?.phase === 'asked');
      await parley.close();
      await removeFolder(storage);
      await keepParkedQuestion(storage, id, 'Which port?');
      open(false);
      await untilInTime(() => parley.told.length === 1);
      assert.match(parley.told[0]?.[0] ?? '', /Which port\?/);
    });
  });

  it('gets no button that would answer without what is filled in', async () => {
    await setSetting('parley.questions.timeout', 0.01, Global);
    await setSetting('parley.questions.onTimeout', 'remind', Global);
    await beAsked();
    view.draft('toolu_fake_1', 0, { ...pickOption(0), note: 'Only for now.' });
    view.setVisible(false);
    await untilInTime(() => parley.told.length === 1);
    assert.deepEqual(parley.told[0]?.slice(1), ['Show']);
  });

  for (const [what, change] of [
    ['was filled in', () => view.draft('toolu_fake_1', 0, { ...pickOption(0), note: 'Only for now.' })],
    ['has ended', () => view.post({ type: 'dismissQuestion', id: 'toolu_fake_1' })],
  ] as const) {
    it(`goes to the card by a button of a notification whose question ${what} meanwhile, and sends nothing`, async () => {
      view.setVisible(false);
      const press = parley.answerLater('PostgreSQL');
      await beAsked();
      change();
      await until(() => view.find('question')?.phase !== 'asked' || view.find('question')?.draft[0]?.note === 'Only for now.');
      press();
      await until(() => view.messages.some(({ type, ...more }) => type === 'focus' && 'id' in more && more.id === 'toolu_fake_1'));
      assert.ok(
        parley.told.some(([text]) => text?.endsWith('Nothing was sent.')),
        String(parley.told),
      );
      assert.notEqual(view.find('question')?.phase, 'answered');
    });
  }

  it('goes to the question by Show', async () => {
    view.setVisible(false);
    parley.answerWith('Show');
    await beAsked();
    await until(() => view.messages.some(one => one.type === 'focus' && one.target === 'question' && one.id === 'toolu_fake_1'));
  });

  it('is notified as the settings say', async () => {
    await setSetting('parley.questions.notify', 'never', Global);
    view.setVisible(false);
    await beAsked();
    assert.deepEqual([parley.told, isShown], [[], true]);
  });

  it('is told always, if that is wanted', async () => {
    await setSetting('parley.questions.notify', 'always', Global);
    await beAsked();
    assert.equal(parley.told.length, 1);
  });

  it('is reminded once the time is over', async () => {
    await setSetting('parley.questions.timeout', 0.01, Global);
    await setSetting('parley.questions.onTimeout', 'remind', Global);
    view.setVisible(false);
    await beAsked();
    await until(() => parley.told.length === 2);
    assert.equal(
      parley.told[1]?.[0],
      'Claude is still waiting: Which database should we use? · PostgreSQL: Relational · MongoDB: Documents',
    );
    assert.equal(view.find('question')?.phase, 'asked');
  });

  it('goes straight to the only question that waits', async () => {
    view.setVisible(false);
    await beAsked();
    await parley.run('parley.showWaitingQuestions');
    await until(() => view.messages.some(one => one.type === 'focus' && one.target === 'question' && one.id === 'toolu_fake_1'));
  });

  it('finds all that waits in a list', async () => {
    view.setVisible(false);
    await beAsked();
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    await beAsked();
    assert.equal(item.text, '$(question) 2 waiting · now');
    const lists: vscode.QuickPickItem[][] = [];
    const pick = async (pending: Thenable<vscode.QuickPickItem[]>) => {
      const items = await pending;
      lists.push(items);
      return items[0];
    };
    restores.push(replace(vscode.window, 'showQuickPick', () => pick as unknown as typeof vscode.window.showQuickPick));
    await parley.run('parley.showWaitingQuestions');
    const shown = lists.flat().map(({ label, description, detail }) => [label, description, detail]);
    assert.deepEqual(shown, [
      ['Database', 'now · Ask me.', 'Which database should we use?'],
      ['Database', 'now · Ask me.', 'Which database should we use?'],
    ]);
    await until(() => view.messages.some(one => one.type === 'focus' && one.target === 'question' && one.id === 'toolu_fake_1'));
  });

  describe('when Claude’s words hold links, icons and characters that nobody sees', () => {
    const link = '[the plan](command:workbench.action.quit)';
    const hostile = {
      header: `$(check) ${link}\u202e`,
      question: `Shall I follow ${link}?\n$(check) \u202eSecond\u200b line`,
      options: [{ label: '[Y](command:quit)' }, { label: '$(check) No\u202e\n' }],
    };
    const question = 'Shall I follow [the plan] (command:workbench.action.quit)? ⏎ $ (check) ⟨U+202E⟩Second⟨U+200B⟩ line';
    const header = '$ (check) [the plan] (command:workbench.action.quit)⟨U+202E⟩';

    async function beAskedBy(options: Readonly<Record<string, unknown>>, phase = 'asked'): Promise<void> {
      cli.remove();
      cli = await makeFakeCli(await asks({}, options));
      await useCli(cli);
      view.setVisible(false);
      view.post({ type: 'sendPrompt', text: `${link} $(check)\u202e` });
      await until(() => view.find('question')?.phase === phase);
    }
    const assertPlain = (texts: readonly (string | undefined)[]): void => {
      for (const text of texts)
        assert.doesNotMatch((text ?? '').replace(/^\$\((question|add|bell-dot)\) /, ''), /\]\(|\$\(|[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
    };

    it('sees them as plain text in the notification, on its buttons, in the status bar and in every list', async () => {
      await beAskedBy(hostile);
      assert.deepEqual(parley.told, [[`Claude asks: ${question}`, '[Y] (command:quit)', '$ (check) No⟨U+202E⟩', 'Show']]);
      assert.equal(item.tooltip, `Claude waits for you\n${header}`);
      await parley.run('parley.newChat');
      await until(() => view.items.length === 0);
      view.post({ type: 'sendPrompt', text: `${link} $(check)\u202e` });
      await until(() => view.find('question')?.phase === 'asked');
      const waiting: vscode.QuickPickItem[] = [];
      const pick = async (pending: Thenable<vscode.QuickPickItem[]>) => void waiting.push(...(await pending));
      restores.push(replace(vscode.window, 'showQuickPick', () => pick as unknown as typeof vscode.window.showQuickPick));
      await parley.run('parley.showWaitingQuestions');
      const title = '[the plan] (command:workbench.action.quit) $ (check)⟨U+202E⟩';
      assert.deepEqual(
        waiting.map(({ label, description, detail }) => [label, description, detail]),
        [1, 2].map(() => [header, `now · ${title}`, question]),
      );
      const chats = await listsOf(parley, 'parley.showChats');
      assert.ok(chats.includes(`$(bell-dot) ${title}`), String(chats));
      view.post({ type: 'answerQuestion', id: 'toolu_fake_1', answers: [pickOption(0)] });
      await until(() => view.find('question')?.phase === 'answered');
      const answered = await listsOf(parley, 'parley.showAnsweredQuestions');
      assert.ok(answered.includes(question) && answered.includes('[Y] (command:quit)'), String(answered));
      await parley.run('parley.openInEditor');
      const tabs = (): readonly string[] => vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
      await until(() => tabs().includes(title));
      assertPlain([...parley.told.flat(), item.text, item.tooltip, item.accessibilityInformation?.label]);
      assertPlain([...chats, ...answered, ...tabs()]);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('sees an image of an answer by its short name in the list of answered questions', async () => {
      await beAskedBy({ options: [{ label: 'Yes' }, { label: 'No' }] });
      const reference = view.anyReference?.replace('0000000000000000', '0123456789abcdef');
      const otherText = `Like this ${reference ?? assert.fail()}`;
      view.post({ type: 'answerQuestion', id: 'toolu_fake_1', answers: [own(otherText)] });
      await until(() => view.find('question')?.phase === 'answered');
      const answered = await listsOf(parley, 'parley.showAnsweredQuestions');
      assert.ok(answered.includes('Like this · Image 1'), String(answered));
    });

    it('answers by the button that shows the option', async () => {
      parley.answerWith('$ (check) No⟨U+202E⟩');
      await beAskedBy(hostile, 'answered');
      assert.deepEqual(view.find('question')?.draft[0]?.selected, [1]);
    });

    it('gets no buttons where the notification does not hold the whole question', async () => {
      await beAskedBy({
        question: `Shall I tidy up?${' It is quick.'.repeat(60)} That deletes your home folder.`,
        options: [{ label: 'Yes' }, { label: 'No' }],
      });
      assert.doesNotMatch(parley.told[0]?.[0] ?? '', /deletes/);
      assert.deepEqual(parley.told[0]?.slice(1), ['Show']);
    });

    it('reads on the notification what an option says beside its label, before a button answers with it', async () => {
      await beAskedBy({ options: [{ label: 'Yes', description: 'Yes, and delete the home folder' }, { label: 'No' }] });
      const [text, ...buttons] = parley.told[0] ?? [];
      assert.match(text ?? '', /Yes: Yes, and delete the home folder$/);
      assert.deepEqual(buttons, ['Yes', 'No', 'Show']);
    });

    it('gets no buttons where what an option says does not fit, or is a preview', async () => {
      await beAskedBy({ options: [{ label: 'Yes', description: 'It is quick. '.repeat(60) }, { label: 'No' }] });
      assert.deepEqual(parley.told[0]?.slice(1), ['Show']);
    });

    for (const labels of [
      ['Yes', 'Yes\n'],
      ['Yes', 'Show'],
      ['Yes', ' '],
    ]) {
      it(`gets no buttons that look the same or like nothing: ${JSON.stringify(labels)}`, async () => {
        await beAskedBy({ options: labels.map(label => ({ label })) });
        assert.deepEqual(parley.told[0]?.slice(1), ['Show']);
      });
    }
  });

  it('reads in the notification in one sentence what Claude wants, with no button but the way to its card; no file keeps the rest', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    const kept = (): string =>
      readdirSync(storage, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => textOrNone(join(entry.parentPath, entry.name)))
        .join('\n');
    cli.remove();
    cli = await makeFakeCli(await asksToRun({ description: 'List', command: 'ls $(pwd)\nPASSWORD=secret rm -rf ~\u202e', timeout: 5 }));
    await useCli(cli);
    await parley.close();
    parley = openParley({ storage });
    view = parley.open();
    view.setVisible(false);
    view.post({ type: 'sendPrompt', text: 'Run it.' });
    await until(() => view.find('permission')?.state === 'asked');
    assert.deepEqual(parley.told, [['Claude wants to run a command: ls $ (pwd) …', 'Show']]);
    await until(() => kept().includes('secret'));
    view.post({ type: 'decidePermission', id: 'request_fake_1', decision: 'allow' });
    await until(() => view.find('permission')?.state === 'allowed');
    await until(() => cli.log().some(({ line }) => line?.includes('secret') === true));
    await parley.close();
    assert.ok(kept().includes('Run it.'));
    assert.doesNotMatch(kept(), /secret/);
    parley = openParley();
    await removeFolder(storage);
  });

  it('hears that nothing waits', async () => {
    await parley.run('parley.showWaitingQuestions');
    assert.deepEqual(parley.told, [['Claude is not waiting for an answer.']]);
  });
});
