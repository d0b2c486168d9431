// Windows of one test on one storage, whose chats talk: opened one after the other, or beside each other, and ended with the test.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatItem } from '../../src/chat/state.js';
import { removeFolder } from './removeFolder.js';
import type { StoreWindow, StoreWindowOptions } from './storeWindow.js';
import { createStoreWindow } from './storeWindow.js';

export interface TalkingWindows {
  /** The storage of the present test. */
  readonly folder: () => string;
  readonly open: (options?: StoreWindowOptions) => Promise<StoreWindow>;
  /** The window ends in order. */
  readonly leave: (window: StoreWindow) => Promise<void>;
}

/** To be called in a `describe`. */
export function talkingWindows(): TalkingWindows {
  let folder = '';
  const windows = new Set<StoreWindow>();
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-talking-'))));
  afterEach(async () => {
    for (const window of windows) await window.end();
    windows.clear();
    await removeFolder(folder);
  });
  return {
    folder: () => folder,
    open: async options => {
      const window = await createStoreWindow(folder, options);
      windows.add(window);
      await window.store.begin();
      return window;
    },
    leave: window => {
      windows.delete(window);
      return window.end();
    },
  };
}

/** A whole turn, whose answer is "about" these words. */
export function turn(window: StoreWindow, words: string): void {
  window.say(
    { type: 'promptSubmitted', uuid: `u-${words}`, text: words },
    { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' },
    { type: 'promptConfirmed', uuid: `u-${words}` },
    { type: 'textFinished', id: `m-${words}:0`, text: `about ${words}` },
    { type: 'turnEnded', outcome: 'success' },
  );
}

/** What each item says, or its kind. */
export function rows(items: readonly ChatItem[] | undefined): readonly string[] {
  return (items ?? []).map(item => ('text' in item ? item.text : item.kind));
}
