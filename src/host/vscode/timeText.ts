// Times for a row of a list, which is made when the list opens.
import * as vscode from 'vscode';
import { fullTime, timeAgo } from '../../shared/timeAgo.js';

/** The time in the language of Parley's words. @param epoch milliseconds */
export function timeText(epoch: number): string {
  return timeAgo(epoch, Date.now(), language());
}

/** The time in the same language, with the time of day. @param epoch milliseconds */
export function fullTimeText(epoch: number): string {
  return fullTime(epoch, language());
}

function language(): string {
  return vscode.l10n.bundle === undefined ? 'en' : vscode.env.language;
}

/** Milliseconds. */
const minute = 60_000;

/** How long somebody waits for the person. @param since epoch milliseconds */
export function waitText(since: number): string {
  const minutes = Math.floor((Date.now() - since) / minute);
  if (minutes < 1) return vscode.l10n.t('now');
  return minutes < 60 ? vscode.l10n.t('{0} min', minutes) : vscode.l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
