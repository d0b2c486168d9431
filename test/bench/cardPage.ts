// Runs in the webview's page, with the host's half of the way beside the webview's own, so that one clock times all of
// it: the CLI's line → what the panel would post → the page → painted. Bundled by card.bench.ts, and run before the page's own script.
import { decode } from '../../src/claude/stream/decode.js';
import { reads } from '../../src/claude/answers/reads.js';
import { createEventMapper } from '../../src/claude/stream/toEvents.js';
import type { ChatEvent } from '../../src/chat/events.js';
import { initialState } from '../../src/chat/state.js';
import { step } from '../../src/chat/step.js';
import { diff, viewItem, viewStatus } from '../../src/chat/view.js';
import { inEnvelope } from '../support/inEnvelope.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';

export interface CardTimings {
  /** Milliseconds from the CLI's line to the painted card. */
  readonly card: number[];
  /** Milliseconds from a bare message to one painted text. */
  readonly bare: number[];
  /** The times of `card` up to the moment in which what the host posts is ready. */
  readonly host: number[];
}

/** `exchanges`: how many the conversation has already. */
export type TimeCards = (line: string, rounds: number, warmUps: number, exchanges: number) => Promise<CardTimings>;

const words = {
  problem: () => ({ level: 'error' as const, text: '', actions: [] }),
  exit: () => ({ level: 'error' as const, text: '', actions: [] }),
  reads,
};

/** The session and the panel of the host, without VS Code. */
class Host {
  state = initialState('auto');
  version = 0;
  private readonly mapper = createEventMapper(event => this.dispatch(event));

  dispatch(event: ChatEvent): void {
    this.state = step(this.state, event, 0).state;
  }

  /** Reads a line as ChatLoop does. */
  receive(line: string): void {
    const decoded = decode(line, this.mapper.wantsInput());
    if (decoded.outcome === 'message') this.mapper.read(decoded.message);
  }

  /** Makes a snapshot as ChatWebview does. */
  snapshot(): HostMessage {
    const items = this.state.items.map(item => viewItem(item, this.state, words));
    const status = viewStatus(this.state, undefined, undefined);
    return {
      type: 'snapshot',
      version: ++this.version,
      chat: 's',
      items,
      start: null,
      status,
      preferences: { layout: 'stacked' },
      composerDraft: '',
      earlier: [],
    };
  }

  /** Makes the changes as ChatWebview does. */
  changesSince(before: Host['state']): HostMessage {
    const changed = diff(before, this.state);
    const items = changed.type === 'items' ? changed.items.map(item => viewItem(item, this.state, words)) : [];
    return inEnvelope({ type: 'items', version: ++this.version, items, status: viewStatus(this.state, undefined, undefined) });
  }
}

/** A task posted from the frame's callback runs after that frame is painted. */
function painted(): Promise<number> {
  return new Promise(resolve => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(undefined);
    });
  });
}

function shown(happened: () => boolean): Promise<number> {
  return new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!happened()) return;
      observer.disconnect();
      void painted().then(resolve);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

const openCard = (): Element | null => document.querySelector('form[aria-label="Claude asks"] input[type="radio"]');

/** Begins at any moment of a frame, as the CLI does. */
const anyMoment = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 20 + Math.random() * 17));

function newHost(exchanges: number): Host {
  const host = new Host();
  for (let index = 0; index < exchanges; index++) {
    host.dispatch({ type: 'promptSubmitted', uuid: `p${index}`, text: `Prompt ${index}` });
    host.dispatch({ type: 'processStarted' });
    host.dispatch({ type: 'promptConfirmed', uuid: `p${index}` });
    host.dispatch({ type: 'textFinished', id: `text${index}`, text: `Answer **${index}**.` });
    host.dispatch({ type: 'turnEnded', outcome: 'success' });
  }
  host.dispatch({ type: 'promptSubmitted', uuid: 'The last one', text: 'The last one' });
  host.dispatch({ type: 'processStarted' });
  host.dispatch({ type: 'promptConfirmed', uuid: 'The last one' });
  return host;
}

/** Back to where Claude works and has asked nothing: then a ring turns on the page, and it makes a frame at every chance. */
async function takeCardAway(host: Host): Promise<void> {
  const gone = shown(() => openCard() === null);
  window.postMessage(host.snapshot(), '*');
  await gone;
}

async function timeCard(host: Host, line: string): Promise<{ readonly card: number; readonly host: number }> {
  await anyMoment();
  const done = shown(() => openCard() !== null);
  const began = performance.now();
  const before = host.state;
  host.receive(line);
  const message = host.changesSince(before);
  const posted = performance.now();
  window.postMessage(message, '*');
  const card = (await done) - began;
  host.state = before;
  return { card, host: posted - began };
}

const mark = 'a bare message';
const output = document.createTextNode('');
let bareDone: (() => void) | undefined;

/** Hears before the webview does, which would say that it does not understand. */
function onBareMessage(event: MessageEvent<unknown>): void {
  if (typeof event.data !== 'string' || !event.data.startsWith(mark)) return;
  event.stopImmediatePropagation();
  output.data = event.data;
  bareDone?.();
}

async function timeBare(round: number): Promise<number> {
  await anyMoment();
  const done = new Promise<void>(resolve => (bareDone = resolve)).then(painted);
  const began = performance.now();
  window.postMessage(`${mark} ${round}`, '*');
  return (await done) - began;
}

const timeCards: TimeCards = async (line, rounds, warmUps, exchanges) => {
  const holder = document.createElement('div');
  holder.append(output);
  document.body.append(holder);
  const host = newHost(exchanges);
  const timings: CardTimings = { card: [], bare: [], host: [] };
  for (let round = -warmUps; round < rounds; round++) {
    await takeCardAway(host);
    const bare = await timeBare(round);
    const ours = await timeCard(host, line);
    if (round < 0) continue;
    timings.card.push(ours.card);
    timings.host.push(ours.host);
    timings.bare.push(bare);
  }
  holder.remove();
  return timings;
};

// The harness uses a page again, which then has this script twice, and a message would end in the other one.
if (!('timeCards' in globalThis)) {
  window.addEventListener('message', onBareMessage);
  Object.assign(globalThis, { timeCards });
}
