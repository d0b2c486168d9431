// A workspace of two roots with the real CLI: the person chooses the one in which a chat works, and the chat stays there.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Parley } from '../support/parley.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { eventually } from '../webview/harness.js';

const replies = {
  LOOK: [() => [toolUse('Bash', { command: 'pwd', description: 'Says where it is' })], () => [text('I have looked.')]],
  AGAIN: [() => [toolUse('Read', { file_path: 'only here.txt' })], () => [text('I have read it.')]],
};

describe('a workspace of two roots', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  let library = '';
  shareWindowless('roots', { replies, roots: ['library'] }, opened => {
    parley = opened;
    library = join(dirname(opened.folder), 'library');
    mkdirSync(library, { recursive: true });
    writeFileSync(join(library, 'only here.txt'), 'a word of the library\n');
  });

  const told = async (prompt: string): Promise<string> =>
    JSON.stringify((await parley.api.waitForRequest(request => !request.side && request.prompt === prompt && request.step === 0)).body);

  it('lets the person choose the one of a chat, which stays there, also after a restart', async () => {
    const choices = (): Promise<number> => parley.view.getByRole('button', { name: /^Works in: / }).count();
    await parley.view.getByRole('button', { name: 'Works in: workspace', exact: true }).click();
    await parley.view.getByRole('menuitemradio', { name: 'library', exact: true }).click();
    await parley.view.getByRole('button', { name: 'Works in: library', exact: true }).waitFor();

    await parley.send('LOOK');
    await parley.log.getByText('I have looked.').waitFor();
    assert.ok((await told('LOOK')).includes(`directory: ${library}`), 'the system prompt names the chosen root');
    assert.ok((await told('LOOK')).includes(parley.folder), 'the other root is added');
    assert.deepEqual(parley.toolResults(), [{ isError: false, text: library }]);
    await parley.view.getByText('Works in: library', { exact: true }).waitFor();
    await eventually(choices, 0);

    await parley.onDisk('LOOK', library);
    await parley.restart('closed');
    await parley.log.getByText('I have looked.').waitFor();
    await parley.view.getByText('Works in: library', { exact: true }).waitFor();
    await eventually(choices, 0);
    parley.api.requests.length = 0;
    await parley.send('AGAIN');
    await parley.log.getByText('I have read it.').waitFor();
    const again = await told('AGAIN');
    assert.ok(again.includes(`directory: ${library}`) && again.includes('I have looked.'), 'it goes on with the same conversation');
    assert.match(parley.toolResults().at(-1)?.text ?? '', /a word of the library/);
  });
});
