// Whose a change of a turn is, in a window: what stood there before, and what the person has written or taken back meanwhile. With real git.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ChatItem } from '../../src/chat/state.js';
import type { Chat } from '../../src/host/chats/chat.js';
import type { Log } from '../../src/host/chats/chatDependencies.js';
import type { ActContext } from '../../src/host/features/actContext.js';
import { putBack, reviewChanges, takeBack } from '../../src/host/features/review/acts.js';
import { Engines } from '../../src/host/features/review/engines.js';
import { engineOf } from '../../src/host/features/review/review.js';
import { Snapshots } from '../../src/review/snapshots.js';
import type { BackCard, BackFile } from '../../src/shared/features/back/news.js';
import { ChatStore } from '../../src/host/storage/chatStore.js';
import { replace } from './openParley.js';
import { at, folder, reviewInHand, root } from './reviewInHand.js';
import { until } from './until.js';
import { anywhere } from './where.js';

anywhere('the changes that a turn has made', () => {
  const hand = reviewInHand();
  const { write, turn, told, files, file, unfold, backCard, review } = hand;

  it('are the person’s too where they have reverted one in the turn', async () => {
    const first = await turn(() => write('a.txt', 'Claude’s\n'));
    await unfold(first);
    const second = await turn(async () => {
      hand.view.post({ type: 'takeBack', id: first });
      await until(() => file(first, 'a.txt')?.present === 'asBefore');
      write('b.txt', 'Claude’s too\n');
    });
    await unfold(second);
    assert.deepEqual(
      files(second).map(({ path, byPerson }) => [path, byPerson]),
      [
        ['reviewed/a.txt', true],
        ['reviewed/b.txt', undefined],
      ],
    );
    hand.view.post({ type: 'takeBack', id: second });
    await until(() => hand.parley.told.length > 0);
    assert.deepEqual(
      files(second).map(({ present }) => present),
      ['asLeft', 'asBefore'],
    );
    assert.deepEqual(hand.parley.told, [['1 file was left as it is, because it may not be Claude’s work alone. Revert it by itself.']]);
  });

  it('are the person’s too where they have saved a notebook in the turn', async () => {
    const saved = new vscode.EventEmitter<vscode.NotebookDocument>();
    await hand.close();
    const restore = replace(vscode.workspace, 'onDidSaveNotebookDocument', () => saved.event);
    hand.open();
    const id = await turn(() => {
      write('a.txt', 'Claude’s\n');
      write('book.ipynb', '{}\n');
      saved.fire({ uri: vscode.Uri.file(at('book.ipynb')) } as vscode.NotebookDocument);
    });
    restore();
    await unfold(id);
    assert.deepEqual([file(id, 'a.txt')?.byPerson, file(id, 'book.ipynb')?.byPerson], [undefined, true]);
  });

  it('are known of a folder below a root too, and of none that belongs to no root', async () => {
    await turn(() => write('a.txt', 'Claude’s\n'));
    assert.ok(await engineOf(folder));
    assert.equal(await engineOf(hand.storage), undefined);
  });

  it('are known as long as the window is open of a folder whose root was found once, also where its disk does not answer then', async () => {
    let found: string | undefined = root;
    const engines = new Engines({
      log: {
        debug: () => undefined,
        info: () => undefined,
        warn: (text: string) => assert.fail(text),
        error: (text: string) => assert.fail(text),
      } as unknown as Log,
      storageOf: () => hand.storage,
      rootOf: () => Promise.resolve(found),
      remembered: { get: () => undefined, update: () => Promise.resolve(), keys: () => [] },
    });
    const engine = await engines.of(folder);
    found = undefined;
    assert.ok(engine);
    assert.ok((await engines.of(folder)) === engine);
    engines.dispose();
  });

  it('go back alone: what is pressed meanwhile says so, and changes no plan', async () => {
    const id = await turn(() => write('a.txt', 'Claude’s\n'));
    const card = await backCard();
    const message = hand.view.find('prompt')?.id ?? '';
    let goOn = (): void => undefined;
    const held = new Promise<void>(resolve => (goOn = resolve));
    const restore = replace(
      Snapshots.prototype,
      'run',
      run =>
        async function (this: Snapshots, ...given) {
          await held;
          return run.apply(this, given);
        },
    );
    hand.view.post({ type: 'goBack', id: card.id, what: 'files', others: [] });
    await until(() => hand.view.news.some(news => news.type === 'back' && news.isGoing === true));
    hand.view.post({ type: 'askBack', id: message });
    hand.view.post({ type: 'askForward', id });
    hand.view.post({ type: 'askBranch', branch: 'other' });
    await until(() => hand.parley.told.length === 3);
    goOn();
    restore();
    await until(() => hand.view.items.some(item => item.kind === 'wentBack' && item.files?.state === 'done'));
    assert.ok(hand.parley.told.every(([words]) => words === 'This chat is already going back. Try again when it is there.'));
    assert.equal(readFileSync(at('a.txt'), 'utf8'), 'one\ntwo\nthree\n');
  });

  it('are shown beside what stands there now, also where a file came or went since', async () => {
    const id = await turn(() => {
      write('a.txt', 'Claude’s\n');
      rmSync(at('b.txt'));
    });
    rmSync(at('a.txt'));
    write('b.txt', 'again\n');
    assert.deepEqual(await review('This Turn'), ['a.txt: "one\\ntwo\\nthree\\n" → gone', 'b.txt: "b\\n" → there']);
    hand.view.post({ type: 'openChange', id, path: 'reviewed/a.txt' });
    await until(() => hand.shown.length === 2);
    const [, [[, , right] = []] = []] = hand.shown.at(-1) ?? [];
    assert.equal(right, undefined);
  });

  it('are reverted in no chat that is open somewhere else, which says so', async () => {
    const chat = { otherOwner: 'other', news: new Map(), loop: { state: { items: [] } } } as unknown as Chat;
    for (const act of [takeBack, putBack]) await act({ type: 'takeBack', id: 'row' } as never, { chat } as unknown as ActContext);
    const words = 'This chat is open somewhere else. Take it over first.';
    assert.deepEqual(hand.parley.told, [[words], [words]]);
  });

  it('go back by the card that was pressed, also where another one was still being worked out', async () => {
    await turn(() => write('a.txt', 'Claude’s\n'));
    await turn(() => write('b.txt', 'Claude’s too\n'));
    const [first = '', second = ''] = hand.view.items.flatMap(({ kind, id }) => (kind === 'prompt' ? [id] : []));
    const shown = (): BackCard | undefined => {
      const news = hand.view.news.findLast(({ type }) => type === 'back');
      return news?.type === 'back' ? news.card : undefined;
    };
    hand.view.post({ type: 'askBack', id: second });
    await until(() => shown()?.id === second);
    let goOn = (): void => undefined;
    const held = new Promise<void>(resolve => (goOn = resolve));
    const restore = replace(
      ChatStore.prototype,
      'flush',
      flush =>
        async function (this: ChatStore, ...given) {
          await held;
          return flush.apply(this, given);
        },
    );
    hand.view.post({ type: 'askBack', id: first });
    hand.view.post({ type: 'goBack', id: second, what: 'files', others: [] });
    // Going back is on its way, and the other card comes only now.
    await until(() => shown()?.id === first || hand.parley.told.length > 0);
    goOn();
    await until(() => hand.view.items.some(item => item.kind === 'wentBack' && item.files?.state === 'done'));
    restore();
    assert.deepEqual([readFileSync(at('a.txt'), 'utf8'), readFileSync(at('b.txt'), 'utf8')], ['Claude’s\n', 'b\n']);
    assert.deepEqual(hand.parley.told, [['This chat is already going back. Try again when it is there.']]);
  });

  it('are reviewed too where their rows have left the window of items', async () => {
    await turn(() => write('b.txt', 'Claude’s\n'));
    const engine = await engineOf(root);
    assert.ok(engine instanceof Snapshots);
    const taken = async (): Promise<string> => {
      const found = await engine.take();
      return found.ok ? found.tree : assert.fail(found.detail);
    };
    const before = await taken();
    write('a.txt', 'Claude’s\n');
    const row: ChatItem = { kind: 'changes', id: 'row', files: 1, plus: 1, minus: 3, before, after: await taken() };
    const chat = { news: new Map(), loop: { state: { items: [] } } } as unknown as Chat;
    const asked: unknown[] = [];
    const restore = replace(vscode.window, 'showQuickPick', () => {
      const pick = async (items: Thenable<readonly vscode.QuickPickItem[]>, { placeHolder }: vscode.QuickPickOptions) => {
        const all = await items;
        asked.push(
          all.map(({ label }) => label),
          placeHolder,
        );
        return all[0];
      };
      return pick as unknown as typeof vscode.window.showQuickPick;
    });
    const log = { info: (text: string) => assert.fail(text) };
    await reviewChanges({ chat, log } as unknown as Parameters<typeof reviewChanges>[0], async function* () {
      yield await Promise.resolve([row]);
    });
    restore();
    assert.deepEqual(asked, [['This Turn', 'This Chat', 'Since You Last Looked', 'All Chats Today'], undefined]);
    assert.deepEqual([hand.shown.length, hand.shown[0]?.[0]], [1, 'Changes of Claude’s turn']);
  });

  it('are none of what stood there before in no snapshot, so neither Revert all nor going back removes it', async () => {
    write('.gitignore', 'secret\n');
    write('secret', 'mine\n');
    write('large', 'x'.repeat(6_000_000));
    const id = await turn(() => {
      write('.gitignore', '\n');
      write('large', 'short\n');
      write('made.txt', 'new\n');
    });
    await unfold(id);
    assert.deepEqual(
      files(id).map(({ path, kind }) => [path, kind]),
      [
        ['reviewed/.gitignore', 'modified'],
        ['reviewed/made.txt', 'added'],
      ],
    );
    assert.deepEqual(
      told(id)?.left?.files.map(({ path, why }) => [path, why]),
      [
        ['reviewed/nested', 'repository'],
        ['reviewed/large', 'large'],
        ['reviewed/secret', 'ignored'],
      ],
    );
    hand.view.post({ type: 'takeBack', id });
    await until(() => files(id).every(({ present }) => present === 'asBefore'));
    assert.deepEqual([readFileSync(at('secret'), 'utf8'), existsSync(at('made.txt'))], ['mine\n', false]);
    hand.view.post({ type: 'putBack', id });
    await until(() => files(id).every(({ present }) => present === 'asLeft'));
    const card = await backCard();
    const paths = (some: readonly BackFile[] = []) => some.map(({ path }) => path);
    assert.deepEqual([paths(card.files?.own), paths(card.files?.others)], [['reviewed/.gitignore', 'reviewed/made.txt'], []]);
  });
});
