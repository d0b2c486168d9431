// What the ring and the row below the message box say where the CLI says less, or does more, than one would think.
import assert from 'node:assert/strict';
import type { l10n } from 'vscode';
import { limitName } from '../../../../../src/host/views/limitWords.js';
import type { meterWords } from '../../../../../webview/features/meters/meterWords.js';
import type { steeringWords } from '../../../../../webview/features/steering/steeringWords.js';

describe('the words of meters and modes', () => {
  let meter: typeof meterWords;
  let steering: typeof steeringWords;
  before(async () => {
    // The words of the view look for a translation in the page.
    Object.assign(globalThis, { document: { getElementById: () => null, documentElement: { lang: 'en' } } });
    ({ meterWords: meter } = await import('../../../../../webview/features/meters/meterWords.js'));
    ({ steeringWords: steering } = await import('../../../../../webview/features/steering/steeringWords.js'));
  });
  after(() => {
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('name no number of tokens that is not known, as after a compaction by 2.0.77 and 2.1.100', () => {
    assert.equal(meter.ring({ type: 'meters', compacting: false }), 'Context and cost');
    assert.equal(meter.ring({ type: 'meters', compacting: false, used: 1234 }), 'Context: 1,234 tokens');
    assert.equal(meter.ring({ type: 'meters', compacting: false, used: 340, window: 1000 }), 'Context: 34% used');
    assert.equal(meter.ring({ type: 'meters', compacting: true, used: 340, window: 1000 }), 'Claude is compacting the conversation');
  });

  it('say that “Accept edits” lets Claude run commands that change files: mkdir, touch, rm, rmdir, mv, cp and sed in all three versions', () => {
    assert.match(steering.modes.acceptEdits[1], /\brm\b/);
  });

  it('have a name for each limit in chat and notice, so that no name of the CLI’s is shown', () => {
    for (const id of ['five_hour', 'seven_day', 'seven_day_opus', 'seven_day_sonnet', 'seven_day_oauth_apps', 'overage']) {
      assert.doesNotMatch(meter.limit(id), /_/);
      assert.equal(
        limitName(((text: string, ...given: string[]) => text.replace('{0}', given[0] ?? '')) as typeof l10n.t, id),
        meter.limit(id),
      );
    }
  });
});
