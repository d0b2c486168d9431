// Two processes claim one chat at the same moment, on a real disk.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClaimerAnswer, ClaimerOrder } from '../../../support/claimer.process.js';
import { working } from '../../../support/chat.js';
import { keptChat, storingWindow } from '../../../support/storedChats.js';

describe('a chat that is claimed', () => {
  it('by two processes at the same moment is had by exactly one, each of many times', async function () {
    this.timeout(60_000);
    const folder = mkdtempSync(join(tmpdir(), 'parley-claims-'));
    const program = fileURLToPath(new URL('../support/claimer.process.mjs', import.meta.url));
    const children = ['b', 'c'].map(name => fork(program, [folder, name], { execArgv: [] }));
    try {
      const { files, use } = storingWindow(folder, 'a');
      const journal = files.begin('k', use);
      journal.changed(() => keptChat(working));
      await journal.flush();
      let last = '';
      for (let generation = 2; generation < 32; generation++) {
        await Promise.all(children.map(child => told(child, 'look')));
        const answers = await Promise.all(children.map(child => told(child, 'claim')));
        const winners = answers.flatMap(({ won }, index) => (won === undefined ? [] : [{ index, won }]));
        assert.deepEqual(
          winners.map(({ won }) => won),
          [generation],
        );
        const [winner] = winners;
        const isWritten = await Promise.all(children.map(child => told(child, 'write')));
        assert.deepEqual(
          isWritten.map((answer, index) => index === winner?.index || answer.isWritten !== true),
          [true, true],
        );
        last = `${winner?.index === 0 ? 'b' : 'c'} ${generation}`;
        assert.equal((await storingWindow(folder, 'd').files.read('k'))?.composerDraft, last);
      }
      assert.deepEqual(readdirSync(join(folder, 'chats')), ['k.31.journal']);
    } finally {
      for (const child of children) child.kill();
      rmSync(folder, { recursive: true });
    }
  });
});

function told(child: ChildProcess, order: ClaimerOrder): Promise<ClaimerAnswer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`The process ended with ${code}.`));
    child.once('exit', ended);
    child.once('message', (answer: ClaimerAnswer) => {
      child.off('exit', ended);
      resolve(answer);
    });
    child.send(order);
  });
}
