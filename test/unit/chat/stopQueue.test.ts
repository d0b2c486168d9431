// Stop, messages for the next step, and a CLI that works at its own pace: a model of its queue, with every line on its way for as long as it likes.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { Effect } from '../../../src/chat/effects.js';
import { isDue } from '../../../src/chat/outbox.js';
import type { ChatState, PromptState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { after, working } from '../../support/chat.js';
import { runs } from '../../support/tier.js';

type Write = Extract<Effect, { type: 'writeToClaude' }>;
type Line = Write | { readonly type: 'cancel'; readonly uuid: string };

const init: ChatEvent = { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329', takesBack: true };

const acts = [
  'next',
  'after',
  'now',
  'stop',
  'back',
  'again',
  'hurry',
  'write',
  'ack',
  'read',
  'hear',
  'hear late',
  'step',
  'end',
] as const;
type Act = (typeof acts)[number] | 'die';

/** One chat, the pipe, and a CLI as `queuedMessages` has recorded it: it runs one uuid once, also one that it has given back. */
class Life {
  state: ChatState = after(working, init, { type: 'promptConfirmed', uuid: 'u1' });
  #toWrite: Write[] = [];
  #unacknowledged: Write | undefined;
  #pipe: Line[] = [];
  #told: ChatEvent[] = [];
  #runs = true;
  #isWorking = true;
  #queue: string[] = [];
  #known = new Set(['u1']);
  /** What Claude has read, by what the messages say, in the order of reading. */
  readonly read: string[] = [];
  /** Messages of before a Stop that the CLI had not given to Claude when it came to the interrupt. */
  readonly #stopped = new Set<string>();
  #beforeStop = new Map<string, readonly string[]>();
  #textOf = new Map<string, string>();
  #now = 10;
  #counter = 1;
  hasDied = false;
  again = 0;

  prompts(): readonly PromptState[] {
    return this.state.items.filter((item): item is PromptState => item.kind === 'prompt' && item.text.startsWith('m'));
  }

  do(act: Act): void {
    const text = `m${this.#counter + 1}`;
    const uuid = `u${this.#counter + 1}`;
    switch (act) {
      case 'next':
        return this.#submit({ type: 'promptSubmitted', uuid, text });
      case 'after':
      case 'now':
        return this.#submit({ type: 'promptSubmitted', uuid, text, way: act });
      case 'stop':
        return this.#stop();
      case 'back': {
        const item = this.prompts().find(({ queue }) => queue === 'next');
        return item && this.dispatch({ type: 'promptWantedBack', id: item.id });
      }
      case 'again': {
        const item = this.prompts().find(({ state }) => state === 'failed');
        if (item === undefined) return;
        this.#counter++;
        this.again++;
        const entries = this.read.map(words => ({ at: 1, event: { type: 'promptSeen' as const, id: this.#uuidOf(words), text: words } }));
        this.dispatch({ type: 'transcriptRead', since: 2, entries });
        this.#stopped.delete(item.text);
        for (const [stop, texts] of this.#beforeStop)
          this.#beforeStop.set(
            stop,
            texts.filter(words => words !== item.text),
          );
        return this.dispatch({ type: 'promptResubmitted', id: item.id, uuid });
      }
      case 'hurry': {
        const [first] = this.state.waiting;
        return first && this.dispatch({ type: 'promptHurried', uuid: first.uuid, way: 'next' });
      }
      case 'write':
        return this.#write();
      case 'ack': {
        const write = this.#unacknowledged;
        this.#unacknowledged = undefined;
        return write && this.dispatch({ type: 'writeAcknowledged', writeId: write.writeId });
      }
      case 'read':
        return this.#readLine();
      case 'hear':
      case 'hear late': {
        // The reply to a request is told a moment after the line, so a line behind it may be told first.
        const at = act === 'hear late' && this.#told[0]?.type === 'promptBack' && this.#told.length > 1 ? 1 : 0;
        const [event] = this.#told.splice(at, 1);
        return event && this.dispatch(event);
      }
      case 'step':
        if (this.#isWorking) for (const one of this.#queue.splice(0)) this.#give(one);
        return;
      case 'end':
        if (this.#isWorking) this.#endTurn('success');
        return;
      case 'die':
        if (this.#runs) this.#die(false);
    }
  }

  /** Everything that is on its way arrives, and the CLI ends its turns. */
  rest(): void {
    for (let round = 0; round < 60; round++) for (const act of ['write', 'ack', 'read', 'hear', 'end'] as const) this.do(act);
    // The time of a Stop that the CLI has not obeyed is over.
    if (this.state.turn !== 'stopping' || this.state.interruptId === undefined) return;
    this.dispatch({ type: 'interruptOverdue', interruptId: this.state.interruptId });
    for (let round = 0; round < 60; round++) for (const act of ['write', 'ack', 'read', 'hear', 'end'] as const) this.do(act);
  }

  dispatch(event: ChatEvent): void {
    const { state, effects } = step(this.state, event, this.#now++);
    this.state = state;
    for (const effect of effects) this.#perform(effect);
  }

  #submit(event: Extract<ChatEvent, { type: 'promptSubmitted' }>): void {
    this.#counter++;
    this.dispatch(event);
  }

  #stop(): void {
    const before = this.state;
    this.dispatch({ type: 'interruptRequested' });
    const { interruptId } = this.state;
    if (before.turn === 'stopping' || this.state.turn !== 'stopping' || interruptId === undefined) return;
    const meant = before.outbox.flatMap(({ itemId }) => before.items.find(({ id }) => id === itemId) ?? []);
    this.#beforeStop.set(
      interruptId,
      meant.flatMap(item => (item.kind === 'prompt' && item.queue !== undefined ? [item.text] : [])),
    );
  }

  #perform(effect: Effect): void {
    if (effect.type === 'writeToClaude') {
      if (effect.message.type === 'prompt') this.#textOf.set(effect.message.uuid, effect.message.text);
      this.#toWrite.push(effect);
    }
    if (effect.type === 'takeBackPrompt') {
      if (this.#runs) this.#pipe.push({ type: 'cancel', uuid: effect.uuid });
      else this.#told.push({ type: 'promptBack', uuid: effect.uuid, isBack: false });
    }
    if (effect.type === 'startClaude') this.#runs = true;
    if (effect.type === 'stopClaude') this.#die(true);
  }

  #write(): void {
    if (this.#unacknowledged !== undefined || !this.#runs) return;
    const write = this.#toWrite.shift();
    if (write === undefined) return;
    const { message, writeId } = write;
    if (!isDue(this.state, message)) return message.type === 'prompt' ? this.dispatch({ type: 'promptUnwritten', writeId }) : undefined;
    this.#pipe.push(write);
    if (message.type === 'prompt') this.#unacknowledged = write;
  }

  #readLine(): void {
    const line = this.#pipe.shift();
    if (line === undefined) return;
    if (line.type === 'cancel') {
      const isBack = this.#queue.includes(line.uuid);
      this.#queue = this.#queue.filter(uuid => uuid !== line.uuid);
      this.#told.push({ type: 'promptBack', uuid: line.uuid, isBack });
      return;
    }
    const { message, writeId } = line;
    if (message.type === 'interrupt') {
      for (const text of this.#beforeStop.get(writeId) ?? []) if (!this.read.includes(text)) this.#stopped.add(text);
      if (this.#isWorking) this.#endTurn('interrupted');
    }
    if (message.type !== 'prompt') return;
    if (this.#known.has(message.uuid)) return void this.#told.push({ type: 'promptConfirmed', uuid: message.uuid });
    this.#known.add(message.uuid);
    if (this.#isWorking) this.#queue.push(message.uuid);
    else this.#begin(message.uuid);
  }

  #begin(uuid: string): void {
    this.#isWorking = true;
    this.#told.push(init);
    this.#give(uuid);
  }

  #give(uuid: string): void {
    const text = this.#textOf.get(uuid) ?? assert.fail(uuid);
    assert.ok(!this.read.includes(text), `Claude has read ${text} twice`);
    assert.ok(!this.#stopped.has(text), `Claude has read ${text} behind Stop`);
    this.read.push(text);
    this.#told.push({ type: 'promptConfirmed', uuid });
  }

  #endTurn(outcome: 'success' | 'interrupted'): void {
    this.#isWorking = false;
    this.#told.push({ type: 'turnEnded', outcome });
    const next = this.#queue.shift();
    if (next !== undefined) this.#begin(next);
  }

  #die(requestedByUs: boolean): void {
    this.hasDied = true;
    this.#runs = false;
    const asked = [...this.#pipe.flatMap(line => (line.type === 'cancel' ? [line.uuid] : []))];
    const told = this.#told.splice(0);
    [this.#pipe, this.#toWrite, this.#queue, this.#unacknowledged, this.#isWorking] = [[], [], [], undefined, false];
    this.#known = new Set(['u1', ...this.read.map(text => this.#uuidOf(text))]);
    for (const event of told) this.dispatch(event);
    // What was meant for this process goes with it.
    this.#toWrite = [];
    for (const uuid of asked) this.dispatch({ type: 'promptBack', uuid, isBack: false });
    this.dispatch({ type: 'processExited', requestedByUs, code: requestedByUs ? 0 : null, signal: null, stderr: '' });
  }

  /** The one under which Claude has read it is the last. */
  #uuidOf(text: string): string {
    return [...this.#textOf].findLast(([, words]) => words === text)?.[0] ?? assert.fail(text);
  }
}

describe('Stop and the messages for the next step, at random', function () {
  this.timeout(120_000);

  const act = fc.constantFrom<Act>(
    ...acts,
    ...(['next', 'write', 'write', 'ack', 'read', 'read', 'hear', 'hear', 'stop', 'again'] as const),
    'die',
  );

  function check(chat: Life): void {
    assert.deepEqual([chat.state.turn, chat.state.outbox], ['idle', []], 'the chat waits for what does not come');
    for (const { text, state } of chat.prompts()) {
      if (state === 'sent') assert.ok(chat.read.includes(text), `${text} is sent, and Claude has not read it`);
      else if (!chat.hasDied) assert.ok(!chat.read.includes(text), `${text} is ${state}, and Claude has read it`);
    }
  }

  it('loses no message, gives none to Claude twice, and none of before Stop after it', () => {
    let again = 0;
    fc.assert(
      fc.property(fc.array(act, { minLength: 10, maxLength: 50 }), life => {
        const chat = new Life();
        for (const one of life) chat.do(one);
        chat.rest();
        check(chat);
        // The person sends again whatever has not reached Claude.
        for (const { state } of chat.prompts()) if (state === 'failed') chat.do('again');
        chat.rest();
        check(chat);
        assert.ok(chat.prompts().every(({ state }) => state !== 'failed'));
        again += chat.again;
      }),
      { numRuns: runs(10_000) },
    );
    assert.ok(again > runs(10_000) / 4, `only ${again} messages were sent again`);
  });
});
