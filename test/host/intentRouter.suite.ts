// What views send for chats that are in memory, left it, or are gone.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatEvent } from '../../src/chat/events.js';
import { joinDrafts } from '../../src/chat/replies.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { emptyChat } from '../../src/host/chats/chat.js';
import type { RoutedViews, RouterDependencies } from '../../src/host/views/intentRouter.js';
import { IntentRouter } from '../../src/host/views/intentRouter.js';
import type { ChatIntent } from '../../src/shared/contract/fromView.js';
import { echoOf, init, Peer, settled, stateOf } from '../support/peer.js';
import { replace } from './openParley.js';
import { until } from './until.js';
import { anywhere } from './where.js';

anywhere('what a view sends for a chat that left the memory', () => {
  it('is performed in its order, whichever look-up of the chat ends first', async () => {
    const chat = { key: 'k' } as unknown as Chat;
    const drafts: string[] = [];
    let isInMemory = false;
    /** The look-ups that are under way, the first one first. */
    const lookUps: (() => void)[] = [];
    const dependencies = {
      log: { error: (text: string) => assert.fail(text), warn: (text: string) => assert.fail(text) },
      chats: { get: () => (isInMemory ? chat : undefined), setComposerDraft: (_: Chat, text: string) => drafts.push(text) },
      openStored: () =>
        new Promise<Chat>(resolve => {
          lookUps.push(() => {
            isInMemory = true;
            resolve(chat);
          });
        }),
    };
    const views = { all: [], contextActions: () => ({}), answerActions: () => ({}) };
    const router = new IntentRouter(dependencies as unknown as RouterDependencies, views as unknown as RoutedViews);
    const draft = (text: string): void => {
      const intent: ChatIntent = { type: 'saveComposerDraft', text };
      router.perform('k', { to: 'chat', intent }, () => undefined);
    };
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    };
    draft('a');
    draft('ab');
    await turns();
    lookUps.pop()?.();
    await turns();
    draft('abc');
    while (lookUps.length > 0) {
      lookUps.pop()?.();
      await turns();
    }
    assert.deepEqual(drafts, ['a', 'ab', 'abc']);
    draft('abcd');
    assert.equal(drafts.at(-1), 'abcd');
  });

  for (const isGone of [true, false])
    it(`says that the chat is not there only where it is gone, and keeps the words: ${isGone ? 'gone' : 'not opened'}`, async () => {
      const said: string[] = [];
      const drafts: string[] = [];
      const chat = { key: 'new' } as unknown as Chat;
      const dependencies = {
        log: { error: () => undefined, warn: () => undefined },
        chats: {
          get: (key: string) => (key === 'new' ? chat : undefined),
          addUnseen: () => chat,
          setComposerDraft: (_: Chat, text: string) => drafts.push(text),
        },
        openStored: () => (isGone ? Promise.resolve(undefined) : Promise.reject(new Error('the disk does not give it'))),
      };
      const router = new IntentRouter(dependencies as unknown as RouterDependencies, { all: [] } as unknown as RoutedViews);
      const restore = replace(vscode.window, 'showInformationMessage', () => (text: string) => {
        said.push(text);
        return Promise.resolve(undefined);
      });
      try {
        router.perform('k', { to: 'chat', intent: { type: 'resendPrompt', id: 'i0' } }, () => undefined);
        router.perform('k', { to: 'chat', intent: { type: 'sendPrompt', text: 'words' } }, () => undefined);
        await until(() => drafts.length > 0);
      } finally {
        restore();
      }
      assert.deepEqual([said, drafts], [isGone ? ['This chat is not there any more.'] : [], ['words']]);
    });
});

anywhere('Continue that is pressed while the transcript is searched for what Claude has kept', () => {
  for (const isKept of [true, false])
    it(`${isKept ? 'goes on' : 'starts nothing'} where Claude has${isKept ? '' : ' not'} kept the message`, async () => {
      const peer = new Peer();
      let found: (isThere: boolean) => void = () => assert.fail();
      peer.hasPrompts = new Promise<boolean>(resolve => (found = resolve));
      peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
      await settled();
      peer.say(init, echoOf('hello'));
      peer.loop.dispatch({ type: 'textStarted', id: 'm:0' });
      peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: '' });
      await settled();
      const notice = peer.items.at(-1);
      assert.ok(notice?.kind === 'exit' && notice.goOn === 'work');
      const chat = emptyChat('k', peer.loop, 0);
      let hasCaughtUp = false;
      const dependencies = {
        log: { error: (text: string) => assert.fail(text), warn: (text: string) => assert.fail(text) },
        chats: { get: () => chat, dispatch: (_: Chat, event: ChatEvent) => peer.loop.dispatch(event) },
        catchUp: () => {
          hasCaughtUp = true;
          return Promise.resolve();
        },
      };
      const views = { all: [], contextActions: () => ({}), answerActions: () => ({}) };
      const router = new IntentRouter(dependencies as unknown as RouterDependencies, views as unknown as RoutedViews);
      router.perform('k', { to: 'chat', intent: { type: 'resendPrompt', id: notice.id } }, () => undefined);
      await until(() => hasCaughtUp);
      await settled();
      assert.equal(peer.starts.length, 1, 'nobody knows yet whether there is anything to go on with');
      found(isKept);
      await settled();
      assert.deepEqual([peer.starts.length, stateOf(peer.items[0])], isKept ? [2, 'sent'] : [1, 'failed']);
    });
});

anywhere('Edit that is pressed twice on a message that could not be sent', () => {
  it('puts its words into the message box once', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: '' });
    await settled();
    const [prompt] = peer.items;
    assert.ok(prompt?.kind === 'prompt' && prompt.state === 'failed');
    const chat = emptyChat('k', peer.loop, 0);
    const dependencies = {
      log: { error: (text: string) => assert.fail(text), warn: (text: string) => assert.fail(text) },
      chats: { get: () => chat },
    };
    const views = {
      all: [],
      contextActions: () => ({}),
      answerActions: () => ({}),
      giveBack: (_: Chat, text: string) => (chat.composerDraft = joinDrafts(text, chat.composerDraft)),
    };
    const router = new IntentRouter(dependencies as unknown as RouterDependencies, views as unknown as RoutedViews);
    const edit = (): void => router.perform('k', { to: 'chat', intent: { type: 'editPrompt', id: prompt.id } }, () => undefined);
    edit();
    await until(() => chat.composerDraft !== '');
    edit();
    await settled();
    assert.equal(chat.composerDraft, 'hello');
    chat.composerDraft = 'Other words';
    edit();
    await until(() => chat.composerDraft !== 'Other words');
    assert.equal(chat.composerDraft, 'hello\n\nOther words');
    // Words that only begin with the same letters are others.
    chat.composerDraft = 'hello world';
    edit();
    await until(() => chat.composerDraft !== 'hello world');
    assert.equal(chat.composerDraft, 'hello\n\nhello world');
  });
});
