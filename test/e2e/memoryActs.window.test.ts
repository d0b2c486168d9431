// What a person does with the memory by VS Code's own commands, views and dialogs: deletes, writes into files, takes in from files.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from 'playwright-core';
import type { Locator } from 'playwright-core';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { acceptFileDialog } from '../support/fileDialog.js';
import { filesWith } from '../support/filesWith.js';
import { focusArrived } from '../support/focusArrived.js';
import type { Parley } from '../support/parley.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { isWholeMatrix } from '../support/tier.js';
import { eventually } from '../webview/harness.js';

const asking = (question: string, ...labels: readonly string[]): Record<string, unknown> => ({
  questions: [{ question, header: 'Choice', multiSelect: false, options: labels.map(label => ({ label, description: `It is ${label}` })) }],
});
const replies: Replies = {
  DATABASE: [
    () => [toolUse('AskUserQuestion', asking('Which database keeps the notes?', 'PostgreSQL', 'SQLite'))],
    () => [text('Decided.')],
  ],
  HELLO: [() => [text('Hello, you.')]],
  GOAL: [
    () => [toolUse('mcp__parley__update_product_doc', { section: 'Goal', content: 'A shop for used bicycles.' })],
    () => [text('Noted.')],
  ],
};

/** A text by another person, with the line ends of Windows. */
const theirs = [
  '---',
  'status: "accepted"',
  'date: 2026-04-02',
  'decision-makers: Ann, Bo',
  '---',
  '# Zebrafish keeps the logs',
  '## Context and Problem Statement',
  'Where do the logs go, now that quokkas are gone?',
  '## Considered Options',
  '* Zebrafish',
  '* Files',
  '## Decision Outcome',
  'Chosen option: "Zebrafish", because it is fast.',
  '',
].join('\r\n');

describe('what a person does with the memory', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  const memory = { 'parley.memory.decisions': true, 'parley.memory.productDoc': true };
  shareWindow('memory-acts', { replies, settings: memory }, opened => (parley = opened));
  // A focus that still moves, as behind the last editor of another suite, would close the first dialog.
  before(async () => {
    await parley.view.getByRole('textbox', { name: 'Message Claude' }).click();
    await focusArrived(parley.page, parley.view);
  });

  const inFolder = (...parts: readonly string[]): string => join(parley.folder, ...parts);
  const systemOf = async (prompt: string): Promise<string> => {
    await parley.newChat();
    await parley.send(prompt);
    const { system } = await parley.api.waitForRequest(request => !request.side && request.prompt === prompt);
    await parley.log.getByText('Hello, you.').waitFor();
    return system;
  };
  const decide = async (prompt: string): Promise<void> => {
    await parley.send(prompt);
    await parley.card().getByRole('radio', { name: 'SQLite' }).click();
    await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    await parley.log.getByText('Decided.').waitFor();
  };
  const told = async (words: string | RegExp): Promise<void> => {
    const toast = parley.page.getByRole('dialog').filter({ hasText: words });
    await toast.waitFor();
    await parley.run('notifications.clearAll');
    await toast.waitFor({ state: 'detached' });
  };
  const texts = (folder: string): Readonly<Record<string, string>> =>
    Object.fromEntries(readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')]));
  const decisionFiles = (): string => inFolder('docs', 'decisions');
  const rowOf = (question: string): Locator => parley.page.getByRole('treeitem', { name: question });
  const takeIn = async (taken: number): Promise<void> => {
    await parley.runTitled('Parley: Import Decisions from Files (MADR)…');
    await acceptFileDialog(parley.page);
    await told(`Imported: ${taken}.`);
  };
  const isGone = (error: unknown): void => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  };
  /** What VS Code shows beside a row lies over the next one until the pointer has left it. */
  const pointAt = async (row: Locator): Promise<void> => {
    await parley.page.mouse.move(0, 0);
    await eventually(() => parley.page.locator('.hover-contents').count(), 0);
    await row.hover();
  };
  const accept = async (...questions: readonly string[]): Promise<void> => {
    await parley.runTitled('Parley: Decisions');
    for (const question of questions) {
      const button = rowOf(question).getByRole('button', { name: 'Accept Decision' });
      await pointAt(rowOf(question));
      await button.waitFor();
      // VS Code draws the tree anew after each decision, and loses a click in the middle of which it does so. Clicks without end would
      // each be a judgement, and the tree would be drawn anew without end.
      await eventually(async () => {
        if ((await button.count()) > 0) await button.click({ timeout: 5_000 }).catch(isGone);
        await button.waitFor({ state: 'detached', timeout: 5_000 }).catch(isGone);
        return button.count();
      }, 0);
    }
  };
  const takeInTheirs = async (name: string): Promise<void> => {
    mkdirSync(decisionFiles(), { recursive: true });
    writeFileSync(join(decisionFiles(), name), theirs);
    await takeIn(1);
    rmSync(decisionFiles(), { recursive: true });
  };
  const writeAll = async (): Promise<void> => {
    await parley.runTitled('Parley: Write Decisions to docs/decisions (MADR)…');
    await parley.pick(/^All, including/);
    await told('Written to docs/decisions');
  };
  const exportDoc = async (): Promise<string> => {
    await parley.runTitled('Parley: Export the Product Doc as JSON');
    await acceptFileDialog(parley.page);
    await told('Product Doc exported to');
    return readFileSync(inFolder('product-doc.json'), 'utf8');
  };
  /** What Parley remembers is gone, as on another computer. */
  const forgetAll = async (): Promise<void> => {
    const folders = join(parley.userData, 'User', 'globalStorage', 'parley.parley', 'folders');
    for (const folder of readdirSync(folders))
      for (const part of ['decisions', 'memory']) rmSync(join(folders, folder, part), { recursive: true, force: true });
    await parley.restart('closed');
  };

  it('a decision from a file is told once it is accepted in the view, and one that is deleted there is gone from the disk and from what the next chat is told', async () => {
    await takeInTheirs('0001-before.md');
    assert.doesNotMatch(await systemOf('HELLO proposed'), /quokkas|Zebrafish/);
    const isKept = (): Promise<readonly string[]> => filesWith(parley.userData, 'quokkas');
    assert.notDeepEqual(await isKept(), []);
    await accept('quokkas');
    assert.match(await systemOf('HELLO before'), /quokkas are gone\?" → "Zebrafish"/);
    const row = rowOf('quokkas');
    const dialog = parley.page.getByRole('dialog').filter({ hasText: 'Delete this decision for good?' });
    for (const answer of ['Cancel', 'Delete']) {
      await pointAt(row);
      // By the button, and by the key.
      if (answer === 'Cancel') await row.getByRole('button', { name: 'Delete Decision…' }).click();
      else {
        await row.click();
        await parley.page.keyboard.press('Delete');
      }
      assert.notDeepEqual(await isKept(), []);
      await dialog.getByRole('button', { name: answer, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await row.waitFor({ state: 'detached' });
    await eventually(isKept, []);
    assert.doesNotMatch(await systemOf('HELLO after'), /quokkas|Zebrafish/);
    assert.deepEqual(await isKept(), []);
  });

  if (isWholeMatrix)
    it('decisions and the Product Doc come back from their files on another computer, byte for byte', async () => {
      await takeInTheirs('0001-zebrafish-keeps-the-logs.md');
      await accept('quokkas');
      await decide('DATABASE once');
      await writeAll();
      await parley.newChat();
      await parley.send('GOAL set');
      await parley.log.getByText('Noted.').waitFor();
      const written = texts(decisionFiles());
      assert.deepEqual(Object.keys(written), ['0001-zebrafish-keeps-the-logs.md', '0002-choice.md']);
      assert.equal(written['0001-zebrafish-keeps-the-logs.md'], theirs);
      const doc = await exportDoc();
      await forgetAll();
      await takeIn(2);
      await accept('Which database', 'quokkas');
      renameSync(decisionFiles(), inFolder('docs', 'sent'));
      await writeAll();
      assert.deepEqual(texts(decisionFiles()), written);
      await parley.runTitled('Parley: Import a Product Doc from JSON');
      await parley.pick('product-doc.json');
      await parley.page
        .getByRole('dialog')
        .filter({ hasText: 'Import one section from product-doc.json?' })
        .getByRole('button', { name: 'Import' })
        .click();
      await parley.page.getByRole('tab', { name: /product-doc\.md/ }).waitFor();
      renameSync(inFolder('product-doc.json'), inFolder('sent.json'));
      assert.equal(await exportDoc(), doc);
    });

  it('the Product Doc is kept in the workspace, where what the person writes is told and stays', async () => {
    const { page } = parley;
    const file = inFolder('.claude', 'product-doc.md');
    await parley.send('GOAL first');
    await parley.log.getByText('Noted.').waitFor();
    await parley.runTitled('Parley: Keep the Product Doc in the Workspace');
    await told('The Product Doc is now the file .claude/product-doc.md');
    const kept = readFileSync(file, 'utf8');
    assert.equal(kept, '## Goal\n\nA shop for used bicycles.\n');
    await page.getByRole('tab', { name: /product-doc\.md/ }).click();
    // A key that comes before the editor has the focus goes elsewhere.
    await page.locator('.monaco-editor.focused').waitFor();
    await eventually(async () => {
      await page.keyboard.press('Control+End');
      return page.getByRole('button', { name: /^Ln 4, Col 1\b/ }).count();
    }, 1);
    await page.keyboard.type('It is in Bern.');
    await page.keyboard.press('Control+S');
    const edited = `${kept}It is in Bern.`;
    await eventually(() => readFile(file, 'utf8'), edited);
    assert.match(await systemOf('HELLO edited'), /Goal: A shop for used bicycles\. It is in Bern\./);
    await parley.newChat();
    await parley.send('GOAL other');
    await parley.log.getByText('Noted.').waitFor();
    assert.equal(readFileSync(file, 'utf8'), edited);
  });
});
