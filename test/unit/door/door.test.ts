// The helper between an agent and a window: both eras of MCP, no window, one that ends in the middle, the agent's clock.
import assert from 'node:assert/strict';
import { stillOpenResult } from '../../../src/claude/answers/askCancelled.js';
import { Door } from '../../../src/door/door.js';
import type { DoorPlace } from '../../../src/door/findWindow.js';
import { readDoorCall } from '../../../src/host/agents/doorMessage.js';
import type { ManualClock } from '../../support/manualClock.js';
import { createManualClock } from '../../support/manualClock.js';

interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: true; readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly data?: unknown };
}

interface Called {
  readonly params: { readonly arguments: unknown; readonly _meta: unknown };
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
const place: DoorPlace = { socket: '/s', headers: {}, folder: '/work' };
const answered = (text: string): object => ({ result: { content: [{ type: 'text', text }] } });

class Scene {
  readonly sent: Sent[] = [];
  readonly clock: ManualClock = createManualClock();
  readonly folders: (readonly string[])[] = [];
  readonly calls: {
    readonly place: DoorPlace;
    readonly message: Called;
    readonly signal: AbortSignal;
    readonly answer: (value: unknown) => void;
  }[] = [];
  window: DoorPlace | undefined = place;
  now = 0;
  readonly door: Door;

  constructor({ waits }: { readonly waits?: number } = {}) {
    this.door = new Door({
      send: message => void this.sent.push(message as Sent),
      find: folders => {
        this.folders.push(folders);
        return Promise.resolve(this.window);
      },
      call: (to, message, signal) =>
        new Promise(answer => void this.calls.push({ place: to, message: message as unknown as Called, signal, answer })),
      folder: '/work',
      waits,
      clock: this.clock,
      now: () => this.now,
    });
  }

  async tell(message: object): Promise<void> {
    this.door.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
    await settled();
  }

  begin(name = 'cline', capabilities: object = {}): Promise<void> {
    return this.tell({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name } } });
  }

  ask(id: number, input: object = { question: 'Which?' }, meta?: object): Promise<void> {
    return this.tell({ id, method: 'tools/call', params: { name: 'ask_user', arguments: input, ...(meta && { _meta: meta }) } });
  }

  /** What the agent reads as the answer to its request. */
  read(id: number): string | undefined {
    return this.sent
      .find(message => message.id === id)
      ?.result?.content?.map(({ text }) => text)
      .join('');
  }

  doorCall(index: number): ReturnType<typeof readDoorCall> {
    return readDoorCall(this.calls[index]?.message.params._meta);
  }
}

describe('the helper of other agents', () => {
  it('speaks the revision that begins with initialize, and has one tool, with the way to wait on', async () => {
    const scene = new Scene();
    await scene.tell({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2026-07-28', capabilities: {}, clientInfo: { name: 'x' } },
    });
    assert.equal(scene.sent[0]?.result?.['protocolVersion'], '2025-11-25');
    await scene.tell({ method: 'notifications/initialized' });
    await scene.tell({ id: 1, method: 'tools/list' });
    assert.equal(scene.sent.length, 2, 'nothing answers a notification');
    const [tool, ...others] = scene.sent[1]?.result?.['tools'] as { name: string; inputSchema: { properties: object } }[];
    assert.deepEqual([tool?.name, others], ['ask_user', []]);
    assert.ok('questions' in (tool?.inputSchema.properties ?? {}) && 'waitFor' in (tool?.inputSchema.properties ?? {}));
    assert.ok(!('resultType' in (scene.sent[1]?.result ?? {})));
  });

  it('speaks the revision without it: each request says who asks, each result what it is', async () => {
    const scene = new Scene();
    const field = (name: string): string => `io.modelcontextprotocol/${name}`;
    const meta = { [field('protocolVersion')]: '2026-07-28', [field('clientCapabilities')]: {}, [field('clientInfo')]: { name: 'New' } };
    await scene.tell({ id: 1, method: 'server/discover', params: { _meta: meta } });
    await scene.tell({ id: 2, method: 'tools/list', params: { _meta: meta } });
    for (const { result } of scene.sent)
      assert.deepEqual([result?.['resultType'], result?.['ttlMs'], result?.['cacheScope']], ['complete', 0, 'private']);
    assert.deepEqual(scene.sent[0]?.result?.['supportedVersions'], ['2026-07-28']);
    await scene.ask(3, { question: 'Which?' }, meta);
    assert.equal(scene.doorCall(0)?.agent.name, 'New');
    scene.calls[0]?.answer(answered('A'));
    await settled();
    assert.deepEqual([scene.read(3), scene.sent.at(-1)?.result?.['resultType']], ['A', 'complete']);
    await scene.tell({ id: 4, method: 'tools/list', params: { _meta: { ...meta, [field('protocolVersion')]: '2027-01-01' } } });
    assert.deepEqual(scene.sent.at(-1)?.error, {
      code: -32_022,
      message: 'Unsupported protocol version',
      data: { supported: ['2026-07-28'], requested: '2027-01-01' },
    });
  });

  it('says at once, in one sentence, that no window is open on the folder', async () => {
    const scene = new Scene();
    scene.window = undefined;
    await scene.begin();
    await scene.ask(1);
    assert.match(scene.read(1) ?? '', /^No VS Code window with Parley is open on this folder \(\/work\), so nobody was asked\./);
    assert.equal(scene.sent.at(-1)?.result?.isError, true);
    assert.deepEqual(scene.calls, []);
  });

  it('hands the call over with the agent, its folder, a name for the question and its limit', async () => {
    const scene = new Scene();
    await scene.begin('codex-mcp-client');
    await scene.ask(1);
    const call = scene.doorCall(0);
    assert.deepEqual([call?.agent, call?.again, call?.limit], [{ name: 'Codex', folder: '/work' }, false, 290_000]);
    assert.deepEqual(scene.calls[0]?.message.params.arguments, { question: 'Which?' });
    scene.calls[0]?.answer(answered('User answered: A'));
    await settled();
    assert.equal(scene.read(1), 'User answered: A');
  });

  it('names the folder that the window has, of several, and an agent whose name shows nothing as one without a name', async () => {
    const scene = new Scene();
    scene.window = { ...place, folder: '/two' };
    await scene.begin(' \n\u200b', { roots: {} });
    await scene.ask(1);
    await scene.tell({ id: 'parley-roots', result: { roots: [{ uri: 'file:///one' }, { uri: 'file:///two' }] } });
    assert.deepEqual(scene.doorCall(0)?.agent, { name: 'Unnamed agent', folder: '/two' });
  });

  it('has another name for its tool where the client would hide it, and says that name to a call that is to come again', async () => {
    const scene = new Scene();
    await scene.begin('gemini-cli-mcp-client');
    await scene.tell({ id: 1, method: 'tools/list' });
    assert.equal((scene.sent.at(-1)?.result?.['tools'] as { name: string }[])[0]?.name, 'ask_in_vscode');
    await scene.tell({ id: 2, method: 'tools/call', params: { name: 'ask_in_vscode', arguments: { question: 'Which?' } } });
    const { call = '', agent } = scene.doorCall(0) ?? {};
    assert.equal(agent?.name, 'Gemini CLI');
    scene.calls[0]?.answer({ result: stillOpenResult(call) });
    await settled();
    assert.match(scene.read(2) ?? '', new RegExp(`^Not answered yet: .* Call ask_in_vscode with \\{"waitFor":"${call}"\\}`));
  });

  it('asks where the client’s roots are, and else where it was started', async () => {
    const scene = new Scene();
    await scene.begin('cline', { roots: {} });
    await scene.ask(1);
    assert.equal(scene.sent.at(-1)?.method, 'roots/list');
    await scene.tell({ id: 'parley-roots', result: { roots: [{ uri: 'file:///one/a%20b' }, { uri: 'https://example.com' }] } });
    assert.deepEqual(scene.folders, [['/one/a b']]);
    await scene.tell({ method: 'notifications/roots/list_changed' });
    await scene.ask(2, { question: 'Another?' });
    for (const { ms, run } of scene.clock.all) if (ms === 2_000) run();
    await settled();
    assert.deepEqual(scene.folders.at(-1), ['/work'], 'a client that does not say them has none');
  });

  it('gives a sign of life every 15 s where the client has asked for it, until the answer', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1, { question: 'Which?' }, { progressToken: 'p' });
    const beats = (): readonly unknown[] =>
      scene.sent.flatMap(({ method, params }) =>
        method === 'notifications/progress' ? [[params?.['progressToken'], params?.['progress']]] : [],
      );
    for (let index = 0; index < 2; index++) scene.clock.all.findLast(({ ms, isCalledOff }) => ms === 15_000 && !isCalledOff)?.run();
    assert.deepEqual(beats(), [
      ['p', 1],
      ['p', 2],
    ]);
    scene.calls[0]?.answer(answered('A'));
    await settled();
    assert.ok(scene.clock.all.filter(({ ms }) => ms === 15_000).at(-1)?.isCalledOff);
  });

  it('asks the next window where one ends in the middle, under the same name, as long as the client waits', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1);
    scene.now = 20_000;
    scene.window = undefined;
    scene.calls[0]?.answer(undefined);
    await settled();
    const look = async (): Promise<void> => {
      scene.clock.all.at(-1)?.run();
      await settled();
      await settled();
    };
    await look();
    assert.equal(scene.calls.length, 1, 'no window yet');
    for (let index = 0; index < 9; index++) await look();
    assert.deepEqual(
      scene.clock.all.flatMap(({ ms }) => (ms === 53_000 ? [] : [ms])).slice(0, 7),
      [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000],
      'it looks ever less often',
    );
    scene.window = place;
    await look();
    const [first, second] = [scene.doorCall(0), scene.doorCall(1)];
    assert.deepEqual(second, { agent: first?.agent, call: first?.call, again: true, limit: 30_000 });
    scene.now = 50_000;
    scene.window = undefined;
    scene.calls[1]?.answer(undefined);
    await settled();
    await look();
    assert.match(scene.read(1) ?? '', new RegExp(`^Not answered yet: .*"waitFor":"${String(first?.call)}"`));
  });

  it('leads what is asked anew, while the first call is open or was given up, to the same question', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1);
    await scene.ask(2);
    await scene.tell({ method: 'notifications/cancelled', params: { requestId: 2 } });
    await scene.ask(3);
    await scene.ask(4, { question: 'Another?' });
    const [first, ...others] = [0, 1, 2, 3].map(index => scene.doorCall(index));
    assert.equal(first?.again, false);
    assert.deepEqual(
      others.map(call => [call?.call === first.call, call?.again]),
      [
        [true, true],
        [true, true],
        [false, false],
      ],
    );
    scene.calls[2]?.answer(answered('A'));
    await settled();
    assert.equal(scene.read(3), 'A');
    await scene.ask(5);
    assert.notEqual(scene.doorCall(4)?.call, first.call, 'its answer has arrived');
  });

  it('asks anew where it was told to wait on, and comes to the same question', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1);
    const name = scene.doorCall(0)?.call ?? '';
    scene.calls[0]?.answer({ result: stillOpenResult(name) });
    await settled();
    await scene.ask(2);
    assert.deepEqual([scene.doorCall(1)?.call, scene.doorCall(1)?.again], [name, true]);
  });

  it('waits on in the window that has the question, whichever was used last, and in another one when that is gone', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1);
    const name = scene.doorCall(0)?.call ?? '';
    scene.calls[0]?.answer({ result: stillOpenResult(name) });
    await settled();
    scene.window = { ...place, socket: '/other' };
    await scene.ask(2, { waitFor: name });
    assert.equal(scene.calls[1]?.place.socket, '/s');
    scene.calls[1]?.answer('unreached');
    await settled();
    assert.equal(scene.calls[2]?.place.socket, '/other');
    await scene.tell({ method: 'notifications/cancelled', params: { requestId: 2 } });
    scene.window = undefined;
    await scene.ask(3);
    scene.calls[3]?.answer('unreached');
    await settled();
    // It may reload.
    const again = async (at: number): Promise<void> => {
      scene.now = at;
      scene.clock.all.findLast(({ isCalledOff }) => !isCalledOff)?.run();
      await settled();
    };
    await again(1_000);
    assert.equal(scene.read(3), undefined);
    scene.window = place;
    await again(3_000);
    assert.deepEqual([scene.calls[4]?.place.socket, scene.read(3)], ['/s', undefined]);
    await scene.tell({ method: 'notifications/cancelled', params: { requestId: 3 } });
    scene.window = undefined;
    await scene.ask(4);
    scene.calls[5]?.answer('unreached');
    await settled();
    await again(18_000);
    assert.match(scene.read(4) ?? '', /^No VS Code window/);
  });

  it('comes back before its client’s clock where the window is stopped', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1);
    const late = scene.clock.all.find(({ ms }) => ms > 50_000 && ms < 60_000);
    scene.now = 53_000;
    late?.run();
    await settled();
    assert.match(scene.read(1) ?? '', /^Not answered yet/);
    assert.equal(scene.calls[0]?.signal.aborted, true);
  });

  it('refuses what is nested too deeply, and goes on', async () => {
    const scene = new Scene();
    await scene.begin();
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const params = `{"name":"ask_user","arguments":{"deep":${deep}}}`;
    scene.door.receive(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
    await settled();
    assert.match(scene.read(1) ?? '', /^Parley could not ask the user: RangeError/);
    await scene.ask(2);
    assert.equal(scene.calls.length, 1);
  });

  it('takes no name of a question that is none', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1, { waitFor: 'mine', question: 'Which?' });
    assert.notEqual(scene.doorCall(0), undefined, 'the window must know who asks');
  });

  it('takes a call back with its client, and answers it no more', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1);
    await scene.ask(2);
    await scene.tell({ method: 'notifications/cancelled', params: { requestId: 1 } });
    assert.deepEqual([scene.calls[0]?.signal.aborted, scene.calls[1]?.signal.aborted], [true, false]);
    scene.calls[0]?.answer(undefined);
    await settled();
    assert.equal(scene.read(1), undefined);
    scene.door.end();
    assert.equal(scene.calls[1]?.signal.aborted, true);
  });

  it('answers what is no message, and what it does not know, with an error', async () => {
    const scene = new Scene();
    scene.door.receive('{"jsonrpc"');
    await scene.tell({ id: 1, method: 'resources/list' });
    await scene.tell({ id: 2, method: 'tools/call', params: { name: 'other' } });
    assert.deepEqual(
      scene.sent.map(({ error }) => error?.code),
      [-32_700, -32_601, -32_602],
    );
    for (const text of ['[]', '[{"jsonrpc":"2.0","id":7,"method":"ping"}]', '7', '"x"', 'null', '['.repeat(1_000_000)])
      scene.door.receive(text);
    assert.deepEqual(
      scene.sent.filter(({ error }) => error?.code === -32_700).map(({ id }) => id),
      Array.from({ length: 7 }, () => null),
      'the id of a request would answer that',
    );
  });

  it('refuses a request under an id that is still open, which goes on', async () => {
    const scene = new Scene();
    await scene.begin();
    await scene.ask(1);
    await scene.ask(1, { question: 'Another?' });
    assert.equal(scene.sent.at(-1)?.error?.code, -32_600);
    await scene.tell({ method: 'notifications/cancelled', params: { requestId: 1 } });
    assert.deepEqual(
      scene.calls.map(({ signal }) => signal.aborted),
      [true],
    );
  });
});
