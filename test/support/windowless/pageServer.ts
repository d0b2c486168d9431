// Serves the pages of the webviews of one test, and carries the messages between them and the extension.
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { themes, wear } from '../../webview/servedPage.js';
import { secureSource } from '../vscode/webviews.js';
import { dressed, outerPage } from './outerPage.js';

export interface PageServer {
  readonly origin: string;
  /** What the outer page is told. */
  tell(message: object): void;
  setHtml(webview: number, html: string): void;
  /** Resolves when the outer page listens. */
  readonly listening: Promise<void>;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** @param said receives what a page of a webview says */
export async function servePages(said: (message: { readonly webview: number; readonly message: unknown }) => void): Promise<PageServer> {
  const htmls = new Map<number, string>();
  const listeners = new Set<ServerResponse>();
  let begin: () => void = () => undefined;
  const listening = new Promise<void>(resolve => (begin = resolve));
  const { kind, variables, view } = themes.dark;
  const theme = `(${wear.toString()})(${JSON.stringify({ kind, variables, ground: view })});`;

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = (request.url ?? '/').replace(/\?.*/, '');
    const send = (type: string, body: string | Buffer): void => void response.writeHead(200, { 'content-type': type }).end(body);
    if (url === '/') return send('text/html', outerPage);
    if (url === '/told') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).write(': here\n\n');
      listeners.add(response);
      request.once('close', () => listeners.delete(response));
      return begin();
    }
    if (url === '/said') {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        said(JSON.parse(body) as { webview: number; message: unknown });
        response.writeHead(204).end();
      });
      return;
    }
    if (url === '/vscode.css') return send('text/css', readFileSync('test/fixtures/vscodeDefault.css'));
    const webview = Number(/^\/webview\/(\d+)$/.exec(url)?.[1]);
    const html = htmls.get(webview);
    if (html !== undefined) return send('text/html; charset=utf-8', dressed(html.replaceAll(secureSource, origin), webview, theme));
    const file = url.startsWith('/file/') ? decodeURIComponent(url.slice('/file'.length)) : '';
    if (file === '' || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'cache-control': 'max-age=3600' });
    createReadStream(file).pipe(response);
  };
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // An http server's address is never a string.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    tell: message => {
      for (const listener of listeners) listener.write(`data: ${JSON.stringify(message)}\n\n`);
    },
    setHtml: (webview, html) => void htmls.set(webview, html),
    listening,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
