import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptDrafts, KeptSession } from '../../src/host/storage.js';
import { SessionStorage } from '../../src/host/storage.js';
import { initialState } from '../../src/session/state.js';
import { step } from '../../src/session/step.js';
import { until } from '../host/until.js';

const silent = () => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

describe('what lies on the disk right after Send', () => {
  let folder: string;
  const { setTimeout: realSetTimeout } = globalThis;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-storage-'));
  });
  afterEach(() => {
    globalThis.setTimeout = realSetTimeout;
    rmSync(folder, { recursive: true });
  });

  it('keeps a prompt in the message box or in the conversation, also when the machine stops right after Send', async () => {
    const storage = new SessionStorage(folder, log);
    const empty = { key: 'k', usedAt: 1, seenUntil: 1 };
    let state = initialState('auto');
    let box = { composerDraft: 'an important message', composerRevision: 1 };
    const kept = (): KeptSession => ({ ...empty, ...box, state });
    const typed = (): KeptDrafts => ({ usedAt: 1, ...box, drafts: [] });
    storage.changed('k', kept);
    await storage.flush();
    // What sessionKeeper does when the last letter is typed, and then at Send: first the empty box, then the prompt.
    const timers: (() => void)[] = [];
    globalThis.setTimeout = ((callback: () => void) => timers.push(callback)) as unknown as typeof setTimeout;
    box = { composerDraft: 'an important message!', composerRevision: 2 };
    storage.draftsChanged('k', typed);
    box = { composerDraft: '', composerRevision: 3 };
    storage.draftsChanged('k', typed);
    state = step(state, { type: 'promptSubmitted', uuid: 'u', text: 'an important message!' }, 1).state;
    storage.changed('k', kept);
    globalThis.setTimeout = realSetTimeout;
    // The letter's timer is the older one: it has written when the machine stops.
    timers[0]?.();
    await until(() => existsSync(join(folder, 'sessions', 'k.drafts')));
    const found = await new SessionStorage(folder, log).load('k');
    const words = [found?.composerDraft ?? '', ...(found?.state.items ?? []).flatMap(item => (item.kind === 'prompt' ? [item.text] : []))];
    assert.ok(
      words.some(text => text.startsWith('an important message')),
      JSON.stringify(words),
    );
  });
});
