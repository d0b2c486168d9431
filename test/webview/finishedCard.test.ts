// A card that is over: small by itself, whole when it is opened, and a beginning for those who want it otherwise.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Answer } from '../../src/shared/question.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { database, everyAnswer, everyKind, features, filled, idle, nothing, questionItem, running, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const reads = 'Your questions have been answered: "Which database?"="PostgreSQL"\n\n  two spaces & <tags> stay.';
const everything = questionItem({
  phase: 'answered',
  questions: [...everyKind],
  draft: [...everyAnswer],
  reads,
  endedAt: new Date(2026, 10, 21, 14, 2).getTime(),
});
const answered = questionItem({ phase: 'answered', draft: [...filled] });

describe('a card that is over', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let card: Locator;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ height: 900 });
    card = webview.card;
  });
  afterEach(() => webview.close());

  const show = (item: QuestionItem): Promise<void> => webview.send(snapshot([item], idle));
  const open = async (item: QuestionItem): Promise<void> => {
    await show(item);
    await webview.button('Expand question').click();
  };
  const next = (item: QuestionItem): Promise<void> => webview.send({ type: 'items', version: 2, items: [item], status: running });
  const group = (name: string): Locator => card.getByRole('group', { name, exact: true });

  describe('by itself', () => {
    const one = (given: Partial<Answer>, changes: Partial<QuestionItem> = {}): QuestionItem =>
      questionItem({ phase: 'answered', questions: [database], draft: [{ ...nothing, ...given }], ...changes });
    const head = async (): Promise<string> => (await card.locator('.cardEnding').textContent()) ?? '';
    const lines = (): Promise<string[]> => card.getByRole('listitem').allInnerTexts();
    const asked = [database.question, features.question];

    it('says what was answered, what was asked, and the note, without being opened', async () => {
      await show(one({ selected: [0], note: 'Only **if** the backup runs.\nSee `b.sh:4`.' }));
      await eventually(head, 'You answered · PostgreSQL');
      await eventually(lines, [`${database.question}\nNote: Only if the backup runs. See b.sh:4.`]);
    });

    it('says each of several questions with its answer and note, and opens and closes by its button', async () => {
      await show(everything);
      await eventually(head, 'You answered · 3 of 4 questions');
      await eventually(lines, [
        'Which database should we use?\nPostgreSQL\nNote: Only if the backup runs first. See scripts/backup.sh:4.',
        'Which features should we build first?\nskipped',
        'What should the product be called?\nJotter (for now)',
        'How large may a note be?\n64 kB',
      ]);
      await webview.button('Expand question').click();
      await eventually(() => card.getByRole('listitem').count(), 7);
      await webview.button('Collapse question').click();
      await eventually(() => card.getByRole('listitem').count(), 4);
    });

    it('counts the questions when all of them are answered', async () => {
      await show(answered);
      await eventually(head, 'You answered · 2 questions');
    });

    const given = { draft: [filled[0] ?? nothing, nothing] };
    for (const [name, item, outcome, shown] of [
      [
        'a reply',
        questionItem({ phase: 'replied', reply: 'Neither.\nWhat would it cost?' }),
        'You replied in chat · Neither. What would it cost?',
        asked,
      ],
      ['a dismissal', questionItem({ phase: 'dismissed' }), 'Dismissed', asked],
      ['a dismissal because nobody was there', questionItem({ phase: 'dismissed', reason: 'timedOut' }), 'Nobody answered in time', asked],
      ['a question that Claude gave up', questionItem({ phase: 'withdrawn', reason: 'cancelled' }), 'No longer needed', asked],
      [
        'a question that Stop ended',
        questionItem({ phase: 'withdrawn', reason: 'interrupted', ...given }),
        'You stopped Claude',
        [`${asked[0] ?? ''}\nnot sent: PostgreSQL`, asked[1]],
      ],
      [
        'a question without which Claude went on',
        questionItem({ phase: 'withdrawn', reason: 'turnEnded' }),
        'Claude continued without an answer',
        asked,
      ],
      ['a question that ended with Claude', questionItem({ phase: 'withdrawn', reason: 'exited' }), 'Claude stopped', asked],
      ['a question that could not be asked', questionItem({ phase: 'refused', reason: 'refusedByClaude' }), 'Not asked', asked],
      [
        'answers sent as a message',
        questionItem({ phase: 'lost', reason: 'exited', resent: true, ...given }),
        'Sent as a message · 1 of 2 questions',
        [`${asked[0] ?? ''}\nPostgreSQL`, `${asked[1] ?? ''}\nnot answered`],
      ],
    ] as const) {
      it(`says the outcome of ${name}`, async () => {
        await show(item);
        await eventually(head, outcome);
        await eventually(lines, [...shown] as string[]);
      });
    }

    it('says that nobody was asked because the person has turned questions off in plan mode, and speaks of no fault', async () => {
      await show(questionItem({ phase: 'refused', reason: 'planMode' }));
      await eventually(head, 'Not asked');
      await webview.button('Expand question').click();
      await card.getByText('You have turned off questions in plan mode, so Claude decides by itself').waitFor();
      await eventually(() => card.getByText('error').count(), 0);
    });

    it('says that answers were not delivered, also when the person has collapsed it', async () => {
      await show(one({ selected: [1] }, { phase: 'lost', reason: 'exited' }));
      await webview.button('Collapse question').click();
      await eventually(head, 'Not delivered');
      await eventually(lines, [`${database.question}\nnot sent: MongoDB`]);
    });

    it('says of a question that nobody had answered when Claude stopped that nobody had, and names no answer', async () => {
      for (const [item, said, unsaid] of [
        [one({}, { phase: 'lost', reason: 'exited', unanswered: true }), 'Claude stopped while this was open.', 'your answer'],
        [
          one({ selected: [1] }, { phase: 'lost', reason: 'exited', unanswered: true }),
          'Claude stopped before you had answered.',
          'your answer.',
        ],
        [
          one({ selected: [1] }, { phase: 'lost', reason: 'cancelled', unanswered: true }),
          'Claude was told that the question is closed, and may have continued without your answer.',
          'did not wait',
        ],
        [one({ selected: [1] }, { phase: 'lost', reason: 'exited' }), 'Claude stopped before it read your answer.', 'you had answered'],
      ] as const) {
        await show(item);
        await card.getByText(said).waitFor();
        assert.equal((await card.textContent())?.includes(unsaid), false, said);
      }
    });

    it('stays small and in its width, however long the texts are, and shows what hides in them', async () => {
      await webview.page.setViewportSize({ width: 300, height: 900 });
      const long = `${'a long text '.repeat(2000)}\n\n\`\`\`\n${'code\n'.repeat(200)}\`\`\``;
      await show(
        one(
          { other: true, otherText: `\u202e${long}`, note: long },
          { questions: [{ ...database, question: `# Which\u202e?\n\n${long}` }] },
        ),
      );
      await card.getByText('You answered').waitFor();
      await eventually(head, /^You answered · ⟨U\+202E⟩a long text .*…$/);
      await eventually(async () => (await lines()).join(), /^Which⟨U\+202E⟩\? a long text/);
      const { height, wide } = await card.evaluate(element => ({
        height: element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
        wide: element.scrollWidth > element.clientWidth,
      }));
      assert.ok(height < 8, `${height} lines`);
      assert.equal(wide, false);
      await webview.button('Expand question').click();
      await eventually(async () => ((await card.textContent()) ?? '').split('a long text ').length > 6000, true);
    });

    it('holds no link and nothing else to reach by the keyboard but its button', async () => {
      await show(
        one(
          { selected: [0], note: 'See `b.sh:4`' },
          { questions: [{ ...database, question: 'Like `src/a.ts:12`, or <https://a.example>?' }] },
        ),
      );
      await eventually(lines, ['Like src/a.ts:12, or https://a.example?\nNote: See b.sh:4']);
      await eventually(() => card.getByRole('link').count(), 0);
      await eventually(() => card.locator('[tabindex="0"], pre').count(), 0);
    });

    it('becomes small when it ends, with the focus on the card when it was inside', async () => {
      await webview.send(snapshot([questionItem()], waiting));
      await card.getByRole('radio', { name: 'MongoDB' }).focus();
      await next(answered);
      await webview.button('Expand question').waitFor();
      await eventually(() => card.evaluate(element => element === document.activeElement), true);
    });

    it('takes no focus when it ends while the person is elsewhere', async () => {
      await webview.send(snapshot([questionItem()], waiting));
      await webview.composer.click();
      await next(answered);
      await webview.button('Expand question').waitFor();
      await eventually(() => webview.composer.evaluate(element => element === document.activeElement), true);
    });

    it('leaves the focus on its button when that had it', async () => {
      await webview.send(snapshot([questionItem()], waiting));
      await webview.button('Collapse question').focus();
      await next(answered);
      await webview.button('Expand question').waitFor();
      await eventually(() => webview.page.evaluate(() => document.activeElement?.tagName), 'VSCODE-BUTTON');
    });

    it('stays open, or opens, when there is something to do about it', async () => {
      await webview.send(snapshot([questionItem()], waiting));
      await webview.button('Collapse question').click();
      await next(questionItem({ phase: 'lost', reason: 'exited', draft: [...filled] }));
      await webview.button('Send my answers as a message').waitFor();
      await webview.send({
        ...snapshot([questionItem({ phase: 'lost', reason: 'exited', draft: [...filled], resent: true })]),
        version: 9,
      });
      await eventually(() => webview.button('Send my answers as a message').count(), 0);
      await eventually(head, 'Sent as a message · 2 questions');
    });

    it('offers nothing where all that was filled in is out of sight, and not asked', async () => {
      const tables = { ...nothing, other: true, otherText: 'seven' };
      const asked = [database, { ...database, question: 'How many tables?', header: 'Tables', showIf: { question: 0 } }];
      await webview.send(snapshot([questionItem({ phase: 'lost', reason: 'exited', questions: asked, draft: [nothing, tables] })]));
      await webview.card.getByText('Claude stopped while this was open.').waitFor();
      await eventually(() => webview.button('Send my answers as a message').count(), 0);
    });

    it('stays as the person has left it when the host says the same again', async () => {
      await open(answered);
      await next({ ...answered, reads });
      await webview.button('What Claude read').waitFor();
    });
  });

  describe('opened', () => {
    it('keeps all options, what was chosen, words, numbers with their unit, and what was skipped', async () => {
      await open(everything);
      const chosen = card.getByRole('listitem').filter({ hasText: /^chosen/ });
      await eventually(
        () => chosen.evaluateAll(items => items.map(item => item.querySelector('.optionLabel')?.textContent)),
        ['PostgreSQL', 'Jotter\n(for now)', '64 kB'],
      );
      await eventually(() => group(features.question).getByRole('listitem').count(), features.options.length);
      await group(features.question).getByText('You skipped this.').waitFor();
    });

    it('keeps the note', async () => {
      await open(everything);
      const note = group('Your note');
      await eventually(async () => (await note.textContent()) ?? '', /Only if the backup runs first\.\s*See scripts\/backup\.sh:4\./);
    });

    it('says when it was answered, and nothing of how the answer went', async () => {
      await open(everything);
      await card.getByText('You answered').waitFor();
      const text = (await card.textContent()) ?? '';
      await eventually(async () => (await card.getByRole('time').getAttribute('title')) ?? '', /November 21, 2026 at 2:02/);
      assert.doesNotMatch(text, /Reached Claude|request|tool result|route/i);
    });

    it('shows what Claude read, character by character', async () => {
      await open(everything);
      await webview.button('What Claude read').click();
      const text = card.locator('pre').filter({ hasText: 'Your questions have been answered' });
      await eventually(() => text.textContent(), reads);
      await webview.button('What Claude read').click();
      await eventually(() => text.count(), 0);
    });

    it('opens a preview in the editor', async () => {
      await open(everything);
      await webview.button('Show preview: MongoDB').click();
      await webview.button('Open preview in editor').click();
      await eventually(() => webview.intent('openPreview'), { type: 'openPreview', id: 'toolu_1', question: 0, option: 1 });
    });
  });

  describe('with Change my answer', () => {
    const change = async (item: QuestionItem): Promise<string> => {
      await open(item);
      await webview.button('Change my answer').click();
      await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
      return webview.composer.inputValue();
    };
    const one = questionItem({ phase: 'answered', questions: [database], draft: [{ ...nothing, selected: [0], note: 'For now' }] });

    it('prepares a prompt, sends nothing, and leaves the caret where the new answer goes', async () => {
      await eventually(
        () => change(one),
        'I want to change my answer to “Which database should we use?”. I had answered: PostgreSQL (Recommended). My note was: For now.\nMy new answer: ',
      );
      await webview.page.keyboard.type('SQLite');
      await eventually(async () => (await webview.composer.inputValue()).endsWith('\nMy new answer: SQLite'), true);
      await eventually(() => webview.intentsOf('sendPrompt'), []);
      await eventually(async () => (await webview.intentsOf('saveComposerDraft')).at(-1)?.text ?? '', /My new answer: SQLite$/);
    });

    it('names each of several questions with its answer', async () => {
      await eventually(
        () => change(everything),
        [
          'I want to change my answers:',
          '- “Which database should we use?” I had answered: PostgreSQL (Recommended). My note was: Only if the **backup** runs first.\nSee `scripts/backup.sh:4`.',
          '- “Which features should we build first?” I had skipped it.',
          '- “What should the *product* be called?” I had answered: Jotter\n(for now).',
          '- “How large may a note be?” I had answered: 64 kB.',
          'My new answers: ',
        ].join('\n'),
      );
    });

    it('goes below what was being written', async () => {
      await webview.send(snapshot([], idle));
      await webview.composer.fill('Half a thought\n');
      await webview.send({ ...snapshot([one], idle), version: 3 });
      await webview.button('Expand question').click();
      await webview.button('Change my answer').click();
      await eventually(async () => (await webview.composer.inputValue()).startsWith('Half a thought\n\nI want to change my answer'), true);
    });

    it('is not a reply to another question', async () => {
      await webview.send(snapshot([one, questionItem({ id: 'open', questions: [features] })], waiting));
      await webview.button('Reply in chat instead').click();
      await webview.page.getByText('Replying to: Features').waitFor();
      await webview.button('Expand question').click();
      await webview.button('Change my answer').click();
      await eventually(() => webview.page.getByText('Replying to:').count(), 0);
    });

    for (const [phase, was, more] of [
      ['dismissed', 'I had dismissed it.'],
      ['replied', 'I had replied: Neither.'],
      ['withdrawn', 'My answer did not reach you.'],
      ['dismissed', 'I had not answered it in time.', { reason: 'timedOut' }],
    ] as const) {
      it(`says what there was: ${was}`, async () => {
        const reply = phase === 'replied' ? { reply: 'Neither.' } : {};
        await eventually(
          () => change(questionItem({ phase, questions: [database], ...reply, ...more })),
          `I want to change my answer to “Which database should we use?”. ${was}\nMy new answer: `,
        );
      });
    }

    it('carries what was filled in when the person dismissed it, as by a wrong click', async () => {
      const draft = [{ ...nothing, other: true, otherText: 'SQLite, one file', note: 'For now' }];
      await eventually(
        () => change(questionItem({ phase: 'dismissed', questions: [database], draft })),
        'I want to change my answer to “Which database should we use?”. I had dismissed it. I had filled in: SQLite, one file. My note was: For now.\nMy new answer: ',
      );
    });

    for (const phase of ['refused', 'lost'] as const) {
      it(`is not offered where there is no answer to change: ${phase}`, async () => {
        await show(questionItem({ phase, reason: 'exited', draft: [...filled] }));
        await card.waitFor();
        if (phase === 'refused') await webview.button('Expand question').click();
        await card.getByRole('listitem').first().waitFor();
        await eventually(() => webview.button('Change my answer').count(), 0);
      });
    }
  });
});
