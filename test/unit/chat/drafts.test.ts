// The draft of a card that two sides write: the person, letter by letter, and the host, which puts references in.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editedByHost, withLaterEdits } from '../../../src/shared/answers.js';
import type { Answer, HostEdit } from '../../../src/shared/question.js';
import { applyChange, changeOf } from '../../../src/shared/textChange.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { QuestionState, ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { diff } from '../../../src/chat/view.js';
import { choice, own } from '../../support/questions.js';
import { runs } from '../../support/tier.js';

const asked = choice('Which?', 'Which', ['A', 'B']);

function open(...events: ChatEvent[]): ChatState {
  const begun: ChatEvent[] = [
    { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
    { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: false, input: { questions: [asked, asked], raw: {} } },
  ];
  return [...begun, ...events].reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
}

const reference = (text: string, question = 0): ChatEvent => ({
  type: 'referenceAdded',
  toolUseId: 't',
  question,
  field: 'otherText',
  text,
});
const typed = (text: string, on: number): ChatEvent => ({ type: 'answerDrafted', toolUseId: 't', question: 0, answer: own(text), on });

function questionOf(state: ChatState): QuestionState {
  const found = state.items.find(item => item.kind === 'question');
  assert.ok(found);
  return found;
}

describe('a draft that host and person write at the same time', () => {
  it('keeps the letter that was typed while a reference arrived, and the reference', () => {
    const question = questionOf(open(typed('as i', 0), reference('@a.ts'), typed('as in', 0)));
    assert.equal(question.draft[0]?.otherText, 'as in @a.ts ');
  });

  it('takes the words as they are once the card has the reference', () => {
    const question = questionOf(open(typed('as in', 0), reference('@a.ts'), typed('as in @a.ts and @b.ts', 1)));
    assert.equal(question.draft[0]?.otherText, 'as in @a.ts and @b.ts');
  });

  it('goes with what came into it while the answers were on their way', () => {
    const answered: ChatEvent = { type: 'questionAnswered', toolUseId: 't', answers: [own('as in'), own('two')], on: 1, undoTime: 0 };
    const { settlement } = questionOf(open(reference('@old.ts', 1), reference('@a.ts'), reference('@b.ts', 1), answered));
    assert.ok(settlement?.type === 'answer');
    assert.deepEqual(
      settlement.answers.map(({ otherText }) => otherText),
      ['as in @a.ts ', 'two @b.ts '],
    );
  });

  it('leaves a question out also with a reference in its note, but not in its answer', () => {
    const skipped = { ...own(''), other: false, skipped: true };
    const edit = { question: 0, text: '@a.ts' };
    assert.equal(editedByHost(asked, skipped, { ...edit, field: 'note' }).skipped, true);
    assert.equal(editedByHost(asked, skipped, { ...edit, field: 'otherText' }).skipped, false);
  });

  it('puts no reference into another question', () => {
    const question = questionOf(open(reference('@a.ts', 1), typed('alone', 0)));
    assert.deepEqual([question.draft[0]?.otherText, question.draft[1]?.otherText], ['alone', '@a.ts ']);
  });

  it('grows its revision with every change, and with nothing else', () => {
    const first = questionOf(open());
    const second = questionOf(open(typed('a', 0)));
    const third = questionOf(open(typed('a', 0), reference('@a.ts')));
    assert.deepEqual([first.revision, second.revision, third.revision], [0, 1, 2]);
    assert.equal(questionOf(open({ type: 'answerBegun', toolUseId: 't' })).revision, 0);
  });

  it('ends with the same on both sides, in whatever order their messages cross', () => {
    /** The card types or takes the next message of the host; the host takes the next message of the card or adds a reference. */
    const acts = fc.array(fc.constantFrom('type', 'toCard', 'toHost', 'refer' as const), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(acts, sequence => {
        const host = { text: own(''), edits: [] as HostEdit[] };
        const card = { text: own(''), seen: 0 };
        const toHost: { readonly answer: Answer; readonly on: number }[] = [];
        let letters = 0;
        const take = (): void => {
          const message = toHost.shift();
          if (message !== undefined) host.text = withLaterEdits(asked, message.answer, 0, host.edits, message.on);
        };
        const show = (): void => {
          for (const edit of host.edits.slice(card.seen)) card.text = editedByHost(asked, card.text, edit);
          card.seen = host.edits.length;
        };
        for (const act of sequence) {
          if (act === 'type') {
            card.text = { ...card.text, otherText: `${card.text.otherText}${letters++ % 10}`, other: true };
            toHost.push({ answer: card.text, on: card.seen });
          } else if (act === 'refer') {
            const edit: HostEdit = { question: 0, field: 'otherText', text: `@${host.edits.length}` };
            host.edits.push(edit);
            host.text = editedByHost(asked, host.text, edit);
          } else if (act === 'toHost') take();
          else show();
        }
        while (toHost.length > 0) take();
        show();
        assert.equal(host.text.otherText, card.text.otherText);
        assert.equal(card.text.otherText.replace(/@\d+|\s/g, '').length, letters, 'a letter is gone');
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe('what a view is told of a draft', () => {
  it('is the draft alone, not the questions', () => {
    const before = open();
    const after = step(before, typed('a', 0), 9).state;
    assert.equal(diff(before, after).type, 'draft');
    const asHeld = step(after, { type: 'questionDismissed', toolUseId: 't' }, 10).state;
    assert.equal(diff(after, asHeld).type, 'items');
  });

  it('holds of a long text what has changed in it', () => {
    const long = 'x'.repeat(100_000);
    const change = changeOf(`${long} a ${long}`, `${long} ab ${long}`);
    assert.deepEqual(change, { at: long.length + 2, length: 0, insert: 'b' });
    assert.ok(JSON.stringify(change).length < 100);
  });

  it('makes the new text of the old one, whatever they are', () => {
    const text = fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '😀', '\ud83d') }), { nil: undefined });
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(applyChange(before, changeOf(before, after)), after);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
