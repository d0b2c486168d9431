// What bench `growth` measures, by names that stay while the code behind them changes: how a conversation is opened, how an
// event becomes a message to the view, how a chat is kept on the disk. Owns these few calls; knows nothing of clocks or rows.
import { mkdirSync } from 'node:fs';
import { reads } from '../../src/claude/answers/reads.js';
import { TranscriptIndex } from '../../src/claude/transcripts/transcriptIndex.js';
import { ChatFiles } from '../../src/host/storage/chatFiles.js';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import type { ChatEvent } from '../../src/chat/events.js';
import { refOf } from '../../src/chat/journalRecords.js';
import type { JournalUse } from '../../src/host/storage/journal.js';
import { pastState } from '../../src/chat/past.js';
import { announcedQuestion } from '../../src/chat/questionMachine.js';
import type { ChatItem, ChatState } from '../../src/chat/state.js';
import { windowSize } from '../../src/chat/window.js';
import { step } from '../../src/chat/step.js';
import { diff, viewItem, viewStatus } from '../../src/chat/view.js';
import { inEnvelope } from '../support/inEnvelope.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { Conversation } from './growthTranscripts.js';
import { questionOf } from './growthTranscripts.js';

const words = {
  problem: () => ({ level: 'error' as const, text: '', actions: [] }),
  exit: () => ({ level: 'error' as const, text: '', actions: [] }),
  reads,
};

/** The chat of a conversation that only the CLI has kept, as it is when the person goes to it. */
export async function openConversation({ sessionId, path }: Conversation): Promise<ChatState> {
  return windowOf(sessionId, path, windowSize);
}

/** The largest window that a chat of this conversation has: the next item would make it smaller. */
export async function stateOf({ sessionId, path }: Conversation): Promise<ChatState> {
  return windowOf(sessionId, path, 2 * windowSize - 10);
}

async function windowOf(sessionId: string, path: string, wanted: number): Promise<ChatState> {
  const { entries, hasOlder } = await new TranscriptIndex(path).page({ count: wanted });
  return { ...pastState(sessionId, entries, 'auto'), hasOlder };
}

function refuse(warning: string): never {
  throw new Error(warning);
}

/** What the view is sent when it has to show all of this. */
export function snapshotOf(state: ChatState): HostMessage {
  return {
    type: 'snapshot',
    version: 1,
    chat: 's',
    items: state.items.map(item => viewItem(item, state, words)),
    start: state.hasOlder ? 'window:0' : null,
    status: viewStatus(state, undefined, undefined),
    preferences: { layout: 'stacked' },
    composerDraft: '',
    earlier: [],
  };
}

export function stepped(state: ChatState, event: ChatEvent): ChatState {
  return step(state, event, 0).state;
}

/** What the view is sent after a step; undefined where it sees nothing of it. */
export function changeBetween(before: ChatState, after: ChatState): HostMessage | undefined {
  const changed = diff(before, after);
  switch (changed.type) {
    case 'none':
      return undefined;
    case 'grew':
      return inEnvelope({ type: 'append', version: 1, id: changed.id, text: changed.text });
    case 'draft':
    case 'items': {
      const items = changed.type === 'draft' ? [changed.after] : changed.items;
      return inEnvelope({ type: 'items', version: 1, items: items.map(item => viewItem(item, after, words)) });
    }
  }
}

/** One chat on the disk. Each call resolves once the change is there. */
export interface KeptChat {
  /** Something in the conversation is another. */
  changed(state: ChatState): Promise<void>;
  /** The person has typed a letter, on a card or in the message box. */
  typed(state: ChatState, composerDraft: string): Promise<void>;
}

export interface ChatToKeep {
  readonly conversation: Conversation;
  readonly title: string;
  /** A question that the CLI keeps is open in it. */
  readonly waits: boolean;
}

/**
 * Chats of an earlier window on the folder `cwd`, as that window has left them: what the transcripts hold stands there only. Nothing
 * proves more cheaply that it has ended than its file, which is gone.
 */
export async function keepChats(globalStorage: string, cwd: string, chats: readonly ChatToKeep[], current: ChatToKeep): Promise<void> {
  const files = new ChatFiles({ root: storageFolder(globalStorage, cwd), owner, log, clock: { after: () => () => undefined } });
  mkdirSync(files.folder, { recursive: true, mode: 0o700 });
  for (const { conversation, title, waits } of chats) {
    const { sessionId: key } = conversation;
    const state = await stateOf(conversation);
    const all = waits ? waiting(state, conversation.items) : state;
    // What the transcript holds stands in the journal by its place alone.
    const confirmed = new Set(all.items.map(item => refOf(item)[1]));
    const journal = files.begin(
      key,
      useOf(() => confirmed),
    );
    // The transcript has been written before: a window does not look for news in it.
    const seen = { usedAt: Date.now(), seenUntil: Date.now() + 1 };
    journal.changed(() => ({ key, title, ...seen, composerDraft: '', composerRevision: 0, state: all }));
    if (!(await journal.flush())) fail();
  }
  await files.shown(current.conversation.sessionId);
}

function waiting(state: ChatState, index: number): ChatState {
  const { id, input } = questionOf(index);
  const asked = announcedQuestion(id);
  const open: ChatItem = { ...asked, phase: 'parked', questions: input.questions, raw: input, hook: true, askedAt: Date.now() };
  const { length } = state.items.filter(item => item.id !== id);
  return { ...state, items: [...state.items.slice(0, length), open], turnStart: length };
}

export const log = { trace: refuse, debug: () => undefined, info: () => undefined, warn: refuse, error: refuse };

export const owner = { window: '00000000-0000-4000-8000-000000000001', host: 'host', boot: '', socket: '', folder: '' };

function useOf(confirmed: JournalUse['confirmed']): JournalUse {
  return { confirmed, onWritten: () => undefined, onLost: fail, onTrouble: fail, onRecovered: fail };
}

/** A folder of its own for each chat. Resolves once the chat is kept as it is now. */
export async function keepChat(root: string, first: ChatState): Promise<KeptChat> {
  const files = new ChatFiles({ root, owner, log, clock: { after: () => () => undefined } });
  // The transcript has all of the conversation but what is being said.
  const confirmed = new Set(first.items.slice(0, first.turnStart).map(({ id }) => id));
  const journal = files.begin(
    'chat',
    useOf(() => confirmed),
  );
  let composer = { composerDraft: '', composerRevision: 0 };
  const keep = async (state: ChatState): Promise<void> => {
    journal.changed(() => ({ key: 'chat', usedAt: 1, seenUntil: 1, ...composer, state }));
    if (!(await journal.flush())) fail();
  };
  await keep(first);
  return {
    changed: keep,
    async typed(state, composerDraft) {
      if (composerDraft !== '') composer = { composerDraft, composerRevision: composer.composerRevision + 1 };
      await keep(state);
    },
  };
}

function fail(): never {
  throw new Error('the chat could not be kept');
}
