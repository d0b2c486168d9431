// What the real CLI has changed, by its tools and by commands: shown, taken back, told to Claude, and put back after a restart. With real git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { allow, sendWithSnapshot } from '../support/keptSnapshots.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

let folder = '';
const at = (name: string): string => join(folder, name);
const command = "printf 'changed\\n' >> kept.txt && rm gone.txt && mkdir -p made && printf 'made\\n' > made/new.txt";
/** Of 195 files those from 30 on; the person saves those up to 40 at the same time. */
const mixed = 'for n in $(seq 30 194); do printf "by it\\n" >> "many/$n.txt"; done';
const many = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);
const replies = {
  CHANGE: [
    () => [toolUse('Bash', { command, description: 'Changes files' })],
    () => [toolUse('Write', { file_path: at('written.txt'), content: 'written\n' })],
    () => [text('I have changed them.')],
  ],
  LOOK: [() => [text('I have seen that.')]],
  MIX: [
    () => [
      toolUse('Bash', { command: mixed, description: 'Changes many files' }),
      ...many(5).map(number => toolUse('Write', { file_path: at(`new ${number}.txt`), content: `new ${number}\n` })),
    ],
    () => [text('I have mixed them.')],
  ],
};

describe('the files that a turn of the real CLI has changed', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  shareWindowless('review', { replies }, opened => {
    parley = opened;
    ({ folder } = parley);
  });

  const put = (name: string, content: string): void => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
  };
  const read = (name: string): string | undefined => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined);
  const files = () => ['kept.txt', 'gone.txt', 'made/new.txt', 'written.txt'].map(read);
  const before = ['kept\n', 'gone\n', undefined, undefined];
  const left = ['kept\nchanged\n', undefined, 'made\n', 'written\n'];
  const button = (name: string | RegExp) => parley.log.getByRole('button', { name });
  const reader = (): string => {
    const { messages } = parley.api.requests.findLast(({ side, prompt }) => !side && prompt.includes('LOOK')) ?? assert.fail();
    // The CLI itself may say more behind it.
    return JSON.stringify(messages.slice(-2));
  };

  for (const cli of clis('newest'))
    it(`are counted, taken back one by one and as a whole, told to Claude once, and put back after a restart (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      for (const name of ['made', 'written.txt']) rmSync(at(name), { recursive: true, force: true });
      execFileSync('git', ['init', '-q', folder]);
      put('kept.txt', 'kept\n');
      put('gone.txt', 'gone\n');
      await sendWithSnapshot(parley, 'CHANGE');
      await allow(parley, 'Bash', 'Write');
      await parley.log.getByText('I have changed them.').waitFor();
      await button(/^4 files changed/).waitFor();
      assert.deepEqual(files(), left);

      await button(/^4 files changed/).click();
      await button('Revert: made/new.txt').click();
      await button('Undo revert: made/new.txt').waitFor();
      assert.deepEqual([read('made/new.txt'), existsSync(at('made'))], [undefined, false]);
      // What the person writes meanwhile stays.
      put('written.txt', 'mine\n');
      await button('Revert all').click();
      await parley.view.getByText('Claude is told: 3 files reverted').waitFor();
      assert.deepEqual(files(), [...before.slice(0, 3), 'mine\n']);
      await button('Undo revert: gone.txt').waitFor();

      await parley.send('LOOK');
      await parley.log.getByText('I have seen that.').waitFor();
      const [told = ''] = /The user has reverted these files.*?Do not/.exec(reader()) ?? [];
      assert.deepEqual(told.match(/[\w/]+\.txt/g)?.toSorted(), ['gone.txt', 'kept.txt', 'made/new.txt']);

      await parley.onDisk('CHANGE', '"changes"');
      await parley.restart('closed');
      if ((await button(/^4 files changed/).getAttribute('aria-expanded')) === 'false') await button(/^4 files changed/).click();
      await button('Undo all reverts').click();
      await parley.view.getByText('Claude is told: 3 files put back again').waitFor();
      assert.deepEqual(files(), [...left.slice(0, 3), 'mine\n']);
      await button('Revert: gone.txt').waitFor();
      assert.equal(execFileSync('git', ['-C', folder, 'ls-files'], { encoding: 'utf8' }), '');
    });

  for (const cli of clis('newest'))
    it(`are all there where its tools, a command and the person have changed 200 at once, the person’s marked (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      execFileSync('git', ['init', '-q', folder]);
      const names = many(195).map(number => `many/${number}.txt`);
      for (const name of names) put(name, `${name}\r\n`);
      for (const number of many(5)) rmSync(at(`new ${number}.txt`), { force: true });
      await sendWithSnapshot(parley, 'MIX');
      const bash = parley.log.getByRole('group', { name: 'Claude asks for permission: Bash' });
      await bash.waitFor();
      const saving = Promise.all(names.slice(0, 40).map(name => parley.run('workbench.action.files.save', { file: at(name) }, 'mine\r\n')));
      await bash.getByRole('button', { name: /^Allow/ }).click();
      for (const number of many(5)) {
        const write = parley.log.getByRole('group', { name: 'Claude asks for permission: Write' }).filter({ hasText: `new ${number}.txt` });
        // The turn goes on until then.
        if (number === 4) await saving;
        await write.getByRole('button', { name: /^Allow/ }).click();
      }
      await parley.log.getByText('I have mixed them.').waitFor();
      await button(/^200 files changed/).click();
      const list = parley.log.getByRole('list', { name: 'Changed files' });
      await parley.log.getByRole('button', { name: 'Show 100 more' }).click();
      await eventually(() => list.getByRole('listitem').count(), 200);
      const marked = list
        .getByRole('listitem')
        .filter({ hasText: 'by you too' })
        .getByRole('button', { name: /^Open changes/ });
      await eventually(
        async () => (await marked.evaluateAll(all => all.map(one => one.getAttribute('aria-label')))).toSorted(),
        names
          .slice(0, 40)
          .map(name => `Open changes: ${name}`)
          .toSorted(),
      );
      const left = names.map(read);
      await button('Revert all').click();
      // What the person has written too is left to a press of its own.
      await parley.view.getByText('Claude is told: 160 files reverted').waitFor();
      assert.deepEqual(
        names.map(read),
        names.map((name, index) => (index < 40 ? left[index] : `${name}\r\n`)),
      );
      assert.ok(many(5).every(number => !existsSync(at(`new ${number}.txt`))));
      await button('Undo all reverts').click();
      await parley.view.getByText('Claude is told').waitFor({ state: 'detached' });
      assert.deepEqual(names.map(read), left);
      assert.equal(left[35]?.includes('mine'), true);
    });
});
