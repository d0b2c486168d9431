// Every event that can happen to a session, at random, over a few ids so that events meet. The record's type demands an
// arbitrary for each kind of event: a kind that is added and not generated does not compile.
import fc from 'fast-check';
import { planModes } from '../../src/shared/features/plan/choice.js';
import type { QuestionInput, ChatEvent } from '../../src/chat/events.js';
import type { Answer } from '../../src/shared/question.js';
import { answer, choice, own, pick } from './questions.js';

export const input: QuestionInput = {
  questions: [
    choice('Which database?', 'Database', ['PostgreSQL', 'SQLite']),
    choice('Which features?', 'Features', ['Login', 'API'], { multiSelect: true }),
  ],
  raw: { questions: [] },
};
/** What an MCP server asks, of the same form. */
const elicitation: QuestionInput = { ...input, tool: 'elicitation', title: 'Set it up', elicitation: { server: 'db' } };
export const answers: readonly Answer[] = [pick(0), own('logs', 0, 1)];
const oneSkipped: readonly Answer[] = [pick(1), answer({ skipped: true })];
const unfit: readonly Answer[] = [pick(0), pick(7)];

type EventOf<K extends ChatEvent['type']> = Extract<ChatEvent, { type: K }>;
type AnyEvent = { readonly [K in ChatEvent['type']]: fc.Arbitrary<Omit<EventOf<K>, 'type'>> };

/** The id of an elicitation is the one of its request. */
const elicited = fc.constantFrom('e1', 'e2');
const toolUseId = fc.constantFrom('t1', 't2');
const anyQuestion = fc.oneof(toolUseId, elicited);
const requestId = fc.constantFrom('r1', 'r2', 'r3', 'p1', 'e1', 'e2');
const place = fc.oneof(fc.record({ outside: fc.boolean() }), fc.constantFrom('unknown' as const, 'otherComputer' as const));
const id = fc.constantFrom('m:0', 'm:1');
const words = fc.constantFrom<Pick<EventOf<'textStarted'>, 'id' | 'thought'>>({ id: 'm:0' }, { id: 'm:1' }, { id: 'n:0', thought: true });
const writeId = fc.nat(12).map(n => `w${n}`);
const uuid = fc.constantFrom('u1', 'u2', 'u3');
const nothing = fc.constant({});
const question = fc.nat(2);
const field = fc.constantFrom('otherText' as const, 'note' as const);
const settlement = fc.constantFrom({ type: 'dismiss' as const }, { type: 'answer' as const, answers }, undefined);
const oneFile = [{ kind: 'file' as const, id: 'a1', path: 'src/a.ts' }];
const problem = fc.constant({ code: 'notFound' as const, detail: 'PATH' });

const pastEvent = fc.oneof(
  fc.record({
    type: fc.constant('questionSettled' as const),
    toolUseId,
    settlement,
    isError: fc.boolean(),
    text: fc.constant('said there'),
  }),
  fc.record({ type: fc.constant('promptSeen' as const), id: uuid, text: fc.constant('there') }),
  fc.record({ type: fc.constant('questionFinished' as const), toolUseId, input: fc.constant(input) }),
  words.map(one => ({ ...one, type: 'textFinished' as const, text: 'text there' })),
  fc.record({ type: fc.constant('toolStarted' as const), toolUseId: id, name: fc.constant('Read'), summary: fc.constant('') }),
  fc.record({ type: fc.constant('toolFinished' as const), toolUseId: id, isError: fc.boolean(), text: fc.constant('') }),
);

const kinds: AnyEvent = {
  initReceived: fc.record({
    sessionId: fc.constantFrom('s1', 's1', 's1', 's2'),
    capabilities: fc.constant([]),
    version: fc.constantFrom('2.1.329', '2.0.77'),
    takesBack: fc.constant(true as const),
  }),
  jobBegan: nothing,
  callsInBackground: fc.record({ toolUseIds: fc.subarray(['m:0', 'm:1']) }),
  backgroundTasksChanged: fc.record({ count: fc.nat(1), subagents: fc.nat(1) }),
  textStarted: words,
  textGrew: words.map(one => ({ ...one, text: 'more' })),
  textFinished: fc.tuple(words, fc.constantFrom('all of it', 'all of it', '')).map(([one, text]) => ({ ...one, text })),
  taskBroken: fc.record({ toolUseId: id, state: fc.constantFrom('stopped', 'failed' as const) }),
  promptMissing: fc.record({ uuid: fc.constantFrom('u1', 'u2') }),
  promptsForgotten: fc.record({ uuids: fc.array(fc.constantFrom('u1', 'u2'), { maxLength: 2 }) }),
  turnChecked: fc.record({ toolUseIds: fc.array(toolUseId, { maxLength: 2 }), interrupted: fc.array(toolUseId, { maxLength: 1 }) }),
  resultSeen: fc.record({ toolUseId }),
  resultsChecked: fc.record({ found: fc.dictionary(toolUseId, fc.boolean(), { maxKeys: 2 }) }),
  messageBrokenOff: fc.record({
    ids: fc.array(
      fc.oneof(
        toolUseId,
        words.map(({ id: one }) => one),
      ),
      { maxLength: 2 },
    ),
  }),
  toolStarted: fc.record({ toolUseId: id, name: fc.constant('Bash'), summary: fc.constant('npm test') }),
  toolFinished: fc.record(
    {
      toolUseId: fc.oneof(toolUseId, id),
      isError: fc.boolean(),
      text: fc.constantFrom('said', 'let us talk'),
      scheduling: fc.constantFrom(
        { type: 'begun' as const, id: 'j1', at: 5 },
        { type: 'begun' as const, id: 'j2', repeats: true as const, comesBack: true as const },
        { type: 'deleted' as const, ids: ['j1'] },
      ),
    },
    { requiredKeys: ['toolUseId', 'isError', 'text'] },
  ),
  questionAnnounced: fc.record({ toolUseId }),
  questionGrew: fc.record({ toolUseId, input: fc.constant(input) }),
  questionFinished: fc.record({ toolUseId, input: fc.constantFrom(input, input, undefined) }),
  questionAsked: fc.record(
    { toolUseId, requestId, hook: fc.boolean(), input: fc.constant(input), agent: fc.constantFrom('echoed', 'silent' as const) },
    { requiredKeys: ['toolUseId', 'requestId', 'hook', 'input'] },
  ),
  elicitationAsked: fc.record({ requestId: elicited, input: fc.constant(elicitation) }),
  elicitationRefused: fc.record({ requestId, why: fc.constant('“db” asks too much') }),
  elicitationSettled: fc.record({
    requestId,
    server: fc.constantFrom('db', 'other'),
    action: fc.constantFrom('accept', 'decline', 'cancel' as const),
  }),
  permissionAsked: fc.record({ toolUseId: id }).map(asked => ({
    ...asked,
    requestId: 'p1',
    toolName: 'Bash',
    summary: 'rm',
    description: '',
    reason: '',
    input: { command: 'rm' },
  })),
  toolRan: fc.record({ requestId, toolUseId: id, hook: fc.constantFrom('PostToolUse', 'PostToolUseFailure' as const) }),
  settingsChanging: fc.record({ requestId }),
  fileNeeded: fc.record({ requestId, toolName: fc.constantFrom('Read', 'Edit'), path: fc.constant('/a') }),
  requestUnsupported: fc.record({ requestId, reason: fc.constant('no') }),
  requestAnswered: fc.record({ requestId, response: fc.constant({}) }),
  requestCancelled: fc.record({ requestId }),
  promptConfirmed: fc.record({ uuid }),
  sessionUnknown: fc.record({ sessionId: fc.constantFrom('s1', 's1', 's1', 'of another') }),
  askUserKeptAway: nothing,
  folderRefused: nothing,
  retryEnded: nothing,
  promptRefused: nothing,
  contextCleared: nothing,
  openedElsewhere: nothing,
  startRefused: fc.record({ problem }),
  retrying: fc.record({ reason: fc.constant('overloaded'), attempt: fc.integer({ min: 1, max: 3 }), of: fc.constant(3) }),
  deferralUnavailable: nothing,
  promptsUnread: nothing,
  turnEnded: fc.record({ outcome: fc.constantFrom('success', 'success', 'interrupted', 'error', 'deferred' as const) }),
  problemSeen: fc.record({ problem }),
  processStarted: fc.constantFrom({}, { version: '2.1.329' }),
  startFailed: fc.record({ problem }),
  processExited: fc.record({
    requestedByUs: fc.boolean(),
    code: fc.constantFrom(0, 1, null),
    signal: fc.constant(null),
    stderr: fc.constant(''),
  }),
  writeAcknowledged: fc.record({ writeId }),
  writeFailed: fc.record({ writeId }),
  imageMissing: fc.record({ writeId, name: fc.constant('shot.png') }),
  promptUnwritten: fc.record({ writeId }),
  requestOverdue: fc.record({ toolUseId }),
  deferralMissing: fc.record({ toolUseId }),
  pathResolved: fc.record({ requestId, place }),
  placeChecked: fc.record({ requestId, place, shown: place, note: fc.constantFrom('', 'no') }, { requiredKeys: ['requestId', 'place'] }),
  permissionOpened: fc.record({ requestId }),
  holdElapsed: fc.record({ toolUseId: anyQuestion, holdId: fc.nat(20).map(n => `h${n}`) }),
  questionOverdue: fc.record({ toolUseId: anyQuestion, requestId, onTimeout: fc.constantFrom('park', 'remind', 'dismiss' as const) }),
  countdownStarted: fc.record({ toolUseId: anyQuestion, requestId, until: fc.constant(1_000) }),
  parkRequested: nothing,
  processUnneeded: fc.record({ restarts: fc.constant(true as const) }, { requiredKeys: [] }),
  processNeeded: nothing,
  interruptOverdue: fc.record({ interruptId: writeId }),
  processEndRequested: nothing,
  memoryTold: fc.record({
    told: fc.constant({ decisions: ['t1:0'], card: [{ section: 'Goal', text: 'Goal: a shop' }] }),
    count: fc.constant(2),
    isOlder: fc.boolean(),
  }),
  steered: fc.record({ change: fc.constantFrom({ mode: 'plan' }, { model: 'opus', effort: 'low' }) }),
  answersHold: nothing,
  answersHeld: fc.record({ pairs: fc.constant([{ holds: 't1', before: 't2' }]) }),
  answersFound: fc.record({ toolUseIds: fc.subarray(['t1', 't2']) }),
  docChanged: fc.record({
    id,
    change: fc.constant({ as: 'diff' as const, name: 'Goal', rows: [{ sign: '+' as const, pieces: ['a shop'] }], added: 1, removed: 0 }),
    state: fc.constantFrom('done', 'undone', 'conflict' as const),
  }),
  filesGoing: fc.record({ text: fc.constant('back'), trees: fc.constant({ from: 'a'.repeat(40), to: 'b'.repeat(40) }) }),
  filesWent: fc.record({
    id: fc.constantFrom('i1', 'i2', 'i3'),
    state: fc.constantFrom('done' as const, 'undone' as const),
    written: fc.nat(3),
    left: fc.nat(3),
  }),
  turnFollowed: fc.record(
    {
      turn: fc.record(
        {
          since: fc.constantFrom('i1', 'i2'),
          before: fc.constant('1'.repeat(40)),
          unasked: fc.constant(['t1']),
          saved: fc.constant(['/work/a.ts']),
          until: fc.nat(9),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
  filesChanged: fc.record(
    {
      files: fc.nat(9),
      plus: fc.nat(9),
      minus: fc.nat(9),
      trees: fc.constant({ before: '1'.repeat(40), after: '2'.repeat(40) }),
      byPerson: fc.constant(['a.ts']),
      left: fc.constant({ files: [{ path: 'big.bin', why: 'large' as const }], more: 3 }),
    },
    { requiredKeys: ['files', 'plus', 'minus'] },
  ),
  promptSubmitted: fc.record(
    {
      uuid,
      text: fc.constantFrom('go on', 'and then', ' '),
      attachments: fc.constant(oneFile),
      way: fc.constantFrom('after', 'after', 'now' as const),
    },
    { requiredKeys: ['uuid', 'text'] },
  ),
  promptHurried: fc.record({ uuid, way: fc.constantFrom('next', 'now' as const) }),
  promptMoved: fc.record({ uuid, by: fc.constantFrom(-1, 1 as const) }),
  promptTakenOut: fc.record({ uuid }),
  promptWantedBack: fc.record({
    id: fc.oneof(
      uuid,
      fc.nat(8).map(n => `i${n}`),
    ),
  }),
  promptBack: fc.record({ uuid, isBack: fc.boolean() }),
  promptResubmitted: fc.record({ id: fc.nat(8).map(n => `i${n}`), uuid }),
  answerDrafted: fc.record({ toolUseId: anyQuestion, question, answer: fc.constantFrom(...answers), on: fc.nat(2) }),
  agentWaits: fc.record({ toolUseId: anyQuestion, waits: fc.boolean() }),
  answerBegun: fc.record({ toolUseId: anyQuestion }),
  questionAnswered: fc.record(
    {
      toolUseId: anyQuestion,
      answers: fc.constantFrom(answers, oneSkipped, unfit),
      undoTime: fc.constantFrom(0, 3_000),
      on: fc.nat(2),
    },
    { requiredKeys: ['toolUseId', 'answers', 'undoTime'] },
  ),
  referenceAdded: fc.record({ toolUseId: anyQuestion, question, field, text: fc.constant('@src/a.ts#L1-L9') }),
  answerUndone: fc.record({ toolUseId: anyQuestion }),
  questionDismissed: fc.record({ toolUseId: anyQuestion, declined: fc.constant(true as const) }, { requiredKeys: ['toolUseId'] }),
  questionReplied: fc.record({ toolUseId: anyQuestion, text: fc.constant('let us talk') }),
  lostAnswersSent: fc.record({ toolUseId: anyQuestion, uuid }),
  planChosen: fc.record({ requestId: fc.constant('p1'), choice: fc.record({ mode: fc.constantFrom(...planModes), fresh: fc.boolean() }) }),
  noteDrafted: fc.record({ requestId: fc.constant('p1'), text: fc.constantFrom('', 'Only in the build folder') }),
  planMoved: fc.record({ requestId: fc.constant('p1'), chat: fc.constant('other chat') }),
  editChanged: fc.record(
    {
      requestId: fc.constant('p1'),
      change: fc.record(
        {
          input: fc.constant({ command: 'ls -a' }),
          told: fc.constant('-ls\n+ls -a'),
          why: fc.constantFrom('nothing' as const, 'stale' as const),
        },
        { requiredKeys: ['input', 'told'] },
      ),
    },
    { requiredKeys: ['requestId'] },
  ),
  permissionDecided: fc.record(
    { requestId: fc.constant('p1'), decision: fc.constantFrom('allow', 'deny' as const), note: fc.constantFrom('', 'Take care') },
    { requiredKeys: ['requestId', 'decision'] },
  ),
  interruptRequested: nothing,
  itemsTrimmed: fc.record({ ids: fc.subarray(['i0', 'i1', 'i2', 'm:0', 'm:1', 't1', 't2', 'p1']) }),
  transcriptRead: fc.record({
    since: fc.constantFrom(0, 1, 1, 1, 1, 1, 1, 1),
    entries: fc.array(
      pastEvent.map(event => ({ at: 1, event })),
      { maxLength: 2 },
    ),
  }),
};

/** Typical events come more often, because sequences in which all kinds are equally likely rarely get far. */
const usual: Readonly<Record<'question' | 'prompt', readonly ChatEvent['type'][]>> = {
  question: ['questionAsked', 'questionAsked', 'questionAsked', 'questionAnswered', 'questionAnswered', 'toolFinished', 'processExited'],
  prompt: [
    ...(['promptSubmitted', 'promptSubmitted', 'promptSubmitted', 'promptResubmitted', 'promptResubmitted', 'promptConfirmed'] as const),
    ...([
      'promptConfirmed',
      'promptConfirmed',
      'writeAcknowledged',
      'writeFailed',
      'imageMissing',
      'promptUnwritten',
      'processExited',
      'turnEnded',
      'turnEnded',
      'initReceived',
      'interruptRequested',
      'promptBack',
      'promptBack',
    ] as const),
  ],
};
const both: readonly ChatEvent['type'][] = ['promptSubmitted', 'turnEnded', 'parkRequested', 'holdElapsed'];

function arbitraryOf<K extends ChatEvent['type']>(type: K): fc.Arbitrary<ChatEvent> {
  // The key names the kind of which the record generates the rest.
  return kinds[type].map(rest => ({ type, ...rest }) as unknown as ChatEvent);
}

/** The window ends at this point, and the next one begins with what was kept. */
export interface Restore {
  readonly type: 'restore';
}

// Keys of a record over the kinds.
const allKinds = Object.keys(kinds) as ChatEvent['type'][];

/** Events of all kinds, those of the life that is looked at more often. */
export function anyEvent(life: keyof typeof usual): fc.Arbitrary<ChatEvent> {
  return fc.oneof(...[...allKinds, ...both, ...usual[life], ...usual[life], ...usual[life]].map(arbitraryOf));
}

export function anyEventOrRestore(life: keyof typeof usual): fc.Arbitrary<ChatEvent | Restore> {
  return fc.oneof({ weight: 30, arbitrary: anyEvent(life) }, { weight: 1, arbitrary: fc.constant<Restore>({ type: 'restore' }) });
}
