// The project card as the person sees it and has it rewritten, and the Product Doc as JSON.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { rewriteCard, showCard } from '../../src/host/memory/cardRewriting.js';
import { exportDoc, importDoc } from '../../src/host/memory/docExchange.js';
import { takeIntoDoc } from '../../src/host/memory/docTaking.js';
import type { FolderDoc } from '../../src/host/memory/folderDoc.js';
import { docFile, docInHand } from './docInHand.js';
import { makeFakeCli } from './fakeCli.js';
import { replace } from './openParley.js';
import { setSetting, useCli } from './settings.js';
import { inTime, until } from './until.js';
import { anywhere } from './where.js';

const { window, workspace } = vscode;
const { Global } = vscode.ConfigurationTarget;

anywhere('the project card and the JSON of the Product Doc', () => {
  const hand = docInHand();
  const { told, put, textOf, diff } = hand;
  let doc: FolderDoc;
  beforeEach(() => {
    ({ doc } = hand);
  });

  const text = '## Goal\n\nSell bicycles.\n\n## Rules\n\nNo jQuery.\n\n## Stack\n\nNode.\n';
  const resultLine = (result: string, isError = false) => ({ type: 'result', subtype: 'success', is_error: isError, result });

  /** Has the CLI answer with this; gives what it was started with and what it read. */
  async function rewriteWith(result: string, isError = false): Promise<{ readonly args: readonly string[]; readonly read: string }> {
    const cli = await makeFakeCli([{ await: { end: true } }, { say: resultLine(result, isError) }]);
    await useCli(cli);
    await rewriteCard(doc);
    const log = cli.log();
    cli.remove();
    return {
      args: log.find(({ kind }) => kind === 'start')?.args ?? [],
      read: log.flatMap(({ kind, line = '' }) => (kind === 'stdin' ? [line] : [])).join('\n'),
    };
  }

  it('is shown as it is sent now, with what is not in it and why', async () => {
    put('CLAUDE.md', 'Always:\nNo jQuery.\n');
    put(docFile, text);
    await doc.untold.tell('Stack', false);
    const now = await doc.acts.card();
    assert.ok(now !== undefined);
    await showCard(doc);
    const lines = [
      '# Project card',
      `A new chat tells Claude these lines. They have at most ${now.card.tokens} tokens; a card must have fewer than 500.`,
      'Goal: Sell bicycles.',
      '## Not in it',
      '- Stack: removed by you\n- Rules: Claude reads it by itself in a file of the project\n',
    ];
    assert.equal(window.activeTextEditor?.document.getText(), lines.join('\n\n').trimEnd() + '\n\n');
    await setSetting('parley.memory.tellProjectCard', false, Global);
    await showCard(doc);
    await until(() => /Claude is not told these lines, because a setting is off/.test(window.activeTextEditor?.document.getText() ?? ''));
  });

  it('is rewritten by Claude, without tools and without a session, and written once the person accepts it', async () => {
    put(docFile, text);
    await doc.untold.tell('Stack', false);
    const { args, read } = await rewriteWith('```\nGoal: bicycles for everyone\nRules: no jQuery\n```');
    assert.deepEqual(args.slice(0, 8), [
      '-p',
      '--output-format',
      'json',
      '--tools',
      '',
      '--no-session-persistence',
      '--strict-mcp-config',
      '--system-prompt',
    ]);
    assert.match(read, /## Goal\n\nSell bicycles\./);
    assert.doesNotMatch(read, /Stack/, 'what the person has taken out');
    assert.doesNotMatch(args.join(), /bicycles/, 'other programs see the arguments');
    const card = 'Goal: bicycles for everyone\nRules: no jQuery';
    assert.deepEqual(await diff(), ['Goal: Sell bicycles.\nRules: No jQuery.\n', `${card}\n`]);
    assert.equal(textOf(docFile), text);
    await doc.texts.accept(undefined);
    assert.equal(textOf(docFile), `${text}\n## Project card\n\n${card}\n`);
    assert.equal((await doc.acts.read())?.sections['Project card']?.updated_by, 'llm');
    assert.deepEqual(
      (await doc.card.lines()).map(line => line.text),
      card.split('\n'),
    );
    // The card that is there is no part of what the next one is made of.
    hand.press = 'Use It';
    assert.doesNotMatch((await rewriteWith('Goal: shorter')).read, /for everyone/);
    assert.match(textOf(docFile), /## Project card\n\nGoal: shorter\n$/);
  });

  it('stays as it is where Claude’s answer is none', async () => {
    put(docFile, text);
    hand.press = 'Use It';
    const refusals: readonly (readonly [RegExp, string, boolean?])[] = [
      [/^Claude’s answer is empty/, ' \n'],
      [/^Claude’s card may have \d+ tokens, and a card must have fewer than 500/, 'long words '.repeat(400)],
      [/^The text has a line that begins with “## ”/, 'Goal: x\n## Rules\nnone'],
      [/^Claude has written no card: Not logged in/, 'Not logged in · Please run /login', true],
    ];
    for (const [words, result, isError] of refusals) {
      told.length = 0;
      await rewriteWith(result, isError);
      assert.match(told.join(), words);
    }
    assert.equal(textOf(docFile), text);
  });

  it('is rewritten no more once the person cancels, or the window ends', async () => {
    put(docFile, text);
    const cli = await makeFakeCli([{ hang: true }, { await: { contains: 'never' } }]);
    await useCli(cli);
    const sources: vscode.CancellationTokenSource[] = [];
    hand.replaced(
      replace(window, 'withProgress', () => (_options, work) => {
        const source = new vscode.CancellationTokenSource();
        sources.push(source);
        return work({ report: () => undefined }, source.token);
      }),
    );
    const cancelled = rewriteCard(doc);
    await until(() => cli.pids().length === 1);
    sources[0]?.cancel();
    await inTime(cancelled);
    const ended = rewriteCard(doc);
    await until(() => cli.pids().length === 2);
    await inTime(doc.end());
    await ended;
    for (const pid of cli.pids()) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    assert.match(told.join(), /^Claude has written no card/);
    assert.equal(textOf(docFile), text);
    cli.remove();
  });

  it('goes out as JSON and comes in again, byte for byte', async () => {
    put(docFile, text);
    await doc.tools.update('chat', { section: 'Status', content: 'Begun.' });
    const out = vscode.Uri.file(join(hand.root, 'out.json'));
    hand.replaced(replace(window, 'showSaveDialog', () => () => Promise.resolve(out)));
    hand.replaced(replace(window, 'showOpenDialog', () => () => Promise.resolve([out])));
    await exportDoc(doc);
    const json = readFileSync(out.fsPath, 'utf8');
    await importDoc(doc);
    assert.equal(told.at(-1), 'The Product Doc has everything that out.json says.');
    // Into a document that says something else.
    const mine = '## Goal\n\nRent bicycles.\n\n## Mine\n\nStays.\n';
    put(docFile, mine);
    await importDoc(doc);
    const [before, after] = await diff();
    assert.equal(before, mine);
    assert.match(after, /^## Goal\n\nSell bicycles\.\n\n## Mine\n\nStays\.\n\n## Rules/);
    assert.equal(textOf(docFile), mine);
    await doc.texts.accept(undefined);
    assert.equal(textOf(docFile), after);
    // Into an empty one.
    put(docFile, '');
    hand.press = 'Import';
    await importDoc(doc);
    await exportDoc(doc);
    assert.equal(readFileSync(out.fsPath, 'utf8'), json);
  });

  it('stays as it is, and nothing is written, where the person closes a dialog', async () => {
    put(docFile, text);
    put('AGENTS.md', '## Words\n\nA bicycle has two wheels.\n');
    const files = (): readonly string[] => readdirSync(hand.root, { recursive: true, encoding: 'utf8' }).sort();
    const at = '2026-05-03T10:00:00.000Z';
    const goal = { title: 'Goal', content: 'Rent bicycles.', updated_at: at, updated_by: 'user' };
    const newer = put('newer.json', JSON.stringify({ folder: '/x', sections: { Goal: goal }, project_card: '', updated_at: at }));
    const before = files();
    for (const dialog of ['showSaveDialog', 'showOpenDialog', 'showQuickPick'] as const)
      hand.replaced(replace(window, dialog, () => () => Promise.resolve(undefined)));
    for (const act of [exportDoc, importDoc, takeIntoDoc]) await act(doc);
    // The difference is open, and its message is closed.
    hand.replaced(replace(window, 'showOpenDialog', () => () => Promise.resolve([vscode.Uri.file(newer)])));
    await importDoc(doc);
    assert.match((await diff())[1], /Rent bicycles/);
    assert.deepEqual(told, ['Import one section from newer.json?']);
    assert.deepEqual([textOf(docFile), files()], [text, before]);
  });

  it('does not come in from a file that is none', async () => {
    put(docFile, text);
    for (const [json, words] of [
      ['{', /is not JSON/],
      [
        '{"folder":"/x","sections":{},"project_card":"","updated_at":"2026-01-01T00:00:00.000Z","more":1}',
        /a field that a Product Doc does not have: more/,
      ],
      ['{"sections":{},"project_card":"","updated_at":"2026-01-01T00:00:00.000Z"}', /either a folder or a session/],
      ['x'.repeat(1_000_001), /more than 1 MB/],
    ] as const) {
      const path = put('in.json', json);
      const restore = replace(window, 'showOpenDialog', () => () => Promise.resolve([vscode.Uri.file(path)]));
      await importDoc(doc);
      restore();
      assert.match(told.at(-1) ?? '', words);
    }
    assert.equal((await workspace.fs.readFile(vscode.Uri.file(join(hand.root, 'work', docFile)))).length, text.length);
  });
});
