// Bench `large`, many new chats in one window, each with a prompt and its answer, over real files.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMost, atMostTimes, told } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { createStoreWindow } from '../support/storeWindow.js';
import { costsOf, heldBy } from './costs.js';
import { lessInSmoke } from './smoke.js';

const chats = lessInSmoke(300, 40);
const few = 20;

export async function windowRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-large-'));
  const window = await createStoreWindow(folder);
  let made = 0;
  const begin = async (count: number): Promise<void> => {
    for (let nth = 0; nth < count; nth++) {
      const [sessionId, uuid] = [`s${made}`, `u${made++}`];
      window.chats.newChat();
      window.say(
        { type: 'promptSubmitted', uuid, text: `Chat number ${made}` },
        { type: 'initReceived', sessionId, capabilities: [], version: '2.1.329' },
        { type: 'promptConfirmed', uuid },
        { type: 'textFinished', id: `m${made}:0`, text: 'An answer.' },
        { type: 'turnEnded', outcome: 'success' },
      );
      // As far apart as those of a person, so that each is written by itself.
      await window.store.flush();
    }
  };
  try {
    await window.store.begin();
    beginStep('new chats');
    await begin(few);
    const early = (await costsOf(() => begin(few))).cpu / few;
    const held = await heldBy(() => begin(chats - 3 * few));
    const late = (await costsOf(() => begin(few))).cpu / few;
    const name = `a new chat, beside ${chats - few}`;
    return [
      atMostTimes({ name: `${name}: processor time`, now: late, unit: 'ms' }, { value: early, name: `beside ${few}` }, { bound: 2 }),
      atMost({ name: '  longest block', now: held, unit: 'ms' }, { bound: 50 }),
      told({ name: '  chats in memory', now: window.chats.all.length, unit: '' }),
    ];
  } finally {
    await window.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
