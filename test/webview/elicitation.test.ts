// The card of an MCP server that asks: it says who asks, shows the server's words as they are, and offers what a server understands.
import { emptyAnswer } from '../../src/shared/answers.js';
import type { Question } from '../../src/shared/question.js';
import { layouts, useCardPage } from './cardPage.js';
import { address, filledIn, formItem, logs, pageItem, user } from './elicitations.js';
import { eventually } from './harness.js';

describe('the card of an elicitation', () => {
  const page = useCardPage();
  const card = () => page.webview.page.getByRole('form', { name: 'The MCP server “db” asks', exact: true });
  const button = (name: string) => card().getByRole('button', { name, exact: true });
  const visible = (name: string) => button(name).isVisible();
  const skipped = { ...emptyAnswer, skipped: true };

  it('names the server, in its head, its name and its announcement, and says that it is not Claude', async () => {
    await page.ask(formItem());
    await card().getByText('The MCP server “db” asks', { exact: true }).waitFor();
    await card().getByText('This is not from Claude. What you fill in goes to the server “db”.').waitFor();
    await eventually(() => page.webview.page.getByRole('form', { name: 'Claude asks' }).count(), 0);
    await eventually(
      () => page.webview.page.getByRole('status').textContent(),
      'The MCP server “db” asks: Name of the *user*, E-mail, Port, Write a log, Parts',
    );
  });

  it('shows the words of the server as they are, without links', async () => {
    await page.ask(formItem());
    await card().getByText('Set up the **database**.').waitFor();
    await card().getByText('Name of the *user*', { exact: true }).waitFor();
    await card().getByText('See [here](https://evil.example)', { exact: true }).waitFor();
    await eventually(() => card().getByRole('link').count(), 0);
  });

  it('says whose it is where the server speaks as Parley does, at its beginning and beside its buttons', async () => {
    const names = ['Allow', 'Always allow in this project', 'Deny'];
    const allow: Question = {
      ...logs,
      question: 'Claude asks for permission: Bash',
      header: 'Allow',
      options: names.map(label => ({ label })),
    };
    const title = `Parley asks\n\nThis is from Claude.${'\n'.repeat(60)}Claude asks for permission: Bash\n\n  rm -rf ~\n\n[ Allow ]  [ Deny ]`;
    const server = 'db” asks. Nothing goes to \u202e“x';
    await page.ask(formItem({ title, draft: [emptyAnswer], elicitation: { server } }, [allow]));
    const name = page.webview.page.getByRole('form', { name: "The MCP server “db' asks. Nothing goes to ⟨U+202E⟩'x” asks", exact: true });
    const own = (words: string) => name.getByText(words, { exact: true });
    await own("This is not from Claude. What you fill in goes to the server “db' asks. Nothing goes to ⟨U+202E⟩'x”.").waitFor();
    // The one stands above all of the server's words, the other is in sight wherever one has scrolled.
    const foot = own("Goes to the MCP server “db' asks. Nothing goes to ⟨U+202E⟩'x”, not to Claude.");
    await name.getByRole('radio', { name: 'Deny' }).scrollIntoViewIfNeeded();
    const isInSight = (): Promise<boolean> =>
      foot.evaluate(words => document.elementFromPoint(words.getBoundingClientRect().x + 5, words.getBoundingClientRect().y + 5) === words);
    await eventually(isInSight, true);
    await eventually(() => name.getByRole('button', { name: /^(?:Allow|Deny)/ }).count(), 0);
    // Each line of its words is marked as the server's.
    const words = name.getByText('[ Allow ] [ Deny ]', { exact: false });
    await eventually(() => words.evaluate(paragraph => parseFloat(getComputedStyle(paragraph).borderInlineStartWidth) > 0), true);
  });

  it('offers no note, no context and no reply, because a server reads data', async () => {
    await page.ask(formItem());
    await button('Decline').waitFor();
    for (const name of ['Dismiss', 'Reply in chat instead', 'Add note: E-mail', 'Add context: E-mail'])
      await eventually(() => button(name).count(), 0, name);
    await eventually(() => button('Skip: Name of the *user*').count(), 0, 'it is required');
    await button('Skip: E-mail').click();
    await card().getByText('This is left out.').waitFor();
  });

  for (const layout of layouts) {
    it(`is declined and cancelled apart, in the layout ${layout}`, async () => {
      await page.ask(formItem(), layout);
      await button('Decline').click();
      await button('Cancel').click();
      await eventually(
        () => page.webview.intentsOf('dismissQuestion'),
        [
          { type: 'dismissQuestion', id: 'e1', declined: true },
          { type: 'dismissQuestion', id: 'e1' },
        ],
      );
    });

    it(`is sent with what is required, and leaves out what was left empty, in the layout ${layout}`, async () => {
      await page.ask(formItem({}, [user, logs]), layout);
      if (layout === 'tabs') {
        await eventually(() => visible('Submit'), false);
        await card().getByRole('tab', { name: 'Review' }).click();
      }
      await eventually(() => button('Submit').isDisabled(), true);
      if (layout === 'tabs')
        await card()
          .getByRole('tab', { name: /^Name of the/ })
          .click();
      await card().getByRole('textbox', { name: user.question }).fill('ann');
      if (layout === 'tabs') await card().getByRole('tab', { name: 'Review' }).click();
      await button('Submit').click();
      await eventually(() => page.sent(), [{ ...emptyAnswer, other: true, otherText: 'ann' }, skipped]);
    });
  }

  it('can be sent empty where nothing is required', async () => {
    await page.ask(formItem({ draft: [emptyAnswer] }, [logs]));
    await button('Submit').click();
    await eventually(() => page.sent(), [skipped]);
  });

  it('shows what the server gets', async () => {
    await page.ask(formItem({ draft: [...filledIn], reads: '{\n  "user": "ann"\n}' }));
    await button('What the server gets').click();
    await card().getByText('"user": "ann"').waitFor();
    await page.update(2, formItem());
    await card().getByText('Nothing yet. Fill in what is required first.').waitFor();
  });

  describe('about a page', () => {
    it('shows the host and the whole address as text, and opens it at a press only', async () => {
      await page.ask(pageItem());
      const shown = card().getByRole('group', { name: 'Web page' });
      await shown.getByText('xn--pypal-4ve.com:8443', { exact: true }).waitFor();
      await shown.getByText(address, { exact: true }).waitFor();
      await eventually(() => card().getByRole('link').count(), 0);
      await page.goToQuestion();
      await eventually(() => page.focused(), 'Open xn--pypal-4ve.com:8443');
      await page.press('Control+Enter');
      await eventually(() => page.webview.intentsOf('openServerPage'), []);
      await button('Open xn--pypal-4ve.com:8443').click();
      await eventually(() => page.webview.intentsOf('openServerPage'), [{ type: 'openServerPage', id: 'e2' }]);
      await eventually(() => page.webview.intentsOf('answerQuestion'), []);
    });

    it('is declined and cancelled apart, and there is nothing to submit or to read', async () => {
      await page.ask(pageItem());
      await button('Decline').click();
      await button('Cancel').click();
      await eventually(async () => (await page.webview.intentsOf('dismissQuestion')).map(({ declined }) => declined), [true, undefined]);
      for (const name of ['Submit', 'What the server gets']) await eventually(() => button(name).count(), 0, name);
    });
  });

  for (const [what, item, head, sentence] of [
    ['declined', formItem({ phase: 'dismissed', declined: true }), 'You declined', 'The server knows that you declined.'],
    ['cancelled', formItem({ phase: 'dismissed' }), 'You cancelled', 'The server knows that you closed this without a decision.'],
    ['overdue', formItem({ phase: 'dismissed', reason: 'timedOut' }), 'Nobody answered in time', 'there was no decision.'],
    [
      'withdrawn',
      formItem({ phase: 'withdrawn', reason: 'cancelled', draft: [...filledIn] }),
      'No longer needed',
      'What you filled in was not sent. It is kept here.',
    ],
    ['opened', pageItem({ phase: 'answered' }), 'You opened the page', 'The server knows that you opened the page.'],
    ['lost', formItem({ phase: 'lost', reason: 'exited', draft: [...filledIn] }), 'Not delivered', 'before it was certain'],
  ] as const)
    it(`says that it was ${what}, and offers Claude nothing of it`, async () => {
      await page.ask({ ...item, endedAt: 1 });
      await card().getByText(head, { exact: true }).first().waitFor();
      const expand = button('Expand question');
      if (await expand.count()) await expand.click();
      await card().getByText(sentence).waitFor();
      await card().getByText('The MCP server “db” asked this, not Claude.', { exact: true }).waitFor();
      for (const name of ['Change my answer', 'Send my answers as a message']) await eventually(() => button(name).count(), 0, name);
    });
});
