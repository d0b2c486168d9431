// Looks at paths whose disk does not answer: how many of Node's threads they can hold.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { limitLooks } from '../../../../src/claude/process/placeLooks.js';

describe('looks at paths', () => {
  it('leave a thread for the journals, however many paths of however many kinds of looks hang', async () => {
    const hanging = new Map<string, () => void>();
    const look = (path: string): Promise<string> =>
      new Promise(resolve =>
        hanging.set(path, () => {
          hanging.delete(path);
          resolve(path);
        }),
      );
    const [one, other] = [limitLooks(look), limitLooks(look)];
    const paths = ['a', 'b', 'c', 'd', 'e', 'f'];
    const all = Promise.all(paths.map((path, index) => (index % 2 === 0 ? one : other)(path)));
    const [seen, most]: [Set<string>, number[]] = [new Set(), []];
    while (seen.size < paths.length) {
      await turn();
      most.push(hanging.size);
      for (const path of hanging.keys()) seen.add(path);
      hanging.values().next().value?.();
    }
    while (hanging.size > 0) hanging.values().next().value?.();
    assert.deepEqual(await all, paths);
    assert.equal(Math.max(...most), 3);
  });

  it('of one kind are two at once, and a look that fails makes room for the next', async () => {
    let [running, most] = [0, 0];
    const inTurn = limitLooks(async (path: string) => {
      most = Math.max(most, ++running);
      await turn();
      running--;
      if (path === 'none') throw new Error('There is no such path.');
    });
    const looked = await Promise.allSettled(['a', 'none', 'none', 'b', 'c'].map(path => inTurn(path)));
    assert.deepEqual(
      looked.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal(most, 2);
  });
});
