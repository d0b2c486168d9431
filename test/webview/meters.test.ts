// The ring that says how full the context is, and the table that it opens.
import assert from 'node:assert/strict';
import { idle, running, snapshot } from './gallery.js';
import type { Locator } from 'playwright-core';
import type { WebviewPage } from './harness.js';
import { eventually, Harness, isOfFeature } from './harness.js';
import { newsOf } from './asideStates.js';
import { contextParts, limitsNews, metersNews, noContextParts } from './meterStates.js';
import { pageTime } from './pageTime.js';

async function textsOf(rows: Locator, space: RegExp, instead: string): Promise<readonly string[]> {
  return (await rows.allInnerTexts()).map(text => text.replaceAll(space, instead));
}

describe('the ring of the context', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
    await webview.send(snapshot([], idle));
  });
  afterEach(() => webview.close());

  const ring = (name: RegExp | string = /^Context: /) => webview.page.getByRole('button', { name });
  const table = () => webview.page.getByRole('region', { name: 'Context and cost' });
  const cells = (name: string) => textsOf(webview.page.getByRole('table', { name }).getByRole('row'), /\t/g, ' | ');
  const acts = async () => (await webview.intents()).filter(isOfFeature).map(({ type }) => type);
  const reads = async () => (await acts()).filter(type => type === 'readMeters').length;
  const isFocused = (name: string) => webview.page.evaluate(wanted => document.activeElement?.getAttribute('aria-label') === wanted, name);

  it('is absent until something is known, and says the share, or the tokens where the size is not known', async () => {
    await eventually(() => ring().count(), 0);
    await webview.send(metersNews({ used: 1_234, window: undefined, turn: undefined, session: undefined }));
    await ring('Context: 1,234 tokens').waitFor();
    await webview.send(metersNews({ used: 68_000 }));
    await ring('Context: 34% used').waitFor();
    await webview.send(metersNews({ used: 300 }));
    await ring('Context: less than 1% used').waitFor();
    await webview.send(metersNews({ compacting: true }));
    await ring('Claude is compacting the conversation').waitFor();
  });

  it('asks nothing while Claude writes: only when the table is opened, and when a turn has ended under it', async () => {
    await webview.send(snapshot([], running), metersNews());
    for (const used of [68_100, 68_200, 68_300]) await webview.send(metersNews({ used }));
    await ring().waitFor();
    await eventually(reads, 0);
    await ring().press('Enter');
    await table().waitFor();
    await eventually(reads, 1);
    await webview.send(metersNews({ used: 68_400 }), contextParts);
    await eventually(() => table().getByText('68,400 of 200,000 tokens').count(), 1);
    await eventually(reads, 1);
    await webview.send({ type: 'items', version: 2, items: [], status: idle });
    await eventually(reads, 2);
    await webview.send({ type: 'items', version: 3, items: [], status: running });
    await eventually(reads, 2);
    await webview.send({ ...snapshot([], running), version: 4, news: [metersNews().news] });
    await table().getByText('Reading…').waitFor();
    await eventually(reads, 3);
  });

  it('shows the parts with tokens and shares, when Claude compacts by itself, and what the turn and the session have cost', async () => {
    await webview.send(metersNews());
    await ring().press('Enter');
    await table().getByText('Reading…').waitFor();
    await webview.send(contextParts);
    await eventually(
      () => cells('Context'),
      [
        ...['Part | Tokens | Share', 'System prompt | 2,347 | 1%', 'Tools | 10,017 | 5%', 'MCP tools | 8,200 | 4%'],
        ...['Memory files | 301 | <1%', 'A part that a later version adds | 1,000 | <1%', 'Messages | 46,135 | 23%'],
        ...['Reserved for compaction | 33,000 | 17%', 'Free | 99,000 | 50%'],
      ],
    );
    await table().getByText('Claude compacts by itself at 167,000 tokens (84%).').waitFor();
    await eventually(
      () => cells('Tokens and cost'),
      [
        ...['Tokens | Last turn | Session', 'Input | 2,700 | 13,596', 'Cached | 41,200 | 1,204,880'],
        ...['Output | 1,311 | 21,799', 'Cost | $0.0123 | $4.20'],
      ],
    );
  });

  it('says that an older CLI counts since its start, and which version lists the parts', async () => {
    await webview.send(metersNews({ sinceStart: true }));
    await ring().press('Enter');
    await webview.send(noContextParts);
    await table().getByText('This needs a running Claude CLI of version 2.1.100 or newer.').waitFor();
    await eventually(async () => (await cells('Tokens and cost'))[0], 'Tokens | Last turn | Since Claude’s last start');
  });

  it('says that the CLI did not answer, and what to do then', async () => {
    await webview.send(metersNews());
    await ring().press('Enter');
    await webview.send(newsOf({ type: 'contextParts', parts: null, inVain: true }));
    await table().getByText('Close this and open it again to ask once more.').waitFor();
    await eventually(() => table().getByText('This needs a running Claude CLI').count(), 0);
  });

  it('shows each limit of the plan with its share and when it resets', async () => {
    await webview.close();
    webview = await harness.open({ width: 300, clock: true });
    const at = (hours: number): number => pageTime + hours * 3_600_000;
    await webview.send(snapshot([], idle), metersNews());
    await webview.send(
      limitsNews([
        { id: 'five_hour', state: 'near', used: 92, resetsAt: at(1) },
        { id: 'seven_day', state: 'reached', resetsAt: at(50) },
        { id: 'seven_day_opus', state: 'open', used: 40, resetsAt: at(24 * 10) },
        { id: 'model:Fable', state: 'open', used: 0 },
        { id: 'thirty_day', state: 'open', used: 1 },
        { id: 'seven_day_sonnet', state: 'reached', used: 100, resetsAt: at(-1) },
      ]),
    );
    await ring().press('Enter');
    const rows = () => textsOf(table().getByRole('listitem'), /\s+/g, ' ');
    await eventually(rows, [
      '5-hour limit 92% used · resets 4:00 PM',
      'Weekly limit reached · resets Monday 5:00 PM',
      'Weekly limit for Opus 40% used · resets Dec 1, 3:00 PM',
      'Weekly limit for Fable 0% used',
      'Limit “thirty_day” 1% used',
      'Weekly limit for Sonnet has reset',
    ]);
    await eventually(() => table().locator('.reached').count(), 1);
  });

  it('is opened, read and folded by keyboard, and Escape stops nothing', async () => {
    await webview.send(snapshot([], running), metersNews(), contextParts);
    await ring().focus();
    await webview.page.keyboard.press('Space');
    await table().waitFor();
    await eventually(() => ring().getAttribute('aria-expanded'), 'true');
    await webview.page.keyboard.press('Tab');
    await eventually(() => isFocused('Compact now'), true);
    await webview.page.keyboard.press('Escape');
    await eventually(() => table().count(), 0);
    await eventually(() => isFocused('Context: 34% used'), true);
    await eventually(() => webview.intentsOf('interrupt'), []);
  });

  it('lets the person compact while nothing runs and nothing waits, and else says why not', async () => {
    await webview.send(metersNews());
    await ring().press('Enter');
    await webview.button('Compact now').press('Enter');
    await eventually(async () => (await acts()).includes('compact'), true);
    await eventually(() => isFocused('Message Claude'), true);
    // Over the page it would be in the way of what is done next.
    await eventually(() => table().count(), 0);
    const waits = [{ id: 'w1', text: 'First', until: 'person' as const }];
    await webview.send({ type: 'items', version: 2, items: [], waiting: waits });
    await ring().press('Enter');
    await table().getByText('Not while messages wait').waitFor();
    await webview.send({ type: 'items', version: 3, items: [], waiting: [], status: { ...idle, waiting: true } });
    await table().getByText('Not while Claude waits for you').waitFor();
    await webview.send({ type: 'items', version: 4, items: [], status: running });
    await table().getByText('Not while Claude works').waitFor();
    await eventually(() => webview.button('Compact now').getAttribute('aria-disabled'), 'true');
    const asked = (await acts()).length;
    await webview.button('Compact now').press('Enter');
    await eventually(async () => (await acts()).length, asked);
  });

  it('fits at 300 px, also from right to left and in large letters', async () => {
    await webview.send(metersNews({ used: 171_000 }), contextParts, limitsNews());
    await ring().press('Enter');
    await webview.page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      document.documentElement.style.setProperty('--vscode-font-size', '18px');
    });
    await table().waitFor();
    const [inner, outer] = await table().evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    assert.ok((inner ?? 0) <= (outer ?? 0), `${inner} of ${outer} px`);
    await eventually(() => webview.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  });
});
