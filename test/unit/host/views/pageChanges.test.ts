// What a page is told, and when, as it takes that, whatever becomes of it. Both ends are the real ones; the way between them, the frames and the
// disappearing of a page are the test's.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PageChangesDependencies, ShownState } from '../../../../src/host/views/pageChanges.js';
import { PageChanges, slowAfter } from '../../../../src/host/views/pageChanges.js';
import type { ChatEvent } from '../../../../src/chat/events.js';
import type { ChatState } from '../../../../src/chat/state.js';
import { initialState } from '../../../../src/chat/state.js';
import { step } from '../../../../src/chat/step.js';
import type { ViewTexts } from '../../../../src/chat/view.js';
import { viewItem, viewStatus, viewWaiting } from '../../../../src/chat/view.js';
import type { Intent } from '../../../../src/shared/contract/fromView.js';
import type { HostMessage } from '../../../../src/shared/contract/toView.js';
import type { TranscriptItem } from '../../../../src/shared/transcript.js';
import { Reading } from '../../../../webview/state/reading.js';
import type { Listener } from '../../../../webview/state/receiver.js';
import { Receiver } from '../../../../webview/state/receiver.js';
import { Store } from '../../../../webview/state/store.js';
import { anyEvent } from '../../../support/anyEvent.js';
import { runs } from '../../../support/tier.js';

const words: ViewTexts = {
  problem: ({ problem }) => ({ level: 'error', text: problem.code, actions: [] }),
  exit: ({ code }) => ({ level: 'error', text: `exit ${code}`, actions: [] }),
  reads: () => undefined,
};
const turnOfLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
const ignore = (): void => undefined;
const none: ShownState['attachments'] = [];
const listener = new Proxy({}, { get: () => ignore }) as Listener;

/** A host, a page that may go and come, and the messages that are on their way. */
class Both {
  state: ChatState = initialState('auto');
  readonly toPage: { readonly message: HostMessage; readonly lost: () => void }[] = [];
  readonly toHost: Intent[] = [];
  readonly said: string[] = [];
  readonly times: number[] = [];
  isInSight = true;
  page: { readonly store: Store; readonly receiver: Receiver; readonly frames: FrameRequestCallback[] } | undefined;
  readonly changes: PageChanges;
  #now = 0;

  constructor() {
    const dependencies: PageChangesDependencies = {
      now: (): ShownState => ({ state: this.state, status: viewStatus(this.state, undefined, undefined), attachments: none }),
      otherOwner: () => undefined,
      words,
      surrounds: () => ({ preferences: { layout: 'auto' }, earlier: [], setUp: { lines: [], actions: [] } }),
      cursorBehind: ({ id }) => `behind ${id}`,
      // As it arrives there: VS Code sends JSON.
      post: (message, lost) => void this.toPage.push({ message: JSON.parse(JSON.stringify(message)) as HostMessage, lost }),
      beginAnew: () => this.#begin(),
      took: milliseconds => void this.times.push(milliseconds),
      isInSight: () => this.isInSight,
      isSlow: (milliseconds, taken) => void this.said.push(`${taken ? 'taken' : 'waits'} ${milliseconds}`),
    };
    this.changes = new PageChanges(dependencies);
    this.open();
  }

  #begin(): void {
    this.changes.begin((version, { state, status }) => ({
      type: 'snapshot',
      version,
      chat: 's',
      items: state.items.map(item => viewItem(item, state, words)),
      status,
      start: null,
      preferences: { layout: 'auto' as const },
      composerDraft: '',
      earlier: [],
      waiting: viewWaiting(state),
    }));
  }

  event(event: ChatEvent): void {
    this.state = step(this.state, event, (this.#now += 1)).state;
    this.changes.update();
  }

  /** The page is gone, with all that was on its way. */
  close(): void {
    this.page = undefined;
    this.toPage.length = 0;
    this.toHost.length = 0;
  }

  open(): void {
    if (this.page !== undefined) this.close();
    const store = new Store();
    const frames: FrameRequestCallback[] = [];
    const post = (intent: Intent): void => void this.toHost.push(intent);
    const receiver = new Receiver(store, post, new Reading(store, post, ignore), listener, ignore);
    this.page = { store, receiver, frames };
    receiver.askForSnapshot();
  }

  deliverToPage(): void {
    const { page } = this;
    if (page === undefined) return;
    globalThis.requestAnimationFrame = run => page.frames.push(run);
    const sent = this.toPage.shift();
    if (sent !== undefined) page.receiver.receive(sent.message);
  }

  loseOne(): void {
    this.toPage.shift()?.lost();
  }

  deliverToHost(): void {
    const said = this.toHost.shift();
    if (said?.type === 'ready') this.#begin();
    else if (said?.type === 'taken') this.changes.taken(said.version);
    else if (said !== undefined) this.said.push(JSON.stringify(said));
  }

  frame(): void {
    for (const run of this.page?.frames.splice(0) ?? []) run(0);
  }

  async settle(): Promise<void> {
    if (this.page === undefined) this.open();
    for (let quiet = 0; quiet < 3; quiet += 1) {
      if (this.toPage.length + this.toHost.length + (this.page?.frames.length ?? 0) > 0) quiet = 0;
      this.deliverToPage();
      this.deliverToHost();
      this.frame();
      await turnOfLoop();
    }
  }

  get onTheWay(): readonly HostMessage['type'][] {
    return this.toPage.map(({ message }) => message.type);
  }

  get shown(): readonly TranscriptItem[] {
    const { store } = this.page ?? assert.fail();
    return store.conversation
      .ids()
      .flatMap(id => store.item(id)?.peek() ?? [])
      .filter(hasBegun);
  }

  get expected(): readonly TranscriptItem[] {
    return JSON.parse(JSON.stringify(this.state.items.map(item => viewItem(item, this.state, words)).filter(hasBegun))) as TranscriptItem[];
  }
}

/** A text that has no words yet need not be there. */
const hasBegun = (item: TranscriptItem): boolean => item.kind !== 'text' || !item.streaming || item.text !== '';

/** What the person has typed is the page's own. */
function withoutDrafts(items: readonly TranscriptItem[]): unknown {
  return (JSON.parse(JSON.stringify(items)) as Record<string, unknown>[]).map(({ draft: _, planChoice: __, ...item }) => item);
}

/**
 * Events that the arbitrary ones leave out: they may use an id again that the CLI would not, and an item would come at a place where another one
 * was.
 */
const unlikely: readonly ChatEvent['type'][] = ['itemsTrimmed', 'messageBrokenOff', 'transcriptRead', 'contextCleared', 'answerDrafted'];

describe('what a page is told', () => {
  const own = globalThis.requestAnimationFrame as typeof requestAnimationFrame | undefined;
  after(() => {
    if (own === undefined) Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
    else globalThis.requestAnimationFrame = own;
  });

  const grow = (text: string): ChatEvent => ({ type: 'textGrew', id: 'm:0', text });
  const begun = async (): Promise<Both> => {
    const both = new Both();
    both.event({ type: 'promptSubmitted', uuid: 'u', text: 'go on' });
    both.event({ type: 'processStarted' });
    both.event({ type: 'textStarted', id: 'm:0' });
    await both.settle();
    return both;
  };
  const text = (both: Both): string => both.shown.map(item => (item.kind === 'text' ? item.text : '')).join('');

  it('is of a row that comes when another turn has begun where it stands: in front of that turn', async () => {
    const both = await begun();
    both.event({ type: 'textFinished', id: 'm:0', text: 'done' });
    both.event({ type: 'turnEnded', outcome: 'success' });
    both.event({ type: 'promptSubmitted', uuid: 'v', text: 'and more' });
    await both.settle();
    both.event({ type: 'filesChanged', files: 1, plus: 1, minus: 0 });
    await both.settle();
    assert.deepEqual(
      both.shown.map(({ kind }) => kind),
      ['prompt', 'text', 'changes', 'prompt'],
    );
  });

  it('is all that has happened, once, whatever becomes of the page, and never more than two messages of changes at a time', async () => {
    const act = fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .oneof(anyEvent('question'), anyEvent('prompt'))
          .filter(({ type }) => !unlikely.includes(type))
          .map(event => ({ act: 'event' as const, event })),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom({ act: 'deliverToPage' as const }, { act: 'deliverToHost' as const }, { act: 'frame' as const }),
      },
      { weight: 2, arbitrary: fc.constant({ act: 'turn' as const }) },
      { weight: 1, arbitrary: fc.constantFrom({ act: 'close' as const }, { act: 'open' as const }, { act: 'loseOne' as const }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 60 }), async acts => {
        const both = new Both();
        for (const one of acts) {
          if (one.act === 'event') both.event(one.event);
          else if (one.act === 'turn') await turnOfLoop();
          else both[one.act]();
          assert.ok(both.onTheWay.filter(type => type === 'changes').length <= 2, both.onTheWay.join());
          for (const item of both.page === undefined ? [] : both.shown) {
            const now = both.state.items.find(({ id }) => id === item.id);
            if (item.kind === 'text' && now?.kind === 'text' && now.streaming)
              assert.ok(now.text.startsWith(item.text), `${item.text} ≠ ${now.text}`);
          }
        }
        const ids = both.state.items.map(({ id }) => id);
        fc.pre(new Set(ids).size === ids.length);
        // What was lost comes with the next thing that happens.
        both.changes.update();
        await both.settle();
        assert.deepEqual(withoutDrafts(both.shown), withoutDrafts(both.expected));
        assert.deepEqual(both.page?.store.status.peek(), JSON.parse(JSON.stringify(viewStatus(both.state, undefined, undefined))));
        assert.deepEqual(both.page?.store.waiting.peek(), JSON.parse(JSON.stringify(viewWaiting(both.state))));
        assert.deepEqual(both.said, []);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('is the first word at once, also right behind something else, and then a message for each frame', async () => {
    const both = await begun();
    both.event(grow('One'));
    await turnOfLoop();
    both.deliverToPage();
    // No frame has come, and the page may be sent more.
    assert.deepEqual(both.toHost, [{ type: 'taken', version: both.toHost[0]?.type === 'taken' ? both.toHost[0].version : 0 }]);
    both.deliverToHost();
    both.event(grow(' two'));
    await turnOfLoop();
    both.deliverToPage();
    assert.equal(text(both), 'One two');
    assert.deepEqual(both.toHost, []);
    for (const word of [' three', ' four', ' five']) {
      both.event(grow(word));
      await turnOfLoop();
    }
    assert.deepEqual(both.onTheWay, []);
    both.frame();
    both.deliverToHost();
    assert.deepEqual(both.onTheWay, ['changes']);
    both.deliverToPage();
    assert.equal(text(both), 'One two three four five');
  });

  it('is the first word behind no message that only says that a text has begun', async () => {
    const both = new Both();
    both.event({ type: 'promptSubmitted', uuid: 'u', text: 'go on' });
    both.event({ type: 'processStarted' });
    both.event({ type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' });
    both.event({ type: 'promptConfirmed', uuid: 'u' });
    await both.settle();
    both.event({ type: 'textStarted', id: 'm:0' });
    await turnOfLoop();
    assert.deepEqual(both.onTheWay, []);
    both.event(grow('One'));
    await turnOfLoop();
    both.deliverToPage();
    assert.equal(text(both), 'One');
    // What is to be told behind all changes waits for no words.
    both.event({ type: 'textFinished', id: 'm:0', text: 'One' });
    both.event({ type: 'textStarted', id: 'm:1' });
    await both.settle();
    let told = 0;
    both.changes.behindChanges(() => (told += 1));
    assert.equal(told, 1);
    both.event({ type: 'textFinished', id: 'm:1', text: 'Two' });
    await turnOfLoop();
    both.event({ type: 'textStarted', id: 'm:2' });
    both.changes.behindChanges(() => (told += 1));
    await both.settle();
    assert.equal(told, 2);
  });

  it('is the first word without waiting until a message about something else is taken; what comes behind it waits', async () => {
    const both = await begun();
    both.event({ type: 'textFinished', id: 'm:0', text: 'Before' });
    await turnOfLoop();
    both.event({ type: 'textFinished', id: 'm:1', text: 'One' });
    await turnOfLoop();
    assert.deepEqual(both.onTheWay, ['changes', 'changes']);
    both.event({ type: 'textFinished', id: 'm:2', text: 'Two' });
    await turnOfLoop();
    assert.deepEqual(both.onTheWay, ['changes', 'changes']);
    await both.settle();
    assert.equal(text(both), 'BeforeOneTwo');
  });

  it('is what asks without waiting until a message about something else is taken, but not where the page is out of sight', async () => {
    const shown = { toolName: 'Bash', summary: 'rm', description: '', reason: '', input: { command: 'rm' } };
    for (const isInSight of [true, false]) {
      const both = await begun();
      both.isInSight = isInSight;
      both.event({ type: 'textFinished', id: 'm:0', text: 'Before' });
      await turnOfLoop();
      both.event({ type: 'permissionAsked', requestId: 'p1', toolUseId: 'm:1', ...shown });
      await turnOfLoop();
      assert.deepEqual(both.onTheWay, isInSight ? ['changes', 'changes'] : ['changes']);
    }
  });

  it('is one message when a page without frames has them again, however much has come', async () => {
    const both = await begun();
    for (let word = 0; word < 1_000; word += 1) {
      both.event(grow(` ${word}`));
      await turnOfLoop();
      both.deliverToPage();
      both.deliverToHost();
    }
    const early = text(both).length;
    assert.deepEqual(both.onTheWay, []);
    both.frame();
    both.deliverToHost();
    assert.deepEqual(both.onTheWay, ['changes']);
    both.deliverToPage();
    assert.deepEqual([early < 10, text(both).endsWith(' 999')], [true, true]);
  });

  it('is a snapshot where more has come and gone meanwhile than the page can know', async () => {
    const both = await begun();
    both.event({ type: 'textFinished', id: 'm:0', text: 'The first' });
    await both.settle();
    for (const id of ['a', 'b']) both.event({ type: 'textFinished', id, text: id });
    both.event({ type: 'turnEnded', outcome: 'success' });
    const ids = both.state.items.map(({ id }) => id);
    both.event({ type: 'textFinished', id: 'c', text: 'The last' });
    both.event({ type: 'itemsTrimmed', ids });
    assert.deepEqual(both.state.items.map(({ id }) => id).slice(-1), ['c']);
    await turnOfLoop();
    assert.deepEqual(both.onTheWay, ['snapshot']);
    await both.settle();
    assert.deepEqual(withoutDrafts(both.shown), withoutDrafts(both.expected));
  });

  it('goes on behind a snapshot with a fault, as behind changes with one', async () => {
    const both = await begun();
    const page = both.page ?? assert.fail();
    const replaceAll = page.store.replaceAll.bind(page.store);
    page.store.replaceAll = (...all) => {
      replaceAll(...all);
      throw new Error('a fault');
    };
    page.receiver.askForSnapshot();
    both.deliverToHost();
    assert.throws(() => both.deliverToPage(), /a fault/);
    both.event(grow('One'));
    await both.settle();
    assert.equal(text(both), 'One');
  });

  it('is said to be slow in taking it where it is in sight, and to have taken it; one that never does is told by that', async () => {
    const real = performance.now.bind(performance);
    let passed = 0;
    performance.now = () => passed;
    try {
      const both = await begun();
      both.event(grow('One'));
      await turnOfLoop();
      passed += slowAfter + 1;
      both.isInSight = false;
      both.event(grow(' two'));
      assert.deepEqual(both.said, []);
      both.isInSight = true;
      // Also where it is something that goes behind that message.
      both.event({ type: 'textFinished', id: 'm:1', text: ' four' });
      both.event(grow(' three'));
      assert.deepEqual(both.said, [`waits ${slowAfter + 1}`]);
      passed += 1_000;
      await both.settle();
      assert.deepEqual(both.said, [`waits ${slowAfter + 1}`, `taken ${slowAfter + 1_001}`]);
      assert.equal(text(both), 'One two three four');
      assert.ok(both.times.includes(slowAfter + 1_001));
    } finally {
      performance.now = real;
    }
  });
});
