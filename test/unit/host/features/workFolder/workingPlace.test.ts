// Where Claude is, from messages of the CLI as they were measured.
import assert from 'node:assert/strict';
import type { PartContext } from '../../../../../src/host/features/part.js';
import { WorkingPlace } from '../../../../../src/host/features/workFolder/follow.js';
import { restoredState } from '../../../../../src/chat/restore.js';
import { initialState } from '../../../../../src/chat/state.js';
import type { Steering } from '../../../../../src/shared/features/steering/modes.js';

const root = '/work/jotter';
const worktree = `${root}/.claude/worktrees/feature`;

function made(version = '2.1.329', chosen: Steering = {}) {
  let kept = chosen;
  const context = { version, chosen: () => kept, choose: (change: Steering) => (kept = { ...kept, ...change }) };
  const place = new WorkingPlace(context as unknown as PartContext);
  return {
    turn: (cwd: string) => place.observed('system/init', { cwd }),
    called: (name: string, result: object, more: object = {}) => {
      place.observed('assistant', { ...more, message: { content: [{ type: 'tool_use', id: 't', name, input: {} }] } });
      place.observed('user', { ...more, message: { content: [{ type: 'tool_result', tool_use_id: 't' }] }, tool_use_result: result });
    },
    ended: () => place.ended(),
    at: () => kept.at,
    kept: () => kept,
  };
}

describe('where Claude is', () => {
  it('is not worth a word as long as that is where it was started', () => {
    const claude = made();
    claude.turn(root);
    claude.ended();
    assert.deepEqual(claude.kept(), {});
  });

  it('is the worktree to which it goes, at once, and the folder again when it leaves', () => {
    for (const left of [{ restoredCwd: root, originalCwd: root }, { originalCwd: root }]) {
      const claude = made();
      claude.turn(root);
      claude.called('EnterWorktree', { worktreePath: worktree });
      assert.equal(claude.at(), worktree);
      claude.turn(worktree);
      claude.turn(`${worktree}/sub`);
      assert.equal(claude.at(), `${worktree}/sub`);
      claude.called('ExitWorktree', { ...left, worktreePath: worktree });
      assert.equal(claude.at(), undefined);
    }
  });

  it('stays what it was for a subagent, and for the result of another tool', () => {
    const claude = made();
    claude.turn(root);
    claude.called('EnterWorktree', { worktreePath: worktree }, { parent_tool_use_id: 'agent' });
    claude.called('Bash', { worktreePath: worktree });
    assert.equal(claude.at(), undefined);
  });

  for (const [version, after] of [
    ['2.1.329', worktree],
    ['2.1.100', undefined],
  ] as const)
    it(`is the worktree after the end of the process too, with a CLI that goes back there (${version})`, () => {
      const claude = made(version);
      claude.turn(root);
      claude.called('EnterWorktree', { worktreePath: worktree });
      claude.turn(`${worktree}/sub`);
      claude.ended();
      assert.equal(claude.at(), after);
    });

  for (const [version, after] of [
    ['2.1.329', worktree],
    ['2.1.100', undefined],
  ] as const)
    it(`is where the next process will be, in a window after one that has ended in the middle (${version})`, () => {
      const restored = (steering: Steering): unknown => restoredState({ ...initialState('auto'), steering }, 'auto', 9).steering?.at;
      const claude = made(version);
      claude.turn(root);
      claude.turn(`${root}/sub`);
      assert.deepEqual([claude.at(), restored(claude.kept())], [`${root}/sub`, undefined]);
      claude.called('EnterWorktree', { worktreePath: worktree });
      claude.turn(`${worktree}/sub`);
      assert.deepEqual([claude.at(), restored(claude.kept())], [`${worktree}/sub`, after]);
      claude.called('ExitWorktree', { restoredCwd: root });
      assert.deepEqual([claude.at(), restored(claude.kept())], [undefined, undefined]);
    });

  it('is that of the process before, until its first turn says otherwise', () => {
    const resumed = made('2.1.329', { at: worktree });
    resumed.turn(worktree);
    assert.equal(resumed.at(), worktree);
    resumed.called('ExitWorktree', { restoredCwd: root });
    resumed.turn(root);
    assert.equal(resumed.at(), root);
    const elsewhere = made('2.1.329', { at: worktree });
    elsewhere.turn(root);
    assert.equal(elsewhere.at(), undefined, 'the worktree is gone');
  });
});
