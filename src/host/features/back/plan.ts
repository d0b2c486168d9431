// What files have to do with going back: from which tree on, what has written since, and the part of the card about it. Knows snapshots through what it is
// given; nothing of VS Code.
import { isDeepStrictEqual } from 'node:util';
import type { ChangesState, ChatItem, ChatState } from '../../../chat/state.js';
import type { BackCard, BackFile, BackFiles } from '../../../shared/features/back/news.js';
import type { FileChange } from '../../../review/changes.js';
import type { LeftOut } from '../../../review/fileLists.js';
import type { Returning, Span } from '../../../review/returning.js';
import { mayWrite } from '../review/turnSnapshots.js';

/** What is to be written, as the dry run has found it. */
export interface BackPlan {
  readonly folder: string;
  /** The tree that stands there, and the one that is wanted. */
  readonly from: string;
  readonly to: string;
  /** The files that stand as Claude's turns have left them. */
  readonly own: readonly FileChange[];
  /** Somebody else has changed them since, also in an editor that is not saved. */
  readonly others: readonly FileChange[];
  readonly left: readonly LeftOut[];
  readonly isUnsure: boolean;
  /** There is no git: nothing is known of files that commands have changed. */
  readonly isEdits: boolean;
}

/** `NoFiles`: why there is no plan. */
export type NoFiles = NonNullable<BackCard['noFiles']>;

/** What has written in a conversation, and whether all of that is known. */
export interface Wrote {
  readonly spans: readonly Span[];
  readonly isUnsure: boolean;
  /** A call may have written files. */
  readonly mayHaveWritten: boolean;
}

/** What turns of Claude's, and going back, have written. */
export function wroteIn(items: readonly ChatItem[]): Wrote {
  const spans = items.flatMap((item): Span[] => {
    if (item.kind === 'changes' && item.before !== undefined && item.after !== undefined)
      return [{ before: item.before, after: item.after, ...sharedOf(item) }];
    if (item.kind !== 'wentBack' || item.files === undefined || item.from === undefined || item.to === undefined) return [];
    const back = { before: item.from, after: item.to };
    return item.files.state === 'undone' ? [back, { before: item.to, after: item.from }] : [back];
  });
  const isUnsure = items.some(item => item.kind === 'changes' && item.isLate === true);
  return { spans, isUnsure, mayHaveWritten: items.some(mayWrite) };
}

/** The person works on beside subagents, for as long as they take. */
function sharedOf({ byPerson, isAgents }: ChangesState): Pick<Span, 'shared'> {
  return isAgents ? { shared: 'all' } : byPerson ? { shared: byPerson } : {};
}

/** A tree that is wanted, or why there is none. */
export type Wanted = { readonly tree: string } | 'none' | 'unknown';

/** The work folder before the message with which these items begin. */
export function treeBefore(rest: readonly ChatItem[]): Wanted {
  const first = rest.find(item => item.kind === 'changes' || (item.kind === 'wentBack' && item.files !== undefined));
  const tree = first?.kind === 'changes' ? first.before : first?.kind === 'wentBack' ? first.from : undefined;
  return tree !== undefined ? { tree } : first === undefined ? 'none' : 'unknown';
}

export function wanted(tree: string | undefined): Wanted {
  return tree === undefined ? 'none' : { tree };
}

/** `isUnsaved`: an editor has changes of this path that are not on the disk. */
export function planOf(
  folder: string,
  isEdits: boolean,
  { isUnsure }: Omit<Wrote, 'mayHaveWritten'>,
  found: Returning,
  isUnsaved: (path: string) => boolean,
): BackPlan | NoFiles {
  if (!found.ok) return found.why === 'lost' ? 'lost' : 'off';
  const { present, target, files, left } = found;
  if (files.length === 0) return 'same';
  const by = (isOwn: boolean): readonly FileChange[] =>
    files.filter(({ by: who, change }) => (who === 'turns' && !isUnsaved(change.path)) === isOwn).map(({ change }) => change);
  return { folder, from: present, to: target, own: by(true), others: by(false), left, isUnsure, isEdits };
}

/** Whether the same files go and stand apart, each as it stands: the card shows the first of them alone. */
export function isSamePlan(one: BackPlan | undefined, other: BackPlan | undefined): boolean {
  return isDeepStrictEqual([one?.own, one?.others], [other?.own, other?.others]);
}

/** The plan as it is now, without what goes back by itself and did not `before`. `ticked`: paths that the person has ticked. */
export function asAsked(now: BackPlan, before: BackPlan, ticked: readonly string[]): BackPlan {
  const asked = new Set([...before.own.map(({ path }) => path), ...ticked]);
  return { ...now, own: now.own.filter(({ path }) => asked.has(path)) };
}

/**
 * Whether the person has to read the card before anything happens. `isFresh`: nobody has said anything since, so files that are as going back has left them need
 * no question.
 */
export function needsCard({ to, works, background, ends, files, noFiles = 'none' }: BackCard, isFresh: boolean): boolean {
  const isLost = works === true || background === true || ends.questions + ends.permissions > 0;
  const isAsked = files !== undefined && (!isFresh || files.others.length > 0);
  // Claude may have changed files that stay as they are.
  const isUnknown = to === 'message' && ['unknown', 'lost', 'off'].includes(noFiles);
  return isLost || isAsked || isUnknown;
}

/** More are counted. */
const mostShown = 100;
const mostLeft = 20;

export function shownFiles({ own, others, left, isUnsure, isEdits }: BackPlan, isUnsaved: (path: string) => boolean): BackFiles {
  const shown = (files: readonly FileChange[]): BackFile[] => files.slice(0, mostShown).map(file => shownFile(file, isUnsaved(file.path)));
  return {
    own: shown(own),
    more: Math.max(0, own.length - mostShown),
    others: shown(others),
    moreOthers: Math.max(0, others.length - mostShown),
    left: left.slice(0, mostLeft).map(({ path, why }) => ({ path, why })),
    moreLeft: Math.max(0, left.length - mostLeft),
    ...(isUnsure && { isUnsure: true as const }),
    ...(isEdits && { isEdits: true as const }),
  };
}

/** Git tells how the present differs from what is wanted, and the card what going back does. */
function shownFile({ path, kind, plus, minus, binary }: FileChange, unsaved: boolean): BackFile {
  return {
    path,
    kind: kind === 'added' ? 'deleted' : kind === 'deleted' ? 'added' : kind === 'mode' ? 'mode' : 'modified',
    plus: minus,
    minus: plus,
    ...(binary && { binary }),
    ...(unsaved && { unsaved: true as const }),
  };
}

/** The row that the person wants undone. */
export function forwardRow(state: ChatState, id: string): Extract<ChatItem, { kind: 'wentBack' }> | undefined {
  return state.items.find(item => item.kind === 'wentBack' && item.id === id) as Extract<ChatItem, { kind: 'wentBack' }> | undefined;
}
