import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';
import { removeFolder } from '../support/removeFolder.js';

/** Behaviour that the real CLI cannot be made to show. */
describe('a peer that', function () {
  this.timeout(windowLimit);
  let folder: string;
  let parley: Windowless;

  shareWindowless('odd-peers', { replies: {}, claudePath: fakeClaude }, opened => (parley = opened));
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-fake-'));
  });
  after(() => removeFolder(folder));

  /** `name`: of the peer's own folder. */
  async function begin(name: string, script: Parameters<typeof fakeClaudeEnv>[1]): Promise<void> {
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
    await card().getByText('Which database').first().waitFor();
    // Only a peer that has sent no request by then gets its answer in this way.
    await parley.advance(2_000);
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

  it('hears nothing any more is ended after Stop: the chat says what it waits for, and the person does not have to wait', async () => {
    await begin('hung', {
      control: 'ignore',
      steps: [
        { await: { contains: '"type":"user"' } },
        { say: [initLine(), assistantLine({ type: 'text', text: 'I begin.' })] },
        { hang: true },
      ],
    });
    const { view, log } = parley;
    const stop = async (words: string): Promise<void> => {
      await parley.newChat();
      await parley.send(words);
      await log.getByText('I begin.').waitFor();
      await view.getByRole('button', { name: 'Stop', exact: true }).click();
      await view.getByText(/^Claude has been told to stop, and has not stopped yet/).waitFor();
    };
    const ended = async (): Promise<void> => {
      await view.getByText('Ending Claude’s process…').waitFor();
      await eventually(() => view.getByRole('button', { name: 'End Claude’s process now' }).count(), 0);
      // A process that takes no notice of the end of its input, and of SIGTERM.
      await parley.advance(10_000);
      await log.getByText('Stopped by you', { exact: true }).waitFor();
      await parley.claudeGone();
    };
    await stop('by itself');
    await parley.advance(5_000);
    await ended();
    await stop('at once');
    await view.getByRole('button', { name: 'End Claude’s process now' }).click();
    await ended();
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
