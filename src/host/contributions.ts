// Every name that package.json and the code share, typed once. A test holds the two together.

export const viewId = 'parley.chat';
/** Of the editor tabs. */
export const tabType = 'parley.chatTab';

export const commandIds = {
  newChat: 'parley.newChat',
  showSessions: 'parley.showSessions',
  openInEditor: 'parley.openInEditor',
  showAnsweredQuestions: 'parley.showAnsweredQuestions',
  interrupt: 'parley.interrupt',
  focusQuestion: 'parley.focusQuestion',
  addSelection: 'parley.addSelection',
  showWaitingQuestions: 'parley.showWaitingQuestions',
  logIn: 'parley.logIn',
  showLog: 'parley.showLog',
} as const;
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/** Settings by their full name, each with the type that package.json's schema promises. */
export interface SettingTypes {
  'parley.claude.path': string;
  'parley.claude.environment': Readonly<Record<string, string>>;
  'parley.questions.layout': 'stacked' | 'tabs';
  'parley.questions.undoSeconds': number;
  'parley.questions.timeout': number;
  'parley.questions.onTimeout': 'park' | 'remind' | 'dismiss';
  'parley.questions.notify': 'whenHidden' | 'always' | 'never';
  'parley.questions.previewFormat': 'off' | 'markdown' | 'html';
  'parley.questions.extended': boolean;
  'parley.questions.route': 'auto' | 'control' | 'toolResult';
}
export type SettingId = keyof SettingTypes;

export const settingDefaults: SettingTypes = {
  'parley.claude.path': '',
  'parley.claude.environment': {},
  'parley.questions.layout': 'stacked',
  'parley.questions.undoSeconds': 0,
  'parley.questions.timeout': 5,
  'parley.questions.onTimeout': 'park',
  'parley.questions.notify': 'whenHidden',
  'parley.questions.previewFormat': 'markdown',
  'parley.questions.extended': false,
  'parley.questions.route': 'auto',
};

/** Settings that a folder must not bring along before it is trusted: what they say is run, or decides what is. */
export const restrictedSettings: readonly SettingId[] = ['parley.claude.path', 'parley.claude.environment', 'parley.questions.route'];

/** Context keys, for `when` clauses. */
export interface ContextKeyTypes {
  'parley.questionWaiting': boolean;
  'parley.turnRunning': boolean;
}
export type ContextKey = keyof ContextKeyTypes;

export const contextKeys: readonly ContextKey[] = ['parley.questionWaiting', 'parley.turnRunning'];
