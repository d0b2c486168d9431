// Every session that the CLI itself would resume in a folder is in Parley's list, shows what was said in it, and works where it was. Sessions made
// by the real CLI in every way that it has.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { chosen, clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';

const run = promisify(execFile);

const replies = {
  ENTER_NOW: [() => [toolUse('EnterWorktree', { name: 'entered' })], () => [text('I am in the worktree.')]],
  LEAVE_NOW: [
    () => [toolUse('EnterWorktree', { name: 'left' })],
    () => [toolUse('ExitWorktree', { action: 'keep' })],
    () => [text('I left.')],
  ],
  GO_DOWN: [() => [toolUse('Bash', { command: 'cd sub', description: 'Goes down' })], () => [text('I am down.')]],
  WHERE_NOW: [() => [toolUse('Bash', { command: 'pwd', description: 'Says where it is' })], () => [text('I have looked.')]],
};

const knownId = '6f8d2a2c-2a51-4a4e-9a53-0d3c7a6f1b11';
const compactedId = '6f8d2a2c-2a51-4a4e-9a53-0d3c7a6f1b12';

interface Way {
  readonly prompt: string;
  /** The folder in which the CLI is started, below that of the window. */
  readonly from?: string;
  /** The folder in which the session works when it is opened. */
  readonly works?: string;
  readonly args?: readonly string[];
  /** A prompt that the session is given later. */
  readonly later?: string;
  /** What is found and done is the same as for another one. */
  readonly isAlike?: boolean;
  /** 2.0.77 does not have it. */
  readonly isNewer?: boolean;
  /** Found by its name alone, which older ones do not take. */
  readonly isNamed?: boolean;
}

const ways: readonly Way[] = [
  { prompt: 'begun in the folder', isAlike: true },
  { prompt: 'begun below it', from: 'sub', works: 'sub' },
  { prompt: 'begun with --worktree', isAlike: true, args: ['--worktree', 'flagged'], works: '.claude/worktrees/flagged', isNewer: true },
  { prompt: 'ENTER_NOW', works: '.claude/worktrees/entered', isNewer: true },
  { prompt: 'LEAVE_NOW', isAlike: true, isNewer: true },
  { prompt: 'begun in a worktree by hand', from: '../by hand', works: '../by hand' },
  { prompt: 'begun below a worktree', isAlike: true, from: '../by hand/sub', works: '../by hand/sub' },
  { prompt: 'GO_DOWN', isAlike: true },
  { prompt: 'begun with its id', isAlike: true, args: ['--session-id', knownId] },
  { prompt: 'begun with @README.md', isAlike: true },
  { prompt: 'begun as JSON', isAlike: true, args: ['--output-format', 'json'] },
  { prompt: 'compacted', isAlike: true, args: ['--session-id', compactedId], later: '/compact' },
  // Without a name it has the first words of what it was forked from.
  { prompt: 'forked off', isAlike: true, args: ['--resume', knownId, '--fork-session'], isNamed: true },
  // Listed with 2.0.77 too, whose command stands in no chat: nobody knows whether it is one that was sent here.
  { prompt: '/greet somebody', isNewer: true },
];

for (const cli of clis('newest')) {
  describe(`what the CLI would resume (${cli})`, function () {
    this.timeout(windowLimit);
    let parley: Windowless;
    shareWindowless(`resumed-${cli}`, { replies, otherwise: { blocks: [text('All right.')] }, claudePath: claudePaths[cli] }, opened => {
      parley = opened;
    });
    const mine = chosen(ways, ...ways.filter(({ isAlike }) => isAlike !== true)).filter(
      ({ isNewer, isNamed }) => (isNewer !== true || cli !== 'oldest') && (isNamed !== true || cli === 'newest'),
    );

    before(async () => {
      const { folder } = parley;
      const git = (...args: readonly string[]): unknown =>
        execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { stdio: 'ignore' });
      mkdirSync(join(folder, 'sub'));
      writeFileSync(join(folder, 'sub', 'a.txt'), 'a');
      for (const args of [
        ['init', '-b', 'main'],
        ['add', '.'],
        ['commit', '-m', 'one'],
      ])
        git(...args);
      mkdirSync(join(folder, '.claude', 'commands'), { recursive: true });
      writeFileSync(join(folder, '.claude', 'commands', 'greet.md'), 'Say hello to $ARGUMENTS.\n');
      git('worktree', 'add', '-b', 'by-hand', join(dirname(folder), 'by hand'));
      for (const way of mine) {
        await begin(way);
        if (way.later !== undefined) await claude('.', '--resume', compactedId, way.later);
      }
    });

    /** A terminal's CLI. */
    async function claude(from: string, ...args: readonly string[]): Promise<string> {
      const path = claudePaths[cli];
      const command = path.endsWith('.js') ? [process.execPath, path] : [path];
      const env = { PATH: process.env['PATH'] ?? '', ...parley.environment, IS_SANDBOX: '1' };
      const given = [...command.slice(1), '-p', '--permission-mode', 'bypassPermissions', ...args];
      const running = run(command[0] ?? '', given, { cwd: join(parley.folder, from), env });
      // It would wait for more of the prompt.
      running.child.stdin?.end();
      return (await running).stdout;
    }

    const begin = ({ prompt, from = '.', args = [] }: Way): Promise<string> =>
      claude(from, ...args, ...(cli === 'newest' ? ['--name', `Named ${prompt}`] : []), prompt);

    const placeOf = (path: string): string => relative(realpathSync(parley.folder), path) || '.';

    for (const { prompt, works: newest = '.' } of mine) {
      // 2.1.100 leaves the transcript where it was, and does not go back into the worktree.
      const works = prompt === 'ENTER_NOW' && cli !== 'newest' ? '.' : newest;
      it(`has the one ${prompt}, which works where it was`, async () => {
        await parley.goTo(prompt);
        await parley.log
          .getByText(/^(?:All right\.|I am in the worktree\.|I left\.|I am down\.)$/)
          .first()
          .waitFor();
        await parley.send('WHERE_NOW');
        await parley.log.getByText('I have looked.').waitFor();
        assert.deepEqual(
          parley.toolResults().map(result => placeOf(result.text)),
          [works],
        );
      });
    }

    // Older ones know no names. It shows that the ways are those of the CLI, and nothing of Parley's.
    if (cli === 'newest' && isWholeMatrix)
      it('has all that the CLI finds by name', async () => {
        for (const { prompt } of mine)
          assert.match(await claude('.', '--resume', `Named ${prompt}`, '--fork-session', 'once more'), /All right/);
        await assert.rejects(claude('.', '--resume', 'Named otherwise', '--fork-session', 'once more'));
      });
  });
}
