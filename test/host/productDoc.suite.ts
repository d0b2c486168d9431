// What the person does with the Product Doc, in VS Code's own editors.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { keepInWorkspace } from '../../src/host/memory/docKeeping.js';
import { openDoc } from '../../src/host/memory/docOpening.js';
import { takeIntoDoc } from '../../src/host/memory/docTaking.js';
import type { FolderDoc } from '../../src/host/memory/folderDoc.js';
import { cpuTime } from '../support/cpuTime.js';
import { docFile as file, docInHand } from './docInHand.js';
import { openParley } from './openParley.js';
import { setSetting } from './settings.js';
import { until } from './until.js';
import { anywhere, everywhere, inVsCode } from './where.js';

const { window, workspace } = vscode;

describe('the Product Doc', () => {
  const hand = docInHand();
  const { told, put, textOf, stored, check, diff } = hand;
  let doc: FolderDoc;
  let root: string;
  beforeEach(() => {
    ({ doc, root } = hand);
  });
  const activeText = (): string | undefined => window.activeTextEditor?.document.getText();

  everywhere.it('opens in VS Code’s own editor, and begins with headings that say what belongs there', async () => {
    await doc.acts.open();
    assert.match(activeText() ?? '', /^# Product Doc\n\nClaude is told the sections below, and not these lines\./);
    assert.equal(activeText()?.match(/^## /gm)?.length, 3);
    assert.equal(window.activeTextEditor?.document.uri.fsPath, doc.places.stored.file);
  });

  anywhere.it('is read anew after each change on the disk', async () => {
    const path = put(file, '## Goal\n\nSell bicycles.\n');
    assert.deepEqual(
      (await doc.card.lines()).map(({ text }) => text),
      ['Goal: Sell bicycles.'],
    );
    writeFileSync(path, '## Goal\n\nRent bicycles.\n');
    assert.deepEqual(
      (await doc.card.lines()).map(({ text }) => text),
      ['Goal: Rent bicycles.'],
    );
    assert.match((await doc.tools.read('chat', {})).text, /Rent bicycles/);
  });

  anywhere.it('names its sections to a model where none of them fits the task', async () => {
    put(file, '## Goal\n\nSell bicycles.\n\n## Stack\n\nNode.\n');
    assert.match((await doc.tools.read('chat', { task_hint: 'mend the bicycles' })).text, /Sell bicycles/);
    const { text } = await doc.tools.read('chat', { task_hint: 'translate the menus' });
    assert.equal(text, 'No section fits the task_hint. The sections are: Goal, Stack.');
  });

  anywhere.it('takes a section from Claude again that the person has deleted, once Claude has read that', async () => {
    put(file, '## Goal\n\nSell bicycles.\n');
    (await doc.tools.read('chat', {})).delivered?.();
    put(file, '# Shop\n');
    const update = { section: 'Goal', content: 'Rent bicycles.' };
    const refused = await doc.tools.update('chat', update);
    assert.equal(refused.changed?.state, 'conflict');
    assert.match(refused.result.text, /It says now:\s+\(nothing: it is gone\)/);
    refused.result.delivered?.();
    assert.equal((await doc.tools.update('chat', update)).result.isError, undefined);
    assert.match(textOf(file), /## Goal\n\nRent bicycles\./);
  });

  inVsCode.it('is not changed by Claude while an editor holds changes that are not saved, and is after they are saved', async () => {
    const path = put(file, '## Goal\n\nSell bicycles.\n');
    (await doc.tools.read('chat', {})).delivered?.();
    const editor = await window.showTextDocument(await workspace.openTextDocument(vscode.Uri.file(path)));
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'By hand.\n\n'));
    const update = { section: 'Goal', content: 'Rent bicycles.' };
    const refused = await doc.tools.update('chat', update);
    assert.deepEqual([refused.result.isError, refused.changed], [true, undefined]);
    assert.match(refused.result.text, /has not saved it\. Nothing was written/);
    assert.equal(textOf(file), '## Goal\n\nSell bicycles.\n');
    await editor.document.save();
    // On a busy machine VS Code tells its extensions later that the document is saved.
    await until(() => !editor.document.isDirty);
    assert.equal((await doc.tools.update('chat', update)).result.isError, undefined);
    assert.equal(textOf(file), 'By hand.\n\n## Goal\n\nRent bicycles.\n');
    // VS Code shows the new text in the editor that is open.
    await until(() => editor.document.getText() === textOf(file));
  });

  inVsCode.it('is not changed by the person’s commands either while changes are not saved', async () => {
    const path = put(file, '## Goal\n\nSell bicycles.\n');
    put('AGENTS.md', '## Rules\n\nBe kind.\n');
    put('CLAUDE.md', 'See the other file.\n');
    const editor = await window.showTextDocument(await workspace.openTextDocument(vscode.Uri.file(path)));
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'By hand.\n\n'));
    check(() => true);
    await takeIntoDoc(doc);
    await keepInWorkspace(doc);
    assert.deepEqual(told, Array(2).fill('Save the Product Doc first: it has changes that are not saved.'));
    assert.equal(textOf(file), '## Goal\n\nSell bicycles.\n');
  });

  anywhere.it('takes in what the person checks, with nothing checked before, and tells nothing twice', async () => {
    put('CLAUDE.md', '# Shop\n\nA shop for bicycles.\n\n## Rules\n\nNo jQuery.\n');
    put('memory-bank/techContext.md', '# Tech\n\nNode and SQLite.\n\n## Open\n\n```\nno end\n');
    put('.kiro/steering/product.md', 'It sells bicycles.\n');
    const rows = check(({ label }) => label !== 'Product');
    await takeIntoDoc(doc);
    // The list shows the beginnings alone.
    const [before, after] = await hand.diff();
    assert.deepEqual([before, /No jQuery[^]*Node and SQLite/.test(after)], ['', true]);
    assert.equal(existsSync(doc.places.stored.file), false);
    await doc.texts.accept(undefined);
    const byItself = 'CLAUDE.md · Claude reads this file by itself';
    assert.deepEqual(
      rows.map(({ label, description, picked }) => [label, description, picked]),
      [
        ['Shop', byItself, false],
        ['Rules', byItself, false],
        ['Product', '.kiro/steering/product.md', false],
        ['Tech', 'memory-bank/techContext.md', false],
        ['Open', 'memory-bank/techContext.md', false],
      ],
    );
    assert.match(told.join(), /^Not imported: Open \(The text has .* a code block that stays open/);
    const text = activeText() ?? '';
    assert.equal(text, textOf('memory/product-doc.md', 'storage'));
    assert.deepEqual(
      [...text.matchAll(/^## (.*)/gm)].map(([, name]) => name),
      ['Shop', 'Rules', 'Tech'],
    );
    const now = await doc.card.now();
    assert.ok(now.ok);
    assert.deepEqual(now.sentByCli, ['Shop', 'Rules']);
    assert.doesNotMatch(now.card.text, /bicycles|jQuery/);
    assert.match(now.card.text, /Node and SQLite/);
    // What is there already is not offered again.
    const again = check(() => false);
    await takeIntoDoc(doc);
    assert.deepEqual(
      again.map(({ label }) => label),
      ['Product', 'Open'],
    );
  });

  anywhere.it('is told although AGENTS.md says the same, where the CLI does not read that file', async () => {
    put(file, '## Rules\n\nNo jQuery.\n');
    put('AGENTS.md', 'No jQuery.\n');
    assert.deepEqual(await doc.card.lines(), []);
    hand.readsAgents = false;
    assert.deepEqual(await doc.card.lines(), [{ section: 'Rules', text: 'Rules: No jQuery.' }]);
  });

  anywhere.it('takes in many sections without a look at all others for each, and says which of them it cannot hold', async () => {
    const content = 'Be kind to each other.\n'.repeat(10);
    const sections = Array.from({ length: 50 }, (_, at) => `## Rule ${at}\n\n${at}\n${content}`).join('\n');
    for (const name of ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md', 'openspec/project.md', '.kiro/steering/tech.md'])
      put(name, sections.replaceAll('## Rule', `## ${name} ${name}`).replaceAll('Be kind', `${name} Be kind`));
    check(() => true);
    const before = cpuTime();
    await takeIntoDoc(doc);
    const taken = cpuTime() - before;
    assert.ok(taken < 10_000, `${taken} ms`);
    assert.match(told.join(), /^Not imported: .*200 sections.*Add this to the Product Doc\?/);
  });

  anywhere.it('says that there is nothing to take in', async () => {
    await takeIntoDoc(doc);
    assert.match(told.join(), /^There is nothing to import/);
  });

  everywhere.it('is kept in the workspace, with who wrote what, and its copy goes', async () => {
    await doc.tools.update('chat', { section: 'Goal', content: 'Sell bicycles.' });
    await doc.acts.open();
    await keepInWorkspace(doc);
    assert.equal(textOf(file), '## Goal\n\nSell bicycles.\n');
    assert.deepEqual([existsSync(doc.places.stored.file), existsSync(doc.places.stored.meta)], [false, false]);
    assert.match(told.join(), new RegExp(`now the file ${file}\\. Others who have the repository see it`));
    assert.doesNotMatch(told.join(), /first folder/);
    const inTabs = window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.fsPath] : [])),
    );
    // On a busy machine the tab of an earlier test has been seen here.
    assert.deepEqual(
      inTabs.filter(path => path.startsWith(root)),
      [join(root, 'work', file)],
    );
    assert.equal((await doc.acts.read())?.sections['Goal']?.updated_by, 'llm');
    told.length = 0;
    await keepInWorkspace(doc);
    assert.deepEqual(told, [`The Product Doc is in the workspace already: ${file}`]);
  });

  anywhere.it('is kept in its own folder of several, which the message names', async () => {
    const [first] = workspace.workspaceFolders ?? [];
    const folders = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders');
    assert.ok(first && folders);
    const second = { uri: vscode.Uri.file(root), name: 'second', index: 1 };
    Object.defineProperty(workspace, 'workspaceFolders', { ...folders, get: () => [first, second] });
    hand.replaced(() => Object.defineProperty(workspace, 'workspaceFolders', folders));
    await keepInWorkspace(doc);
    assert.match(textOf(file), /^# Product Doc\n/);
    const where = `It is in the folder ${doc.options.folder}, and Claude gets it in the chats that work there.`;
    assert.ok(told.join().endsWith(where), told.join());
  });

  anywhere.it('never replaces a file that is there unseen', async () => {
    stored('## Goal\n\nMine.\n');
    put(file, '## Goal\n\nTheirs.\n');
    await keepInWorkspace(doc);
    assert.deepEqual(await diff(), ['## Goal\n\nTheirs.\n', '## Goal\n\nMine.\n']);
    assert.deepEqual([textOf(file), existsSync(doc.places.stored.file)], ['## Goal\n\nTheirs.\n', true]);
    // The file changes while the diff is open.
    put(file, '## Goal\n\nTheirs, later.\n');
    await doc.texts.accept(undefined);
    assert.equal(textOf(file), '## Goal\n\nTheirs, later.\n');
    assert.match(told.join(), /changed meanwhile, so nothing was written/);
    hand.press = 'Replace It';
    await keepInWorkspace(doc);
    assert.deepEqual([textOf(file), existsSync(doc.places.stored.file)], ['## Goal\n\nMine.\n', false]);
  });

  anywhere.it('gives way to a file that is there, where the person says so', async () => {
    stored('## Goal\n\nMine.\n');
    put(file, '## Goal\n\nTheirs.\n');
    hand.press = 'Keep the File';
    await keepInWorkspace(doc);
    assert.deepEqual([textOf(file), existsSync(doc.places.stored.file)], ['## Goal\n\nTheirs.\n', false]);
    assert.equal(activeText(), '## Goal\n\nTheirs.\n');
  });

  anywhere.it('is not written where it cannot be, and the person reads why', async () => {
    stored('## Goal\n\nMine.\n');
    const before = readdirSync(join(root, 'work'));
    const refusals: readonly (readonly [RegExp, () => unknown])[] = [
      [/is not saved as UTF-8/, () => put(file, Buffer.from([0x23, 0xff, 0xfe]))],
      [/has more than 1 MB/, () => put(file, 'x'.repeat(1_000_001))],
      [/There is a folder in the place of/, () => mkdirSync(join(root, 'work', file), { recursive: true })],
      [/folder of .* is not there/, () => put('.claude', 'a file')],
      [/does not lead to a Markdown file in the work folder/, () => symlinkSync(root, join(root, 'work/.claude'))],
      [
        /does not lead to a Markdown file in the work folder/,
        () => setSetting('parley.memory.productDocFile', '../doc.md', vscode.ConfigurationTarget.Global),
      ],
      [
        /does not lead to a Markdown file in the work folder/,
        () => setSetting('parley.memory.productDocFile', '.git/hooks/pre-commit', vscode.ConfigurationTarget.Global),
      ],
      ...['~/notes/doc.md', join(root, 'notes/doc.md'), '${workspaceFolder}/doc.md'].map(
        value =>
          [
            /does not lead to a Markdown file in the work folder/,
            () => setSetting('parley.memory.productDocFile', value, vscode.ConfigurationTarget.Global),
          ] as const,
      ),
      [
        /“parley\.memory\.productDocFile” leads to docs\/AGENTS\.md, which .* as instructions .* Name another Markdown file there/,
        () => setSetting('parley.memory.productDocFile', 'docs/AGENTS.md', vscode.ConfigurationTarget.Global),
      ],
    ];
    for (const [words, make] of refusals) {
      told.length = 0;
      await make();
      await keepInWorkspace(doc);
      assert.match(told.join(), words);
      assert.equal(told.length, 1);
      assert.ok(existsSync(doc.places.stored.file));
      rmSync(join(root, 'work/.claude'), { recursive: true, force: true });
    }
    assert.equal(existsSync(join(root, 'doc.md')), false);
    // Nothing was made, neither outside of the work folder nor in a folder of such a name.
    assert.deepEqual(readdirSync(join(root, 'work')), before);
    assert.equal(existsSync(join(root, 'notes')), false);
  });

  anywhere.it('is the file in the work folder that the setting names as an absolute path', async () => {
    stored('## Goal\n\nMine.\n');
    await setSetting('parley.memory.productDocFile', join(root, 'work/doc.md'), vscode.ConfigurationTarget.Global);
    await keepInWorkspace(doc);
    assert.deepEqual([textOf('doc.md'), existsSync(doc.places.stored.file)], ['## Goal\n\nMine.\n', false]);
    assert.match(told.join(), /is now the file doc\.md\./);
  });

  anywhere.it('stays in Parley’s storage where the setting names what can be no path', async () => {
    await setSetting('parley.memory.productDocFile', 'doc\0.md', vscode.ConfigurationTarget.Global);
    await doc.tools.update('chat', { section: 'Goal', content: 'Ours.' });
    assert.equal(textOf('memory/product-doc.md', 'storage'), '## Goal\n\nOurs.\n');
  });

  anywhere.it(
    'is not the file of a setting that leads to instructions: that file stays as it is, and the person is told once it is opened',
    async () => {
      put('CLAUDE.md', '## Goal\n\nTheirs.\n');
      await setSetting('parley.memory.productDocFile', 'CLAUDE.md', vscode.ConfigurationTarget.Global);
      await doc.tools.update('chat', { section: 'Goal', content: 'Ours.' });
      assert.equal(textOf('CLAUDE.md'), '## Goal\n\nTheirs.\n');
      assert.equal(textOf('memory/product-doc.md', 'storage'), '## Goal\n\nOurs.\n');
      await openDoc(doc);
      assert.equal(activeText(), '## Goal\n\nOurs.\n');
      assert.match(told.join(), /^The setting “parley\.memory\.productDocFile” leads to CLAUDE\.md, /);
    },
  );

  anywhere.it('is not written into a folder that is read-only', async () => {
    stored('## Goal\n\nMine.\n');
    chmodSync(join(root, 'work'), 0o555);
    const asRoot = process.geteuid?.() === 0;
    // Nothing is read-only for root, so for a while this process is another user, whose files these are.
    if (asRoot) {
      execFileSync('chown', ['-R', 'nobody', root]);
      process.seteuid?.('nobody');
    }
    try {
      await keepInWorkspace(doc);
    } finally {
      if (asRoot) process.seteuid?.(0);
    }
    assert.match(told.join(), /cannot be written: the file or its folder is read-only/);
    assert.ok(existsSync(doc.places.stored.file));
  });

  everywhere.it('shows Claude’s text beside a section that the person changed, and takes it only by the person’s act', async () => {
    put(file, '## Goal\n\nSell bicycles.\n');
    (await doc.tools.read('chat', {})).delivered?.();
    put(file, '## Goal\n\nSell and mend bicycles.\n');
    const { changed } = await doc.tools.update('chat', { section: 'Goal', content: 'Rent bicycles.' });
    assert.ok(changed?.state === 'conflict');
    await doc.acts.showConflict(changed.change);
    assert.deepEqual(await diff(), ['Sell and mend bicycles.', 'Rent bicycles.']);
    assert.equal(textOf(file), '## Goal\n\nSell and mend bicycles.\n');
    await doc.texts.accept(undefined);
    assert.equal(textOf(file), '## Goal\n\nRent bicycles.\n');
    await until(() => window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
    await doc.acts.showConflict(changed.change);
    assert.equal(told.at(-1), '“Goal” says that already.');
    // Nothing is offered any more.
    await doc.texts.accept(undefined);
    assert.match(told.at(-1) ?? '', /^No text is offered here/);
  });

  anywhere.it('keeps the section where it has changed once more since the difference was shown', async () => {
    put(file, '## Goal\n\nSell bicycles.\n');
    const { changed } = await doc.tools.update('chat', { section: 'Goal', content: 'Rent bicycles.' });
    assert.ok(changed !== undefined);
    await doc.acts.showConflict(changed.change);
    put(file, '## Goal\n\nBuy bicycles.\n');
    await doc.texts.accept(undefined);
    assert.match(told.at(-1) ?? '', /“Goal” has changed in .* meanwhile, so nothing was written/);
    assert.equal(textOf(file), '## Goal\n\nBuy bicycles.\n');
  });

  inVsCode.it('has commands, which offer to take in what is there when the document is not', async () => {
    const [work] = workspace.workspaceFolders ?? [];
    assert.ok(work);
    const agents = join(work.uri.fsPath, 'AGENTS.md');
    const parley = openParley();
    try {
      writeFileSync(agents, '## Rules\n\nBe kind.\n');
      await parley.run('parley.openProductDoc');
      assert.deepEqual(parley.told, [
        ['There is no Product Doc yet. It can begin with what is written down already: AGENTS.md', 'Choose What to Import', 'Begin Empty'],
      ]);
      assert.equal(window.activeTextEditor, undefined);
      parley.answerWith('Begin Empty');
      await parley.run('parley.previewProductDoc');
      await until(() => window.tabGroups.all.flatMap(({ tabs }) => tabs).length === 2);
    } finally {
      rmSync(agents);
      await parley.close();
    }
  });
});
