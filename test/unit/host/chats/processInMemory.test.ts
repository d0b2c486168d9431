// A process in memory, as the chat sees it.
import assert from 'node:assert/strict';
import type { ClaudeStartOptions } from '../../../../src/host/chats/chatDependencies.js';
import { processInMemory } from '../../../../src/host/chats/processInMemory.js';

describe('a process in memory', () => {
  it('says and takes lines until it ends, once, however often it is ended', async () => {
    const heard: string[] = [];
    const done: string[] = [];
    const options = { onLine: (line: string) => void heard.push(line) } as ClaudeStartOptions;
    const goneOn = new Promise<void>(resolve => {
      const { process, say } = processInMemory(options, {
        take: line => {
          done.push(line);
          return { ok: true };
        },
        ends: () => void done.push('ends'),
        ended: () => {
          done.push('ended');
          resolve();
        },
      });
      say({ type: 'a' });
      void process.write('one').then(async () => {
        process.endInput();
        assert.deepEqual(await process.write('two'), { ok: false, reason: 'the process has exited' });
        assert.deepEqual(await process.exited, { code: 0, signal: null, requestedByUs: true, stderr: '' });
        done.push('exited');
      });
    });
    await goneOn;
    assert.deepEqual([heard, done], [['{"type":"a"}'], ['one', 'ends', 'exited', 'ended']]);
  });
});
