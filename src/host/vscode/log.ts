// The log channel "Parley". `safe` cuts lines and removes credentials before they are written, because logs get pasted into issues.
import * as vscode from 'vscode';
import { safe } from './redaction.js';
import type { Log } from '../chats/chatDependencies.js';

export function createLog(): { readonly channel: vscode.LogOutputChannel; readonly log: Log } {
  const channel = vscode.window.createOutputChannel('Parley', { log: true });
  return {
    channel,
    log: {
      // Wire lines come by the thousand, so a line is prepared only at the level Trace.
      trace: text => (channel.logLevel === vscode.LogLevel.Trace ? channel.trace(safe(text)) : undefined),
      debug: text => channel.debug(safe(text)),
      info: text => channel.info(safe(text)),
      warn: text => channel.warn(safe(text)),
      error: text => channel.error(safe(text)),
    },
  };
}
