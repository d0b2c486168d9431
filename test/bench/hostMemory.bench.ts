// What the extension takes of the memory of its host: over the same process before the extension is loaded, in which VS Code's API is the stand-in's.
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMost, told } from '../../scripts/lib/suites/benchRows.mjs';
import { awaiting, beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { openWindowless } from '../support/windowless/windowless.js';
import { lessInSmoke } from './smoke.js';

const lengths = lessInSmoke([60, 1_000], [1, 2]);
/** Megabytes. */
const bound = 17;

const question = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL', description: 'Relational' },
    { label: 'SQLite', description: 'One file' },
  ],
};
const replies: Replies = {
  ASK_ROUND: [() => [toolUse('AskUserQuestion', { questions: [question] })], () => [text('Thank you, I go on with that.')]],
  SMALL_TALK: [() => [text('Yes, that is how it is. '.repeat(40))]],
};

export async function bench(): Promise<Row[]> {
  beginStep('opening the window');
  const parley = await openWindowless({ replies, measuresMemory: true });
  try {
    await parley.idle();
    const shown = await parley.memory();
    beginStep('a question');
    await parley.send('ASK_ROUND');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.card().getByRole('button', { name: 'Submit' }).click();
    await parley.goOn();
    const asked = await parley.memory();
    const long: { readonly exchanges: number; readonly heap: number; readonly resident: number }[] = [];
    let said = 0;
    for (const exchanges of lengths) {
      beginStep(`${exchanges} exchanges`);
      for (; said < exchanges; said++) {
        const words = `SMALL_TALK ${10_000 + said}`;
        const request = parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes(words));
        await parley.send(words);
        await awaiting(`the API’s request for “${words}”`, request);
        await parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
      }
      await parley.idle();
      long.push({ exchanges, ...(await parley.memory()) });
    }
    const row = (name: string, now: number): Row => atMost({ name, now, unit: 'MB' }, { bound });
    return [
      row('memory of the extension host over no extension, the view shown', shown.heap),
      row('  after a question', asked.heap),
      ...long.map(({ exchanges, heap }) => row(`  after ${exchanges} exchanges`, heap)),
      told({ name: '  resident, the view shown', now: shown.resident, unit: 'MB' }),
      ...long.map(({ exchanges, resident }) => told({ name: `  resident, after ${exchanges} exchanges`, now: resident, unit: 'MB' })),
    ];
  } finally {
    await parley.stop();
  }
}
