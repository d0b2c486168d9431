// What the person says about a plan that waits: of the whole, as its note, and of lines. The host keeps it as the note of the permission.
import { useMemo, useRef, useState } from 'preact/hooks';
import type { PlanComment, PlanWords } from '../../../src/shared/features/plan/planComments.js';
import { readPlanWords, writePlanWords } from '../../../src/shared/features/plan/planComments.js';
import type { PermissionItem } from '../../../src/shared/transcript.js';
import type { NoteState } from '../../chat/permissionNote.js';
import { useOpenedNote } from '../../chat/permissionNote.js';
import { useApp } from '../../state/context.js';

export type Lines = Omit<PlanComment, 'text'>;

export interface PlanSaid {
  /** The words that Claude reads; empty where nothing is said. */
  readonly text: string;
  readonly comments: readonly PlanComment[];
  /** An empty `text` takes the comment away. */
  readonly comment: (on: Lines, text: string) => void;
  readonly note: NoteState;
}

export function isOn(one: Lines, { first, last }: Lines): boolean {
  return one.first === first && one.last === last;
}

/** The comments in the order of the plan. */
export function withComment(comments: readonly PlanComment[], more: PlanComment | undefined): readonly PlanComment[] {
  return [...comments, ...(more === undefined ? [] : [more])].sort((one, other) => one.first - other.first || one.last - other.last);
}

export function usePlanWords({ id, draft = '' }: PermissionItem, lines: readonly string[]): PlanSaid {
  const { post } = useApp();
  const [said, setSaid] = useState<PlanWords>(() => readPlanWords(draft, lines));
  const latest = useRef(said);
  const opened = useOpenedNote();
  const change = (make: (words: PlanWords) => PlanWords): void => {
    latest.current = make(latest.current);
    setSaid(latest.current);
    post({ type: 'draftNote', id, text: writePlanWords(latest.current, lines) });
  };
  const text = useMemo(() => writePlanWords(said, lines), [said, lines]);
  return {
    text,
    comments: said.comments,
    comment: (on, words) =>
      change(({ general, comments }) => ({
        general,
        comments: withComment(
          comments.filter(one => !isOn(one, on)),
          words === '' ? undefined : { first: on.first, last: on.last, text: words },
        ),
      })),
    note: { ...opened, text: said.general, type: general => change(words => ({ ...words, general })) },
  };
}
