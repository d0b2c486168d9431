// The hook of a Claude in a terminal, without its process: whose it is, which window it reaches, and what it says.
import assert from 'node:assert/strict';
import { terminalDecision } from '../../../src/door/terminal.js';
import { createManualClock } from '../../support/manualClock.js';

const input = JSON.stringify({
  hook_event_name: 'PermissionRequest',
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd: '/work/app/src',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});
const place = { socket: '/s', headers: {}, folder: '/work/app' };
const decision = { behavior: 'allow', updatedInput: { command: 'ls' } };
const written = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });

describe('the hook of a Claude in a terminal', () => {
  /** `windows`: what each look finds; `answers`: what each call comes back with. */
  function run(
    windows: readonly boolean[],
    answers: readonly unknown[],
    env: object = { CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_PID: '4711' },
  ) {
    const [looks, asked] = [[...windows], [...answers]];
    const heard: unknown[] = [];
    const clock = createManualClock();
    const said = terminalDecision({
      input,
      env: { CLAUDE_PROJECT_DIR: '/work/app', ...env },
      find: folders => {
        assert.deepEqual(folders, ['/work/app/src', '/work/app']);
        return Promise.resolve(looks.shift() === true ? place : undefined);
      },
      call: (_place, message) => {
        heard.push(message);
        return Promise.resolve(asked.shift());
      },
      name: '11111111-1111-4111-8111-111111111111',
      since: 5,
      parent: 1,
      clock,
    });
    return { said, heard, clock };
  }
  const answered = { jsonrpc: '2.0', id: 1, result: { decision } };

  it('says what was decided in the window of its folder', async () => {
    const { said, heard } = run([true], [answered]);
    assert.equal(await said, written);
    const [{ method, params }] = heard as [{ method: string; params: { pid: number; toolName: string; since: number } }];
    assert.deepEqual([method, params.pid, params.toolName, params.since], ['parley/terminal', 4_711, 'Bash', 5]);
  });

  it('says nothing, and waits for nothing, where no window is there or the terminal was faster', async () => {
    const none = run([false], []);
    assert.equal(await none.said, undefined);
    assert.deepEqual([none.heard, none.clock.all], [[], []]);
    assert.equal(await run([true], [{ jsonrpc: '2.0', id: 1, result: {} }]).said, undefined);
  });

  it('leaves Parley’s own sessions and those of other programs alone', async () => {
    for (const entrypoint of ['sdk-cli', 'sdk-ts', 'claude-vscode', undefined]) {
      const { said, heard } = run([true], [answered], { CLAUDE_CODE_ENTRYPOINT: entrypoint });
      assert.equal(await said, undefined);
      assert.deepEqual(heard, []);
    }
  });

  it('goes on in the next window under the same name, and gives up where none comes', async () => {
    const { said, heard, clock } = run([true, false, true], [undefined, answered]);
    for (const _ of [1, 2]) (await clock.next()).run();
    assert.equal(await said, written);
    assert.deepEqual(heard[0], heard[1]);
    const gone = run([true], [undefined]);
    let isOver = false;
    void gone.said.then(() => (isOver = true));
    let tries = 0;
    while (!isOver && tries < 200) {
      tries++;
      (await Promise.race([gone.clock.next(), gone.said]))?.valueOf();
      for (const timer of gone.clock.all) if (!timer.isCalledOff) timer.run();
      for (const timer of gone.clock.all) timer.isCalledOff = true;
    }
    assert.deepEqual([await gone.said, tries], [undefined, 121]);
  });
});
