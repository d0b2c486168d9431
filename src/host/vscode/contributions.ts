// Every name that package.json and the code share, typed once. test/unit/contributions.test.ts compares the two.

export const viewId = 'parley.chat';
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
  showDecisions: 'parley.showDecisions',
  openInEditor: 'parley.openInEditor',
  showAnsweredQuestions: 'parley.showAnsweredQuestions',
  showPermissions: 'parley.showPermissions',
  interrupt: 'parley.interrupt',
  focusQuestion: 'parley.focusQuestion',
  addSelection: 'parley.addSelection',
  showWaitingQuestions: 'parley.showWaitingQuestions',
  logIn: 'parley.logIn',
  updateCli: 'parley.updateCli',
  getStarted: 'parley.getStarted',
  showLog: 'parley.showLog',
} as const;
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/** What is done with decisions. Each is a command, and its code is loaded with the first of them. */
export const decisionActs = [
  ...(['search', 'filter', 'showAll', 'more', 'open', 'supersede', 'limit', 'accept', 'restore'] as const),
  ...(['tell', 'untell', 'delete', 'remember', 'takeIn', 'export', 'import'] as const),
] as const;
export type DecisionAct = (typeof decisionActs)[number];
export type DecisionCommandId = `parley.${DecisionAct}Decisions`;

export function decisionCommand(act: DecisionAct): DecisionCommandId {
  return `parley.${act}Decisions`;
}

/** What a person does with the Product Doc. Each is a command, and its code is loaded with the first of them. */
export const docActs = [
  ...(['openProductDoc', 'previewProductDoc', 'takeIntoProductDoc', 'keepProductDocInWorkspace', 'acceptProductDocText'] as const),
  ...(['showProjectCard', 'rewriteProjectCard', 'exportProductDoc', 'importProductDoc'] as const),
] as const;
export type DocAct = (typeof docActs)[number];
export type DocCommandId = `parley.${DocAct}`;

export function docCommand(act: DocAct): DocCommandId {
  return `parley.${act}`;
}

/** What is done around the chat. Each is a command, and its code is loaded with the first of them. */
export const aroundActs = [
  ...(['explain', 'fix', 'addFiles', 'addTerminalSelection', 'exportChat', 'showMcpServers', 'copyDiagnostics'] as const),
  ...(['focusChat', 'allow', 'deny'] as const),
] as const;
export type AroundAct = (typeof aroundActs)[number];
export type AroundCommandId = `parley.${AroundAct}`;

export function aroundCommand(act: AroundAct): AroundCommandId {
  return `parley.${act}`;
}

/** One setting: its default, the check of a value from settings.json, and whether an untrusted folder may bring it along. */
interface Setting<Value> {
  readonly default: Value;
  readonly isValid: (value: unknown) => value is Value;
  /** Ignored in a folder that is not trusted, because the value is run or decides which program is run. */
  readonly restricted?: true;
}

const text: Setting<string> = { default: '', isValid: value => typeof value === 'string' };
const productDocFile: Setting<string> = { ...text, default: '.claude/product-doc.md' };

const flag = (preset: boolean): Setting<boolean> => ({ default: preset, isValid: value => typeof value === 'boolean' });

/** A number between 0 and `most`. */
function upTo(most: number, preset: number): Setting<number> {
  return { default: preset, isValid: (value): value is number => typeof value === 'number' && value >= 0 && value <= most };
}

/** One of the values; the first one is the default. */
function oneOf<const Value extends string>(preset: Value, ...others: readonly Value[]): Setting<Value> {
  return { default: preset, isValid: (value): value is Value => [preset, ...others].some(allowed => allowed === value) };
}

/** In pixels: from VS Code's own least size on, because smaller text is none to read. 0 is VS Code's own size. */
const fontSize: Setting<number> = {
  default: 0,
  isValid: (value): value is number => value === 0 || (typeof value === 'number' && value >= 6 && value <= 40),
};

const environment: Setting<Readonly<Record<string, string>>> = {
  default: {},
  isValid: (value): value is Readonly<Record<string, string>> => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** A week in minutes. A timer takes no more than 24 days. */
const longestTimeout = 10_080;

/**
 * Settings by their full name. A new one is a line here and a property in package.json, with its words in the package.nls files;
 * a test compares names, defaults and allowed values.
 */
const declared = {
  'parley.claude.path': { ...text, restricted: true },
  'parley.claude.environment': { ...environment, restricted: true },
  'parley.chat.sendWith': oneOf('enter', 'ctrlEnter'),
  'parley.chat.fontSize': fontSize,
  'parley.chat.notify': oneOf('whenHidden', 'always', 'never'),
  'parley.questions.layout': oneOf('auto', 'stacked', 'tabs'),
  'parley.questions.undoSeconds': upTo(60, 0),
  'parley.questions.timeout': upTo(longestTimeout, 5),
  'parley.questions.onTimeout': oneOf('park', 'remind', 'dismiss'),
  'parley.questions.notify': oneOf('whenHidden', 'always', 'never'),
  'parley.questions.previewFormat': oneOf('markdown', 'off', 'html'),
  'parley.questions.extended': flag(false),
  'parley.questions.inPlanMode': flag(true),
  'parley.askUser.enabled': flag(true),
  'parley.askUser.asMcpServer': flag(false),
  'parley.memory.decisions': flag(true),
  'parley.memory.tellDecisions': flag(true),
  'parley.memory.productDoc': flag(true),
  'parley.memory.tellProjectCard': flag(true),
  'parley.memory.productDocFile': productDocFile,
  'parley.questions.route': { ...oneOf('auto', 'control', 'toolResult'), restricted: true },
} as const;

export type SettingId = keyof typeof declared;
/** The type of each setting's value, by its full name. */
export type SettingTypes = { readonly [K in SettingId]: (typeof declared)[K]['default'] };
export const settings: { readonly [K in SettingId]: Setting<SettingTypes[K]> } = declared;

/** Where a chat is shown. */
export type PagePlace = 'sideBar' | 'tab';

/** Context keys, for `when` clauses. */
export interface ContextKeyTypes {
  /** A question or a permission waits. */
  'parley.waiting': boolean;
  'parley.turnRunning': boolean;
  /** Where the page is that has the focus. VS Code's own `focusedView` knows nothing of a focus inside of a webview. */
  'parley.focus': PagePlace | undefined;
  /** In the chat that the person is in, a permission waits. */
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
}
export type ContextKey = keyof ContextKeyTypes;

export const contextKeys: readonly ContextKey[] = [
  ...(['parley.waiting', 'parley.turnRunning', 'parley.focus', 'parley.permissionWaits'] as const),
  ...(['parley.cliReady', 'parley.loggedIn', 'parley.hasTalked', 'parley.hasAnswered'] as const),
  ...(['parley.walkthroughOpened', 'parley.decisionsFiltered'] as const),
];

/** The walkthrough, as VS Code's command for it wants it: the extension, `#`, the walkthrough. */
export const walkthroughId = 'parley.parley#parley.getStarted';
