// The log channel "Parley". Lines are cut and keys taken out before they are written: logs get pasted into issues.
import * as vscode from 'vscode';
import type { SessionLog } from './sessionLoop.js';

const longestLine = 4_000;

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

function safe(text: string): string {
  const cut = text.length > longestLine ? `${text.slice(0, longestLine)}… (${text.length} characters)` : text;
  return cut.replace(/\bsk-ant-[\w-]+/g, 'sk-ant-…').replace(/\b(bearer\s+)[\w.~+/-]+=*/gi, '$1…');
}
