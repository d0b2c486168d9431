// What was filled in outlives an act that comes to nothing: a CLI that does not start, a window that ends, a question that comes back changed.
import assert from 'node:assert/strict';
import { isSameQuestion } from '../../../src/chat/keptAnswers.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { QuestionState } from '../../../src/chat/state.js';
import { normalizeAnswers } from '../../../src/shared/answers.js';
import type { Answer } from '../../../src/shared/question.js';
import { answer, choice, own, pick } from '../../support/questions.js';
import { init, Peer, settled } from '../../support/peer.js';

const store = { question: 'Which store?', header: 'Store', options: ['SQLite', 'PostgreSQL'] };
const tables = { question: 'How many tables?', header: 'Tables', showIf: { question: 'Store', is: 'PostgreSQL' } };
const name = { question: 'Which name?', header: 'Name' };
const ask = (id: string, questions: readonly object[]): object => ({
  type: 'control_request',
  request_id: id,
  request: { subtype: 'hook_callback', input: { tool_name: 'mcp__parley__ask_user', tool_use_id: 't', tool_input: { questions } } },
});
const deferred = { type: 'result', subtype: 'success', is_error: false, terminal_reason: 'tool_deferred' };
const gone = { code: 0, signal: null, requestedByUs: true, stderr: '' };

describe('what was filled in', () => {
  let peer: Peer;
  const question = (): QuestionState =>
    peer.items.find((item): item is QuestionState => item.kind === 'question') ?? assert.fail('no question');
  const draft = (...answers: readonly Answer[]): void => {
    for (const [index, given] of answers.entries())
      peer.loop.dispatch({ type: 'answerDrafted', toolUseId: 't', question: index, answer: given, on: 0 });
  };
  const submit = async (undoTime = 0): Promise<void> => {
    const answers = normalizeAnswers(question().questions, question().draft);
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers, undoTime });
    await settled();
  };
  const park = async (): Promise<void> => {
    peer.loop.dispatch({ type: 'parkRequested' });
    await settled();
    peer.say(deferred);
    peer.exit(gone);
    await settled();
    assert.equal(question().phase, 'parked');
  };
  beforeEach(async () => {
    peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
    await settled();
    peer.say(init, ask('h', [store, tables, name]));
  });

  // The second question is out of sight, and the third has words beside the option; neither is sent.
  const filled = [pick(0), own('seven'), answer({ otherText: 'Parley', note: 'or so' })];

  for (const [undo, elapsed] of [
    [0, false],
    [5_000, true],
  ] as const)
    it(`is all back where no CLI can be started${elapsed ? ', behind the time to undo' : ''}`, async () => {
      draft(...filled);
      await park();
      peer.problem = { code: 'notFound', detail: '' };
      await submit(undo);
      if (elapsed) peer.timers.at(-1)?.run();
      await settled();
      assert.deepEqual([question().phase, question().draft], ['parked', filled]);
    });

  it('is all back in the next window, which says that nothing was sent', async () => {
    draft(...filled);
    await park();
    await submit();
    assert.deepEqual([question().phase, peer.starts.length], ['sending', 2]);
    const kept: unknown = JSON.parse(JSON.stringify(peer.loop.state));
    const restored = restoredState(kept as typeof peer.loop.state, 'auto', 9);
    const [there] = restored.items.filter((item): item is QuestionState => item.kind === 'question');
    assert.deepEqual([there?.phase, there?.unsent, there?.draft], ['parked', true, filled]);
  });

  it('is what is sent, where the CLI asks the same once more', async () => {
    draft(...filled);
    await park();
    await submit();
    peer.say(ask('h2', [store, tables, name]));
    await settled();
    assert.equal(question().phase, 'sending');
    peer.exit({ ...gone, requestedByUs: false });
    await settled();
    assert.deepEqual([question().phase, question().typed], ['lost', undefined]);
  });

  describe('when the question comes back changed', () => {
    const back = async (...questions: readonly object[]): Promise<void> => {
      peer.say(ask('h2', questions));
      await settled();
    };

    it('goes with its questions, to other places too, and the card says that nothing was sent', async () => {
      draft(pick(1), own('seven'), own('Parley'));
      await park();
      await submit();
      await back({ question: 'Since when?', header: 'Since' }, name, store, tables);
      assert.deepEqual(
        [question().phase, question().unsent, question().draft],
        ['asked', 'changed', [answer(), own('Parley'), pick(1), own('seven')]],
      );
      assert.ok(!JSON.stringify(peer.written).includes('seven'), 'these are other questions');
      draft(own('2026'));
      assert.equal(question().unsent, undefined, 'the person has gone on');
    });

    it('says so also where the answers could still be undone', async () => {
      draft(pick(0), answer(), own('Parley'));
      await park();
      await submit(5_000);
      await back(store, { ...name, required: true });
      assert.deepEqual([question().held, question().unsent], [undefined, 'changed']);
    });

    it('keeps its words, and the options that are still there', async () => {
      draft(answer({ selected: [1], note: 'why' }), own('seven'), own('Parley'));
      await park();
      await back(
        { ...store, type: 'checkbox', options: ['PostgreSQL', 'DuckDB'] },
        { ...tables, required: true },
        { ...name, options: ['Parley', 'Quill'] },
      );
      assert.deepEqual(question().draft, [answer({ selected: [0], note: 'why' }), own('seven'), own('Parley')]);
      await back(
        { ...store, options: ['SQLite', 'DuckDB'] },
        { question: 'How many tables?' },
        { ...name, options: ['A', 'B'], allowOther: false },
      );
      assert.deepEqual(question().draft, [answer({ note: 'why' }), own('seven'), answer({ otherText: 'Parley' })]);
    });

    it('is not sent to other questions, also where it was given up for lost before', async () => {
      draft(pick(0), answer(), own('Parley'));
      await submit();
      peer.exit({ ...gone, requestedByUs: false });
      await settled();
      assert.equal(question().phase, 'lost');
      const { length } = peer.written;
      await back({ ...store, question: 'Which store for the tests?' }, name);
      assert.deepEqual([question().phase, question().unsent, question().draft], ['asked', 'changed', [answer(), own('Parley')]]);
      assert.equal(peer.written.length, length);
    });

    it('takes the new default where nothing was filled in', async () => {
      await park();
      await back({ ...name, default: 'Parley' });
      assert.deepEqual(question().draft, [own('Parley')]);
    });
  });
});

describe('a question that was stored', () => {
  it('is the same one when it comes back, in whatever order its fields are read', () => {
    const asked = choice('Which database?', 'Database', ['PostgreSQL', 'SQLite']);
    const turned = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).toReversed()) as T;
    const stored = turned({ ...asked, options: asked.options.map(turned) });
    assert.notEqual(JSON.stringify(asked), JSON.stringify(stored));
    assert.equal(isSameQuestion(asked, stored), true);
    assert.equal(isSameQuestion(asked, { ...stored, options: stored.options.toReversed() }), false);
  });
});
