// One call through the socket of a window (host/agents/agentServer). Knows HTTP, and nothing of what is asked.
import { request } from 'node:http';
import { isCode } from '../disk/fileSystem.js';
import type { WindowPlace } from './findWindow.js';

/** The JSON-RPC answer; `unreached` where nobody listens, undefined where the connection ended before the answer. Taking the call back ends the connection, by which the window knows. */
export function callWindow({ socket, headers }: WindowPlace, message: object, signal: AbortSignal): Promise<unknown> {
  return new Promise(resolve => {
    const lost = (): void => resolve(undefined);
    // Without an agent of Node's, which would use a connection again that its window has closed.
    const sent = request(
      {
        socketPath: socket,
        agent: false,
        path: '/mcp',
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        signal,
      },
      response => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve(answerIn(text, response.statusCode ?? 0)));
        response.on('error', lost).on('close', lost);
      },
    );
    sent.on('error', error => resolve(isCode(error, 'ENOENT') || isCode(error, 'ECONNREFUSED') ? 'unreached' : undefined));
    sent.end(JSON.stringify(message));
  });
}

/** The message in a plain body, or in the `data` of the one event of a stream. */
function answerIn(text: string, status: number): unknown {
  if (status === 413) return { error: { code: -32_602, message: 'The call is longer than 64 MB.' } };
  // Only a line feed ends a line: JSON has U+2028 as it is, where a `.` would stop.
  const data =
    text
      .split('\n')
      .findLast(line => line.startsWith('data: '))
      ?.slice('data: '.length) ?? text;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    // The window has ended in the middle of it.
    return undefined;
  }
}
