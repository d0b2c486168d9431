// *MCP Servers*: the servers of the chat's CLI with their states, to connect anew, turn off and turn on.
import * as vscode from 'vscode';
import type { ControlReply } from '../../claude/stream/controlRequests.js';
import { askServer as ownName } from '../../claude/ask/names.js';
import { memoryToolSettings } from '../../shared/memoryTools.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { ChatLoop } from '../chats/chatLoop.js';
import { promptBlocker } from '../views/intentRouter.js';
import { isToldElsewhere } from '../vscode/elsewhere.js';
import { List } from '../vscode/plainLater.js';
import type { ListItem } from '../vscode/plainUi.js';
import { pickItem, showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import type { ChatCommandDependencies } from './chatCommandsContract.js';

const { t } = vscode.l10n;

/** Milliseconds. `mcp_status` comes at once; a server that is connected anew may have to start. */
const limits = { status: 10_000, act: 60_000 };

type Failed = Extract<ControlReply, { ok: false }>;

/** A server in the reply to `mcp_status`: `{mcpServers: [{name, status, error?, tools?: […]}]}`; 2.0.77 has `name` and `status` alone. */
interface Server {
  readonly name: string;
  readonly status: string;
  readonly error: string | undefined;
  readonly tools: number | undefined;
}

export async function showMcpServers({ views, log }: ChatCommandDependencies): Promise<void> {
  const chat = views.active;
  if (isToldElsewhere(chat)) return;
  const problem = whyNone(chat);
  if (problem !== undefined) return void showMessage(problem);
  await new ServerList(chat.loop, log).open();
}

/** Why no Claude runs in the chat, whatever is sent there; undefined where one may. */
function whyNone(chat: Chat): string | undefined {
  switch (promptBlocker(chat)) {
    case 'agents':
      return t('Other agents ask in this chat, so it has no MCP servers.');
    case 'untrusted':
      return t('You have not trusted this folder, so Claude is not started.');
    case 'noFolder':
      return t('Open a folder first: MCP servers run with Claude.');
    case undefined:
      return undefined;
  }
}

interface Row extends ListItem {
  readonly server: Server;
}

interface Act extends ListItem {
  readonly request: { readonly subtype: 'mcp_reconnect' | 'mcp_toggle'; readonly serverName: string; readonly enabled?: boolean };
  /** Said where the person has closed the list meanwhile. */
  readonly done: string;
}

/** One list at a time. What the person does with a server goes on behind it, and opens no list that the person has closed. */
class ServerList {
  /** Undefined where none is open. */
  #list: List<Row> | undefined;
  #rows: readonly Row[] = [];
  #waits = 0;

  constructor(
    private readonly loop: ChatLoop,
    private readonly log: Log,
  ) {}

  async open(): Promise<void> {
    this.#show();
    await this.#busyWith(() => this.#refresh());
  }

  #show(): void {
    const list = new List<Row>(
      { title: t('MCP servers'), placeHolder: t('Select a server to reconnect or turn off') },
      {
        stays: ({ server }) => server.name === ownName && isToldHowToTurnOff(),
        picked: ({ server }) =>
          void this.#choose(server).catch((error: unknown) => this.log.error(`The list of MCP servers failed: ${String(error)}`)),
        hidden: () => {
          list.dispose();
          if (this.#list === list) this.#list = undefined;
        },
      },
    );
    list.items = this.#rows;
    list.busy = this.#waits > 0;
    list.show();
    this.#list = list;
  }

  #hide(): void {
    this.#list?.hide();
    this.#list = undefined;
  }

  async #busyWith(work: () => Promise<void>): Promise<void> {
    this.#waits++;
    if (this.#list !== undefined) this.#list.busy = true;
    try {
      await work();
    } finally {
      this.#waits--;
      if (this.#list !== undefined) this.#list.busy = this.#waits > 0;
    }
  }

  async #refresh(): Promise<void> {
    if (this.#list === undefined) return;
    const reply = await this.loop.ask({ subtype: 'mcp_status' }, { limit: limits.status });
    const rows = reply.ok ? serversIn(reply.response['mcpServers']).map(rowOf) : [];
    if (reply.ok) this.#rows = rows;
    if (this.#list === undefined) return;
    if (reply.ok) this.#list.items = rows;
    if (rows.length > 0) return;
    this.#hide();
    void showMessage(reply.ok ? t('Claude has no MCP servers in this chat.') : notToldText(reply));
  }

  async #choose(server: Server): Promise<void> {
    const act = await pickItem(actsOn(server), { title: server.name });
    if (act === undefined) return;
    this.#show();
    await this.#busyWith(async () => {
      await this.#perform(server, act);
      await this.#refresh();
    });
  }

  async #perform({ name }: Server, { request, done }: Act): Promise<void> {
    const reply = await this.loop.ask(request, { limit: limits.act });
    if (!reply.ok) {
      if (reply.why === 'ended') this.#hide();
      void showMessage(problemText(name, reply), [], { level: 'error' });
    } else if (this.#list === undefined) void showMessage(done);
  }
}

function actsOn({ name, status }: Server): readonly Act[] {
  if (status === 'disabled') {
    const request = { subtype: 'mcp_toggle', serverName: name, enabled: true } as const;
    return [{ label: t('Turn on'), codicon: 'circle-large-filled', request, done: t('The server {0} is turned on.', name) }];
  }
  const [again, off] = [
    { subtype: 'mcp_reconnect', serverName: name } as const,
    { subtype: 'mcp_toggle', serverName: name, enabled: false } as const,
  ];
  return [
    { label: t('Reconnect'), codicon: 'refresh', request: again, done: t('The server {0} is connected.', name) },
    { label: t('Turn off'), codicon: 'circle-slash', request: off, done: t('The server {0} is turned off.', name) },
  ];
}

/** Claude has the server as long as one of its tools is on. */
function isToldHowToTurnOff(): true {
  const settings = [...new Set(['parley.askUser.enabled' as const, ...Object.values(memoryToolSettings)])].filter(id => readSetting(id));
  void showMessage(
    settings.length === 0
      ? t('This server is off by your settings, and goes when Claude restarts.')
      : t('To turn this server off, turn off the settings that use it: {0}', settings.join(', ')),
  );
  return true;
}

function notToldText({ why, detail }: Failed): string {
  return why === 'ended'
    ? t('Send a message first. MCP servers run with Claude.')
    : t('Claude did not say which MCP servers it has: {0}', detail === '' ? why : detail);
}

function problemText(name: string, { why, detail }: Failed): string {
  if (why === 'unsupported') return t('That needs Claude CLI {0} or newer.', '2.1.100');
  if (why === 'ended') return t('Claude has ended meanwhile.');
  return why === 'silent' ? t('The server {0} has not replied yet.', name) : t('The server {0} could not be connected: {1}', name, detail);
}

function rowOf(server: Server): Row {
  const { name, status, error, tools } = server;
  const state = states()[status] ?? status;
  const counted = tools === undefined ? '' : ` · ${tools === 1 ? t('1 tool') : t('{0} tools', tools)}`;
  return {
    server,
    label: name,
    codicon: codicons[status] ?? 'question',
    description: name === ownName ? t('Parley’s own') : `${state}${counted}`,
    ...(error !== undefined && { detail: error }),
  };
}

const states = (): Readonly<Record<string, string>> => ({
  connected: t('connected'),
  failed: t('failed'),
  disabled: t('turned off'),
  pending: t('connecting'),
  'needs-auth': t('needs a log-in, in a terminal with /mcp'),
});

const codicons: Readonly<Record<string, string>> = {
  connected: 'pass',
  failed: 'error',
  disabled: 'circle-slash',
  pending: 'sync',
  'needs-auth': 'lock',
};

function serversIn(value: unknown): readonly Server[] {
  return (Array.isArray(value) ? value : []).flatMap((raw: unknown): readonly Server[] => {
    if (typeof raw !== 'object' || raw === null || !('name' in raw) || typeof raw.name !== 'string') return [];
    const { name } = raw;
    return [
      {
        name,
        status: 'status' in raw && typeof raw.status === 'string' ? raw.status : '',
        error: 'error' in raw && typeof raw.error === 'string' ? raw.error : undefined,
        tools: 'tools' in raw && Array.isArray(raw.tools) ? raw.tools.length : undefined,
      },
    ];
  });
}
