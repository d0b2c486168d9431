// The extension as it ships, in a Node process without VS Code; the test tells it by messages what the person does (windowless/messages.ts).
import childProcess from 'node:child_process';
import { mkdirSync } from 'node:fs';
import Module, { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FromHost, HostOptions, ToHost, Words } from './windowless/messages.js';
import { installMovableClock } from './windowless/movableClock.js';
import { Uri } from './vscode/basics.js';
import { makeStandIn, memento } from './vscode/standIn.js';

const options = JSON.parse(process.argv[2] ?? '') as HostOptions;
const send = (message: FromHost): void => {
  if (process.connected) process.send?.(message);
};

/** Milliseconds. What runs within them, such as the writing of a draft, has run once the host is quiet. */
const soon = 600;
/** Milliseconds that a timer waits by itself. */
const longest = 1_500;
/** Milliseconds between two looks at what is still to run: looks without a pause took half of the processor time of this process. */
const betweenLooks = 4;
/** The first timers belong to this file. */
const { setImmediate: later, setTimeout: realTimeout } = globalThis;
const clock = installMovableClock(longest);

// The CLIs and what else it starts, so that a test can wait for their ends.
const { spawn } = childProcess;
childProcess.spawn = ((...given: Parameters<typeof spawn>) => {
  const child = spawn(...given);
  const { pid, spawnargs: args } = child;
  if (pid !== undefined) {
    send({ type: 'spawned', pid, args });
    child.once('exit', () => send({ type: 'exited', pid, args }));
  }
  return child;
}) as typeof spawn;
syncBuiltinESMExports();

let posted = 0;
const standIn = makeStandIn({
  extension: options.extension,
  folders: options.folders,
  isTrusted: options.isTrusted,
  settings: options.settings,
  log: options.log,
  pages: {
    origin: options.origin,
    load: (webview, html, place) => send({ type: 'html', webview, html, place }),
    post: (webview, message) => send({ type: 'post', webview, message, number: ++posted }),
    focus: webview => send({ type: 'focus', webview }),
    close: webview => send({ type: 'close', webview }),
  },
  openExternal: url => send({ type: 'opened', url }),
});

// The one way to give a CommonJS bundle a module that is on no disk.
const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
const { _load: load } = loader;
loader._load = (name, ...rest) => (name === 'vscode' ? standIn.vscode : load(name, ...rest));

/** Megabytes that are in use once what is not has been collected. */
function memoryInUse(): { readonly heap: number; readonly resident: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // V8's own function, under the flag
  for (let round = 0; round < 3; round++) collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: (heapUsed + external) / 1e6, resident: rss / 1e6 };
}
const withoutExtension = options.measuresMemory === true ? memoryInUse() : undefined;

interface Extension {
  activate(context: object): void;
  deactivate(): Promise<void>;
}
const extension = createRequire(import.meta.url)(join(options.extension, 'dist/extension.js')) as Extension;
const subscriptions: { dispose(): unknown }[] = [];
const storage = join(options.userData, 'User/globalStorage/parley.parley');
const workspaceStorage = join(options.userData, 'User/workspaceStorage');
for (const folder of [storage, workspaceStorage]) mkdirSync(folder, { recursive: true });
extension.activate({
  extensionUri: Uri.file(options.extension),
  extension: standIn.vscode.extensions.getExtension('parley.parley'),
  subscriptions,
  storageUri: Uri.file(workspaceStorage),
  globalStorageUri: Uri.file(storage),
  globalState: memento(join(storage, 'globalState.json')),
  workspaceState: memento(join(workspaceStorage, 'workspaceState.json')),
});

const isWriting = (): boolean => process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'));

/** Resolves with how many messages the pages have been sent, once nothing is being written and no timer of the next moment is left. */
async function quiet(): Promise<number> {
  let left = clock.soon(soon);
  await new Promise(later);
  for (;;) {
    const waiting = new Set(clock.soon(soon));
    left = left.filter(timer => waiting.has(timer));
    if (left.length === 0 && !isWriting()) return posted;
    await new Promise(done => realTimeout(done, betweenLooks));
  }
}

async function end(): Promise<void> {
  // A CLI that does not end is killed when its time is over.
  clock.release();
  // In VS Code's order: `deactivate` is called, the subscriptions go, and what `deactivate` has promised is waited for.
  const ended = extension.deactivate();
  for (const one of subscriptions.reverse()) one.dispose();
  await ended;
}

const words = ({ source, flags }: Words): RegExp => new RegExp(source, flags);

function act(message: ToHost): unknown {
  const { person, sideBar } = standIn;
  switch (message.type) {
    case 'show':
      return sideBar.show(message.state);
    case 'hide':
      return sideBar.hide();
    case 'received':
      return standIn.webviews.receive(message.webview, message.message);
    case 'settings':
      return standIn.changeSettings(message.settings);
    case 'run':
      return void standIn.run(message.command, ...message.given);
    case 'pick':
      return person.pick(words(message.name));
    case 'sees':
      return person.sees(words(message.name));
    case 'rows':
      return person.rows(words(message.name));
    case 'pressInRow':
      return person.pressInRow(words(message.name));
    case 'press':
      return person.press(words(message.name), message.button);
    case 'told':
      return person.isTold(words(message.name));
    case 'input':
      return person.types(message.text);
    case 'typeInList':
      return person.typeInList(message.words);
    case 'closeList':
      return person.closeList();
    case 'choose':
      return void person.chosenFiles.push(message.paths?.map(path => Uri.file(path)));
    case 'advance':
      return clock.advance(message.milliseconds);
    case 'focused':
      return standIn.setFocused(message.focused);
    case 'quiet':
      return quiet();
    case 'memory': {
      const [now, bare] = [memoryInUse(), withoutExtension ?? { heap: NaN, resident: NaN }];
      return { heap: now.heap - bare.heap, resident: now.resident - bare.resident };
    }
    case 'end':
      return end();
  }
}

async function answer(message: ToHost): Promise<void> {
  const { id } = message;
  try {
    const value = await act(message);
    send({ type: 'done', id, ...(value !== undefined && { value }) });
  } catch (error) {
    send({ type: 'done', id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
  if (message.type === 'end') process.exit(0);
}

process.on('message', (message: ToHost) => void answer(message));
// The test has ended without an end of this.
process.on('disconnect', () => process.exit(1));
send({ type: 'begun' });
