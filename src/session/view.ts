// What the webview is shown of a session: items without what only the host needs, and only what changed. Pure.
import type { ChatStatus, NoticeItem, QuestionItem, TranscriptItem } from '../shared/transcript.js';
import { isSameButDraft } from './drafts.js';
import type { ExitState, ProblemState, QuestionState, SessionItem, SessionState } from './state.js';
import { openQuestions } from './state.js';
import { isFinal } from '../shared/answers.js';
import { inputFields } from '../shared/toolInput.js';

/** The host's words for what went wrong. */
export interface Words {
  problem(item: ProblemState): Omit<NoticeItem, 'kind' | 'id'>;
  exit(item: ExitState): Omit<NoticeItem, 'kind' | 'id'>;
  /** What Claude would read of this open question's draft; undefined while nothing can be sent. `inFile`: only the beginning at once. */
  reads(item: QuestionState, state: SessionState): { readonly text: string; readonly inFile: boolean } | undefined;
}

/** Who else has a session: its questions can be seen, and not answered. */
export type Elsewhere = 'otherWindow' | 'terminal' | undefined;

export function viewItem(item: SessionItem, state: SessionState, words: Words, elsewhere?: Elsewhere): TranscriptItem {
  switch (item.kind) {
    case 'prompt':
      return { kind: 'prompt', id: item.id, text: item.text, state: item.state };
    case 'problem':
      return { kind: 'notice', id: item.id, ...words.problem(item) };
    case 'exit':
      return { kind: 'notice', id: item.id, ...words.exit(item) };
    case 'permission':
      return {
        kind: 'permission',
        id: item.id,
        toolName: item.toolName,
        summary: item.summary,
        input: item.input && inputFields(item.input),
        description: item.description,
        reason: item.reason,
        state: item.state,
      };
    case 'question': {
      const { kind, id, phase, questions, title, draft, hostEdits, held, unsent, settlement, route, reason, detail, resent, endedAt } =
        item;
      return {
        ...{ kind, id, title, unsent, route, reason, detail, resent, endedAt },
        hostEdits: [...hostEdits],
        phase: elsewhere !== undefined && !isFinal(phase) ? 'announced' : phase === 'parked' ? 'asked' : phase,
        questions: [...questions],
        draft: [...draft],
        reply: settlement?.type === 'reply' ? settlement.text : undefined,
        ...readsOf(item, words.reads(item, state)),
        heldUntil: held?.until,
        dismissAt: item.dismissAt,
      };
    }
    case 'text':
    case 'tool':
      return item;
  }
}

function readsOf({ delivered }: QuestionState, read: ReturnType<Words['reads']>): Pick<QuestionItem, 'reads' | 'readsInFile'> {
  return { reads: delivered ?? read?.text, readsInFile: delivered === undefined && read?.inFile === true ? true : undefined };
}

export function viewStatus(state: SessionState, gate: 'noFolder' | 'untrusted' | undefined, elsewhere: Elsewhere): ChatStatus {
  const blocked = elsewhere ?? (openQuestions(state).length > 0 ? 'question' : gate);
  return { turn: state.turn, blocked };
}

export type Changes =
  | { readonly type: 'none' }
  /** Only the draft of a question that waits is another. */
  | { readonly type: 'draft'; readonly before: QuestionState; readonly after: QuestionState }
  /** Only the streaming text `id` grew, by `text`. */
  | { readonly type: 'grew'; readonly id: string; readonly text: string }
  | { readonly type: 'items'; readonly items: readonly SessionItem[] };

/** What differs in `after`; items are never removed and never change places. */
export function changes(before: SessionState, after: SessionState): Changes {
  if (before.items === after.items) return { type: 'none' };
  const changed = after.items.filter((item, index) => item !== before.items[index]);
  const [only] = changed;
  if (only === undefined) return { type: 'none' };
  if (changed.length === 1 && only.kind === 'text' && only.streaming) {
    const previous = before.items[after.items.indexOf(only)];
    if (previous?.kind === 'text') return { type: 'grew', id: only.id, text: only.text.slice(previous.text.length) };
  }
  const was = changed.length === 1 && only.kind === 'question' ? before.items[after.items.indexOf(only)] : undefined;
  if (was?.kind === 'question' && only.kind === 'question' && was.unsent === only.unsent && isSameButDraft(was, only))
    return { type: 'draft', before: was, after: only };
  return { type: 'items', items: changed };
}
