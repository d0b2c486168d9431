// What waits, in one short sentence for a notification and a list. A permission is decided on its card alone, which shows all of it.
import * as vscode from 'vscode';
import { worksIn } from '../chats/chat.js';
import { mcpTool, toolTitle } from '../../shared/mcpTool.js';
import { inFolder } from '../../shared/pathParts.js';
import { pathOf } from '../../shared/permitted.js';
import { serverName } from '../../shared/serverName.js';
import { textOf as textIn } from '../../shared/loose.js';
import { toolOf } from '../../shared/tools.js';
import type { PermissionState } from '../../chat/state.js';
import type { Waiting } from './waitingItems.js';
import { isPlan, textOf } from './waitingItems.js';

const { t } = vscode.l10n;

/** The most characters of a command or a path. */
const longest = 120;

export function waitingText({ chat, item }: Pick<Waiting, 'chat' | 'item'>): string {
  return item.kind === 'question' ? textOf(item) : permissionSentence(item, worksIn(chat));
}

/** @param folder from which Claude reads a path */
export function permissionSentence(permission: PermissionState, folder?: string): string {
  const { toolName, input = {}, otherAgent } = permission;
  const who = otherAgent === undefined ? 'Claude' : serverName(otherAgent.name);
  if (isPlan(permission)) {
    const [line = ''] = textIn(input['plan'])
      .trim()
      .split(/[\r\n]/, 1);
    const title = beginningOf(line.replace(/^#+\s*/, ''));
    return title === '' ? t('{0} has a plan.', who) : t('{0} has a plan: {1}', who, title);
  }
  const tool = toolOf(toolName);
  const path = tool?.path && pathOf(toolName, input);
  // No further field of the input says what the tool does.
  const what = beginningOf(path === undefined ? textIn(input[tool?.tells ?? '']) : inFolder(path, folder));
  const ofServer = mcpTool(toolName);
  if (ofServer) return t('{0} wants to use “{1}” from “{2}”.', who, ofServer.tool, ofServer.server);
  const act = what === '' ? undefined : tool?.act;
  if (act === 'run') return t('{0} wants to run a command: {1}', who, what);
  if (act === 'fetch') return t('{0} wants to open a web page: {1}', who, what);
  if (path === undefined) return t('{0} wants to use {1}.', who, toolTitle(toolName));
  if (act === 'read') return t('{0} wants to read {1}', who, what);
  if (act === 'write') return t('{0} wants to write {1}', who, what);
  if (act === 'edit' || act === 'edits' || act === 'cell') return t('{0} wants to change {1}', who, what);
  return t('{0} wants to use {1}.', who, toolTitle(toolName));
}

/** The first line, with a sign where more follows. */
function beginningOf(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n]/, 1);
  const shown = [...line].slice(0, longest).join('').trimEnd();
  return shown.length < text.trim().length ? `${shown} …` : shown;
}
