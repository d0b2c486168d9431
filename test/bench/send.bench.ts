// From the press of Send in a real workbench with the real CLI until the API has the request; the limit is the CLI alone on a bare pipe, which
// gets the same words right after.
import { atMostMore, median, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies, ScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { startScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { awaiting, beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { installedClaudes } from '../support/claudes.js';
import { openParley } from '../support/parley.js';
import { startBareClaude } from './bareClaude.js';
import { roundsOf, warmUpsOf } from './smoke.js';
import { watchView } from './viewWatch.js';

const rounds = roundsOf(30);
const warmUps = warmUpsOf(3);

const replies: Replies = { SMALL_TALK: [() => [text('Yes.')]] };

export async function bench(): Promise<Row[]> {
  beginStep('opening the window');
  const bareApi = await startScriptedApi({ replies });
  const bare = startBareClaude(installedClaudes.newest, bareApi.url);
  const parley = await openParley({ replies });
  const ours: number[] = [];
  const cli: number[] = [];
  try {
    const watch = await watchView(parley.view);
    for (let round = -warmUps; round < rounds; round++) {
      const words = `SMALL_TALK ${1_000 + warmUps + round}`;
      beginStep(`round ${round}, Parley`);
      const arrived = arrivalOf(parley.api, words);
      await parley.send(words);
      const own = (await arrived) - (await watch.lastClick());
      await parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
      beginStep(`round ${round}, the CLI alone`);
      const bareArrived = arrivalOf(bareApi, words);
      const ended = bare.line('"type":"result"');
      const from = performance.timeOrigin + performance.now();
      bare.prompt(words);
      const alone = (await bareArrived) - from;
      await ended;
      if (round < 0) continue;
      ours.push(own);
      cli.push(alone);
    }
  } finally {
    await parley.stop();
    await bare.stop();
    await bareApi.close();
  }
  const figure = { name: 'send → API has the request', now: median(ours), unit: 'ms', note: spread(ours) };
  return [atMostMore(figure, { value: median(cli), name: 'the CLI alone' }, { bound: 20 })];
}

async function arrivalOf(api: ScriptedApi, words: string): Promise<number> {
  const request = api.waitForRequest(({ side, prompt }) => !side && prompt.includes(words));
  return (await awaiting(`the API’s request for “${words}”`, request)).at;
}
