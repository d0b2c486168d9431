import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Step } from '../support/fakeClaude.mjs';
import {
  askBlock,
  askRequestLine,
  assistantLine,
  fakeClaude,
  fakeClaudeEnv,
  initLine,
  literalPeer,
  readFakeLog,
  resultLine,
  toolResultLine,
} from '../support/fakeClaudeScripts.mjs';
import type { Parley } from '../support/parley.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';

/** Behaviour that the real CLI cannot be made to show. */
describe('a peer that', function () {
  this.timeout(windowLimit);
  let folder: string;
  let parley: Parley;

  shareWindow('odd-peers', { replies: {}, claudePath: fakeClaude }, opened => (parley = opened));
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-fake-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** `name`: of the peer's own folder. */
  async function begin(name: string, script: readonly Step[] | ReturnType<typeof literalPeer>): Promise<void> {
    mkdirSync(join(folder, name));
    await parley.changeSettings({
      'parley.claude.environment': { ...parley.environment, ...fakeClaudeEnv(join(folder, name), script) },
    });
  }
  const stdin = (name: string): string[] =>
    readFakeLog(join(folder, name, 'fake-claude-log.jsonl')).flatMap(entry => (entry.kind === 'stdin' ? [entry.line] : []));

  it('speaks without control requests gets the literal tool_result, once', async () => {
    await begin('literal', literalPeer());
    await parley.send('hello');
    const { card, view, log } = parley;
    await card().getByRole('textbox', { name: 'Other answer: Database' }).fill('DuckDB');
    await view.getByRole('button', { name: 'Submit' }).click();
    await log.getByText('You answered').first().waitFor();
    const results = stdin('literal').filter(line => line.includes('tool_result'));
    assert.deepEqual(
      results.map(line => JSON.parse(line) as unknown),
      [
        {
          type: 'user',
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'toolu_fake_1', content: '{"answers":{"0":"Custom: DuckDB"}}' }],
          },
        },
      ],
    );
  });

  it('dies in the middle of a line while it asks loses the question and nothing else', async () => {
    await begin('dying', [
      { await: { contains: '"type":"user"' } },
      { say: [initLine(), assistantLine(askBlock()), askRequestLine()] },
      { sayPart: assistantLine({ type: 'text', text: 'half a line' }), splitAt: 40 },
    ]);
    await parley.send('hello');
    const { card, view, log } = parley;
    await card().getByRole('radio', { name: 'MongoDB', exact: true }).click();
    parley.killClaude();
    await view.getByRole('button', { name: 'Send my answers as a message' }).waitFor();
    await log.getByText(/Claude stopped unexpectedly/).waitFor();
  });

  it('prints garbage and floods still gets its question answered', async () => {
    await begin('flooding', [
      { await: { contains: '"type":"user"' } },
      { raw: Buffer.from('warning: something\n{"type":\n{"type":"assistant","message":7}\n\u0000\n').toString('base64') },
      { flood: { lines: 20_000, bytes: 300 } },
      { say: [initLine(), assistantLine(askBlock()), askRequestLine()] },
      { await: { contains: 'request-1' } },
      { say: [toolResultLine('Your questions have been answered.'), resultLine()] },
      { await: { end: true } },
    ]);
    await parley.send('hello');
    const { card, view, log } = parley;
    await card().getByRole('radio', { name: 'MongoDB', exact: true }).click();
    await view.getByRole('button', { name: 'Submit' }).click();
    await log.getByText('You answered').first().waitFor();
  });
});
