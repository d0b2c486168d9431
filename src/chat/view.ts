// Turns a state into items for the webview, without fields that only the host needs, and finds what changed. Pure.
import { shownAttachment } from '../shared/attachments.js';
import type { NoticeItem, PermissionItem, PermissionPart, QuestionItem, ToolItem, TranscriptItem } from '../shared/transcript.js';
import type { ChatStatus, WaitingPromptItem } from '../shared/chatStatus.js';
import { isSameButDraft } from './drafts.js';
import type { ExitState, PermissionState, ProblemState, QuestionState, ChatItem, ChatState, ToolState } from './state.js';
import { isElicitation, openPermissions, openQuestions, subagentAsks, waitingQuestions } from './state.js';
import { isFinal } from '../shared/answers.js';
import { actOf, editActs } from '../shared/tools.js';
import { offeredRules } from '../shared/permissionRules.js';
import { permittedParts } from '../shared/permitted.js';
import { isBegun } from './items.js';
import { withoutSecrets } from './secrets.js';

/** The host's words for problems and exits. */
export interface ViewTexts {
  problem(item: ProblemState): Omit<NoticeItem, 'kind' | 'id'>;
  exit(item: ExitState): Omit<NoticeItem, 'kind' | 'id'>;
  /**
   * The `tool_result` that this open question's draft would become; undefined while nothing can be sent. `inFile`: Claude would
   * read its beginning only.
   */
  reads(item: QuestionState, state: ChatState): { readonly text: string; readonly inFile: boolean } | undefined;
}

/** Who else owns a chat: its questions can be seen, and not answered. `otherComputer`: a window that cannot be reached from here. */
export type Elsewhere = 'otherWindow' | 'otherComputer' | 'terminal' | undefined;

export function viewItem(item: ChatItem, state: ChatState, words: ViewTexts, elsewhere?: Elsewhere): TranscriptItem {
  switch (item.kind) {
    case 'prompt':
      return {
        kind: 'prompt',
        id: item.id,
        text: item.text,
        state: item.state,
        ...(item.queue !== undefined && { queue: item.queue }),
        ...(item.queue === 'next' && state.peer.takesBack === true && elsewhere === undefined && { canTakeBack: true as const }),
        ...(item.attachments && { attachments: item.attachments.map(shownAttachment) }),
        ...(item.goOn && { goOn: item.goOn }),
        ...(item.at !== undefined && { at: item.at }),
      };
    case 'problem':
      return { kind: 'notice', id: item.id, ...words.problem(item) };
    case 'exit':
      return { kind: 'notice', id: item.id, ...words.exit(item) };
    case 'permission': {
      const waiting = standings(state).get(item.id);
      return { ...viewPermission(item), ...(typeof waiting === 'number' && { waiting }) };
    }
    case 'question': {
      const {
        kind,
        id,
        phase,
        questions,
        title,
        elicitation,
        otherAgent,
        draft,
        hostEdits,
        held,
        unsent,
        settlement,
        reason,
        detail,
        sentAsMessage: resent,
        endedAt,
      } = isFinal(item.phase) ? withoutSecrets(item) : item;
      return {
        kind,
        id,
        title,
        elicitation,
        otherAgent,
        unsent,
        reason,
        detail,
        resent,
        endedAt,
        ...(phase === 'lost' && settlement === undefined && { unanswered: true as const }),
        ...(item.agent !== undefined && { agent: item.agentName ?? '' }),
        hostEdits: [...hostEdits],
        phase: elsewhere !== undefined && !isFinal(phase) ? 'announced' : phase === 'parked' ? 'asked' : phase,
        questions: [...questions],
        draft: [...draft],
        declined: settlement?.type === 'dismiss' ? settlement.declined : undefined,
        reply: settlement?.type === 'reply' ? settlement.text : undefined,
        ...readsOf(isFinal(phase) ? withoutSecrets(item) : item, words.reads(item, state)),
        heldUntil: held?.until,
        dismissAt: item.dismissAt,
      };
    }
    case 'thought': {
      const { since: _, ...thought } = item;
      return thought;
    }
    case 'tool':
      return toolView(item, state);
    case 'changes': {
      const { before: _, after: __, byPerson: ___, left: ____, isAgents: _____, ...changes } = item;
      return changes;
    }
    case 'wentBack': {
      const { from: _, to: __, ...row } = item;
      return row;
    }
    case 'text':
    case 'told':
    case 'docChange':
      return item;
  }
}

/** The call with how it stands, where its state does not say that. */
export function toolView({ since: _, ...item }: ToolState, state: WaitingParts): ToolItem {
  const standing = standings(state).get(item.id);
  return typeof standing === 'string' ? { ...item, standing } : item;
}

/** The `standing` of a call's item; for an asked permission, how many calls wait with its own, where that is more than one. */
type Standing = NonNullable<ToolItem['standing']> | number;

type WaitingParts = Pick<ChatState, 'items' | 'queued' | 'inBackground' | 'cutShort'>;
const standingsOf = new WeakMap<readonly ChatItem[], { readonly of: WaitingParts; readonly standings: ReadonlyMap<string, Standing> }>();

/**
 * How calls stand, by the ids of their items, where their own state does not say it. The CLI comes to Claude's calls one by one, in their order, so those
 * behind one that is asked for have not begun, unless they were allowed. Behind a question only the calls that change nothing go on (2.1.100 and 2.1.329;
 * docs/protocol.md). What a subagent asks holds up nobody but the subagent. The result of a call that goes to the background comes at once, and what it has begun runs on.
 */
function standings(state: WaitingParts): ReadonlyMap<string, Standing> {
  const { items, queued, inBackground, cutShort } = state;
  const known = standingsOf.get(items);
  if (known?.of.queued === queued && known.of.inBackground === inBackground && known.of.cutShort === cutShort) return known.standings;
  const found = findStandings(items, queued);
  for (const item of inBackground.length + cutShort.length === 0 ? [] : items) {
    if (item.kind !== 'tool' || item.state !== 'done') continue;
    if (inBackground.includes(item.id)) found.set(item.id, 'background');
    else if (cutShort.includes(item.id)) found.set(item.id, 'cutShort');
  }
  standingsOf.set(items, { of: { items, queued, inBackground, cutShort }, standings: found });
  return found;
}

function findStandings(items: readonly ChatItem[], queued: readonly PermissionState[]): Map<string, Standing> {
  const permissions = [...items, ...queued].filter(item => item.kind === 'permission');
  const open = permissions.filter(({ state }) => state === 'asked');
  const found = new Map<string, Standing>();
  if (open.length === 0 && !items.some(isOwnQuestion)) return found;
  const allowed = new Set(permissions.filter(({ state }) => state === 'allowed').map(({ toolUseId }) => toolUseId));
  const shown = new Set(open.filter(one => !queued.includes(one)).map(({ toolUseId }) => toolUseId));
  const unseen = new Set(queued.map(({ toolUseId }) => toolUseId));
  const held = new Set(open.filter(({ agentId }) => agentId === undefined).map(({ toolUseId }) => toolUseId));
  let [isHeldUp, isBehindQuestion] = [false, false];
  for (const item of items) {
    isBehindQuestion ||= isOwnQuestion(item);
    if (item.kind !== 'tool' || item.state !== 'running') continue;
    isHeldUp ||= held.has(item.id) || (isBehindQuestion && mayChange(item.name));
    if (shown.has(item.id)) found.set(item.id, 'asked');
    else if (unseen.has(item.id) || (isHeldUp && !allowed.has(item.id))) found.set(item.id, 'waiting');
  }
  const own = open.find(one => shown.has(one.toolUseId) && held.has(one.toolUseId));
  const count = [...found].filter(([id, standing]) => standing === 'waiting' || id === own?.toolUseId).length;
  if (own !== undefined && count > 1) found.set(own.id, count);
  return found;
}

/** Claude itself waits for its answer, and no server or subagent. */
function isOwnQuestion(item: ChatItem): boolean {
  return item.kind === 'question' && item.agent === undefined && !isElicitation(item) && !isFinal(item.phase);
}

/** False for a tool that is not in the table: nothing is known of it. */
function mayChange(toolName: string): boolean {
  const act = actOf(toolName);
  return act !== undefined && ['run', ...editActs].includes(act);
}

function readsOf(
  { echoedText: delivered }: QuestionState,
  read: ReturnType<ViewTexts['reads']>,
): Pick<QuestionItem, 'reads' | 'readsInFile'> {
  return { reads: delivered ?? read?.text, readsInFile: delivered === undefined && read?.inFile === true ? true : undefined };
}

/** What the person has sent and Parley has not written. */
export function viewWaiting({ waiting, waitsForPerson }: ChatState): WaitingPromptItem[] {
  return waiting.map(({ uuid, text, attachments, way }) => ({
    id: uuid,
    text,
    until: waitsForPerson === true && way === 'after' ? ('person' as const) : way,
    ...(attachments && { attachments: attachments.map(shownAttachment) }),
  }));
}

export function viewStatus(state: ChatState, gate: 'noFolder' | 'untrusted' | 'agents' | undefined, elsewhere: Elsewhere): ChatStatus {
  const isAsked = openQuestions(state).length > 0;
  // Claude is not in the chat of other agents, so nothing there waits for an answer to Claude.
  const blocked = elsewhere ?? (isAsked && gate !== 'agents' ? whatIsDone(state) : gate);
  const permissions = openPermissions(state);
  if (elsewhere !== undefined) {
    // The view warns that a take-over stops Claude's work. A turn that only waits for the person has no work to stop.
    const onlyWaits = (isAsked || permissions.length > 0) && !isToolRunning(state, permissions);
    return { turn: onlyWaits ? 'idle' : state.turn, blocked };
  }
  const isSettling = state.turn === 'starting' || state.turn === 'stopping';
  const waits = !isSettling && (permissions.length > 0 || waitingQuestions(state).length > 0);
  const readsSteps = state.turn !== 'idle' && state.peer.takesBack === true;
  const { turn, subagents, scheduled } = state;
  const isHeld = turn === 'stopping' && subagentAsks(state);
  return {
    turn,
    blocked,
    ...(subagents > 0 && { subagents }),
    ...(isHeld && { subagentAsks: true }),
    ...(waits && { waiting: true }),
    ...(readsSteps && { readsSteps }),
    ...(scheduled && {
      scheduled: scheduled.map(({ id, name, until, repeats }) => ({ id, name, ...(!repeats && until > 0 && { at: until }) })),
    }),
  };
}

/** The act that Send waits for while a question is open. */
function whatIsDone(state: ChatState): ChatStatus['blocked'] {
  const waiting = waitingQuestions(state);
  if (waiting.length > 0) return waiting.every(isElicitation) ? 'server' : 'question';
  if (openQuestions(state).every(({ phase }) => phase !== 'announced')) return 'sending';
  // A subagent's permission holds up nobody but the subagent.
  return openPermissions(state).some(({ agentId }) => agentId === undefined) ? 'permission' : 'announced';
}

/** A tool that waits for its permission does not run. */
function isToolRunning({ items }: ChatState, asked: readonly PermissionState[]): boolean {
  return items.some(item => item.kind === 'tool' && item.state === 'running' && !asked.some(({ toolUseId }) => toolUseId === item.id));
}

export type Changes =
  | { readonly type: 'none' }
  /** The draft of an open question is the only difference. */
  | { readonly type: 'draft'; readonly before: QuestionState; readonly after: QuestionState }
  /** The streaming text `id` is the only difference: it grew by `text`. */
  | { readonly type: 'grew'; readonly id: string; readonly text: string }
  | { readonly type: 'items'; readonly items: readonly ChatItem[] };

/**
 * What differs in `after`. Items never change places. Those that have left the window are no difference: the view decides by
 * itself which rows it keeps.
 */
export function diff(before: ChatState, after: ChatState): Changes {
  const stood = standingChanges(before, after);
  if (stood.size > 0) {
    const others = new Set(changedItems(before.items, after.items).map(({ item }) => item));
    return { type: 'items', items: after.items.filter(item => others.has(item) || stood.has(item.id)) };
  }
  if (before.items === after.items) return { type: 'none' };
  const changed = changedItems(before.items, after.items);
  const [first, ...others] = changed;
  if (first === undefined) return { type: 'none' };
  const { was, item } = first;
  if (others.length === 0 && 'streaming' in item && item.streaming && was !== undefined && 'streaming' in was)
    return { type: 'grew', id: item.id, text: item.text.slice(was.text.length) };
  const isQuestion = others.length === 0 && was?.kind === 'question' && item.kind === 'question';
  if (isQuestion && was.unsent === item.unsent && isSameButDraft(was, item)) return { type: 'draft', before: was, after: item };
  // The view holds what the person has typed.
  if (others.length === 0 && item.kind === 'permission' && isSameButDraft(was, item)) return { type: 'none' };
  return { type: 'items', items: changed.map(change => change.item) };
}

const noChanges: ReadonlySet<string> = new Set();

/** Ids of the items that stand otherwise than before. */
function standingChanges(before: ChatState, after: ChatState): ReadonlySet<string> {
  const [was, is] = [standings(before), standings(after)];
  if (was === is || was.size + is.size === 0) return noChanges;
  return new Set([...was.keys(), ...is.keys()].filter(id => was.get(id) !== is.get(id)));
}

/** `was`: undefined for an item that is new. */
interface ChangedItem {
  readonly was: ChatItem | undefined;
  readonly item: ChatItem;
}

function changedItems(before: readonly ChatItem[], after: readonly ChatItem[]): readonly ChangedItem[] {
  // A delta changes one item of hundreds: the others are the same objects at the same places, in front of it and behind it.
  let start = 0;
  while (start < after.length && before[start] === after[start]) start++;
  let end = after.length;
  if (before.length === after.length) while (end > start && before[end - 1] === after[end - 1]) end--;
  const changed: ChangedItem[] = [];
  let next = start;
  for (const item of after.slice(start, end)) {
    const position = before[next] === item ? next : before.findIndex((was, index) => index >= next && isSameItem(was, item));
    if (position >= 0) next = position + 1;
    const was = before[position];
    if (was !== item) changed.push({ was, item });
  }
  return changed;
}

function isSameItem(one: ChatItem, other: ChatItem): boolean {
  return one.id === other.id && one.kind === other.kind;
}

/**
 * The items that the window of `before` has lost in `after`, oldest first: `trimmed` are in the conversation still, and `gone` are nowhere, because
 * they were broken off. Costs two comparisons where none has left it.
 */
export function leftItems(
  before: ChatState,
  after: ChatState,
): { readonly trimmed: readonly ChatItem[]; readonly gone: readonly ChatItem[] } {
  const last = before.items.length - 1;
  // Items join at the end only, so each keeps its index unless an item in front of it has left.
  if (before.items[last]?.id === after.items[last]?.id && before.items.length <= after.items.length) return { trimmed: [], gone: [] };
  const kept = new Set(after.items.map(({ id }) => id));
  const left = before.items.filter(({ id }) => !kept.has(id));
  return { trimmed: left.filter(item => !isBegun(item)), gone: left.filter(isBegun) };
}

/** The first item of the window that stays where it is in the conversation: items that still change are kept in the window out of turn. */
export function firstFinalItem({ items }: ChatState): ChatItem | undefined {
  return items.find(item => {
    if (item.kind === 'prompt') return item.state === 'sent' || item.state === 'takenBack';
    if ('streaming' in item) return !item.streaming;
    if (item.kind === 'tool') return item.state !== 'running';
    if (item.kind === 'permission') return item.state !== 'asked';
    return item.kind !== 'question' || isFinal(item.phase);
  });
}

/**
 * The parts of a permission by its input, which stays the same object while the permission is open: an item is viewed at each of its changes and in
 * each snapshot.
 */
const partsOf = new WeakMap<object, readonly PermissionPart[]>();

/** What Claude says about its act stands beside the act, not in it. */
export function viewPermission(permission: PermissionState): PermissionItem {
  const {
    writeId: _,
    noteWriteId: __,
    noteRequestId: ___,
    noteWritten: ____,
    unproven: _____,
    input: own,
    edit,
    suggestions = [],
    ...item
  } = permission;
  const input = edit?.input ?? own;
  if (input === undefined) return item;
  const always = offeredRules(suggestions)?.map(({ line, places }) => ({ line, places: [...places] }));
  const parts = partsOf.get(input) ?? permittedParts(item.toolName, input);
  partsOf.set(input, parts);
  const isSaid = (part: PermissionPart): boolean => part.as === 'text' && part.name === 'description' && part.text === item.description;
  const changed = edit && { edit: edit.why === undefined ? {} : { why: edit.why } };
  return { ...item, ...(always && { always }), ...changed, input: parts.filter(part => !isSaid(part)) };
}
