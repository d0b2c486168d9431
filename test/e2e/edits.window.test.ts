// An edit of the real CLI that the person changes before allowing it: the file holds exactly what stood on the right side, and Claude is told
// what differs.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/claudes.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import { eventually } from '../webview/harness.js';

let folder = '';
const file = (): string => join(folder, 'edited.txt');
const content = '\ufeffone\r\ntwo\r\nthree\r\nfour\r\nfive\r\n';
const done = text('Thank you, I go on with that.');

const read = () => [toolUse('Read', { file_path: file() })];
const replies: Record<string, Replies[string]> = {
  EDIT_ONE: [read, () => [toolUse('Edit', { file_path: file(), old_string: 'two', new_string: 'TWO “$&”' })], () => [done]],
  EDIT_ALL: [
    read,
    () => [toolUse('Edit', { file_path: file(), old_string: 'one\ntwo\nthree\nfour\nfive', new_string: 'ONE\ntwo\nthree\nfour\nFIVE' })],
    () => [done],
  ],
  WRITE_ALL: [read, () => [toolUse('Write', { file_path: file(), content: 'first\nsecond\n' })], () => [done]],
};

describe('an edit of the real CLI that the person changes', function () {
  this.timeout(windowLimit);
  let parley: Parley;

  shareWindow('edits', { replies }, opened => {
    parley = opened;
    ({ folder } = parley);
  });

  const asked = (tool = 'Edit') => parley.log.getByRole('group', { name: `Claude asks for permission: ${tool}` });
  const decided = (tool = 'Edit') => parley.log.getByRole('group', { name: `Permission: ${tool}` });
  const diffTab = () => parley.page.getByRole('tab', { name: /^edited\.txt: Current/ });
  const bytes = (): string => readFileSync(file(), 'utf8');

  async function ask(key: string, tool = 'Edit'): Promise<void> {
    await parley.send(`${key} please`);
    await asked(tool).waitFor();
  }

  /** Opens the diff and writes `words` in front of the first line of its right side that has `line`. */
  async function type(line: string, words: string, tool = 'Edit'): Promise<void> {
    await asked(tool).getByRole('button', { name: 'Edit before allowing' }).click();
    await diffTab().waitFor();
    await parley.page.getByText(line).last().click();
    await parley.page.keyboard.press('Home');
    await parley.page.keyboard.type(words);
  }

  /** What Claude reads with the result. */
  async function told(): Promise<string> {
    const { messages } = await parley.api.waitForRequest(({ side, step, toolResults }) => !side && step === 2 && toolResults.length > 0);
    return JSON.stringify(messages.slice(-2));
  }

  const inJson = (words: string): string => JSON.stringify(words).slice(1, -1);

  beforeEach(() => writeFileSync(file(), content));
  afterEach(() => rmSync(file(), { force: true }));

  for (const cli of clis('newest')) {
    describe(`by the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': claudePaths[cli] }));
      after(() => parley.changeSettings({ 'parley.claude.path': claudePaths.newest }));

      it('in the editor: closing it decides nothing, and Allow writes the right side to the byte', async () => {
        await ask('EDIT_ONE');
        await type('TWO', 'mine ');
        await asked().getByText('You’ve edited this change.').waitFor();
        await parley.run('workbench.action.closeActiveEditor');
        await diffTab().waitFor({ state: 'detached' });
        assert.equal(bytes(), content);
        // By the button in the title of the diff.
        await asked().getByRole('button', { name: 'Edit before allowing' }).click();
        await diffTab().waitFor();
        await parley.page.getByRole('button', { name: 'Allow', exact: true }).click();
        const what = await told();
        await diffTab().waitFor({ state: 'detached' });
        assert.equal(
          bytes(),
          content.replace('two', () => 'mine TWO “$&”'),
        );
        assert.ok(what.includes(inJson('-TWO “$&”\n+mine TWO “$&”')), what);
        await decided().getByText('With your changes').waitFor();
        await decided().getByText('Claude was told what differs').waitFor();
      });

      it('one change left out on the card: the other one is written, and Claude is told which is missing', async () => {
        await ask('EDIT_ALL');
        await asked().getByRole('button', { name: 'Choose among its 2 changes' }).click();
        await asked().getByRole('checkbox', { name: 'Change 1 of 2, line 1' }).click();
        await asked().getByText('Left out: the file keeps these lines as they are.').waitFor();
        await asked()
          .getByRole('button', { name: /^Allow/ })
          .click();
        const what = await told();
        assert.equal(bytes(), content.replace('five', 'FIVE'));
        assert.ok(what.includes(inJson('left out, by the line of the file before the edit:\n- line 1: ONE')), what);
      });
    });
  }

  if (isWholeMatrix)
    it('a new content of a file, in the editor', async () => {
      writeFileSync(file(), 'old\n');
      await ask('WRITE_ALL', 'Write');
      await type('second', 'my ', 'Write');
      await asked('Write').getByText('You’ve edited this change.').waitFor();
      await asked('Write')
        .getByRole('button', { name: /^Allow/ })
        .click();
      assert.ok((await told()).includes(inJson('-second\n+my second')));
      assert.equal(bytes(), 'first\nmy second\n');
      // Decided: the diff is gone by itself.
      await diffTab().waitFor({ state: 'detached' });
    });

  it('of a file that has changed on the disk meanwhile is not written, and begins again from Claude’s edit', async () => {
    await ask('EDIT_ONE');
    await type('TWO', 'mine ');
    await asked().getByText('You’ve edited this change.').waitFor();
    writeFileSync(file(), `${content}six\r\n`);
    await asked()
      .getByRole('button', { name: /^Allow/ })
      .click();
    await asked().getByText('The file has changed since you began to change this edit.').waitFor();
    assert.equal(bytes(), `${content}six\r\n`);
    // What the card says of it is where the person looks next, who presses the button in the title of the diff.
    await diffTab().click();
    await parley.page.getByRole('button', { name: 'Allow', exact: true }).click();
    await eventually(() => asked().evaluate(card => card.contains(document.activeElement)), true);
    await asked().getByRole('button', { name: 'Discard my changes' }).click();
    await eventually(() => asked().getByText('The file has changed').count(), 0);
    await asked().getByRole('button', { name: /^Deny/ }).click();
    await eventually(() => asked().count(), 0);
  });
});
