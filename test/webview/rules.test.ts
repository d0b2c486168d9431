// Questions that set rules for their answers, that depend on each other, that need an answer, or have one suggested.
import { emptyAnswer } from '../../src/shared/answers.js';
import type { Answer, Question } from '../../src/shared/question.js';
import { useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { name, openItem, ruled } from './openCards.js';

const own = (otherText: string): Answer => ({ ...emptyAnswer, other: true, otherText });
const picked = (...selected: number[]): Answer => ({ ...emptyAnswer, selected });
const skipped: Answer = { ...emptyAnswer, skipped: true };

const [, , , parts = name] = ruled;
const store: Question = {
  kind: 'choice',
  multiSelect: false,
  question: 'Where should the notes be kept?',
  header: 'Storage',
  options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }],
};
const version: Question = {
  ...name,
  question: 'Which version comes next?',
  header: 'Version',
  pattern: '^\\d+\\.\\d+$',
  messages: [{ code: 'otherForm', text: 'Write it like 1.2.' }],
};
const release: Question = {
  kind: 'date',
  multiSelect: false,
  options: [],
  question: 'When is the release?',
  header: 'Release',
  earliest: '2026-12-01',
};
const tables: Question = { ...name, question: 'How many tables?', header: 'Tables', showIf: { question: 0, is: ['PostgreSQL'] } };
const backup: Question = { ...name, question: 'Where is the backup?', header: 'Backup', showIf: { question: 1 } };

describe('what a question asks of its answer', () => {
  const page = useCardPage();
  const box = (asked: Question) => page.textbox(asked.question);
  const calendar = () => page.card.locator('input[type="date"]');

  it('is told before, and a problem in its place once the person has left the question', async () => {
    await page.ask(openItem([{ ...name, minLength: 3, maxLength: 8 }, version]));
    await eventually(() => page.description(box(name)), 'One word, easy to say on the phone. 3 to 8 characters');
    await box(version).fill('next');
    await eventually(() => page.card.getByText('Write it like 1.2.', { exact: true }).count(), 0, 'not while it is typed');
    await box(name).focus();
    await page.card.getByText('Write it like 1.2.', { exact: true }).waitFor();
    await eventually(() => box(version).getAttribute('aria-invalid'), 'true');
    await box(version).fill('1.2');
    await eventually(() => box(version).getAttribute('aria-invalid'), 'false');
    await box(version).fill('1.2.');
    await eventually(async () => (await page.lastDraft())?.[1]?.otherText, '1.2.');
    await eventually(() => box(version).getAttribute('aria-invalid'), 'false', 'a mended answer is a new beginning');
  });

  it('does not move what is pressed while the person leaves the question by the press', async () => {
    await page.ask(openItem([{ ...version, messages: [{ code: 'otherForm', text: 'Write it like 1.2. '.repeat(20) }] }, store]));
    await box(version).fill('next');
    const option = page.radio('PostgreSQL');
    const before = await option.boundingBox();
    await option.hover();
    await page.webview.page.mouse.down();
    await eventually(() => option.boundingBox(), before);
    await page.webview.page.mouse.up();
    await page.card.getByText(/^Write it like/).waitFor();
    await eventually(() => option.isChecked(), true);
  });

  it('is told for a problem that the card opens with', async () => {
    await page.ask(openItem([version], { draft: [own('next')] }));
    await page.card.getByText('Write it like 1.2.', { exact: true }).waitFor();
  });

  it('counts the choices of a list', async () => {
    await page.ask(openItem([parts]));
    await page.card.getByText('Choose at least 2').waitFor();
    await page.checkbox('Export').check();
    await eventually(() => page.button('Submit').getAttribute('aria-description'), 'Parts: Too few: choose at least 2.');
    await page.checkbox('Search').check();
    await page.button('Submit').click();
    await eventually(() => page.sent(), [picked(1, 2)]);
  });

  describe('a date', () => {
    it('is typed, and explained while it is none', async () => {
      await page.ask(openItem([release]));
      await eventually(() => page.description(box(release)), '2026-12-01 or later');
      await box(release).fill('30.11.2026');
      await box(release).press('Control+Enter');
      await page.card.getByText('Not a date. Write it like 2026-11-30.', { exact: true }).waitFor();
      await box(release).fill('2026-11-30');
      await box(release).press('Control+Enter');
      await page.card.getByText('Too early: 2026-12-01 or later.', { exact: true }).waitFor();
      await box(release).fill('2026-12-24');
      await page.press('Enter');
      await eventually(() => page.sent(), [own('2026-12-24')]);
    });

    it('can be chosen in the calendar of the platform, which is no stop of the Tab key', async () => {
      await page.ask(openItem([release]));
      await calendar().fill('2026-12-24');
      await eventually(() => box(release).inputValue(), '2026-12-24');
      await eventually(() => page.lastDraft(), [own('2026-12-24')]);
      await eventually(async () => [await calendar().getAttribute('tabindex'), await calendar().getAttribute('min')], ['-1', '2026-12-01']);
      await eventually(() => calendar().getAttribute('aria-label'), 'Calendar: Release');
    });
  });
});

describe('questions that depend on each other', () => {
  const page = useCardPage();
  const asked = [store, tables, backup, parts];

  it('appear with the answer, and are back with what was typed', async () => {
    await page.ask(openItem(asked));
    const box = page.textbox(tables.question);
    await page.checkbox('Export').waitFor();
    await eventually(() => box.count(), 0);
    await page.radio('PostgreSQL').check();
    await box.fill('twelve');
    await page.textbox(backup.question).fill('In the cellar');
    await page.radio('SQLite').check();
    await eventually(() => page.card.getByText(tables.question).isVisible(), false);
    await eventually(() => page.card.getByText(backup.question).isVisible(), false);
    await page.radio('PostgreSQL').check();
    await eventually(() => box.inputValue(), 'twelve');
    await eventually(() => page.textbox(backup.question).inputValue(), 'In the cellar');
  });

  it('count only while they are asked', async () => {
    await page.ask(openItem(asked, { draft: [picked(0), own('twelve'), own('In the cellar'), picked(0, 2)] }));
    await page.button('Submit').click();
    await eventually(() => page.sent(), [picked(0), skipped, skipped, picked(0, 2)]);
  });

  it('do not move what is above them or under the pointer', async () => {
    await page.ask(openItem(asked));
    const option = page.radio('PostgreSQL');
    const before = await option.boundingBox();
    await option.click();
    await page.card.getByText(tables.question).waitFor();
    await eventually(() => option.boundingBox(), before);
  });

  it('stay where the pointer is at the end of a long chat too', async () => {
    await page.webview.page.setViewportSize({ width: 300, height: 420 });
    await page.ask(openItem([parts, store, { ...tables, showIf: { question: 1, is: ['PostgreSQL'] } }]));
    for (const [label, shown] of [
      ['PostgreSQL', true],
      ['SQLite', false],
      ['PostgreSQL', true],
    ] as const) {
      const radio = page.radio(label);
      await radio.evaluate(element => {
        element.scrollIntoView({ block: 'center' });
      });
      const place = await radio.boundingBox();
      await page.webview.page.mouse.click((place?.x ?? 0) + 8, (place?.y ?? 0) + 8);
      await eventually(() => page.card.getByText(tables.question).isVisible(), shown);
      await eventually(() => radio.boundingBox(), place);
    }
  });

  it('have a tab and a place in the review only while they are asked', async () => {
    await page.ask(openItem(asked), 'tabs');
    await page.tab('Parts').waitFor();
    await eventually(() => page.tab('Tables').count(), 0);
    await page.radio('PostgreSQL').check();
    await page.tab('Tables').waitFor();
    await page.button('Next').click();
    await page.textbox(tables.question).waitFor();
    await page.tab('Storage').click();
    await page.radio('SQLite').check();
    await page.button('Next').click();
    await page.checkbox('Export').waitFor();
    await page.press('Control+PageUp');
    await eventually(() => page.radio('SQLite').isVisible(), true);
    await page.tab('Review').click();
    await eventually(() => page.card.getByRole('button', { name: /Tables/ }).count(), 0);
  });
});

describe('a question that needs an answer', () => {
  const page = useCardPage();

  it('is told apart, cannot be skipped, and keeps Submit off', async () => {
    await page.ask(openItem([store, { ...name, required: true }]));
    await page.card.getByText('Required', { exact: true }).waitFor();
    await eventually(() => page.card.getByText('Optional', { exact: true }).count(), 1);
    await eventually(() => page.button('Skip: Name').count(), 0);
    await page.radio('SQLite').check();
    await eventually(() => page.button('Submit').getAttribute('aria-description'), 'Name is required');
    await page.press('Control+Enter');
    await eventually(() => page.focused(), name.question);
    await eventually(() => page.textbox(name.question).getAttribute('aria-required'), 'true');
    await page.type('Quill');
    await page.press('Control+Enter');
    await eventually(() => page.sent(), [picked(0), own('Quill')]);
  });
});

describe('an answer that is suggested', () => {
  const page = useCardPage();

  it('is said to be one until the person changes it', async () => {
    await page.ask(openItem([{ ...name, defaultValue: 'Jotter' }], { draft: [own('Jotter')] }));
    await page.card.getByText('Suggested answer').waitFor();
    await page.textbox(name.question).fill('Quill');
    await page.card.getByText('Changed by you').waitFor();
  });
});

describe('the box for own words', () => {
  const page = useCardPage();
  const other = (title: string) => page.textbox(`Other answer: ${title}`);

  const typed: readonly (readonly [text: string, hint: string, answer: Answer])[] = [
    ['2', 'Enter chooses: Search', picked(1)],
    ['3, 1', 'Enter chooses: Editor, Export', picked(0, 2)],
    ['1,4', 'Enter chooses: Editor. Then type your own answer.', { ...picked(0), other: true }],
    ['4', 'Press Enter, then type your own answer.', own('')],
  ];
  for (const [text, hint, answer] of typed) {
    it(`takes the numbers of options: ${text}`, async () => {
      await page.ask(openItem([parts]));
      await other('Parts').fill(text);
      await eventually(() => page.description(other('Parts')), hint);
      await other('Parts').press('Enter');
      await eventually(() => page.lastDraft(), [answer]);
      await eventually(() => page.webview.intentsOf('answerQuestion'), []);
      await eventually(() => other('Parts').inputValue(), '');
    });
  }

  it('takes any other words as they are, and numbers too when they are submitted without Enter', async () => {
    await page.ask(openItem([store]));
    for (const text of ['5', '1,2', '1 file', '0', '-1']) {
      await other('Storage').fill(text);
      await eventually(async () => (await page.lastDraft())?.[0]?.otherText, text);
      await eventually(() => page.description(other('Storage')), '', text);
    }
    await other('Storage').fill('2');
    await page.press('Control+Enter');
    await eventually(() => page.sent(), [own('2')]);
  });
});
