// Acts on a card beside choosing: references, images, previews, undo; and the state that outlives the window.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { own, pick } from '../support/questions.js';
import { asks, makeFakeCli } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import { Previews } from '../../src/host/views/previews.js';
import { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { setSetting, takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere, everywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const { Global } = vscode.ConfigurationTarget;
const { window } = vscode;
const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const id = 'toolu_fake_1';

let parley: OpenParley;
let view: FakeView;
let cli: FakeCli;
let storage: string;
const restores: (() => void)[] = [];

/** Picks, in every quick pick, the item that begins so. */
function pickInLists(...labels: readonly string[]): void {
  const remaining = [...labels];
  const choose = async (items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>) => {
    const label = remaining.shift() ?? '';
    return (await items).find(item => item.label.startsWith(label));
  };
  // The overloads are many; the code uses the one for items.
  restores.push(replace(window, 'showQuickPick', () => choose as unknown as typeof window.showQuickPick));
}

function open(): void {
  parley = openParley({ storage });
  view = parley.open();
}

async function beAsked(): Promise<void> {
  view.post({ type: 'sendPrompt', text: 'Ask me.' });
  await until(() => view.find('question')?.phase === 'asked');
}

const draft = () => view.find('question')?.draft[0];

anywhere('on a card, a person', () => {
  beforeEach(async () => {
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    cli = await makeFakeCli(await asks());
    await useCli(cli);
    open();
    await beAsked();
  });
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await parley.close();
    cli.remove();
    await removeFolder(storage);
    await takeBackSettings();
  });

  async function select(file: string, selection: vscode.Selection): Promise<void> {
    const editor = await window.showTextDocument(vscode.Uri.file(join(folder, file)));
    editor.selection = selection;
  }

  it('puts the selection of the editor into an own answer, behind what stands there', async () => {
    view.draft(id, 0, own('As in'));
    await select('README.md', new vscode.Selection(0, 0, 2, 1));
    pickInLists('The selection');
    view.post({ type: 'addReference', id, question: 0, field: 'otherText' });
    await until(() => draft()?.otherText === 'As in @./README.md#L1-L3 ');
    assert.deepEqual([draft()?.other, view.find('question')?.hostEdits.length], [true, 1]);
  });

  it('does so by command too, and is told when nothing is selected', async () => {
    const told: string[] = [];
    restores.push(
      replace(
        window,
        'showInformationMessage',
        () => ((text: string) => void told.push(text)) as unknown as typeof window.showInformationMessage,
      ),
    );
    await parley.run('parley.addSelection');
    assert.equal(told.length, 1);
    // To the beginning of a line: that line is not meant.
    await select('README.md', new vscode.Selection(0, 0, 1, 0));
    await parley.run('parley.addSelection');
    await until(() => draft()?.otherText === '@./README.md#L1 ');
    assert.equal(told.length, 1);
  });

  it('gets it into the message box in sight by command where the card is out of sight', async () => {
    const { chat } = view;
    await parley.run('parley.newChat');
    await until(() => view.chat !== chat && view.items.length === 0);
    await select('README.md', new vscode.Selection(0, 0, 1, 0));
    await parley.run('parley.addSelection');
    await until(() => view.attachments.length === 1);
    await parley.run('parley.focusQuestion');
    await until(() => view.chat === chat && view.find('question') !== undefined);
    assert.equal(draft()?.otherText, '');
  });

  it('puts a file into a note, and the choice stays', async () => {
    view.draft(id, 0, pick(1));
    pickInLists('A file', 'db/schema.sql');
    view.post({ type: 'addReference', id, question: 0, field: 'note' });
    await until(() => draft()?.note === '@./db/schema.sql ');
    assert.deepEqual(draft()?.selected, [1]);
  });

  it('puts an image into an own answer, from a file or from the clipboard', async () => {
    pickInLists('An image');
    const chosen = [vscode.Uri.file('/somewhere else/a picture.png')];
    restores.push(replace(window, 'showOpenDialog', () => () => Promise.resolve(chosen)));
    view.post({ type: 'addReference', id, question: 0, field: 'otherText' });
    await until(() => draft()?.otherText === '@"/somewhere else/a picture.png" ');
    view.post({
      type: 'addImage',
      id,
      question: 0,
      field: 'otherText',
      image: 'i',
      mediaType: 'image/png',
      base64: Buffer.from('pixels').toString('base64'),
    });
    await until(() => draft()?.otherText.endsWith('.png ') === true);
    const kept = / @(\S+) $/.exec(draft()?.otherText ?? '')?.[1] ?? '';
    assert.equal(readFileSync(kept, 'utf8'), 'pixels');
    assert.deepEqual([statSync(kept).mode & 0o777, statSync(dirname(kept)).mode & 0o777], [0o600, 0o700]);
    // Claude may read there without a permission.
    const args = cli.log().flatMap(entry => entry.args ?? []);
    assert.equal(args[args.lastIndexOf('--add-dir') + 1], dirname(kept));
  });

  it('hears when an image is in the answer, and when it could not be added, and the answer has it also where the card did not', async () => {
    restores.push(replace(window, 'showErrorMessage', () => (() => undefined) as unknown as typeof window.showErrorMessage));
    const done = () => view.messages.flatMap(message => (message.type === 'answerImage' ? [message.image] : []));
    const image = { type: 'addImage', id, question: 0, field: 'note', base64: Buffer.from('pixels').toString('base64') } as const;
    view.post({ ...image, image: 'refused', mediaType: 'image/tiff' });
    await until(() => done().length === 1);
    view.post({ ...image, image: 'added', mediaType: 'image/png' });
    await until(() => done().length === 2);
    assert.deepEqual(done(), ['refused', 'added']);
    view.post({ type: 'answerQuestion', id, answers: [pick(1)], on: 0 });
    await until(() => view.find('question')?.phase === 'answered');
    const [response] = cli.log().filter(({ line }) => line?.includes('"control_response"') === true);
    assert.match(response?.line ?? '', /MongoDB.*\.png/);
  });

  it('gets an image for the message box into the chat for which it was chosen, also with another chat in view', async () => {
    const chat = view.chat;
    const picture = join(storage, 'shot.png');
    writeFileSync(picture, 'pixels');
    pickInLists('An image');
    restores.push(
      replace(window, 'showOpenDialog', () => async () => {
        await parley.run('parley.newChat');
        return [vscode.Uri.file(picture)];
      }),
    );
    view.post({ type: 'addContext' });
    await until(() => view.messages.some(({ type }) => type === 'imageChosen'));
    const message = view.messages.find(({ type }) => type === 'imageChosen');
    const base64 = Buffer.from('pixels').toString('base64');
    assert.notEqual(view.chat, chat);
    assert.deepEqual(message, { type: 'imageChosen', chat, name: 'shot.png', base64 });
    view.post({ type: 'attachImage', id: 'i', name: 'shot.png', mediaType: 'image/png', base64, width: 1, height: 1 }, chat);
    await parley.run('parley.focusQuestion');
    await until(() => view.chat === chat && view.attachments.length > 0);
    assert.deepEqual(
      view.attachments.map(one => one.kind === 'image' && one.name),
      ['shot.png'],
    );
  });

  it('gets what was added to a message back with the message, which a question holds up', async () => {
    const base64 = Buffer.from('pixels').toString('base64');
    view.post({ type: 'attachImage', id: 'i', name: 'shot.png', mediaType: 'image/png', base64, width: 1, height: 1 });
    await until(() => view.attachments.length === 1);
    const added = view.attachments;
    view.post({ type: 'sendPrompt', text: 'Look', attachments: added.map(one => one.id) });
    await until(() => view.returned.length === 1);
    // As the page of the next window would see them.
    view.attachments = [];
    view.post({ type: 'ready' });
    await until(() => view.attachments.length === 1);
    assert.deepEqual(view.attachments, added);
  });

  it('is told when an image is of a kind that Claude cannot look at, and keeps what was typed', async () => {
    const told: string[] = [];
    restores.push(
      replace(window, 'showErrorMessage', () => ((text: string) => void told.push(text)) as unknown as typeof window.showErrorMessage),
    );
    view.draft(id, 0, own('kept'));
    view.post({ type: 'addImage', id, question: 0, field: 'otherText', image: 'i', mediaType: 'image/tiff', base64: '' });
    await until(() => told.some(text => text.includes('image/tiff')));
    assert.equal(draft()?.otherText, 'kept');
  });

  it('is told when an image comes too late for its answer', async () => {
    const told: string[] = [];
    restores.push(
      replace(window, 'showErrorMessage', () => ((text: string) => void told.push(text)) as unknown as typeof window.showErrorMessage),
    );
    view.post({ type: 'answerQuestion', id, answers: [pick(1)] });
    await until(() => view.find('question')?.phase === 'answered');
    const base64 = Buffer.from('pixels').toString('base64');
    view.post({ type: 'addImage', id, question: 0, field: 'note', image: 'i', mediaType: 'image/png', base64 });
    await until(() => told.length === 1);
    assert.match(told[0] ?? '', /the card takes no more changes/);
  });

  it('changes their mind in the list, and nothing happens', async () => {
    pickInLists('nothing of this name');
    view.post({ type: 'addReference', id, question: 0, field: 'otherText' });
    view.draft(id, 0, own('still mine'));
    await until(() => draft()?.otherText === 'still mine');
    assert.equal(view.find('question')?.hostEdits.length, 0);
  });

  it('undoes an answer in the time that the settings give, and Claude hears the second only', async () => {
    await setSetting('parley.questions.undoSeconds', 60, Global);
    const responses = () => cli.log().filter(({ line }) => line?.includes('"control_response"') === true);
    view.post({ type: 'answerQuestion', id, answers: [pick(0)] });
    await until(() => view.find('question')?.heldUntil !== undefined);
    assert.equal(view.find('question')?.phase, 'asked');
    view.post({ type: 'undoAnswer', id });
    await until(() => view.find('question')?.heldUntil === undefined);
    assert.deepEqual([draft()?.selected, responses()], [[0], []]);
    await setSetting('parley.questions.undoSeconds', 0, Global);
    view.post({ type: 'answerQuestion', id, answers: [pick(1)] });
    await until(() => view.find('question')?.phase === 'answered');
    assert.equal(responses().length, 1);
    assert.match(responses()[0]?.line ?? '', /MongoDB/);
  });

  it('replies in the chat, and the words are gone from the message box, also for a window that is opened next', async () => {
    view.post({ type: 'saveComposerDraft', text: 'Neither.' });
    view.post({ type: 'replyInstead', id, text: 'Neither.' });
    await until(() => view.find('question')?.phase === 'replied');
    view.post({ type: 'ready' });
    await until(() => view.composerDraft === '');
  });

  it('sees what Claude will read, and afterwards what it has read', async () => {
    assert.equal(view.find('question')?.reads, undefined);
    view.draft(id, 0, pick(1));
    await until(() => view.find('question')?.reads?.includes('"MongoDB"') === true);
    view.post({ type: 'answerQuestion', id, answers: [pick(1)] });
    await until(() => view.find('question')?.phase === 'answered');
    assert.equal(view.find('question')?.reads, 'Your questions have been answered.');
  });

  it('finds the half-filled card and the composer’s draft again in the next window, and can send them', async () => {
    view.draft(id, 0, own('half a thought'));
    view.post({ type: 'saveComposerDraft', text: 'and another' });
    await until(() => draft()?.otherText === 'half a thought');
    await parley.close();
    open();
    await until(() => view.find('question') !== undefined);
    assert.deepEqual([view.find('question')?.phase, draft()?.otherText, view.composerDraft], ['lost', 'half a thought', 'and another']);
    view.post({ type: 'sendLostAnswers', id });
    await until(() => cli.log().some(({ line }) => line?.includes('half a thought') === true));
  });

  it('that began a new chat does not get the old one back', async () => {
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    await parley.close();
    open();
    view.post({ type: 'saveComposerDraft', text: 'x' });
    assert.deepEqual(view.items, []);
  });
});

describe('a preview in an editor tab', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const tabs = (): readonly vscode.Tab[] => window.tabGroups.all.flatMap(group => group.tabs);
  const viewTypes = (): readonly string[] =>
    tabs().flatMap(({ input }) => (input instanceof vscode.TabInputWebview ? [input.viewType.replace(/^mainThreadWebview-/, '')] : []));

  async function openPreview(preview: string): Promise<OpenParley> {
    cli = await makeFakeCli(await asks({ preview }));
    await useCli(cli);
    const opened = openParley();
    const page = opened.open();
    page.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => page.find('question')?.phase === 'asked');
    page.post({ type: 'openPreview', id, question: 0, option: 0 });
    await until(() => tabs().some(({ label }) => label.includes('PostgreSQL')));
    return opened;
  }
  async function close(opened: OpenParley): Promise<void> {
    await opened.close();
    cli.remove();
    await takeBackSettings();
  }

  for (const [place, text] of [
    [everywhere, '# A sketch ![x](https://example.com/x.png)</script>'],
    [anywhere, '<div>A sketch</div><img src="https://example.com/x.png"></script>'],
  ] as const) {
    place.it(`is a page of ours with the text in it, and goes with Parley, but no other tab: ${text.slice(0, 10)}`, async () => {
      await window.showTextDocument(vscode.Uri.file(join(folder, 'README.md')), { preview: false });
      const panels: vscode.WebviewPanel[] = [];
      const watched =
        (create: typeof window.createWebviewPanel): typeof window.createWebviewPanel =>
        (...given) => {
          const panel = create(...given);
          panels.push(panel);
          return panel;
        };
      restores.push(replace(window, 'createWebviewPanel', watched));
      const opened = await openPreview(text);
      for (const restore of restores.splice(0)) restore();
      assert.deepEqual(viewTypes(), ['parley.preview']);
      const html = panels[0]?.webview.html ?? '';
      const [, data = ''] = /<script type="application\/json" id="preview">(.*?)<\/script>/.exec(html) ?? [];
      // The colours are those of the theme, and there as soon as it is read.
      const { codeColours: _, ...shown } = JSON.parse(data) as Readonly<Record<string, unknown>>;
      assert.deepEqual(shown, { label: 'PostgreSQL', text });
      assert.match(html, /default-src 'none'; style-src [^;]*; style-src-attr 'unsafe-inline'; script-src 'nonce-/);
      await close(opened);
      await until(() => viewTypes().length === 0);
      assert.deepEqual(
        tabs().map(({ label }) => label),
        ['README.md'],
      );
    });
  }

  anywhere.it('can open links, and do nothing else', async () => {
    const page = new FakeView();
    const panel = { webview: page.view.webview, onDidDispose: page.view.onDidDispose, dispose: () => page.dispose() };
    // What is used of it.
    restores.push(replace(window, 'createWebviewPanel', () => () => panel as unknown as vscode.WebviewPanel));
    const previews = new Previews({
      codeColours: () => undefined,
      extensionUri: vscode.Uri.file(folder),
      log: {
        trace: () => undefined,
        debug: () => undefined,
        info: () => undefined,
        warn: () => undefined,
        error: text => errors.push(text),
      },
      openLink: href => Promise.resolve(void links.push(href)),
    });
    const links: string[] = [];
    const errors: string[] = [];
    previews.open('A sketch', 'words', undefined);
    page.post({ type: 'sendPrompt', text: 'Go on.' });
    page.post({ type: 'openLink', href: 1 });
    page.post({ type: 'reportError', text: 'broken' });
    page.post({ type: 'openLink', href: 'a.ts:3' });
    await until(() => links.length > 0);
    assert.deepEqual([links, errors], [['a.ts:3'], ['A preview reports: broken']]);
    for (const restore of restores.splice(0)) restore();
    previews.dispose();
  });
});
