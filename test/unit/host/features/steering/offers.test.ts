// What the CLI offers to a chat: its commands, of which a folder brings its own along.
import assert from 'node:assert/strict';
import { Offers } from '../../../../../src/host/features/steering/offers.js';
import type { ChatNews } from '../../../../../src/shared/contract/news.js';
import { createManualClock } from '../../../../support/manualClock.js';

function made() {
  let told: Extract<ChatNews, { type: 'offers' }> = { type: 'offers', models: [], commands: [] };
  const offers = new Offers({
    version: '2.1.329',
    ask: () => Promise.resolve({ ok: true, response: {} }),
    knows: () => true,
    chosen: () => ({}),
    choose: () => undefined,
    stopped: () => undefined,
    tell: news => {
      if (news.type === 'offers') told = news;
    },
    log: { warn: () => undefined, debug: () => undefined },
    clock: createManualClock(),
  });
  return { offers, told: () => told };
}

describe('the models of a CLI', () => {
  it('are told with plain names, and without a value that is none when it is plain', () => {
    const { offers, told } = made();
    offers.began({
      models: [
        { value: 'opus', displayName: 'Op\u202eus', description: 'x'.repeat(1_000), supportedEffortLevels: ['low', 'hi\u200bgh', 3] },
        { value: 'ha\u202eiku' },
        { value: 'sonnet', resolvedModel: 'son\u200bnet' },
      ],
    });
    const [opus, sonnet, ...others] = told().models;
    assert.deepEqual([opus?.name, opus?.description.length, opus?.efforts], ['Op⟨U+202E⟩us', 400, ['low']]);
    assert.deepEqual([sonnet, others], [{ value: 'sonnet', name: 'sonnet', description: '', efforts: [] }, []]);
  });
});

describe('the commands of a hostile folder', () => {
  it('are told with no more than a list shows of them', () => {
    const { offers, told } = made();
    const long = 'x'.repeat(1_000_000);
    offers.observed('system/commands_changed', {
      commands: [
        { name: 'review', description: long, argumentHint: long },
        { name: long, description: '' },
        ...Array.from({ length: 5_000 }, (_, at) => ({ name: `c${at}`, description: '' })),
      ],
    });
    const [first, second] = told().commands;
    assert.deepEqual([first?.name, first?.description.length, first?.hint.length], ['review', 400, 400]);
    assert.deepEqual([second?.name, told().commands.length], ['c0', 1_000]);
  });
});
