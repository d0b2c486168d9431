// *MCP Servers*: the servers of the chat's CLI with their states, to connect anew, turn off and turn on.
import * as vscode from 'vscode';
import type { ControlReply } from '../../claude/stream/controlRequests.js';
import { askServer as ownName } from '../../claude/ask/names.js';
import type { Chat } from '../chats/chat.js';
import { promptBlocker } from '../views/intentRouter.js';
import { isToldElsewhere } from '../vscode/elsewhere.js';
import type { ListItem } from '../vscode/plainUi.js';
import { pickItem, showMessage } from '../vscode/plainUi.js';
import type { ChatCommandDependencies } from './chatCommandsContract.js';

const { t } = vscode.l10n;

/** Milliseconds. `mcp_status` comes at once; a server that is connected anew may have to start. */
const limits = { status: 10_000, act: 60_000 };

/** A server in the reply to `mcp_status`: `{mcpServers: [{name, status, error?, tools?: […]}]}`; 2.0.77 has `name` and `status` alone. */
interface Server {
  readonly name: string;
  readonly status: string;
  readonly error: string | undefined;
  readonly tools: number | undefined;
}

export async function showMcpServers({ views }: ChatCommandDependencies): Promise<void> {
  const chat = views.active;
  if (isToldElsewhere(chat)) return;
  const problem = whyNone(chat);
  if (problem !== undefined) return void showMessage(problem);
  for (;;) {
    const server = await chooseServer(chat);
    if (server === undefined || !(await actOn(chat, server))) return;
  }
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

async function chooseServer({ loop }: Chat): Promise<Server | undefined> {
  const reply = await loop.ask({ subtype: 'mcp_status' }, { limit: limits.status });
  if (!reply.ok) {
    await showMessage(
      reply.why === 'ended'
        ? t('Send a message first. MCP servers run with Claude.')
        : t('Claude did not say which MCP servers it has: {0}', reply.detail === '' ? reply.why : reply.detail),
    );
    return undefined;
  }
  const servers = serversIn(reply.response['mcpServers']);
  if (servers.length === 0) {
    await showMessage(t('Claude has no MCP servers in this chat.'));
    return undefined;
  }
  const picked = await pickItem(servers.map(rowOf), {
    title: t('MCP servers'),
    placeHolder: t('Select a server to reconnect or turn off'),
  });
  return picked?.server;
}

/** Whether the list is shown again. */
async function actOn({ loop }: Chat, { name, status }: Server): Promise<boolean> {
  if (name === ownName) {
    await showMessage(t('Turn this server off with the setting parley.askUser.enabled.'));
    return false;
  }
  const acts = [
    ...(status === 'disabled'
      ? []
      : [{ label: t('Reconnect'), codicon: 'refresh', request: { subtype: 'mcp_reconnect', serverName: name } }]),
    status === 'disabled'
      ? { label: t('Turn on'), codicon: 'circle-large-filled', request: { subtype: 'mcp_toggle', serverName: name, enabled: true } }
      : { label: t('Turn off'), codicon: 'circle-slash', request: { subtype: 'mcp_toggle', serverName: name, enabled: false } },
  ];
  const picked = await pickItem(acts, { title: name });
  if (picked === undefined) return true;
  const reply = await loop.ask(picked.request, { limit: limits.act });
  if (!reply.ok) await showMessage(problemText(name, reply), [], { level: 'error' });
  return reply.ok;
}

function problemText(name: string, { why, detail }: Extract<ControlReply, { ok: false }>): string {
  if (why === 'unsupported') return t('That needs Claude CLI {0} or newer.', '2.1.100');
  if (why === 'ended') return t('Claude has ended meanwhile.');
  return why === 'silent' ? t('The server {0} has not replied yet.', name) : t('The server {0} could not be connected: {1}', name, detail);
}

function rowOf(server: Server): ListItem & { readonly server: Server } {
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
