// Each agent of the table against the person's time: the helper and a window on one clock, and a client that gives up as that agent does.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Door } from '../../../src/door/door.js';
import { agentConfigs } from '../../../src/host/agents/agentConfigs.js';
import { readDoorCall } from '../../../src/host/agents/doorMessage.js';
import { objectOf, textOf } from '../../../src/shared/loose.js';
import { DoorWindow } from '../../support/doorWindow.js';
import { MovedTime } from '../../support/movedTime.js';
import { settled } from '../../support/peer.js';
import { own } from '../../support/questions.js';
import { runs } from '../../support/tier.js';

interface Patience {
  /** The name that the client gives. */
  readonly client: string;
  /** Seconds after which it gives up a call. */
  readonly seconds: number;
  /** What the helper is told by its configuration; undefined where that does not say it. */
  readonly told?: number;
}

/** What the agents call themselves, by their rows in Parley's table, and their clocks where nobody has set them (seen in November 2026). */
const agents: Readonly<Record<string, readonly [client: string, seconds: number]>> = {
  codex: ['codex-mcp-client', 300],
  gemini: ['gemini-cli-mcp-client', 600],
  qwen: ['qwen-cli-mcp-client-parley', 600],
  opencode: ['opencode', 60],
  kilo: ['kilo', 60],
  copilot: ['copilot-cli', 180],
  kimi: ['kimi-code', 60],
  cursor: ['cursor-vscode', 60],
  cline: ['Cline', 60],
  clineCli: ['@cline/core', 60],
};
const others: readonly Patience[] = [
  { client: 'claude-code', seconds: 120 },
  { client: 'nobody knows it', seconds: 60 },
];

/** The clock that Parley writes into the agent's configuration, in seconds, and what it tells the helper. */
function written(entry: Readonly<Record<string, unknown>>, isCline: boolean): Omit<Patience, 'client'> | undefined {
  const words = [entry['command'], entry['args']].flat().map(textOf);
  const told = words.includes('--waits') ? Number(words.at(words.indexOf('--waits') + 1)) : undefined;
  const { tool_timeout_sec: codex, toolTimeoutMs: kimi, timeout } = entry;
  const seconds = codex ?? (isCline ? timeout : Number(timeout ?? kimi) / 1_000);
  return told === undefined ? undefined : { seconds: Number(seconds), told };
}

// A Claude in a terminal asks by a hook, whose answer it takes at any time.
const clients = agentConfigs({ home: '/home/me', env: {}, extensionStorages: '/storages' }).filter(({ format }) => format !== 'list');
const rows = clients.flatMap(({ id, entry }): readonly Patience[] => {
  const [client, seconds] = agents[id] ?? assert.fail(`no clock is known of ${id}`);
  const own = written(entry('/p/ask'), id.startsWith('cline'));
  return [{ client, seconds }, ...(own ? [{ client, ...own }] : [])];
});

/** A client whose model goes on waiting as it is told, or asks the same anew. */
class Client {
  /** What its model reads, in order. */
  readonly read: string[] = [];
  readonly time = new MovedTime();
  readonly window: DoorWindow;
  readonly door: Door;
  #last = 0;
  #given: (text: string) => void = () => undefined;

  constructor(private readonly patience: Patience) {
    this.window = new DoorWindow({ clock: this.time });
    this.door = new Door({
      send: message => this.#heard(message),
      find: () => Promise.resolve({ socket: '/s', headers: {}, folder: '/work' }),
      call: async (_place, message, signal) => {
        const { arguments: input, _meta: meta } = objectOf(objectOf(message)?.['params']) ?? {};
        const call = readDoorCall(meta);
        return call && { result: await this.window.door.answer(input, call, signal) };
      },
      folder: '/work',
      waits: patience.told,
      clock: this.time,
      now: () => this.time.now,
    });
    this.#tell({ id: 0, method: 'initialize', params: { clientInfo: { name: patience.client }, capabilities: {} } });
  }

  /** One call, until its result or the end of the client's patience. */
  async call(input: object): Promise<void> {
    const id = ++this.#last;
    const result = new Promise<string>(resolve => (this.#given = resolve));
    const cancel = this.time.after(this.patience.seconds * 1_000, () => {
      this.#tell({ method: 'notifications/cancelled', params: { requestId: id } });
      this.#given('The client has given up.');
    });
    // Gemini CLI has another name for it; the helper takes it for the same.
    const name = this.patience.client.startsWith('gemini') ? 'ask_in_vscode' : 'ask_user';
    this.#tell({ id, method: 'tools/call', params: { name, arguments: input } });
    const text = await result;
    cancel();
    this.read.push(text);
  }

  /** Calls until it has an answer: `again` milliseconds after each result, by the question's id or by the same question. */
  async ask({ again, byId }: { readonly again: number; readonly byId: boolean }): Promise<void> {
    let input: object = { question: 'Which?' };
    for (;;) {
      await this.call(input);
      const [, waitFor] = /"waitFor":"([^"]+)"/.exec(this.read.at(-1) ?? '') ?? [];
      if (waitFor === undefined) return;
      if (byId) input = { waitFor };
      await new Promise<void>(resolve => this.time.after(again, resolve));
    }
  }

  async answer(words: string): Promise<void> {
    const { loop } = [...this.window.chats.values()][0] ?? assert.fail('no chat');
    loop.dispatch({ type: 'questionAnswered', toolUseId: loop.state.items[0]?.id ?? '', answers: [own(words)], undoTime: 0 });
    await settled();
    await settled();
  }

  #tell(message: object): void {
    this.door.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #heard(message: unknown): void {
    const { id, result } = objectOf(message) ?? {};
    const content = objectOf(result)?.['content'];
    if (id === this.#last && Array.isArray(content)) this.#given(textOf(objectOf(content[0])?.['text']));
  }
}

describe('the patience of an agent', () => {
  for (const patience of [...rows, ...others]) {
    const limit = patience.seconds * 1_000;
    const how = patience.told === undefined ? 'as it is' : 'as Parley sets it';
    it(`of ${patience.client} (${patience.seconds} s, ${how}) is never at an end: an answer before, at and long after its limit arrives, once`, async () => {
      for (const ms of [limit - 1_000, limit, limit + 600_000]) {
        const client = new Client(patience);
        const asking = client.ask({ again: 1_000, byId: true });
        await client.time.move(ms);
        await client.answer('A');
        await client.time.move(2 * limit);
        await asking;
        assert.equal(client.read.at(-1), 'User answered: A');
        assert.ok(client.read.slice(0, -1).every(text => text.startsWith('Not answered yet')));
        assert.equal([...client.window.chats.values()][0]?.loop.state.items.length, 1, 'one card');
      }
    });
  }

  it('of each has the answer once, in each of 100 orders of the person, the clocks and the model', async () => {
    const moment = fc.double({ min: 0, max: 3, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rows, ...others), moment, moment, fc.boolean(), async (patience, answered, again, byId) => {
        const limit = patience.seconds * 1_000;
        const client = new Client(patience);
        const asking = client.ask({ again: Math.round(again * limit), byId });
        await client.time.move(Math.round(answered * limit));
        await client.answer('A');
        await client.time.move(8 * limit);
        await asking;
        assert.deepEqual(
          client.read.filter(text => !text.startsWith('Not answered yet')),
          ['User answered: A'],
        );
        assert.equal([...client.window.chats.values()][0]?.loop.state.items.length, 1, 'one card');
      }),
      { numRuns: runs(100) },
    );
  });
});
