// Parley: Decisions, the view: what it shows and what a person does in it. The folder's decisions are written as another window would.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Decision, Decisions } from '../../src/memory/decision.js';
import { ledgerIn, putDecisions } from '../support/ledgers.js';
import { pick } from '../support/questions.js';
import { decided, decisionId, decisionsInHand, workFolder } from './decisionsInHand.js';
import { asks, makeFakeCli } from './fakeCli.js';
import { contextKeys, replace } from './openParley.js';
import { setSetting, takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere, inVsCode } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const { window } = vscode;

describe('the view of decisions', () => {
  const hand = decisionsInHand();
  const { labels, onDisk, open, pickInTurn, rowOf, run, searchLists, typeInBox } = hand;
  let other: Decisions;
  beforeEach(() => {
    ({ other } = hand);
  });

  anywhere.it('reads nothing before it is visible, and shows the newest first, with the answer', async () => {
    await other.add([decided('Which colour?', 3), decided('Which font?', 1), decided('Which size?', 2)]);
    await hand.openHidden();
    assert.equal(hand.tree.readings, 0);
    hand.tree.setVisible(true);
    await until(() => hand.tree.readings > 0);
    assert.deepEqual(labels(), ['Which font?', 'Which size?', 'Which colour?']);
    // An hour ago is another day at midnight.
    assert.match(hand.tree.texts[0] ?? '', /^Yes – Which font\? — (1 hr\. ago|yesterday)$/);
    const { item } = rowOf('Which font?');
    assert.match(plainTooltip(item), /● Yes\n○ No/);
    assert.match(item.accessibilityInformation?.label ?? '', /^Yes; Which font\?; asked by Claude; /);
  });

  anywhere.it('has a row for each question: what holds, with the earlier answers below', async () => {
    const again = (id: string, hoursAgo: number, answer: string): Decision => ({
      ...decided('Which colour?', hoursAgo, { chosen: [answer] }),
      id,
    });
    await other.add([again('one', 72, 'Yes'), again('two', 48, 'No (Recommended)'), decided('Which font?', 1)]);
    await open();
    const [font, colour, earlier] = hand.tree.rows;
    assert.deepEqual([font?.label, colour?.label, earlier?.label], ['Yes – Which font?', 'No – Which colour?', 'Yes – Which colour?']);
    const states = hand.tree.rows.map(({ item }) => item.collapsibleState);
    assert.deepEqual(states, [
      vscode.TreeItemCollapsibleState.None,
      vscode.TreeItemCollapsibleState.Collapsed,
      vscode.TreeItemCollapsibleState.None,
    ]);
  });

  anywhere.it('shows an earlier answer in a row of its own once the one above it is gone, or holds no longer', async () => {
    const again = (id: string, hoursAgo: number): Decision => ({ ...decided('Which colour?', hoursAgo, { chosen: [id] }), id });
    await other.add([again('one', 72), again('two', 48), again('three', 24)]);
    await open();
    const shown = () => hand.tree.rows.map(({ label, item }) => [label.replace(/ – .*/, ''), item.collapsibleState]);
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    assert.deepEqual(shown(), [
      ['three', Collapsed],
      ['two', None],
      ['one', None],
    ]);
    await other.judge('three', { type: 'supersede', reason: 'Too dark' });
    await until(() => shown()[0]?.[0] === 'two');
    assert.equal(shown().length, 3);
    hand.parley.answerWith('Delete');
    await run('delete', hand.tree.rows[0] ?? assert.fail());
    await until(() => shown()[0]?.[0] === 'one');
    await run('delete', hand.tree.rows[1] ?? assert.fail());
    await until(() => hand.tree.rows.length < 2);
    assert.deepEqual(shown(), [['one', None]]);
  });

  anywhere.it('shows what a model wrote as plain text', async () => {
    await other.add([decided('$(trash) Press [here](command:x)\u202e?', 1, { chosen: ['$(check) Yes'] })]);
    await open();
    const { item, label } = hand.tree.rows[0] ?? assert.fail();
    for (const text of [label, String(item.description), plainTooltip(item), item.accessibilityInformation?.label ?? ''])
      assert.doesNotMatch(text, /\$\(|\]\(|\u202e/);
  });

  anywhere.it('shows what another window has changed, while it is visible', async () => {
    await other.add([decided('Which colour?', 3)]);
    await open();
    await other.add([decided('Which font?', 1)]);
    await until(() => labels().includes('Which font?'));
    hand.tree.setVisible(false);
    const { readings } = hand.tree;
    await other.delete([decisionId('Which font?')]);
    assert.equal(hand.tree.readings, readings);
    hand.tree.setVisible(true);
    await until(() => !labels().includes('Which font?'));
  });

  anywhere.it('shows a thousand in steps', async () => {
    putDecisions(
      hand.folder,
      Array.from({ length: 1_000 }, (_, index) => decided(`Question ${999 - index}?`, 1_000 - index)),
    );
    await open();
    assert.deepEqual([hand.tree.rows.length, labels()[0], labels().at(-1)], [201, 'Question 0?', 'Show more']);
    for (const shown of [401, 601, 801, 1_000]) {
      await run('more');
      await until(() => hand.tree.rows.length === shown);
    }
    assert.equal(labels().at(-1), 'Question 999?');
  });

  anywhere.it('says of one that no longer holds why, and never that it holds', async () => {
    await other.add([decided('Which colour?', 3), decided('Which tint?', 2)]);
    await open();
    typeInBox('Too dark');
    const lists = searchLists();
    const done = run('supersede', rowOf('Which colour?'));
    await until(() => lists[0]?.labels.join() === 'None,Yes – Which tint?');
    lists[0]?.pick('Yes – Which tint?');
    await done;
    await until(() => rowOf('Which colour?').item.description?.toString().startsWith('no longer holds') === true);
    assert.match(plainTooltip(rowOf('Which colour?').item), /: Too dark\nIn its place: Which tint\? → Yes$/);
    assert.match(String(rowOf('Which colour?').item.contextValue), /^superseded/);
    const [first] = await ledgerIn(hand.folder).ledger.all();
    assert.deepEqual([first?.status, first?.superseded?.by], ['superseded', decisionId('Which tint?')]);
    await run('restore', rowOf('Which colour?'));
    await until(() => rowOf('Which colour?').item.description?.toString().includes('holds') === false);
  });

  anywhere.it('says of one that it held only that time, and of a proposed one until it is accepted', async () => {
    await other.add([decided('Which colour?', 3), decided('Which font?', 1, { status: 'proposed' })]);
    await open();
    assert.match(hand.tree.texts[0] ?? '', /— proposed/);
    await run('accept', rowOf('Which font?'));
    await until(() => !/— (proposed|not told)/.test(hand.tree.texts[0] ?? ''));
    await run('limit', rowOf('Which colour?'));
    await until(() => /— only that time/.test(hand.tree.texts[1] ?? ''));
  });

  anywhere.it('draws only the row that a judgement is about, and nothing where that was so already', async () => {
    await other.add([decided('Which colour?', 72), decided('Which font?', 48, { status: 'proposed' }), decided('Which size?', 24)]);
    await open();
    const { readings } = hand.tree;
    // As a menu that is open holds it.
    const font = rowOf('Which font?');
    await run('accept', font);
    await until(() => !/— proposed/.test(hand.tree.texts[1] ?? ''));
    await run('accept', font);
    await run('limit', rowOf('Which colour?'));
    await until(() => /— only that time/.test(hand.tree.texts[2] ?? ''));
    assert.deepEqual(hand.tree.redrawn, ['Yes – Which font?', 'Yes – Which colour?']);
    assert.equal(hand.tree.readings, readings);
    await other.add([decided('Which tint?', 0)]);
    await until(() => labels().includes('Which tint?'));
    await run('limit', font);
    await until(() => rowOf('Which font?').item.description?.toString().startsWith('only that time') === true);
  });

  anywhere.it('says of which Claude is not told', async () => {
    await other.add([decided('Which colour?', 3)]);
    await open();
    await run('untell', rowOf('Which colour?'));
    await until(() => /— not told/.test(hand.tree.texts[0] ?? ''));
    await run('tell', rowOf('Which colour?'));
    await until(() => !/— (proposed|not told)/.test(hand.tree.texts[0] ?? ''));
  });

  anywhere.it('says in a sentence what has become of one where the view is not in sight, and that there are none', async () => {
    await hand.openHidden();
    await run('export');
    assert.equal(hand.parley.told.at(-1)?.[0], 'There are no decisions yet.');
    await other.add([decided('Which colour?', 3)]);
    for (const [act, words] of [
      ['untell', 'Claude is not told this decision: Yes – Which colour?'],
      ['tell', 'Claude is told this decision: Yes – Which colour?'],
      ['limit', 'Held only that time: Yes – Which colour?'],
      ['restore', 'Holds: Yes – Which colour?'],
    ] as const) {
      const lists = searchLists();
      const done = run(act);
      await until(() => lists[0]?.labels.join() === 'Yes – Which colour?');
      lists[0]?.pick('Yes – Which colour?');
      await done;
      assert.equal(hand.parley.told.at(-1)?.[0], words);
    }
  });

  anywhere.it('deletes several from the disk once the person has said so', async () => {
    await other.add([decided('Which colour?', 3), decided('Which font?', 2), decided('Which size?', 1)]);
    await open();
    await run('delete', rowOf('Which colour?'), rowOf('Which font?'));
    assert.match(hand.parley.asked[0] ?? '', /^Delete 2 decisions for good\?.*still shows the answer/);
    assert.equal(labels().length, 3);
    hand.parley.answerWith('Delete');
    // As with the key: VS Code gives the row with the focus.
    hand.tree.select(rowOf('Which colour?'), rowOf('Which font?'));
    await run('delete', rowOf('Which font?'));
    await until(() => labels().length === 1);
    assert.doesNotMatch(onDisk(), /Which colour|Which font/);
    assert.match(onDisk(), /Which size/);
  });

  anywhere.it('shows what the person filters by, and all again', async () => {
    await other.add([
      decided('Which colour?', 30),
      decided('Which font?', 2, { asker: { kind: 'server', name: 'tickets' } }),
      decided('Which font size?', 24 * 60),
    ]);
    await open();
    pickInTurn('Asked by…', 'tickets');
    await run('filter');
    await until(() => labels().join() === 'Which font?');
    assert.equal(hand.tree.message, 'Only: asked by the MCP server “tickets”');
    await run('showAll');
    await until(() => labels().length === 3);
    assert.equal(hand.tree.message, '');
    pickInTurn('Time…', '7 days');
    await run('filter');
    await until(() => labels().join() === 'Which font?,Which colour?');
    await run('showAll');
    pickInTurn('Words…');
    typeInBox('font');
    await run('filter');
    await until(() => labels().join() === 'Which font?,Which font size?');
    typeInBox('nothing of the kind');
    pickInTurn('Words…');
    await run('filter');
    await until(() => hand.tree.message === 'Nothing was found: “nothing of the kind”');
  });

  anywhere.it('can be searched as one types, in at most 200 rows', async () => {
    await other.add([...Array.from({ length: 250 }, (_, index) => decided(`Question ${index}?`, index + 2)), decided('Which colour?', 0)]);
    await open();
    const lists = searchLists();
    const searching = run('search');
    await until(() => lists[0]?.items.length === 200);
    const [list = assert.fail()] = lists;
    assert.equal(list.title, 'Decisions · the first 200');
    list.type('colou');
    await until(() => list.labels.join() === 'Yes – Which colour?');
    assert.equal(list.items[0]?.alwaysShow, true, 'VS Code leaves the search to Parley');
    pickInTurn('Time…', 'today');
    list.press();
    await until(() => lists[1]?.title === 'Decisions · today' && lists[1].labels.join() === 'Yes – Which colour?');
    assert.equal(lists[1]?.value, 'colou', 'what was typed is kept');
    lists[1].hide();
    await searching;
  });

  anywhere.it('goes to where an answer was given', async () => {
    const cli = await makeFakeCli(await asks());
    await useCli(cli);
    await open();
    const view = hand.parley.open();
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => view.find('question')?.phase === 'asked');
    view.post({ type: 'answerQuestion', id: 'toolu_fake_1', answers: [pick(0)] });
    await until(() => hand.tree.rows.length === 1);
    await hand.parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    await run('open', hand.tree.rows[0] ?? assert.fail());
    await until(() => view.find('question')?.phase === 'answered');
    assert.ok(view.messages.some(message => message.type === 'focus'));
    cli.remove();
  });

  anywhere.it('says that it is turned off, and still shows and deletes what is there', async () => {
    await other.add([decided('Which colour?', 3)]);
    await open({ settings: { 'parley.memory.decisions': false } });
    assert.match(hand.tree.message ?? '', /^This is turned off/);
    hand.parley.answerWith('Delete');
    await run('delete', rowOf('Which colour?'));
    await until(() => labels().length === 0);
    assert.equal(hand.tree.message, '', 'VS Code says it in an empty view');
  });

  anywhere.it(
    'is off for VS Code where Parley remembers nothing: a folder turns on nothing that the person has turned off, and a wrong value is none',
    async () => {
      const { Global, Workspace } = vscode.ConfigurationTarget;
      const isOff = (): unknown => contextKeys.get('parley.decisionsOff');
      try {
        await open();
        assert.equal(isOff(), false);
        await setSetting('parley.memory.decisions', true, Workspace);
        await setSetting('parley.memory.decisions', false, Global);
        await until(() => isOff() === true);
        await setSetting('parley.memory.decisions', 0, Global);
        await until(() => isOff() === false);
        await setSetting('parley.memory.decisions', false, Workspace);
        await until(() => isOff() === true);
      } finally {
        await takeBackSettings();
      }
    },
  );

  anywhere.it('takes in what was answered in the terminal, once', async () => {
    const config = mkdtempSync(join(tmpdir(), 'parley-config-'));
    const project = join(config, 'projects', workFolder.replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, `${terminalSession}.jsonl`), answeredInTerminal());
    await open({ settings: { 'parley.claude.environment': { CLAUDE_CONFIG_DIR: config } } });
    await run('takeIn');
    await until(() => labels().join() === 'Which colour?');
    assert.match(hand.tree.texts[0] ?? '', /^Blue – /);
    assert.deepEqual(hand.parley.told.at(-1), ['Earlier answers imported: 1']);
    hand.parley.answerWith('Delete');
    await run('delete', rowOf('Which colour?'));
    await run('takeIn');
    assert.deepEqual(hand.parley.told.at(-1), ['All earlier answers are here already.']);
    rmSync(config, { recursive: true });
  });

  anywhere.it('writes files that nothing overwrites, and reads them for another person', async () => {
    const docs = join(workFolder, 'docs', 'decisions');
    await other.add([decided('Which colour?', 3), decided('Which font?', 1, { status: 'proposed' })]);
    await open();
    await run('export', ...hand.tree.rows);
    assert.deepEqual(readdirSync(docs), ['0001-which-colour.md', '0002-which-font.md']);
    await run('export', ...hand.tree.rows);
    assert.deepEqual(hand.parley.told, [
      ['Written to docs/decisions: 0001-which-colour.md, 0002-which-font.md.'],
      ['There already, and left as they are: 2.'],
    ]);
    await hand.parley.close();
    await removeFolder(hand.storage);
    writeFileSync(join(docs, '0003-empty.md'), '');
    await open();
    hand.replaced(replace(window, 'showOpenDialog', () => () => Promise.resolve([vscode.Uri.file(docs)])));
    await run('import');
    await until(() => hand.tree.texts.length === 2);
    assert.match(hand.tree.texts[0] ?? '', /^Yes – Which font\? — proposed/);
    assert.match(hand.tree.texts[1] ?? '', /^Yes – Which colour\? — proposed/);
    assert.match(rowOf('Which colour?').item.accessibilityInformation?.label ?? '', /; from a file; /);
    assert.match(
      hand.parley.asked.at(-1) ?? '',
      /^Imported: 2\. A decision that the files call accepted is only proposed until you accept it\. Not imported: 0003-empty\.md \(no title/,
    );
    await run('import');
    assert.match(hand.parley.asked.at(-1) ?? '', /^Imported: 0\. Here already, or deleted by you: 2\./);
    rmSync(join(workFolder, 'docs'), { recursive: true });
  });

  inVsCode.it('is there in VS Code, without a word of VS Code’s that nobody gives it rows', async () => {
    await hand.openHidden();
    await vscode.commands.executeCommand('parley.decisions.focus');
  });
});

const terminalSession = '6f3c1a52-8f0e-4d3a-9b77-0123456789ab';

/** A transcript in the CLI's form: a prompt, a question, its answer. */
function answeredInTerminal(): string {
  const timestamp = '2026-05-03T10:00:00.000Z';
  const shared = { isSidechain: false, sessionId: terminalSession, cwd: workFolder, version: '2.1.329', timestamp, userType: 'external' };
  const questions = [
    {
      question: 'Which colour?',
      header: 'Colour',
      multiSelect: false,
      options: [
        { label: 'Blue', description: '' },
        { label: 'Red', description: '' },
      ],
    },
  ];
  const answers = { 'Which colour?': 'Blue' };
  const call = { type: 'tool_use', id: 'toolu_terminal', name: 'AskUserQuestion', input: { questions } };
  const content = 'User has answered your questions: "Which colour?"="Blue". You can now continue with the user\'s answers in mind.';
  const lines = [
    { type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'Ask me.' } },
    {
      type: 'assistant',
      uuid: 'u2',
      parentUuid: 'u1',
      message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [call] },
    },
    {
      type: 'user',
      uuid: 'u3',
      parentUuid: 'u2',
      toolUseResult: { questions, answers },
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_terminal', content }] },
    },
  ];
  return lines.map(line => `${JSON.stringify({ ...line, ...shared })}\n`).join('');
}

/** Markdown would be an object. */
function plainTooltip({ tooltip }: vscode.TreeItem): string {
  return typeof tooltip === 'string' ? tooltip : assert.fail('the tooltip is Markdown');
}
