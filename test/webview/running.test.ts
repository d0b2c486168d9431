// The list of all that runs, above the message box.
import type { ToolItem } from '../../src/shared/transcript.js';
import type { Todo } from '../../src/shared/contract/news.js';
import { running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { newsOf } from './asideStates.js';
import { agentCall, runningNews, runningTask } from './runningStates.js';
import { pageTime } from './pageTime.js';

describe('the list of all that runs', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
    await webview.send(snapshot([], running));
  });
  afterEach(() => webview.close());

  const panel = () => webview.page.getByRole('region', { name: 'Running', exact: true });
  const folded = () => webview.page.getByRole('button', { name: /^Running: / });
  const acts = () => webview.acts();
  const reads = async () => (await acts()).filter(({ type }) => type === 'readTaskOutput');
  const output = (text: string, total = text.length) => newsOf({ type: 'taskOutput', id: 't1', total, text });

  it('is absent where nothing runs, and goes with the last task', async () => {
    await eventually(() => panel().count(), 0);
    await webview.send(runningNews([runningTask()]));
    await panel().waitFor();
    await webview.send(runningNews([]));
    await eventually(() => panel().count(), 0);
  });

  it('is one line with the name of one task and its time, and with the number of several', async () => {
    await webview.send(runningNews([runningTask({ since: pageTime - 72_000 })]));
    await eventually(() => folded().innerText(), /^Running: Run all tests\s*1:12$/);
    await webview.send(runningNews([runningTask(), runningTask({ id: 't2', title: 'Watch', background: true })]));
    await webview.button('2 running').waitFor();
    await eventually(() => panel().getByRole('listitem').count(), 0);
  });

  it('names one task and its time once, also unfolded', async () => {
    await webview.send(runningNews([runningTask()]));
    await folded().press('Enter');
    await panel().getByRole('listitem').waitFor();
    await eventually(async () => [await panel().getByText('Run all tests').count(), await panel().getByRole('timer').count()], [1, 1]);
  });

  it('shows the hidden characters of a name, by which it could look like another one', async () => {
    await webview.send(runningNews([runningTask({ title: 'Build\u202e txt.sh\nand more', now: '' })]));
    await folded().waitFor();
    await eventually(() => folded().innerText(), /^Running: Build⟨U\+202E⟩ txt\.sh ⏎ and more/);
    await folded().press('Enter');
    await webview.button('Stop: Build⟨U+202E⟩ txt.sh ⏎ and more').waitFor();
  });

  it('asks for the output only while it is unfolded, once for each reply, and shows its end', async () => {
    await webview.close();
    webview = await harness.open({ width: 300, clock: true });
    await webview.send(snapshot([], running));
    await webview.send(runningNews([runningTask()]));
    await folded().press('Enter');
    await eventually(reads, []);
    await webview.button('Show output: Run all tests').press('Enter');
    await eventually(reads, [{ type: 'readTaskOutput', id: 't1', known: -1 }]);
    await webview.send(output('line\n'.repeat(100)));
    const box = webview.page.getByRole('region', { name: 'Output: Run all tests' });
    await box.waitFor();
    await eventually(() => box.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight < 2), true);
    await webview.advance(1_000);
    await eventually(async () => (await reads()).slice(1), [{ type: 'readTaskOutput', id: 't1', known: 500 }]);
    // Not grown: the text stays, and the next request follows.
    await webview.send(newsOf({ type: 'taskOutput', id: 't1', total: 500 }));
    await webview.advance(1_000);
    await eventually(async () => (await reads()).length, 3);
    await eventually(() => box.innerText(), /^line/);
    await webview.send(output('line\nlast\n', 505));
    await eventually(() => box.innerText(), 'line\nlast\n');
    await webview.button('Hide output: Run all tests').press('Enter');
    const asked = (await reads()).length;
    await webview.send(output('line\nmore\n', 510));
    await webview.advance(5_000);
    await eventually(async () => (await reads()).length, asked);
  });

  it('shows coloured output in the colours of the theme’s terminal, and every other character', async () => {
    await webview.send(snapshot([], running), runningNews([runningTask()]));
    await folded().press('Enter');
    await webview.button('Show output: Run all tests').press('Enter');
    await webview.send(output('\u001b[31mfailed\u001b[0m 2\nend \u202e'));
    const box = webview.page.getByRole('region', { name: 'Output: Run all tests' });
    await eventually(() => box.textContent(), 'failed 2\nend ⟨U+202E⟩');
    await eventually(
      () => box.locator('span[style]').evaluateAll(spans => spans.map(span => span.getAttribute('style'))),
      ['color: color-mix(in srgb, var(--vscode-terminal-ansiRed) 50%, var(--vscode-foreground));'],
    );
  });

  it('shows the output of one task at a time', async () => {
    await webview.send(runningNews([runningTask(), runningTask({ id: 't2', title: 'Watch', background: true })]));
    await webview.button('2 running').press('Enter');
    await webview.button('Show output: Run all tests').press('Enter');
    await webview.button('Show output: Watch').press('Enter');
    await webview.button('Show output: Run all tests').waitFor();
    await webview.button('Hide output: Watch').waitFor();
  });

  it('stops one task, and takes one to the background; the focus goes to the message box', async () => {
    await webview.send(runningNews([runningTask(), runningTask({ id: 't2', title: 'Watch', background: true })]));
    await webview.button('2 running').press('Enter');
    await eventually(() => webview.button('To the background: Watch').count(), 0);
    await webview.button('To the background: Run all tests').press('Enter');
    await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
    await webview.button('Stop: Watch').press('Enter');
    await eventually(
      () => acts(),
      [
        { type: 'backgroundTask', id: 't1' },
        { type: 'stopTask', id: 't2' },
      ],
    );
  });

  it('stops all at once, where there are several; the focus goes to the message box', async () => {
    await webview.send(runningNews([runningTask()]));
    await folded().press('Enter');
    await eventually(() => webview.button('Stop all').count(), 0);
    await webview.send(runningNews([runningTask(), runningTask({ id: 't2', kind: 'agent', title: 'Look around', background: true })]));
    await webview.button('Stop all').press('Enter');
    await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
    await eventually(
      () => acts(),
      [
        { type: 'stopTask', id: 't1' },
        { type: 'stopTask', id: 't2' },
      ],
    );
  });

  it('has the focus on Stop all in no other chat, where it would stop what runs there', async () => {
    await webview.send(runningNews([runningTask()]));
    await folded().press('Enter');
    const two = runningNews([runningTask(), runningTask({ id: 't2' })]);
    await webview.send(two);
    await webview.button('Stop all').focus();
    await webview.send({ ...snapshot([], running), version: 2, news: [two.news] });
    await webview.button('Stop all').waitFor();
    const isFocused = () => webview.page.evaluate(() => document.activeElement?.textContent === 'Stop all');
    await eventually(isFocused, true);
    await webview.send({ ...snapshot([], running), version: 3, chat: 't', news: [two.news] });
    await eventually(isFocused, false);
    await webview.page.getByRole('button', { name: '2 running' }).waitFor();
    await eventually(() => webview.button('Stop all').count(), 0);
  });

  it('shows at the call what has become of what it began in the background', async () => {
    const done = { ...agentCall, state: 'done' } as ToolItem;
    const row = (end: string) => webview.page.getByRole('button', { name: new RegExp(`agent.*: Look for the routes${end}$`) });
    await webview.send(snapshot([{ ...done, standing: 'background' }], running));
    await row(' In the background').waitFor();
    await webview.send({ type: 'items', version: 2, items: [{ ...done, standing: 'cutShort' }] });
    await row(' Cut off').waitFor();
    await webview.send({ type: 'items', version: 3, items: [done] });
    await row('').waitFor();
  });

  it('offers only what the version of the CLI knows', async () => {
    await webview.send(runningNews([runningTask({ background: true })], { read: false, background: false }));
    await folded().press('Enter');
    await webview.button('Stop: Run all tests').waitFor();
    await eventually(
      () =>
        panel()
          .getByRole('button', { name: /output|background:/ })
          .count(),
      0,
    );
  });

  it('says what a subagent does now', async () => {
    await webview.send(runningNews([runningTask({ kind: 'agent', title: 'Look around', now: 'Reading app.ts', background: true })]));
    await folded().press('Enter');
    await panel().getByText('Reading app.ts').waitFor();
  });
});

describe('what Claude has scheduled', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
  });
  afterEach(() => webview.close());

  const panel = () => webview.page.getByRole('region', { name: 'Scheduled by Claude' });
  const job = { id: 'a', name: 'Look at the build', at: pageTime + 60_000 };

  it('is one line with its name and its time, without an act, and goes with the job', async () => {
    await webview.send(snapshot([], { turn: 'idle', scheduled: [job] }));
    await webview.page.getByRole('button', { name: /^Scheduled: Look at the build · \d+:\d\d/ }).press('Enter');
    await panel().getByRole('listitem').waitFor();
    await eventually(() => panel().getByRole('button').count(), 1);
    await webview.send({ type: 'items', version: 2, items: [], status: { turn: 'idle' } });
    await eventually(() => panel().count(), 0);
  });

  it('is a number where it is several, with a line each, which shows the hidden characters of a name', async () => {
    await webview.send(snapshot([], { turn: 'idle', scheduled: [job, { id: 'b', name: 'Build\u202e txt.sh\nand more' }] }));
    await webview.button('2 scheduled').press('Enter');
    await panel().getByText('Scheduled: Build⟨U+202E⟩ txt.sh ⏎ and more').waitFor();
    await eventually(() => panel().getByRole('listitem').count(), 2);
  });
});

describe('a Stop that does not help at once', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, clock: true });
  });
  afterEach(() => webview.close());

  const endNow = () => webview.button('End Claude’s process now');

  it('says after a second that Claude has not stopped yet, and lets the person end the process', async () => {
    await webview.send(snapshot([], { turn: 'stopping' }));
    await webview.advance(1_000);
    await webview.page
      .getByRole('status')
      .getByText(/^Claude has been told to stop, and has not stopped yet/)
      .waitFor();
    await endNow().press('Enter');
    await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
    await eventually(() => webview.acts(), [{ type: 'endProcess' }]);
    await webview.send({ type: 'items', version: 2, items: [], status: { turn: 'stopping', note: 'Ending…' } });
    await eventually(() => endNow().count(), 0);
  });

  it('gives the focus to the conversation when the turn ends by itself', async () => {
    await webview.send(snapshot([], { turn: 'stopping' }));
    await webview.advance(1_000);
    await endNow().focus();
    await webview.send({ type: 'items', version: 2, items: [], status: { turn: 'idle' } });
    await eventually(() => endNow().count(), 0);
    await eventually(() => webview.page.getByRole('log').evaluate(log => log === document.activeElement), true);
  });

  it('says why the process is not ended by itself where a subagent waits for the person', async () => {
    await webview.send(snapshot([], { turn: 'stopping', subagentAsks: true }));
    await webview.advance(1_000);
    await webview.page
      .getByRole('status')
      .getByText(/A subagent waits for your answer/)
      .waitFor();
    await endNow().waitFor();
  });

  it('says nothing of a turn that has ended by then', async () => {
    await webview.send(snapshot([], { turn: 'stopping' }), { type: 'items', version: 2, items: [], status: { turn: 'idle' } });
    await webview.advance(5_000);
    await eventually(() => endNow().count(), 0);
  });
});

describe('the work of a subagent and the to-do list', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
  });
  afterEach(() => webview.close());

  const agents = (count: number, now: string, isOver = false) =>
    newsOf({ type: 'agents', agents: [{ id: 'agent1', now: { type: 'text', text: now }, count, isOver }] });

  it('is one line below the call, which unfolds to the last entries and keeps up', async () => {
    await webview.send(snapshot([agentCall], running));
    await webview.send(agents(1, 'I look.'));
    const asked = async () => await webview.acts();
    await webview.button('I look.').waitFor();
    await eventually(asked, []);
    await webview.button('I look.').press('Enter');
    await eventually(asked, [{ type: 'readAgent', id: 'agent1' }]);
    await webview.send(newsOf({ type: 'agentWork', id: 'agent1', count: 1, entries: [{ type: 'text', text: 'I look.' }] }));
    await webview.page.getByRole('listitem').getByText('I look.').waitFor();
    await webview.send(agents(42, 'I have found it.'));
    await eventually(async () => (await asked()).length, 2);
    await webview.send(newsOf({ type: 'agentWork', id: 'agent1', count: 42, entries: [{ type: 'text', text: 'I have found it.' }] }));
    await webview.page.getByText('41 earlier steps are in Claude’s transcript.').waitFor();
    await webview.send(agents(42, 'I have found it.', true));
    await webview.button('Subagent: 42 steps').waitFor();
  });

  it('says that a step has failed, also where no other follows', async () => {
    const now = { type: 'tool', name: 'Bash', text: 'npm test' } as const;
    const told = (more: { readonly failed?: true } = {}) =>
      webview.send(newsOf({ type: 'agents', agents: [{ id: 'agent1', now: { ...now, ...more }, count: 1, isOver: false }] }));
    const read = async () => (await webview.acts()).filter(({ type }) => type === 'readAgent').length;
    const work = (more: { readonly failed?: true } = {}) =>
      webview.send(newsOf({ type: 'agentWork', id: 'agent1', count: 1, entries: [{ ...now, ...more }] }));
    await webview.send(snapshot([agentCall], running));
    await told();
    await webview.page.getByRole('button', { name: /npm test/ }).press('Enter');
    await eventually(read, 1);
    await work();
    await webview.page.getByRole('listitem').getByText('Ran npm test').waitFor();
    await told({ failed: true });
    await eventually(read, 2);
    await work({ failed: true });
    await webview.page.getByRole('listitem').getByText('Failed: Ran npm test').waitFor();
  });

  it('is one list that changes in place, and goes when all is done and the turn is over', async () => {
    const list = (...states: readonly Todo['state'][]) =>
      newsOf({ type: 'todos', todos: states.map((state, position) => ({ text: `Step ${position + 1}`, state })) });
    await webview.send(snapshot([], running));
    await webview.send(list('now', 'open'));
    await webview.button('0 of 2 done: Step 1').press('Enter');
    await webview.page.getByRole('region', { name: 'To-do list' }).getByText('Step 2').waitFor();
    await webview.send(list('done', 'done'));
    await webview.button('To do: 2 of 2 done').waitFor();
    await webview.send({ type: 'items', version: 2, items: [], status: { turn: 'idle' } });
    await eventually(() => webview.page.getByRole('region', { name: 'To-do list' }).count(), 0);
  });
});
