// A small extension beside Parley in a real VS Code, through which a test runs commands: the Command Palette would cost a second of
// processor time, and closes when the focus still moves.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Names the socket in the environment of the extension host. */
const socketVariable = 'PARLEY_TEST_COMPANION';

/** The source of the extension; it runs in VS Code's extension host. */
const source = `
const vscode = require('vscode');
const { connect } = require('node:net');
const { createInterface } = require('node:readline');
exports.activate = () => {
  const path = process.env.${socketVariable};
  if (path === undefined) return;
  const socket = connect(path);
  socket.on('error', () => undefined);
  createInterface({ input: socket }).on('line', async line => {
    const { id, command, given } = JSON.parse(line);
    let error;
    try {
      await vscode.commands.executeCommand(command, ...given.map(one => (one && one.file ? vscode.Uri.file(one.file) : one)));
    } catch (thrown) {
      error = String(thrown && thrown.stack || thrown);
    }
    socket.write(JSON.stringify({ id, error }) + '\\n');
  });
};
`;

export interface Companion {
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a command in the window that was opened last, and resolves when VS Code says that it is done. */
  run(command: string, ...given: readonly unknown[]): Promise<void>;
  /** Begins a command that ends only when the person has done something. */
  begin(command: string, ...given: readonly unknown[]): Promise<void>;
  close(): void;
}

/**
 * @param builtIns the folder of VS Code's own extensions, into which it is written
 * @param folder for the socket; a short path
 */
export async function startCompanion(builtIns: string, folder: string): Promise<Companion> {
  const home = join(builtIns, 'parley-companion');
  mkdirSync(home, { recursive: true });
  const manifest = {
    name: 'companion',
    publisher: 'parley-test',
    version: '0.0.1',
    engines: { vscode: '*' },
    main: './extension.js',
    activationEvents: ['*'],
    extensionKind: ['workspace'],
    capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
  };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(home, 'extension.js'), source);
  const path = join(folder, 'companion.sock');
  const waiting = new Map<number, { readonly done: () => void; readonly failed: (error: Error) => void }>();
  const sockets: Socket[] = [];
  let wake: () => void = () => undefined;
  let asked = 0;
  const server: Server = createServer(socket => {
    sockets.push(socket);
    wake();
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.splice(sockets.indexOf(socket), 1));
    createInterface({ input: socket }).on('line', line => {
      const { id, error } = JSON.parse(line) as { readonly id: number; readonly error?: string };
      const one = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) one?.done();
      else one?.failed(new Error(error));
    });
  });
  await new Promise<void>(resolve => server.listen(path, resolve));
  const send = async (command: string, given: readonly unknown[]): Promise<{ readonly ended: Promise<void> }> => {
    while (sockets.length === 0) await new Promise<void>(woken => (wake = woken));
    const id = ++asked;
    const ended = new Promise<void>((done, failed) => waiting.set(id, { done, failed }));
    sockets.at(-1)?.write(`${JSON.stringify({ id, command, given })}\n`);
    return { ended };
  };
  return {
    environment: { [socketVariable]: path },
    run: async (command, ...given) => (await send(command, given)).ended,
    async begin(command, ...given) {
      const { ended } = await send(command, given);
      // Whoever began it waits for what it shows.
      ended.catch(() => undefined);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
