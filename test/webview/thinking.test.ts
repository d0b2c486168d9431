// Claude's thinking in the conversation: one quiet line that unfolds by a pointer and by keys, also while it grows, and is read aloud by nobody.
import type { ThoughtItem } from '../../src/shared/transcript.js';
import { idle, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const thought: ThoughtItem = { kind: 'thought', id: 'm:0', text: 'Are **the routes** checked?', streaming: false, seconds: 12 };
const growing: ThoughtItem = { kind: 'thought', id: 'm:0', text: '', streaming: true };
const answer = { kind: 'text', id: 'm:1', text: 'They are.', streaming: false } as const;

describe('what Claude thinks', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
  });
  afterEach(() => webview.close());

  const line = (name: string) => webview.page.getByRole('button', { name, exact: true });
  const words = () => webview.page.getByRole('group', { name: 'What Claude thought', exact: true });
  const rows = async (): Promise<readonly string[]> =>
    (await webview.page.locator('.row:visible').allInnerTexts()).map(text => text.trim());

  it('is folded, in front of the answer, and unfolds and folds by keys', async () => {
    await webview.send(snapshot([thought, answer], idle));
    await eventually(rows, ['Thought for 12 s', 'They are.']);
    const button = line('Thought for 12 s');
    await eventually(() => button.getAttribute('aria-expanded'), 'false');
    await button.focus();
    await webview.page.keyboard.press('Enter');
    await words().locator('strong', { hasText: 'the routes' }).waitFor();
    await eventually(() => button.getAttribute('aria-expanded'), 'true');
    await webview.page.keyboard.press('Tab');
    await eventually(() => words().evaluate(element => element === document.activeElement), true);
    await webview.page.keyboard.press('Shift+Tab');
    await webview.page.keyboard.press('Space');
    await eventually(() => words().count(), 0);
    await button.click();
    await eventually(() => words().evaluate(element => getComputedStyle(element).userSelect), await userSelectOfAnswer());
  });

  const userSelectOfAnswer = (): Promise<string> =>
    webview.page.getByText('They are.').evaluate(element => getComputedStyle(element).userSelect);

  it('says how long it took, where that was seen', async () => {
    const { seconds: _, ...unseen } = thought;
    await webview.send(snapshot([unseen, { ...thought, id: 'n:0', seconds: 0 }, { ...thought, id: 'o:0', seconds: 125 }], idle));
    await eventually(rows, ['Thought', 'Thought', 'Thought for 2 min 5 s']);
  });

  it('has nothing to unfold where the model keeps its words, and no line without a time', async () => {
    const { seconds: _, ...unseen } = thought;
    await webview.send(snapshot([growing], running));
    await eventually(rows, ['Thinking…']);
    await eventually(() => line('Thinking…').count(), 0);
    const hidden = { ...thought, text: '\n' };
    await webview.send({
      ...snapshot([hidden, { ...unseen, id: 'n:0', text: '' }, { ...hidden, id: 'o:0', seconds: 0 }, answer], idle),
      version: 2,
    });
    await eventually(rows, ['Thought for 12 s', 'They are.']);
    await eventually(() => line('Thought for 12 s').count(), 0);
  });

  it('grows while it is unfolded, stays within its height with its last line in sight, and stays unfolded at its end', async () => {
    await webview.send(snapshot([growing], running));
    await webview.send({ type: 'append', version: 2, id: 'm:0', text: 'First.' });
    await line('Thinking…').click();
    await words().getByText('First.').waitFor();
    await webview.send({ type: 'append', version: 3, id: 'm:0', text: '\n\nLine'.repeat(80) });
    await webview.send({ type: 'append', version: 4, id: 'm:0', text: '\n\nLast.' });
    await words().getByText('Last.').waitFor();
    const left = () => words().evaluate(box => box.scrollHeight - box.scrollTop - box.clientHeight);
    await eventually(async () => (await left()) < 4, true);
    await eventually(async () => (await words().evaluate(box => box.clientHeight)) < 400, true);
    await words().evaluate(box => box.scrollTo(0, 0));
    await eventually(async () => (await left()) > 100, true);
    await webview.send({ type: 'append', version: 5, id: 'm:0', text: '\n\nBehind.' });
    await words().getByText('Behind.').waitFor();
    await eventually(() => words().evaluate(box => box.scrollTop), 0);
    const whole = { ...thought, text: `First.${'\n\nLine'.repeat(80)}\n\nLast.\n\nBehind.` };
    await webview.send({ type: 'items', version: 6, items: [whole, answer] });
    await line('Thought for 12 s').waitFor();
    await words().getByText('Behind.').waitFor();
  });

  it('is announced to nobody', async () => {
    await webview.send(snapshot([growing], running));
    await webview.send({ type: 'append', version: 2, id: 'm:0', text: 'First.' });
    await webview.send({ type: 'items', version: 3, items: [thought, answer], status: idle });
    await eventually(() => webview.page.getByRole('status').allInnerTexts(), ['Claude has finished']);
  });
});
