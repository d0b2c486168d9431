// Drafts apart from the rest of a chat, because a draft changes with every letter and the rest is large. Pure.
import { isFinal } from '../shared/answers.js';
import type { Answer, HostEdit } from '../shared/question.js';
import type { PermissionState, QuestionState, ChatItem } from './state.js';

export interface QuestionDraft {
  readonly id: string;
  readonly revision: number;
  readonly draft: readonly Answer[];
  readonly hostEdits: readonly HostEdit[];
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
