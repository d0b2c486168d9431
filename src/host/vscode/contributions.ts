// Every name that package.json and the code share, typed once. test/unit/project/contributions.test.ts compares the two.

export const viewId = 'parley.chat';
export const chatsViewId = 'parley.chats';
export const decisionsViewId = 'parley.decisions';
/** The view type of the editor tabs. */
export const tabType = 'parley.chatTab';

/** `ask_user`, as VS Code knows it. */
export const agentToolName = 'parley_ask_user';
/** Provides the MCP server that has it too. */
export const agentServerId = 'parley.askUser';

export const commandIds = {
  newChat: 'parley.newChat',
  showChats: 'parley.showChats',
  findInChats: 'parley.findInChats',
  showDecisions: 'parley.showDecisions',
  openInEditor: 'parley.openInEditor',
  showAnsweredQuestions: 'parley.showAnsweredQuestions',
  showPermissions: 'parley.showPermissions',
  letAgentsAsk: 'parley.letAgentsAsk',
  interrupt: 'parley.interrupt',
  focusQuestion: 'parley.focusQuestion',
  addSelection: 'parley.addSelection',
  showWaitingQuestions: 'parley.showWaitingQuestions',
  logIn: 'parley.logIn',
  useApiKey: 'parley.useApiKey',
  updateCli: 'parley.updateCli',
  getStarted: 'parley.getStarted',
  showLog: 'parley.showLog',
} as const;
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/** What is done with chats in a list of them. Each is a command, and its code is loaded with the first of them. */
export const chatListActs = [
  ...(['openChat', 'openChatInTab', 'renameChat', 'archiveChat', 'unarchiveChat'] as const),
  ...(['deleteChat', 'undoDeleteChat', 'moreChats'] as const),
] as const;
export type ChatListAct = (typeof chatListActs)[number];

/** What is done with decisions. Each is a command, and its code is loaded with the first of them. */
export const decisionActs = [
  ...(['search', 'filter', 'showAll', 'more', 'open', 'supersede', 'limit', 'accept', 'restore'] as const),
  ...(['tell', 'untell', 'delete', 'remember', 'takeIn', 'export', 'import'] as const),
] as const;
export type DecisionAct = (typeof decisionActs)[number];

export function decisionCommand(act: DecisionAct): `parley.${DecisionAct}Decisions` {
  return `parley.${act}Decisions`;
}

/** What a person does with the Product Doc. Each is a command, and its code is loaded with the first of them. */
export const docActs = [
  ...(['openProductDoc', 'previewProductDoc', 'takeIntoProductDoc', 'keepProductDocInWorkspace', 'acceptProductDocText'] as const),
  ...(['showProjectCard', 'rewriteProjectCard', 'exportProductDoc', 'importProductDoc'] as const),
] as const;
export type DocAct = (typeof docActs)[number];

/** What is done around the chat. Each is a command, and its code is loaded with the first of them. */
export const chatCommands = [
  ...(['explain', 'fix', 'addFiles', 'addTerminalSelection', 'exportChat', 'showMcpServers', 'copyDiagnostics'] as const),
  ...(['showEffectiveSettings', 'reviewChanges', 'revertChange', 'goBack'] as const),
  ...(['editMessage', 'goBackToMessage', 'forkMessage', 'copyMessage'] as const),
  ...(['focusChat', 'allow', 'deny', 'allowEdit', 'denyEdit'] as const),
] as const;
export type ChatCommand = (typeof chatCommands)[number];

/** The commands that stand in the title of the chat's view, and in that of no other view. */
export const chatTitleCommands: readonly string[] = [
  ...[commandIds.openInEditor, commandIds.showWaitingQuestions, commandIds.showAnsweredQuestions, commandIds.showDecisions],
  ...(['reviewChanges', 'goBack', 'exportChat', 'showMcpServers'] as const).map(actCommand),
  commandIds.showPermissions,
];

/** What is done with a comment on lines, in VS Code's own thread of it. Each is a command that is registered a moment after the start. */
export const commentActs = ['addComment', 'saveComment', 'cancelComment', 'editComment', 'deleteComment'] as const;
export type CommentAct = (typeof commentActs)[number];

type ListedAct = ChatListAct | DocAct | ChatCommand | CommentAct;

/** The command of an act of these lists, but for those with decisions. */
export function actCommand(act: ListedAct): `parley.${ListedAct}` {
  return `parley.${act}`;
}

/** The controller of these comments, for `when` clauses. */
export const commentControllerId = 'parley.comments';

/** Whose value counts. docs/guide/settings.md has the reason for each setting. */
interface Decided {
  /** VS Code's `scope`. With `machine` and `application` it ignores what a folder says. */
  readonly scope: 'machine' | 'application' | 'window';
  /** A folder may turn it off, and never on. */
  readonly offOnly?: true;
}

/** One setting: its default, the check of a value from settings.json, and whose value counts. */
interface Setting<T> extends Decided {
  readonly default: T;
  readonly isValid: (value: unknown) => value is T;
}

type Value<T> = Omit<Setting<T>, keyof Decided>;

/** It is run, or decides which program is run and where it sends what. */
const ofMachine: Decided = { scope: 'machine' };
/** It decides for the person. */
const ofPerson: Decided = { scope: 'application' };
const ofLooks: Decided = { scope: 'window' };
const offInFolder: Decided = { scope: 'window', offOnly: true };

const text: Value<string> = { default: '', isValid: value => typeof value === 'string' };
const productDocFile: Value<string> = { ...text, default: '.claude/product-doc.md' };

const flag = (preset: boolean): Value<boolean> => ({ default: preset, isValid: value => typeof value === 'boolean' });

/** A number between 0 and `most`. */
function upTo(most: number, preset: number): Value<number> {
  return { default: preset, isValid: (value): value is number => typeof value === 'number' && value >= 0 && value <= most };
}

/** One of the values; the first one is the default. */
function oneOf<const Allowed extends string>(preset: Allowed, ...others: readonly Allowed[]): Value<Allowed> {
  return { default: preset, isValid: (value): value is Allowed => [preset, ...others].some(allowed => allowed === value) };
}

/** The size in pixels, from VS Code's own least size on, because smaller text cannot be read. 0 is VS Code's own size. */
const fontSize: Value<number> = {
  default: 0,
  isValid: (value): value is number => value === 0 || (typeof value === 'number' && value >= 6 && value <= 40),
};

const environment: Value<Readonly<Record<string, unknown>>> = {
  default: {},
  isValid: (value): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** A week in minutes. A timer takes no more than 24 days. */
const longestTimeout = 10_080;

/**
 * Settings by their full name. A new one is a line here and a property in package.json, with its words in the package.nls files;
 * a test compares names, defaults and allowed values.
 */
const declared = {
  'parley.claude.path': { ...text, ...ofMachine },
  'parley.claude.environment': { ...environment, ...ofMachine },
  'parley.claude.projectSettings': { ...oneOf('ask', 'use', 'leaveOut'), ...ofMachine },
  'parley.chat.sendWith': { ...oneOf('enter', 'ctrlEnter'), ...ofPerson },
  'parley.chat.fontSize': { ...fontSize, ...ofLooks },
  'parley.chat.notify': { ...oneOf('whenHidden', 'always', 'never'), ...ofPerson },
  'parley.chat.titles': { ...flag(true), ...ofPerson },
  'parley.questions.layout': { ...oneOf('auto', 'stacked', 'tabs'), ...ofLooks },
  'parley.questions.undoSeconds': { ...upTo(60, 0), ...ofPerson },
  'parley.questions.timeout': { ...upTo(longestTimeout, 5), ...ofPerson },
  'parley.questions.onTimeout': { ...oneOf('park', 'remind', 'dismiss'), ...ofPerson },
  'parley.questions.notify': { ...oneOf('whenHidden', 'always', 'never'), ...ofPerson },
  'parley.questions.previewFormat': { ...oneOf('markdown', 'off', 'html'), ...ofLooks },
  'parley.questions.extended': { ...flag(false), ...ofLooks },
  'parley.questions.inPlanMode': { ...flag(true), ...ofPerson },
  'parley.askUser.enabled': { ...flag(true), ...offInFolder },
  'parley.askUser.asMcpServer': { ...flag(false), ...ofPerson },
  'parley.memory.decisions': { ...flag(true), ...offInFolder },
  'parley.memory.tellDecisions': { ...flag(true), ...offInFolder },
  'parley.memory.productDoc': { ...flag(true), ...offInFolder },
  'parley.memory.tellProjectCard': { ...flag(true), ...offInFolder },
  'parley.memory.productDocFile': { ...productDocFile, ...ofPerson },
  'parley.review.snapshots': { ...flag(true), ...ofPerson },
  'parley.questions.route': { ...oneOf('auto', 'control', 'toolResult'), ...ofMachine },
} as const;

export type SettingId = keyof typeof declared;
/** The type of each setting's value, by its full name. */
export type SettingTypes = { readonly [K in SettingId]: (typeof declared)[K]['default'] };
export const settings: { readonly [K in SettingId]: Setting<SettingTypes[K]> } = declared;

/** The place in which a chat is shown. */
export type PagePlace = 'sideBar' | 'tab';

/** Context keys, for `when` clauses. */
export interface ContextKeyTypes {
  /** A question or a permission waits. */
  'parley.waiting': boolean;
  'parley.turnRunning': boolean;
  /** The place of the page that has the focus. VS Code's own `focusedView` knows nothing of a focus inside of a webview. */
  'parley.focus': PagePlace | undefined;
  /** A permission waits in the chat that the person is in. */
  'parley.permissionWaits': boolean;
  /** A Claude CLI of a supported version is there. */
  'parley.cliReady': boolean;
  'parley.loggedIn': boolean;
  /** Claude has answered a message in this window. */
  'parley.hasTalked': boolean;
  /** The person has answered a question in this window. */
  'parley.hasAnswered': boolean;
  /** The walkthrough has been opened in this window. */
  'parley.walkthroughOpened': boolean;
  /** The view of decisions does not show all of them. */
  'parley.decisionsFiltered': boolean;
  /** No answer is remembered. VS Code's own key of the setting would let a folder turn on what the person has turned off. */
  'parley.decisionsOff': boolean;
  /** A chat has been deleted, and can be brought back. */
  'parley.canUndoDeleteChat': boolean;
}
export type ContextKey = keyof ContextKeyTypes;

export const contextKeys: readonly ContextKey[] = [
  ...(['parley.waiting', 'parley.turnRunning', 'parley.focus', 'parley.permissionWaits'] as const),
  ...(['parley.cliReady', 'parley.loggedIn', 'parley.hasTalked', 'parley.hasAnswered'] as const),
  ...(['parley.walkthroughOpened', 'parley.decisionsFiltered', 'parley.decisionsOff', 'parley.canUndoDeleteChat'] as const),
];

/** The walkthrough, as VS Code's command for it wants it: the extension, `#`, the walkthrough. */
export const walkthroughId = 'parley.parley#parley.getStarted';
