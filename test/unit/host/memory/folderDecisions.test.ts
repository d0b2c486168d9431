// The decisions of a work folder as the host asks for them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderDecisions, ledgerFolderIn } from '../../../../src/host/memory/folderDecisions.js';
import type { Decision } from '../../../../src/memory/decision.js';
import { emptyAnswer } from '../../../../src/shared/answers.js';
import type { Question } from '../../../../src/shared/question.js';
import { questionAgain } from '../../../../src/chat/answerAgain.js';
import { announcedQuestion } from '../../../../src/chat/questionMachine.js';
import { initialState } from '../../../../src/chat/state.js';
import { answeredAgain } from '../../../../src/chat/answeredAgain.js';
import { choice, pick } from '../../../support/questions.js';
import { nameOf, putDecisions } from '../../../support/ledgers.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the decisions of a folder', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'parley-decisions-'))));
  afterEach(() => removeFolder(root));
  const open = ({
    now = 2,
    warn = () => undefined,
  }: { readonly now?: number; readonly warn?: (text: string) => unknown } = {}): FolderDecisions => {
    const nothing = (): void => undefined;
    const log = { trace: nothing, debug: nothing, info: nothing, warn: (text: string) => void warn(text), error: nothing };
    return new FolderDecisions({ storage: root, folder: root, log, now: () => now, answeredAgain: 'again' });
  };

  it('has a decision of any age, as long as it is there', async () => {
    const now = 1_700_000_000_000;
    const decisions = open({ now });
    putDecisions(
      ledgerFolderIn(root),
      Array.from({ length: 2_100 }, (_, position) => decided(`d${position}`, now - 2_100 + position, root)),
    );
    assert.deepEqual(
      (await decisions.byId(['none', 'd0', 'd7'])).map(({ id }) => id),
      ['d0', 'd7'],
    );
    await decisions.ledger.delete(['d0']);
    assert.deepEqual(await decisions.byId(['d0']), []);
    await decisions.end();
  });

  it('hold a new answer to the same question in the place of the old one, and the old one again where its branch is shown', async () => {
    const decisions = open();
    const questions = [choice('Which?', 'Which', ['A', 'B']), choice('And?', 'And', ['C', 'D'])];
    const first = { ...announcedQuestion('t1'), phase: 'answered' as const, questions, draft: [pick(0), pick(1)] };
    const chat = { key: 'k', session: 's', isOfAgents: false };
    await decisions.remember([first], chat);
    const second = { ...first, id: 't2', draft: [pick(1), pick(1)], again: { of: 't1', uuid: 'u' } };
    const standing = async (): Promise<readonly string[]> =>
      (await decisions.byId(['t1:0', 't1:1', 't2:0', 't2:1'])).map(({ id, status, superseded }) => `${id} ${superseded?.by ?? status}`);
    await decisions.remember([second], chat);
    assert.deepEqual(await standing(), ['t1:0 t2:0', 't1:1 t2:1', 't2:0 current', 't2:1 current']);
    const [one, other] = [first, second].map(item => ({ ...initialState('auto'), items: [item] }));
    assert.ok(one !== undefined && other !== undefined);
    // What the person says of one of them stays.
    await decisions.ledger.judge('t2:1', { type: 'once' });
    await decisions.hold(answeredAgain(other, one));
    assert.deepEqual(await standing(), ['t1:0 current', 't1:1 current', 't2:0 t1:0', 't2:1 once']);
    await decisions.hold(answeredAgain(one, other));
    assert.deepEqual((await standing()).slice(0, 3), ['t1:0 t2:0', 't1:1 t2:1', 't2:0 current']);
    assert.deepEqual(answeredAgain(one, one), []);
    await decisions.end();
  });

  it('hold the answer of the branch that is shown alone, of three to one question', async () => {
    const decisions = open();
    const chat = { key: 'k', session: 's', isOfAgents: false };
    const branches = ['t1', 't2', 't3'].map(id => {
      const questions = [choice('Which?', 'Which', ['A', 'B'])];
      const again = { of: 't1', uuid: `u${id}` };
      const item = { ...announcedQuestion(id), phase: 'answered' as const, questions, draft: [pick(0)], ...(id !== 't1' && { again }) };
      return { item, state: { ...initialState('auto'), items: [item] } };
    });
    const [one, two, three] = branches;
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    await decisions.remember([one.item], chat);
    await decisions.remember([two.item], chat);
    await decisions.hold(answeredAgain(two.state, one.state));
    await decisions.remember([three.item], chat);
    const current = async (): Promise<readonly string[]> =>
      (await decisions.byId(['t1:0', 't2:0', 't3:0'])).flatMap(({ id, status }) => (status === 'current' ? [id] : []));
    assert.deepEqual(await current(), ['t3:0']);
    for (const [from, to] of [
      [three, two],
      [two, three],
      [three, one],
      [one, two],
    ] as const) {
      await decisions.hold(answeredAgain(from.state, to.state));
      assert.deepEqual(await current(), [`${to.item.id}:0`]);
    }
    // An answer may still be on its way to the disk when another branch is shown.
    const four = { ...three.item, id: 't4' };
    const fourth = { ...initialState('auto'), items: [four] };
    await Promise.all([decisions.remember([four], chat), decisions.hold(answeredAgain(fourth, two.state))]);
    assert.deepEqual(
      (await decisions.byId(['t4:0'])).map(({ status }) => status),
      ['superseded'],
    );
    assert.deepEqual(await current(), ['t2:0']);
    await decisions.end();
  });

  it('hold the newest of answers that were given again from each other’s card, and the one of the branch that is shown', async () => {
    const decisions = open();
    const chat = { key: 'k', session: 's', isOfAgents: false };
    const questions = [choice('Which?', 'Which', ['A', 'B'])];
    const first = { ...announcedQuestion('t1'), phase: 'answered' as const, questions, draft: [pick(0)] };
    const second = { ...questionAgain(first, 't2', 'u2'), phase: 'answered' as const };
    const third = { ...questionAgain(second, 't3', 'u3'), phase: 'answered' as const };
    const branches = [first, second, third].map(item => ({ item, state: { ...initialState('auto'), items: [item] } }));
    const current = async (): Promise<readonly string[]> =>
      (await decisions.byId(['t1:0', 't2:0', 't3:0'])).flatMap(({ id, status }) => (status === 'current' ? [id] : []));
    for (const { item } of branches) {
      await decisions.remember([item], chat);
      assert.deepEqual(await current(), [`${item.id}:0`]);
    }
    for (const [from, to] of [
      [2, 0],
      [0, 2],
      [2, 1],
      [1, 0],
    ] as const) {
      const [left, shown] = [branches[from], branches[to]];
      assert.ok(left !== undefined && shown !== undefined);
      await decisions.hold(answeredAgain(left.state, shown.state));
      assert.deepEqual(await current(), [`${shown.item.id}:0`]);
    }
    await decisions.end();
  });

  it('hold one of two new answers, where the first one of all was never kept', async () => {
    const decisions = open();
    const chat = { key: 'k', session: 's', isOfAgents: false };
    const questions = [choice('Which?', 'Which', ['A', 'B'])];
    const first = { ...announcedQuestion('t1'), phase: 'answered' as const, questions, draft: [pick(0)] };
    const second = { ...questionAgain(first, 't2', 'u2'), phase: 'answered' as const };
    const third = { ...questionAgain(second, 't3', 'u3'), phase: 'answered' as const };
    const current = async (): Promise<readonly string[]> =>
      (await decisions.search('', { limit: 9 })).flatMap(({ id, status }) => (status === 'current' ? [id] : []));
    await decisions.remember([second], chat);
    await decisions.remember([third], chat);
    assert.deepEqual(await current(), ['t3:0']);
    const [shows2, shows3] = [second, third].map(item => ({ ...initialState('auto'), items: [item] }));
    assert.ok(shows2 !== undefined && shows3 !== undefined);
    await decisions.hold(answeredAgain(shows3, shows2));
    assert.deepEqual(await current(), ['t2:0']);
    await decisions.end();
  });

  describe('of which the disk has refused the new answer to a question', () => {
    let decisions: FolderDecisions;
    const chat = { key: 'k', session: 's', isOfAgents: false };
    const statuses = async (): Promise<readonly string[]> => (await decisions.byId(['t1:0', 't2:0'])).map(({ status }) => status);
    beforeEach(async () => {
      decisions = open();
      const questions = [choice('Which?', 'Which', ['A', 'B'])];
      const first = { ...announcedQuestion('t1'), phase: 'answered' as const, questions, draft: [pick(0)] };
      const second = { ...questionAgain(first, 't2', 'u2'), phase: 'answered' as const };
      await decisions.remember([first], chat);
      const ledger = ledgerFolderIn(root);
      renameSync(ledger, `${ledger}.away`);
      // A file in the place of the ledger's folder.
      writeFileSync(ledger, '');
      await assert.rejects(decisions.remember([second], chat), { code: 'ENOTDIR' });
      rmSync(ledger);
      renameSync(`${ledger}.away`, ledger);
    });

    it('hold it with the next answer', async () => {
      await decisions.remember([], chat);
      await decisions.end();
      assert.deepEqual(await statuses(), ['superseded', 'current']);
    });

    it('hold it once the person tries again', async () => {
      await decisions.writeHeld();
      assert.deepEqual(await statuses(), ['superseded', 'current']);
      await decisions.end();
    });

    it('hold the first one where the person says so before the next answer', async () => {
      await decisions.judge('t2:0', { type: 'supersede', reason: 'Too slow', by: 't1:0' });
      await decisions.remember([], chat);
      await decisions.end();
      assert.deepEqual(await statuses(), ['current', 'superseded']);
    });
  });

  it('has the branch and the files of the worktree in which a chat works', async () => {
    const [tree, other] = [join(root, '.claude', 'worktrees', 'one'), join(root, 'other')];
    const gitFolder = join(root, '.git', 'worktrees', 'one');
    for (const [folder, branch] of [
      [join(root, '.git'), 'main'],
      [gitFolder, 'topic'],
      [join(other, '.git'), 'of-another'],
    ] as const) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'HEAD'), `ref: refs/heads/${branch}\n`);
    }
    writeFileSync(join(gitFolder, 'commondir'), '../..\n');
    mkdirSync(join(tree, 'src'), { recursive: true });
    writeFileSync(join(tree, '.git'), `gitdir: ${gitFolder}\n`);
    const decisions = open();
    const chat = { key: 'k', session: 's', isOfAgents: false };
    const questions = [choice('Which port has server.ts?', 'Port', ['80', '8080'])];
    const answered = { ...announcedQuestion('t'), phase: 'answered' as const, questions, draft: [pick(0)] };
    await decisions.remember([answered], { ...chat, at: tree });
    // A command has taken Claude into another repository.
    const second = { ...answered, id: 'u', questions: [choice('Which colour?', 'Colour', ['Red', 'Blue'])] };
    await decisions.remember([second], { ...chat, at: other });
    const told = async (at?: string) => (await decisions.toTell(at)).map(({ id, branch }) => `${id} ${branch}`);
    assert.deepEqual(await told(), ['u:0 main', 't:0 topic']);
    assert.deepEqual(await told(tree), ['t:0 topic', 'u:0 main']);
    writeFileSync(join(tree, 'server.ts'), '');
    const asked = { ...announcedQuestion('v'), questions, draft: [emptyAnswer] };
    const earlier = async (at?: string) => (await decisions.earlier(asked, at)).map(({ branch, changed }) => [branch, ...changed]);
    assert.deepEqual(await earlier(), [['topic']]);
    assert.deepEqual(await earlier(other), [['topic']]);
    assert.deepEqual(await earlier(tree), [[undefined, 'server.ts']]);
    assert.deepEqual(await earlier(join(tree, 'src')), [[undefined, 'server.ts']]);
    await decisions.end();
  });

  it('shows the newest without reading the others', async () => {
    const said: string[] = [];
    const decisions = open({ warn: text => said.push(text) });
    const many = Array.from({ length: 400 }, (_, position) => decided(`d${position}`, position, root));
    putDecisions(ledgerFolderIn(root), many);
    writeFileSync(join(ledgerFolderIn(root), nameOf(decided('d7', 7, root))), 'damaged');
    const found = await decisions.search('', { limit: 200, folder: root, since: 250 });
    assert.deepEqual(
      found.map(({ id }) => id),
      many
        .slice(250)
        .reverse()
        .map(({ id }) => id),
    );
    assert.deepEqual(said, []);
    assert.equal((await decisions.search('d', { limit: 500 })).length, 399);
    assert.equal(said.length, 1);
    await decisions.end();
  });

  it('reads the others before they are sought', async () => {
    const said: string[] = [];
    const decisions = open({ warn: text => said.push(text) });
    putDecisions(
      ledgerFolderIn(root),
      Array.from({ length: 400 }, (_, position) => decided(`d${position}`, position, root)),
    );
    const last = join(ledgerFolderIn(root), nameOf(decided('d7', 7, root)));
    await decisions.readAhead();
    // A file that was read is not read again.
    writeFileSync(last, 'damaged');
    assert.equal((await decisions.search('d', { limit: 500 })).length, 400);
    assert.deepEqual(said, []);
    await decisions.end();
  });

  it('tells what is being written, too', async () => {
    const decisions = open();
    const { question } = decided('port', 1, root);
    const answered = { ...announcedQuestion('t'), questions: [question], draft: [{ ...emptyAnswer, selected: [0] }] };
    const written = decisions.remember([answered], { key: 'k', session: undefined, isOfAgents: false });
    assert.deepEqual(
      (await decisions.toTell()).map(({ id }) => id),
      ['t:0'],
    );
    await written;
    await decisions.end();
  });

  it('keeps the name of the agent that has asked', async () => {
    const decisions = open();
    const { question } = decided('port', 1, root);
    const otherAgent = { name: 'Codex', folder: root };
    const answered = { ...announcedQuestion('agent_t'), questions: [question], draft: [{ ...emptyAnswer, selected: [0] }], otherAgent };
    await decisions.remember([answered], { key: 'k', session: undefined, isOfAgents: true });
    await decisions.end();
    const next = open();
    assert.deepEqual((await next.toTell())[0]?.asker, { kind: 'agents', name: 'Codex' });
    await next.end();
  });

  it('tells what is there, though a write never ends', async () => {
    const decisions = open();
    await decisions.ledger.add([decided('port', 1, root)]);
    decisions.ledger.keep = () => new Promise(() => undefined);
    void decisions.remember([], { key: 'k', session: undefined, isOfAgents: false });
    assert.equal((await decisions.toTell()).length, 1);
  });

  it('offers what the disk refuses, also where it can read nothing, and writes it at the end', async () => {
    const decisions = open();
    const { question } = decided('port', 1, root);
    const answered = { ...announcedQuestion('t'), questions: [question], draft: [{ ...emptyAnswer, selected: [0] }] };
    // A file in the place of the ledger's folder.
    writeFileSync(join(root, 'decisions'), '');
    await assert.rejects(decisions.remember([answered], { key: 'k', session: undefined, isOfAgents: false }), { code: 'ENOTDIR' });
    const asked = { ...announcedQuestion('u'), questions: [question], draft: [emptyAnswer] };
    assert.equal((await decisions.earlier(asked))[0]?.decision, 't:0');
    // Found without words too, although the newest are read from the disk.
    assert.deepEqual(
      (await decisions.search('', { limit: 5 })).map(({ id }) => id),
      ['t:0'],
    );
    rmSync(join(root, 'decisions'));
    await decisions.end();
    const next = open();
    assert.equal((await next.byId(['t:0']))[0]?.status, 'current');
    await next.end();
  });

  it('offers what is called not the same no more, except to take that back on the same card, and offers it again then', async () => {
    const [decisions, other, later] = [open(), open(), open()];
    const one = decided('port', 1, root);
    await decisions.ledger.add([one]);
    const card = (id: string) => ({ ...announcedQuestion(id), questions: [one.question], draft: [emptyAnswer] });
    /** `isRefused` of each. */
    const offered = async (by: FolderDecisions, id: string) => (await by.earlier(card(id))).map(({ isRefused = false }) => isRefused);
    await decisions.judgeLikeness(card('t'), 0, 'port', 'notLike');
    assert.deepEqual([await offered(decisions, 't'), await offered(decisions, 'u')], [[true], []]);
    assert.deepEqual(await offered(other, 't'), []);
    await decisions.judgeLikeness(card('t'), 0, 'port', 'like');
    for (const id of ['t', 'u']) assert.deepEqual([await offered(decisions, id), await offered(later, id)], [[false], [false]]);
    await decisions.judgeLikeness(card('t'), 0, 'port', 'notLike');
    await decisions.ledger.delete(['port']);
    assert.deepEqual(await offered(decisions, 't'), []);
    await Promise.all([decisions.end(), other.end(), later.end()]);
  });

  it('tells the person’s own decisions also where more proposals of files than it looks at are newer', async () => {
    const decisions = open();
    const proposals = Array.from({ length: 300 }, (_, n) => ({ ...decided(`p${n}`, 9 + n, root), status: 'proposed' as const }));
    putDecisions(ledgerFolderIn(root), [decided('own', 1, root), ...proposals]);
    assert.deepEqual(
      (await decisions.toTell()).map(({ id }) => id),
      ['own'],
    );
    await decisions.end();
  });

  it('says why it cannot be written that Claude is told a decision no more', async () => {
    const decisions = open();
    // A file in the place of the ledger's folder.
    writeFileSync(join(root, 'decisions'), '');
    assert.deepEqual(await decisions.tell('port', false), { ok: false, problem: { code: 'noFolder' } });
    rmSync(join(root, 'decisions'));
    await decisions.ledger.add([decided('port', 1, root)]);
    assert.deepEqual(await decisions.tell('port', false), { ok: true });
    assert.equal((await decisions.byId(['port']))[0]?.untold, true);
    await decisions.end();
  });

  it('keeps no secret that a server has asked for, and the other fields of its form', async () => {
    const decisions = open();
    const { question } = decided('port', 1, root);
    const secrets = ['apiToken', 'Password of the database', 'API key', 'client_secret', 'PIN'].map(header => ({ ...question, header }));
    const questions = [...secrets, { ...question, header: 'Pinned version' }];
    const answered = { ...announcedQuestion('t'), questions, draft: questions.map(() => ({ ...emptyAnswer, selected: [0] })) };
    const by = { key: 'k', session: undefined, isOfAgents: false };
    await decisions.remember([{ ...answered, elicitation: { server: 'db' } }], by);
    const known = async (id: string): Promise<boolean> => (await decisions.byId([id])).length === 1;
    assert.deepEqual(await Promise.all(questions.map((_, position) => known(`k:t:${position}`))), [
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    // Claude's own questions about such things are decisions.
    await decisions.remember([answered], by);
    assert.equal(await known('t:0'), true);
    await decisions.end();
  });

  it('offers an answer to a server to that server alone', async () => {
    const decisions = open();
    const told: Decision = { ...decided('port', 1, root), asker: { kind: 'server', name: 'db' } };
    await decisions.ledger.add([told]);
    const asked = { ...announcedQuestion('t'), questions: [told.question], draft: [emptyAnswer] };
    const offered = async (by: object): Promise<number> => (await decisions.earlier({ ...asked, ...by })).length;
    assert.equal(await offered({ elicitation: { server: 'db' } }), 1);
    assert.equal(await offered({ elicitation: { server: 'other' } }), 0);
    assert.equal(await offered({}), 0);
    await decisions.end();
  });
});

function decided(id: string, at: number, folder: string): Decision {
  const question: Question = { kind: 'choice', question: `What about ${id}?`, header: '', multiSelect: false, options: [{ label: 'Yes' }] };
  return { id, at, folder, question, asker: { kind: 'claude' }, answer: { ...emptyAnswer, selected: [0] }, chosen: ['Yes'] };
}
