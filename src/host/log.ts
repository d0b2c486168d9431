// The log channel "Parley". Lines are cut and keys taken out before they are written: logs get pasted into issues.
import * as vscode from 'vscode';
import { safe } from './redaction.js';
import type { SessionLog } from './sessionLoop.js';

export function createLog(): { readonly channel: vscode.LogOutputChannel; readonly log: SessionLog } {
  const channel = vscode.window.createOutputChannel('Parley', { log: true });
  return {
    channel,
    log: {
      // Wire lines come in thousands: nothing is made of them unless somebody reads them.
      trace: text => (channel.logLevel === vscode.LogLevel.Trace ? channel.trace(safe(text)) : undefined),
      debug: text => channel.debug(safe(text)),
      info: text => channel.info(safe(text)),
      warn: text => channel.warn(safe(text)),
      error: text => channel.error(safe(text)),
    },
  };
}
