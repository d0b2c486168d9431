// The life of a prompt: it stays in the outbox, and can be written again under the same uuid, until the CLI confirms it. Pure.
import type { Variant } from '../shared/variant.js';
import type { Effect } from './effects.js';
import type { ChatEvent } from './events.js';
import { append, withTurnRunning, withoutAgain, change, find } from './items.js';
import { lostAnswersPrompt } from './lostAnswers.js';
import { outboxWrites, promptNotWritten, settlePrompt, turnPromptsOf } from './outbox.js';
import { toQuestion } from './questionSteps.js';
import type { OutboxEntry, ChatState } from './state.js';
import { nextTurnStart, openQuestions } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects } from './stepResult.js';

type Prompt = Omit<Variant<ChatEvent, 'promptSubmitted'>, 'type' | 'way'>;

/** Writes the prompt to the CLI, which queues it while a turn runs. Returns the same state while a question is open. */
export function sendPrompt(state: ChatState, { uuid, text, attachments = [] }: Prompt, goOn = false): Step {
  if (openQuestions(state).length > 0 || (text.trim() === '' && attachments.length === 0)) return noEffects(state);
  const itemId = `i${state.counter}`;
  const turnStart = state.turn === 'idle' ? nextTurnStart(state) : state.turnStart;
  const sent = append(
    { ...withoutAgain(state), turnStart },
    {
      kind: 'prompt',
      id: itemId,
      text,
      state: 'sending',
      uuid,
      ...(attachments.length > 0 && { attachments }),
      ...(goOn && { goOn }),
      ...(state.turn !== 'idle' && { queue: 'next' }),
    },
  );
  return writePrompt(sent, { uuid, itemId, writeId: `w${state.counter}`, written: false, queued: state.turn !== 'idle' });
}

/** What Claude reads where the person lets it go on. The row of such a prompt shows who said so, and not these words. */
export const goOnWords = 'Go on where you were cut off.';

/**
 * Writes the failed prompt again in its place, so that the conversation keeps one copy of it. What a notice offers to send again goes as
 * a new prompt, because Claude has read the first one. What the CLI has given back goes under `uuid`, because the CLI knows its own one.
 */
export function resendPrompt(state: ChatState, { id, uuid }: Variant<ChatEvent, 'promptResubmitted'>, now: number): Step {
  const offer = find(state, id, 'problem');
  if ((offer ?? find(state, id, 'exit'))?.goOn !== undefined) return sendPrompt(state, { uuid, text: goOnWords }, true);
  if (offer?.again !== undefined) return sendPrompt(state, { uuid, text: offer.again, attachments: offer.againAttachments ?? [] });
  const item = find(state, id, 'prompt');
  if (item?.state !== 'failed' || openQuestions(state).length > 0) return noEffects(state);
  const entry = {
    uuid: item.uuidSpent === true ? uuid : item.uuid,
    itemId: id,
    writeId: `w${state.counter}`,
    written: false,
    queued: state.turn !== 'idle',
  };
  const sending = change(withoutAgain(state), id, 'prompt', ({ uuidSpent: _, ...prompt }) => ({
    ...prompt,
    state: 'sending',
    uuid: entry.uuid,
    at: now,
    ...(state.turn !== 'idle' && { queue: 'next' }),
  }));
  return writePrompt({ ...sending, counter: state.counter + 1 }, entry);
}

export function sendLostAnswers(state: ChatState, event: Extract<ChatEvent, { type: 'lostAnswersSent' }>, now: number): Step {
  const question = find(state, event.toolUseId, 'question');
  const text = question?.phase === 'lost' && question.sentAsMessage !== true ? lostAnswersPrompt(question) : undefined;
  if (text === undefined) return noEffects(state);
  const sent = sendPrompt(state, { uuid: event.uuid, text });
  return sent.state === state ? sent : { ...sent, state: toQuestion(sent.state, event.toolUseId, { type: 'resent' }, now) };
}

function writePrompt(state: ChatState, entry: OutboxEntry): Step {
  const earlier = state.turn === 'idle' ? [] : state.turnPrompts.filter(({ id }) => id !== entry.itemId);
  const turnPrompts = [...earlier, ...turnPromptsOf(state, [entry])];
  const kept = { ...state, outbox: [...state.outbox, entry] };
  const began = { turnPrompts, ...(state.turn === 'idle' && { turnBegan: false }) };
  // The process is ending. `processExited` starts the next one, which gets the whole outbox.
  if (state.process === 'ending') return noEffects({ ...kept, ...began, turn: 'starting' });
  const writing = outboxWrites(state, [entry]);
  if (state.process !== 'none') return { state: { ...withTurnRunning(kept), ...began }, effects: writing };
  return {
    state: { ...kept, turnPrompts, turnBegan: false, turn: 'starting', process: 'starting' },
    effects: [startEffect(state), ...writing],
  };
}

export function startEffect({ sessionId, forkOf }: ChatState): Effect {
  if (sessionId === undefined && forkOf !== undefined) return { type: 'startClaude', resume: forkOf.session, forkAt: forkOf.at };
  return { type: 'startClaude', ...(sessionId !== undefined && { resume: sessionId }) };
}

/** The prompt was not written, and begins no turn; the CLI waits for the next one. */
export function imageMissing(state: ChatState, { writeId, name }: Variant<ChatEvent, 'imageMissing'>): ChatState {
  const failed = promptNotWritten(state, writeId);
  if (failed === state) return state;
  const told = append(failed, { kind: 'problem', id: `i${state.counter}`, problem: { code: 'imageGone', detail: name } });
  return withoutEmptyTurn(told);
}

/** Ends a turn that the CLI has not begun and that has lost its only prompt. A process that starts may still say why it does not. */
export function withoutEmptyTurn(state: ChatState): ChatState {
  if (state.turnBegan || state.outbox.length > 0 || state.turn === 'idle' || openQuestions(state).length > 0) return state;
  return { ...state, turn: 'idle', turnStart: nextTurnStart(state) };
}

/**
 * The CLI has the prompt, now or from an earlier process. In the second case the CLI runs no turn for it and nothing would end the
 * turn that began with this write; `turnBegan` tells the two cases apart.
 */
export function confirmPrompt(state: ChatState, uuid: string): ChatState {
  const entry = state.outbox.find(one => one.uuid === uuid);
  // The CLI also replays texts of its own, such as the output of a slash command.
  if (entry === undefined) return state;
  const confirmed = settlePrompt({ ...state, peer: { ...state.peer, confirms: true } }, uuid, 'sent');
  // Only the first prompt of a process proves this, because later the CLI may echo several prompts before their turn begins.
  const isFirst = state.process === 'starting' && !state.turnBegan && confirmed.outbox.length === 0;
  if (!isFirst || openQuestions(state).length > 0) return confirmed;
  const id = `i${state.counter}`;
  const told = append(confirmed, { kind: 'problem', id, problem: { code: 'alreadyRead', detail: '' } });
  return { ...told, turn: 'idle', process: 'running', turnStart: told.items.length };
}
