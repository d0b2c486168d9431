// The tools of the Product Doc as a chat calls them: only what Claude has read in time can it overwrite.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DocTools } from '../../../../src/host/memory/docTools.js';
import { callTimeout } from '../../../../src/claude/ask/memoryToolDefinitions.js';
import type { MemoryResult } from '../../../../src/claude/stream/memoryServer.js';
import { openProductDoc } from '../../../../src/memory/productDocFile.js';
import { memoryTools } from '../../../../src/shared/memoryTools.js';
import { init, Peer, settled } from '../../../support/peer.js';
import { removeFolder } from '../../../support/removeFolder.js';
import { createManualClock } from '../../../support/manualClock.js';

const theirs = '# Shop\n\n## Rules\n\nThe person wrote this.\n';

describe('the tools of the Product Doc', () => {
  let root: string;
  let file: string;
  let tools: DocTools;
  let peer: Peer;
  /** What the tool has ended with, whenever that is. */
  let ended: Promise<MemoryResult>;
  /** Lets a call that is held go on. */
  let release: () => void;
  let gate: Promise<void>;

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'parley-tools-'));
    file = join(root, 'doc.md');
    writeFileSync(file, theirs);
    gate = Promise.resolve();
    const log = { warn: () => undefined };
    const opened = openProductDoc({
      file,
      meta: join(root, 'doc.json'),
      folder: root,
      access: 'private',
      now: () => 1,
      log,
      clock: createManualClock(),
    });
    const silent = { trace: log.warn, debug: log.warn, info: log.warn, warn: log.warn, error: log.warn };
    const places = {
      file: () => Promise.resolve(opened),
      fileToTell: () => gate.then(() => ({ file: opened })),
      readToTell: () => gate.then(async () => ({ read: await opened.read() })),
      isUnsaved: () => Promise.resolve(false),
    };
    tools = new DocTools({ log: silent }, places);
    peer = new Peer(undefined, {
      tools: () => memoryTools,
      call: async (tool, input) => {
        const fields = input as Readonly<Record<string, unknown>>;
        ended = tool === 'read_product_doc' ? tools.read('k', fields) : tools.update('k', fields).then(({ result }) => result);
        return ended;
      },
      tell: () => Promise.resolve(undefined),
      remember: () => undefined,
      hold: () => undefined,
    });
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
    await settled();
    peer.say(init);
  });
  afterEach(() => removeFolder(root));

  const hold = (): void => {
    gate = new Promise(resolve => (release = resolve));
  };
  const call = async (name: string, input: object): Promise<void> => {
    const params = { name, arguments: input, _meta: { 'claudecode/toolUseId': 't' } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    peer.say({ type: 'control_request', request_id: 'c', request: { subtype: 'mcp_message', server_name: 'parley', message } });
    await settled();
  };
  /** The call passes its limit, and ends only then. */
  const endLate = async (): Promise<void> => {
    (peer.timers.findLast(({ ms }) => ms === callTimeout) ?? assert.fail('no timer')).run();
    await settled();
    release();
    await ended;
    await settled();
  };
  const answered = async (): Promise<void> => {
    await ended;
    await settled();
  };
  const update = { section: 'Rules', content: 'Claude wrote this.' };
  const overwritten = async (): Promise<boolean> => {
    await call('update_product_doc', update);
    await answered();
    return readFileSync(file, 'utf8').includes(update.content);
  };

  for (const input of [{}, { section: 'rules' }]) {
    it(`let Claude write what it has read: ${JSON.stringify(input)}`, async () => {
      await call('read_product_doc', input);
      await answered();
      assert.equal(await overwritten(), true);
    });

    it(`do not count a read as one that came too late: ${JSON.stringify(input)}`, async () => {
      hold();
      await call('read_product_doc', input);
      await endLate();
      assert.equal(await overwritten(), false);
      assert.equal(await overwritten(), true, 'after the conflict, which Claude has read');
    });
  }

  it('do not count a conflict as read that came too late', async () => {
    hold();
    await call('update_product_doc', update);
    await endLate();
    assert.equal((await ended).isError, true);
    assert.equal(await overwritten(), false);
    assert.equal(readFileSync(file, 'utf8'), theirs);
  });

  it('undo a change for what it was before, also where a later change has led back to the same words', async () => {
    const read = await tools.read('k', {});
    read.delivered?.();
    const changed = async (content: string) => (await tools.update('k', { section: 'Rules', content })).changed ?? assert.fail();
    const first = await changed('y');
    await changed('z');
    await changed('y');
    assert.equal(await tools.undo(first), undefined);
    assert.equal(readFileSync(file, 'utf8'), theirs);
  });
});
