// What the CLI offers to a chat: its commands, of which a folder brings its own along.
import assert from 'node:assert/strict';
import { Offers } from '../../src/host/parts/offers.js';
import type { OfferedCommand } from '../../src/shared/offers.js';

describe('the commands of a hostile folder', () => {
  it('are told with no more than a list shows of them', () => {
    let told: readonly OfferedCommand[] = [];
    const offers = new Offers({
      version: '2.1.329',
      ask: () => Promise.resolve({ ok: true, response: {} }),
      knows: () => true,
      chosen: () => ({}),
      choose: () => undefined,
      tell: news => {
        if (news.type === 'offers') told = news.commands;
      },
      log: { warn: () => undefined, debug: () => undefined },
      later: () => () => undefined,
    });
    const long = 'x'.repeat(1_000_000);
    offers.observed('system/commands_changed', {
      commands: [
        { name: 'review', description: long, argumentHint: long },
        { name: long, description: '' },
        ...Array.from({ length: 5_000 }, (_, at) => ({ name: `c${at}`, description: '' })),
      ],
    });
    const [first, second] = told;
    assert.deepEqual([first?.name, first?.description.length, first?.hint.length], ['review', 400, 400]);
    assert.deepEqual([second?.name, told.length], ['c0', 1_000]);
  });
});
