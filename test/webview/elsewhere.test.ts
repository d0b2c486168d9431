// A chat that another window or a terminal has: it can be seen, drafted in, and taken over.
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { useCardPage } from './cardPage.js';
import { database, filled, idle, nothing, permissionItem, questionItem, snapshot } from './gallery.js';
import { eventually } from './harness.js';

const permission = permissionItem({ command: 'npm test' }, { id: 'p' });
const prompt = { kind: 'prompt', id: 'p', text: 'a prompt', state: 'sent' } as const;
const there = { turn: 'running', blocked: 'otherWindow' } as const;

describe('a chat that is open elsewhere', () => {
  const page = useCardPage();
  const seen = questionItem({ phase: 'announced', questions: [database] });

  it('shows what is asked, says where it can be answered, and takes no answer', async () => {
    await page.webview.send(snapshot([seen, permission], there));
    await page.card.getByText('PostgreSQL').waitFor();
    await page.card.getByText('Answer it there, or take over.').waitFor();
    await page.webview.page.getByText('This chat is open in another window. Claude is working there. Taking over stops it.').waitFor();
    for (const role of ['radio', 'textbox'] as const) await eventually(() => page.card.getByRole(role).count(), 0);
    for (const name of ['Submit', 'Allow', 'Deny', 'Stop']) await eventually(() => page.webview.button(name).count(), 0);
  });

  it('sends nothing, keeps what is typed, and says why', async () => {
    await page.webview.send(snapshot([], { turn: 'idle', blocked: 'terminal' }));
    await page.webview.page.getByText('This chat is open in another program').first().waitFor();
    await page.webview.composer.fill('a thought');
    await page.webview.composer.press('Enter');
    await page.webview.page.getByText('Take over to continue here').waitFor();
    await eventually(() => page.webview.intentsOf('sendPrompt'), []);
    await eventually(async () => (await page.webview.intentsOf('saveComposerDraft')).at(-1)?.text, 'a thought');
  });

  it('comes back with what was typed there, not with what was typed here before', async () => {
    await page.webview.send(snapshot([prompt], idle));
    await page.webview.composer.fill('half');
    await page.webview.send({ ...snapshot([prompt], there, 'half'), version: 2 });
    await page.webview.send({ ...snapshot([prompt], idle, 'half, and the rest'), version: 3 });
    await eventually(() => page.webview.composer.inputValue(), 'half, and the rest');
  });

  it('has the words of its owner in front of those that were typed here, once it is taken over, and the host keeps both', async () => {
    const { webview } = page;
    const box = () => webview.composer.inputValue();
    await webview.send({ ...snapshot([prompt], there) });
    await webview.composer.fill('mine');
    await webview.send({ ...snapshot([prompt], idle, 'of the owner\n\nmine'), version: 2 });
    await eventually(box, 'of the owner\n\nmine');
    await webview.composer.press('End');
    await webview.composer.pressSequentially('!');
    await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1)?.text, 'of the owner\n\nmine!');
    // Letters that the host had not heard of yet stay, and so do all where it had heard of none.
    for (const [kept, joined] of [
      ['of the owner\n\nmi', 'of the owner\n\nmine'],
      ['of the owner', 'of the owner\n\nmine'],
    ] as const) {
      await webview.send({ ...snapshot([prompt], there), version: 3 });
      await eventually(box, '');
      await webview.composer.pressSequentially('mine');
      await webview.send({ ...snapshot([prompt], idle, kept), version: 4 });
      await eventually(box, joined);
      await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1)?.text, joined);
    }
  });

  it('has each letter of both once it is taken over: of the owner’s words none counts as typed here, and what was taken back here stays away', async () => {
    const { webview } = page;
    const box = () => webview.composer.inputValue();
    for (const [at, [typed, kept, joined]] of (
      [
        [['run it'], 'I can hear', 'I can hear\n\nrun it'],
        [['mine!', 'mine'], 'of the owner\n\nmine!', 'of the owner\n\nmine'],
        [['mine!', ''], 'of the owner\n\nmine!', 'of the owner\n\n'],
        [['half, mine'], 'half', 'half, mine'],
      ] as const
    ).entries()) {
      await webview.send({ ...snapshot([prompt], there, 'half'), version: 2 * at + 1 });
      await eventually(box, 'half');
      for (const text of typed) await webview.composer.fill(text);
      await webview.send({ ...snapshot([prompt], idle, kept), version: 2 * at + 2 });
      await eventually(box, joined);
      await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1)?.text, joined);
    }
  });

  it('has what stands in the box, and nothing twice, once the terminal that had it has ended', async () => {
    const { webview } = page;
    await webview.send({ ...snapshot([prompt], { turn: 'idle', blocked: 'terminal' }) });
    await webview.button('Take over').waitFor();
    await webview.composer.fill('mine!');
    await webview.composer.press('Backspace');
    await webview.send({ ...snapshot([prompt], idle, 'mine!'), version: 2 });
    await eventually(() => webview.button('Take over').count(), 0);
    await eventually(() => webview.composer.inputValue(), 'mine');
    await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1)?.text, 'mine');
  });

  it('is taken over by one press, and is like any other then', async () => {
    await page.webview.send(snapshot([seen], there));
    await page.webview.button('Take over').press('Enter');
    await page.webview.send({ type: 'items', version: 2, items: [], status: { ...there, takingOver: true } });
    await page.webview.button('Taking over…').click({ force: true });
    await eventually(async () => (await page.webview.intentsOf('takeOver')).length, 1);
    await page.webview.send(snapshot([questionItem({ questions: [database] })], { turn: 'running', blocked: 'question' }));
    await page.radio('MongoDB').waitFor();
    await eventually(() => page.webview.page.getByText('This chat is open in another window.').count(), 0);
    await page.webview.send(snapshot([seen], there));
    await page.webview.button('Take over').waitFor();
  });

  it('can be taken over again where that came to nothing, and so can another chat meanwhile', async () => {
    await page.webview.send(snapshot([seen], there));
    await page.webview.button('Take over').click();
    await page.webview.send({ type: 'items', version: 2, items: [], status: { ...there, takingOver: true } });
    await page.webview.button('Taking over…').waitFor();
    await page.webview.send({ ...snapshot([seen], there), chat: 'another' });
    await page.webview.button('Take over').waitFor();
    await page.webview.send(snapshot([seen], { ...there, takingOver: true }));
    await page.webview.button('Taking over…').waitFor();
    await page.webview.send({ type: 'items', version: 2, items: [], status: there });
    await page.webview.button('Take over').click();
    await eventually(async () => (await page.webview.intentsOf('takeOver')).length, 2);
  });

  it('has the focus in the conversation once it is taken over', async () => {
    await page.webview.send(snapshot([seen], there));
    await page.webview.button('Take over').press('Enter');
    await page.webview.send({ ...snapshot([prompt], idle), version: 2 });
    await eventually(() => page.webview.page.getByRole('log').evaluate(log => log === document.activeElement), true);
  });

  const names = ['Send again', 'Try again', 'Send my answers as a message'] as const;
  const rows: readonly TranscriptItem[] = [
    { ...prompt, state: 'failed' },
    { kind: 'notice', id: 'n', level: 'error', text: 'Claude could not continue.', actions: [], again: 'Try again' },
    questionItem({ phase: 'lost', reason: 'exited', draft: [...filled] }),
  ];

  it('offers to send nothing again, which its owner alone can', async () => {
    const offered = () => Promise.all(names.map(name => page.webview.button(name).count()));
    await page.webview.send(snapshot(rows, idle));
    await eventually(offered, [1, 1, 1]);
    await page.webview.send({ ...snapshot(rows, { turn: 'idle', blocked: 'otherWindow' }), version: 2 });
    await eventually(offered, [0, 0, 0]);
  });

  it('has what rows offer to send off here too while another question waits, which is why no message goes', async () => {
    const sent = async () => (await page.webview.intents()).flatMap(({ type }) => (/^(resend|sendLost)/.test(type) ? [type] : []));
    await page.webview.send(snapshot(rows, { turn: 'running', blocked: 'question' }));
    for (const name of names) await page.webview.button(name).click({ force: true });
    for (const name of names) await page.webview.button(name).and(page.webview.page.locator('[aria-disabled="true"]')).waitFor();
    await page.webview.send({ ...snapshot(rows, idle), version: 2 });
    for (const name of names) await page.webview.button(name).press('Enter');
    await eventually(sent, ['resendPrompt', 'resendPrompt', 'sendLostAnswers']);
  });

  it('is told to a screen reader when it happens', async () => {
    await page.webview.send(snapshot([questionItem({ questions: [database] })], { turn: 'running', blocked: 'question' }));
    await page.webview.send({ ...snapshot([seen], there), version: 2 });
    await page.webview.page.getByRole('status').getByText('This chat is open in another window.').waitFor();
  });
});

describe('an empty chat', () => {
  const page = useCardPage();
  const earlier = [
    { id: 'asks', title: 'Which store', usedAt: Date.UTC(2026, 10, 18), waits: 'waits for your answer' },
    { id: 'one', title: 'Plan the storage', usedAt: Date.UTC(2026, 10, 20) },
    { id: 'two', title: 'תוכנית', usedAt: Date.UTC(2026, 10, 19) },
  ];

  it('offers chats to go on with, as soon as they are known', async () => {
    const { webview } = page;
    await webview.send(snapshot([]));
    await webview.page.getByText('Try one of these').waitFor();
    await eventually(() => webview.page.getByRole('heading', { name: 'Recent chats' }).count(), 0);
    await webview.send({ type: 'items', version: 2, items: [], earlier });
    await webview.page.getByRole('button', { name: /Plan the storage/ }).click();
    await eventually(async () => (await webview.intent('openChat')).id, 'one');
    // That it waits stands in the place of its age.
    await webview.page.locator('.suggestion', { hasText: 'Which store' }).getByText('waits for your answer', { exact: true }).waitFor();
    await eventually(() => webview.page.locator('.suggestion', { hasText: 'Which store' }).locator('time').count(), 0);
    await webview.page.getByRole('button', { name: /Which store.*waits for your answer/ }).waitFor();
  });
});

describe('an empty chat that does not fit', () => {
  const page = useCardPage({ height: 400 });

  it('is shown from its beginning, and a conversation in its place at its end', async () => {
    const { webview } = page;
    const top = (): Promise<number> => webview.page.getByRole('log').evaluate(log => log.scrollTop);
    await webview.send(snapshot([]));
    await webview.page.getByText('Try one of these').waitFor();
    await eventually(top, 0);
    await webview.send(snapshot(Array.from({ length: 40 }, (_, index) => ({ ...prompt, id: `p${index}` }))));
    await eventually(async () => (await top()) > 0, true);
  });
});

describe('a card that is looked up', () => {
  const page = useCardPage();

  it('is opened, in sight and has the focus, however far up it is', async () => {
    const { webview } = page;
    const card = questionItem({ phase: 'answered', questions: [database], draft: [{ ...nothing, selected: [1] }], endedAt: 1 });
    const rows = Array.from(
      { length: 120 },
      (_, index) => ({ kind: 'prompt', id: `p${index}`, text: `prompt ${index}`, state: 'sent' }) as const,
    );
    await webview.send(snapshot([rows[0] ?? card, card, ...rows.slice(1)]));
    await webview.page.getByText('prompt 119').waitFor();
    await webview.send({ type: 'focus', target: 'item', id: card.id });
    await page.card.getByText('MongoDB').first().waitFor();
    await eventually(() => page.card.evaluate(form => form === document.activeElement), true);
    await eventually(
      () => page.card.evaluate(form => form.getBoundingClientRect().top >= 0 && form.getBoundingClientRect().bottom <= innerHeight),
      true,
    );
  });
});

describe('the composer of several chats', () => {
  const page = useCardPage();

  it('holds what was typed in the one that is shown', async () => {
    const { webview } = page;
    await webview.send(snapshot([], idle, 'of the first'));
    await webview.composer.fill('of the first, and more');
    await webview.send({ ...snapshot([], idle, ''), chat: 'another' });
    await eventually(() => webview.composer.inputValue(), '');
    await webview.send(snapshot([], idle, 'of the first, and more'));
    await eventually(() => webview.composer.inputValue(), 'of the first, and more');
  });
});
