// Earlier answers that are taken in as decisions, from conversations in the test's hand.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { questionAgain } from '../../src/chat/answerAgain.js';
import { announcedQuestion } from '../../src/chat/questionMachine.js';
import type { QuestionState } from '../../src/chat/state.js';
import { DecisionSources } from '../../src/host/memory/decisionSources.js';
import type { DecisionsDependencies } from '../../src/host/memory/decisionsContract.js';
import { takeInEarlier } from '../../src/host/memory/earlierAnswers.js';
import { FolderDecisions } from '../../src/host/memory/folderDecisions.js';
import { choice, pick } from '../support/questions.js';
import { removeFolder } from '../support/removeFolder.js';
import { replace } from './openParley.js';
import { anywhere } from './where.js';

const { window } = vscode;

anywhere('earlier answers', () => {
  let root: string;
  let sources: FolderDecisions[];
  let told: string[];
  let restore: () => void;
  beforeEach(() => {
    told = [];
    restore = replace(window, 'showInformationMessage', () => (text: string) => {
      told.push(text);
      return Promise.resolve(undefined);
    });
    root = mkdtempSync(join(tmpdir(), 'parley-earlier-'));
    const nothing = (): void => undefined;
    const log = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
    sources = ['one', 'two'].map(name => {
      mkdirSync(join(root, name, 'packages'), { recursive: true });
      return new FolderDecisions({
        storage: join(root, `of ${name}`),
        folder: join(root, name),
        log,
        now: () => 1,
        answeredAgain: 'again',
      });
    });
  });
  afterEach(async () => {
    restore();
    for (const source of sources) await source.end();
    await removeFolder(root);
  });

  const answered = (id: string): QuestionState => ({
    ...announcedQuestion(id),
    phase: 'answered',
    questions: [choice('Which?', 'Which', ['A', 'B'])],
    draft: [pick(0)],
  });
  interface Conversations {
    /** The folder of each session. */
    readonly sessions: Readonly<Record<string, string>>;
    /** The session of each stored chat. */
    readonly stored?: Readonly<Record<string, string>>;
    /** What is answered in each. */
    readonly questions: Readonly<Record<string, readonly QuestionState[]>>;
  }
  const takeIn = ({ sessions, stored = {}, questions }: Conversations): Promise<void> => {
    const questionsOf = (id: string) => Promise.resolve(questions[id] ?? []);
    const listed = Object.entries(stored).map(([key, sessionId]) => ({ key, sessionId, usedAt: 1 }));
    const past = Object.entries(sessions).map(([sessionId, folder]) => ({ sessionId, folder: join(root, folder), usedAt: 1 }));
    const dependencies = {
      store: () => Promise.resolve({ reading: { list: () => Promise.resolve(listed), questionsOf } }),
      transcripts: { list: () => Promise.resolve(past), questionsOf },
      sources: new DecisionSources({ all: () => sources.map(source => Promise.resolve(source)) }),
    };
    return takeInEarlier(dependencies as unknown as DecisionsDependencies & Pick<typeof dependencies, 'sources'>);
  };
  const kept = (): Promise<readonly string[][]> =>
    Promise.all(sources.map(async ({ ledger }) => (await ledger.all()).map(({ id, status }) => `${id} ${status}`).sort()));

  it('are decisions of the root in which they were given', async () => {
    await takeIn({
      sessions: { s1: 'one', s2: 'two', s3: join('two', 'packages') },
      stored: { chat: 's2' },
      questions: { s1: [answered('t1')], chat: [answered('t2')], s2: [answered('t2')], s3: [answered('t3')] },
    });
    assert.deepEqual(await kept(), [['t1:0 current'], ['t2:0 current', 't3:0 current']]);
    assert.deepEqual(told, ['Earlier answers imported: 3']);
  });

  it('hold in the place of those that were given before to the same question, and not against what the person has said since', async () => {
    const [first, other] = [answered('t1'), answered('t3')];
    const again: QuestionState = { ...questionAgain(first, 't2', 'u'), phase: 'answered' };
    const otherAgain: QuestionState = { ...questionAgain(other, 't4', 'u'), phase: 'answered' };
    const [source] = sources;
    await source?.remember([other, otherAgain], { key: 'chat', session: 's', isOfAgents: false });
    await source?.judge('t4:0', { type: 'once' });
    await source?.judge('t3:0', { type: 'accept' });
    const conversations = { sessions: { s: 'one' }, stored: { chat: 's' }, questions: { chat: [again, otherAgain], s: [first, other] } };
    await takeIn(conversations);
    assert.deepEqual(await kept(), [['t1:0 superseded', 't2:0 current', 't3:0 current', 't4:0 once'], []]);
  });
});
