// *MCP Servers*: the list, and what becomes of it while a server takes its time.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeList } from './fakeList.js';
import { fakeLists } from './fakeList.js';
import type { FakeView } from './fakeView.js';
import type { OpenOptions, OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { happened, until } from './until.js';
import { anywhere } from './where.js';

type Step = Readonly<Record<string, unknown>>;

/** One of the replies has the id of the request that waits. Those with later ids come first, because they are ignored before their requests. */
const reply = (response: object): Step => ({
  say: Array.from({ length: 20 }, (_, index) => ({
    type: 'control_response',
    response: { request_id: `parley-request-${20 - index}`, ...response },
  })),
});
const success = (response: object): Step => reply({ subtype: 'success', response });
const status = (of: string): readonly Step[] => [
  { await: { contains: '"mcp_status"' } },
  success({
    mcpServers: [
      { name: 'notes', status: of, tools: [{ name: 'read' }] },
      { name: 'broken', status: 'failed', error: 'Connection closed' },
      { name: 'parley', status: 'connected' },
    ],
  }),
];
const asked: Step = { await: { contains: '"mcp_toggle"' } };
/** The reply comes once the test says so by a message. */
const late: Step = { await: { contains: 'Reply now.' } };

anywhere('the MCP servers of a chat', () => {
  let parley: OpenParley;
  let view: FakeView;
  let cli: FakeCli;
  let lists: readonly FakeList[];
  /** The acts that were offered. */
  let acts: (readonly string[])[];
  let errors: string[];
  let restores: (() => void)[];

  async function begin(steps: readonly Step[], settings: OpenOptions['settings'] = {}): Promise<void> {
    const script = await talks();
    cli = await makeFakeCli({ control: 'ignore', steps: [...('steps' in script ? script.steps : script), ...steps] });
    await useCli(cli);
    parley = openParley({ settings });
    view = parley.open();
    [acts, errors] = [[], []];
    const fake = fakeLists();
    ({ lists } = fake);
    const pick = async (given: Thenable<readonly vscode.QuickPickItem[]>) => {
      const items = await given;
      acts.push(items.map(({ label }) => label));
      return items.find(({ label }) => label.endsWith('Turn off'));
    };
    restores = [
      fake.restore,
      replace(vscode.window, 'showQuickPick', () => pick as unknown as typeof vscode.window.showQuickPick),
      replace(vscode.window, 'showErrorMessage', () => (text: string) => {
        errors.push(text);
        happened();
        return Promise.resolve(undefined);
      }),
    ];
  }

  afterEach(async () => {
    for (const restore of restores) restore();
    await parley.close();
    cli.remove();
    await takeBackSettings();
  });

  const shown = (): FakeList | undefined => lists.find(({ isShown }) => isShown);
  const texts = (): readonly string[] =>
    (shown()?.items ?? []).map(({ label, description = '', detail = '' }) => [label, description, detail].filter(Boolean).join(' | '));
  const others = ['$(error) broken | failed | Connection closed', '$(pass) parley | Parley’s own'];
  const connected = ['$(pass) notes | connected · 1 tool', ...others];
  const turnedOff = ['$(circle-slash) notes | turned off · 1 tool', ...others];

  /** Comes back once the servers are listed. */
  async function open(): Promise<void> {
    view.post({ type: 'sendPrompt', text: 'Go.' });
    await until(() => view.status?.turn === 'idle' && view.find('text')?.streaming === false);
    await parley.run('parley.showMcpServers');
    await until(() => shown()?.busy === false && texts().length > 0);
    assert.deepEqual(texts(), connected);
  }
  const isOpenAgain = (): boolean => lists.length === 2 && shown() !== undefined;

  it('are not known before Claude runs, which is said in a sentence', async () => {
    await begin([]);
    await parley.run('parley.showMcpServers');
    assert.match(parley.told[0]?.[0] ?? '', /^Send a message first/);
    assert.equal(shown(), undefined);
  });

  it('are listed with their states, and turned off by Claude’s CLI', async () => {
    await begin([...status('connected'), asked, success({}), ...status('disabled')]);
    await open();
    shown()?.pick('notes');
    await until(() => isOpenAgain() && shown()?.busy === false);
    assert.deepEqual([texts(), acts], [turnedOff, [['$(refresh) Reconnect', '$(circle-slash) Turn off']]]);
    const sent = cli.log().flatMap(({ line = '' }) => (line.includes('"mcp_toggle"') ? [JSON.parse(line) as { request: object }] : []));
    assert.deepEqual(
      sent.map(({ request }) => request),
      [{ subtype: 'mcp_toggle', serverName: 'notes', enabled: false }],
    );
    assert.deepEqual(parley.told, []);
  });

  it('stay listed while one takes its time, and the list shows that', async () => {
    await begin([...status('connected'), asked, late, success({}), ...status('disabled')]);
    await open();
    shown()?.pick('notes');
    await until(isOpenAgain);
    assert.deepEqual([texts(), shown()?.busy], [connected, true]);
    view.post({ type: 'sendPrompt', text: 'Reply now.' });
    await until(() => shown()?.busy === false);
    assert.deepEqual([texts(), parley.told, lists.length], [turnedOff, [], 2]);
  });

  it('stay away once the person has closed the list: a sentence says how it went', async () => {
    await begin([...status('connected'), asked, late, success({})]);
    await open();
    shown()?.pick('notes');
    await until(isOpenAgain);
    shown()?.hide();
    view.post({ type: 'sendPrompt', text: 'Reply now.' });
    await until(() => parley.told.length > 0);
    assert.deepEqual([parley.told, errors, shown(), lists.length], [[['The server notes is turned off.']], [], undefined, 2]);
  });

  it('stay away where the person chooses nothing to do with one', async () => {
    await begin([...status('connected'), ...status('connected')]);
    await open();
    restores.unshift(replace(vscode.window, 'showQuickPick', () => () => Promise.resolve(undefined)));
    shown()?.pick('notes');
    await parley.run('parley.showMcpServers');
    await until(() => shown()?.busy === false && texts().length > 0);
    assert.equal(lists.length, 2, 'the second one is that of the command');
  });

  it('stay away also where it went wrong', async () => {
    await begin([...status('connected'), asked, late, reply({ subtype: 'error', error: 'no such file' })]);
    await open();
    shown()?.pick('notes');
    await until(isOpenAgain);
    shown()?.hide();
    view.post({ type: 'sendPrompt', text: 'Reply now.' });
    await until(() => errors.length > 0);
    assert.deepEqual([errors, shown(), lists.length], [['The server notes could not be connected: no such file'], undefined, 2]);
  });

  for (const [tools, settings, told] of [
    [
      'all tools',
      {},
      'To turn this server off, turn off the settings that use it: parley.askUser.enabled, parley.memory.decisions, parley.memory.productDoc',
    ],
    [
      'one tool',
      { 'parley.askUser.enabled': false, 'parley.memory.decisions': false },
      'To turn this server off, turn off the settings that use it: parley.memory.productDoc',
    ],
  ] as const)
    it(`name the settings by which Parley’s own is there, with ${tools}, and stay listed`, async () => {
      await begin(status('connected'), { 'parley.memory.decisions': true, 'parley.memory.productDoc': true, ...settings });
      await open();
      shown()?.pick('parley');
      assert.deepEqual([parley.told, acts, lists.length, shown()?.labels.length], [[[told]], [], 1, 3]);
    });
});
