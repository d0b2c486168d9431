// A date and time for a row of a list.
import * as vscode from 'vscode';

/** In the language of VS Code, and without seconds. @param epoch milliseconds */
export function timeText(epoch: number): string {
  return new Date(epoch).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
}
