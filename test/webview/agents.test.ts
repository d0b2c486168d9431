// The card of another agent that asks: it says that it is not Claude who asks, and how the question ended for that agent.
import { emptyAnswer } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useCardPage } from './cardPage.js';
import { eventually } from './harness.js';

function agentItem(changes: Partial<QuestionItem> = {}): QuestionItem {
  return {
    kind: 'question',
    id: 'agent_1',
    phase: 'asked',
    draft: [emptyAnswer, emptyAnswer],
    hostEdits: [],
    questions: ['First', 'Second'].map(header => ({ kind: 'text', question: `${header}?`, header, multiSelect: false, options: [] })),
    ...changes,
  };
}

describe('the card of another agent', () => {
  const page = useCardPage();
  const card = () => page.webview.page.getByRole('form', { name: 'Another agent asks', exact: true });

  it('says who asks, in its head, its name and its announcement', async () => {
    await page.ask(agentItem());
    await card().getByText('Another agent asks', { exact: true }).waitFor();
    await eventually(() => page.webview.page.getByRole('form', { name: 'Claude asks' }).count(), 0);
    await eventually(() => page.webview.page.getByRole('status').textContent(), 'Another agent asks: First, Second');
    await card().getByText('What the agent will read', { exact: true }).waitFor();
  });

  it('is answered and dismissed like a card of Claude’s', async () => {
    await page.ask(agentItem());
    for (const box of await card().getByRole('textbox').all()) await box.fill('parley');
    await card().getByRole('button', { name: 'Submit', exact: true }).click();
    const answer = { ...emptyAnswer, other: true, otherText: 'parley' };
    await eventually(
      () => page.webview.intentsOf('answerQuestion'),
      [{ type: 'answerQuestion', id: 'agent_1', answers: [answer, answer], on: 0 }],
    );
    await card().getByRole('button', { name: 'Dismiss', exact: true }).click();
    await eventually(() => page.webview.intentsOf('dismissQuestion'), [{ type: 'dismissQuestion', id: 'agent_1' }]);
  });

  it('takes a reply in a message box that does not speak of Claude', async () => {
    await page.ask(agentItem());
    const box = page.webview.page.getByRole('textbox', { name: 'Message Claude', exact: true });
    await eventually(() => box.getAttribute('placeholder'), '');
    await card().getByRole('button', { name: 'Reply in chat instead', exact: true }).click();
    await box.fill('Neither');
    await page.webview.page.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(() => page.webview.intentsOf('replyInstead'), [{ type: 'replyInstead', id: 'agent_1', text: 'Neither' }]);
  });

  it('says when the agent no longer waits, keeps what was filled in, and offers no message, which no agent takes', async () => {
    const draft = [{ ...emptyAnswer, other: true, otherText: 'half' }, emptyAnswer];
    await page.ask(agentItem({ phase: 'withdrawn', reason: 'cancelled', draft }));
    await card().getByRole('button', { name: 'Expand question', exact: true }).click();
    await card().getByText('The agent no longer waits for an answer.').waitFor();
    await card().getByText('What you had filled in is kept here.').waitFor();
    for (const name of ['Change my answer', 'Send my answers as a message'])
      await eventually(() => card().getByRole('button', { name }).count(), 0, name);
  });

  describe('that says who it is', () => {
    const named = (changes: Partial<QuestionItem> = {}): QuestionItem =>
      agentItem({ otherAgent: { name: 'Codex\u202e”', folder: '/work/a\u200bpp' }, ...changes });
    const itsCard = () => page.webview.page.getByRole('form', { name: /^Codex.* asks$/ });

    it('bears its name and its folder, in which nothing is hidden', async () => {
      await page.ask(named());
      await itsCard().getByText('Works in:').waitFor();
      await eventually(() => itsCard().locator('.askedBy').textContent(), 'Works in: /work/a⟨U+200B⟩pp');
      await eventually(() => page.webview.page.getByRole('status').textContent(), /^Codex[^\u202e”]* asks: First, Second$/);
      await eventually(() => itsCard().getByText('is not waiting right now').count(), 0);
    });

    it('is named where it no longer waits', async () => {
      await page.ask(named({ otherAgent: { name: 'Codex', folder: '/work' }, phase: 'withdrawn', reason: 'cancelled' }));
      await itsCard().getByRole('button', { name: 'Expand question', exact: true }).click();
      await itsCard().getByText('Codex no longer waits for an answer.', { exact: true }).waitFor();
    });

    it('asks in a terminal too, and says where it was answered', async () => {
      const otherAgent = { name: 'Claude in a terminal', folder: '/work', terminal: true as const };
      const there = page.webview.page.getByRole('form', { name: 'Claude in a terminal asks', exact: true });
      await page.ask(named({ otherAgent }));
      await there.getByText('Claude in a terminal asks this there too. The first answer counts.').waitFor();
      await there.getByText('What Claude will read', { exact: true }).waitFor();
      await page.ask(named({ otherAgent, phase: 'withdrawn', reason: 'cancelled' }));
      await page.webview.page.getByText('Ended in the terminal').first().waitFor();
      const text = page.webview.page.getByText('This was answered in the terminal, or is not asked there any more.');
      await page.webview.page.getByRole('button', { name: 'Expand question', exact: true }).click();
      await text.waitFor();
      await page.ask(named({ otherAgent, phase: 'withdrawn', reason: 'interrupted' }));
      await page.webview.page.getByText('Left to the terminal').first().waitFor();
      await page.webview.page.getByText('You stopped this here and left it to the terminal.').waitFor();
      await page.ask(named({ otherAgent, phase: 'lost', reason: 'refusedByClaude' }));
      await page.webview.page.getByText('The terminal was faster: Claude has not read your answer.').waitFor();
      await eventually(() => text.count(), 0);
    });

    it('says that it does not wait, and that it has not come back for an answer, which can be copied', async () => {
      const otherAgent = { name: 'Codex', folder: '/work', unattended: true as const };
      await page.ask(named({ otherAgent }));
      await itsCard().getByText('Codex is not waiting right now. It gets your answer when it asks for it again.').waitFor();
      const draft = ['one', 'two'].map(otherText => ({ ...emptyAnswer, other: true, otherText }));
      await page.ask(named({ otherAgent, phase: 'answered', draft, reads: 'Q: First?\nA: one' }));
      await itsCard().getByText('Codex has not come back for this answer yet. It is kept here.').waitFor();
      await itsCard().getByText('What the agent will read', { exact: true }).waitFor();
      await page.webview.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await itsCard().getByText('Copy answer', { exact: true }).click();
      await eventually(() => page.webview.page.evaluate('navigator.clipboard.readText()'), 'Q: First?\nA: one');
      await page.ask(named({ otherAgent: { name: 'Codex', folder: '/work' }, phase: 'answered', draft, reads: 'Q: First?\nA: one' }));
      await eventually(() => itsCard().getByText('has not come back').count(), 0);
    });
  });
});

describe('the card of a subagent', () => {
  const page = useCardPage();
  const said = () => page.webview.page.getByRole('form', { name: 'Claude asks', exact: true }).getByText('Asked by a subagent');

  it('names it as Claude calls it, letter by letter, and says so where nothing names it', async () => {
    await page.ask(agentItem({ id: 't', agent: 'Look for <b>routes</b>\u202e' }));
    await eventually(() => said().locator('..').textContent(), 'Asked by a subagent: Look for <b>routes</b>⟨U+202E⟩');
    await page.ask(agentItem({ id: 't', agent: '' }));
    await eventually(() => said().textContent(), 'Asked by a subagent');
    await page.ask(agentItem({ id: 't' }));
    await eventually(() => said().count(), 0);
  });
});
