// Drafts apart from the rest of a chat, because a draft changes with every letter and the rest is large. Pure.
import { isFinal } from '../shared/answers.js';
import type { Answer, HostEdit } from '../shared/question.js';
import type { PermissionState, QuestionState, ChatItem, ChatState } from './state.js';
import { openQuestions } from './state.js';

export interface QuestionDraft {
  readonly id: string;
  readonly revision: number;
  readonly draft: readonly Answer[];
  readonly hostEdits: readonly HostEdit[];
}

export function draftsOf(state: ChatState): readonly QuestionDraft[] {
  return openQuestions(state).map(({ id, revision, draft, hostEdits }) => ({ id, revision, draft, hostEdits }));
}

/** The state in which each draft with a higher revision replaces the state's own. */
export function withDrafts(state: ChatState, drafts: readonly QuestionDraft[]): ChatState {
  const byId = new Map(drafts.map(draft => [draft.id, draft]));
  const items = state.items.map((item): ChatItem => {
    const newer = item.kind === 'question' ? byId.get(item.id) : undefined;
    if (item.kind !== 'question' || newer === undefined || !(newer.revision > item.revision)) return item;
    const { revision, draft, hostEdits } = newer;
    const { unsent: _, dismissAt: __, ...rest } = item;
    return { ...rest, revision, draft, hostEdits };
  });
  return { ...state, items };
}

const wordFields: readonly string[] = ['draft', 'planChoice'] satisfies (keyof PermissionState)[];
const draftFields: readonly string[] = ['draft', 'revision', 'hostEdits', 'dismissAt', 'unsent'] satisfies (keyof QuestionState)[];

/** Whether two versions of an open question, or of a permission that waits, differ in the draft only. */
export function isSameButDraft(before: ChatItem | undefined, after: ChatItem | undefined): boolean {
  if (before?.kind === 'permission' && after?.kind === 'permission')
    return after.state === 'asked' && differOnlyIn(wordFields, before, after);
  if (before?.kind !== 'question' || after?.kind !== 'question' || isFinal(after.phase)) return false;
  return differOnlyIn(draftFields, before, after);
}

function differOnlyIn(fields: readonly string[], before: ChatItem, after: ChatItem): boolean {
  const [one, other]: Readonly<Record<string, unknown>>[] = [{ ...before }, { ...after }];
  const names = Object.keys({ ...before, ...after }).filter(name => !fields.includes(name));
  return names.every(name => one?.[name] === other?.[name]);
}

/** Whether two states of a chat differ in drafts only. */
export function onlyDraftsDiffer(before: ChatState, after: ChatState): boolean {
  const { items: was, ...rest } = before;
  const { items, ...others } = after;
  const [one, other]: Readonly<Record<string, unknown>>[] = [rest, others];
  if (was.length !== items.length || Object.keys({ ...rest, ...others }).some(name => one?.[name] !== other?.[name])) return false;
  return items.every((item, index) => item === was[index] || isSameButDraft(was[index], item));
}
