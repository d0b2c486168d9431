// The stand-in for VS Code of growthView.ts, whose bundle has it for the module `vscode`. Its pages are nowhere: what they are posted goes to
// `receiver`.
import { resolve } from 'node:path';
import { makeStandIn } from '../support/vscode/standIn.js';

export const receiver: { post(message: unknown): void } = { post: () => undefined };

const ignore = (): void => undefined;

export const standIn = makeStandIn({
  extension: resolve('.'),
  folders: [],
  settings: {},
  pages: { origin: 'http://localhost', load: ignore, post: (_webview, message) => receiver.post(message), focus: ignore, close: ignore },
});
