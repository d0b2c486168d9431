import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
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
import { openParley } from '../support/parley.js';

/** What the real CLI cannot be made to do. */
describe('a peer that', function () {
  this.timeout(120_000);
  let folder: string;
  let parley: Parley;

  async function open(script: readonly Step[] | ReturnType<typeof literalPeer>): Promise<void> {
    folder = mkdtempSync(join(tmpdir(), 'parley-fake-'));
    parley = await openParley({ replies: {}, claudePath: fakeClaude, environment: fakeClaudeEnv(folder, script) });
  }
  const stdin = (): string[] =>
    readFakeLog(join(folder, 'fake-claude-log.jsonl')).flatMap(entry => (entry.kind === 'stdin' ? [entry.line] : []));

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await parley.page.screenshot({ path: 'out/test/e2e-fake-failed.png' });
    assert.deepEqual(await parley.stop(), []);
    rmSync(folder, { recursive: true, force: true });
  });

  it('speaks without control requests gets the literal tool_result, once', async () => {
    await open(literalPeer());
    await parley.send('hello');
    const { card, view, log } = parley;
    await card().getByRole('textbox', { name: 'Other answer: Database' }).fill('DuckDB');
    await view.getByRole('button', { name: 'Submit answers' }).click();
    await log.getByText('Answered').first().waitFor();
    const results = stdin().filter(line => line.includes('tool_result'));
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
    await open([
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
    await open([
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
    await view.getByRole('button', { name: 'Submit answers' }).click();
    await log.getByText('Answered').first().waitFor();
  });
});
