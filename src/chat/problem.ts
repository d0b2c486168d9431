// What the person is told in a row of its own: why the CLI cannot start, why the API does not answer, how a turn has ended.

/** Why the CLI cannot start or the API does not answer; host/views/problems.ts has the words. */
export const problemCodes = [
  'notFound',
  'tooOld',
  'notExecutable',
  /** A setting of the CLI has a variable of VS Code's or of a shell's, which nothing replaces. */
  'settingVariable',
  'spawnFailed',
  'notLoggedIn',
  /** No fault: the person has stopped the turn. */
  'stopped',
  /** The window has ended in the middle of the turn. */
  'cutOff',
  /** The process has ended behind the turn. `detail`: what ran in the background, a line each. */
  'backgroundCut',
  /** The process has ended. `detail`: what Claude had scheduled in it, a line each. */
  'scheduleEnded',
  /** Messages that had reached Claude behind a parked question, in a process that was cut off. */
  'forgotten',
  /** The turn has come to no end, and nobody has stopped it. */
  'brokenOff',
  /** The person does not use what the folder brings along, and Claude was at work when it changed. */
  'folderRefused',
  /** No problem any more: the person has logged in after `notLoggedIn`. */
  'loggedIn',
  'notResumed',
  'askUserKeptAway',
  'inUse',
  'alreadyRead',
  'transcriptGone',
  'imageGone',
  /** What an MCP server asked for cannot be shown, so it was declined. */
  'notShown',
  'untrusted',
  'noFolder',
  /** The root in which the chat works is not in the window, or not on the disk, any more. */
  'folderGone',
  /** No fault: what the CLI has told, by `reason`; host/views/toldWords.ts has the words. */
  'told',
  /** Words for the person. `reason`: the hook's event, and the tool it is for. `detail`: the words. */
  'hookSaid',
  'cliSaid',
  /** `detail`: megabytes of a line that was not read; empty: more words than are shown. */
  'tooLong',
  /** The turn has ended without a word. `reason`: `unread` where nothing shows that the message reached Claude, else `read`. */
  'silent',
  'api',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

export interface Problem {
  readonly code: ProblemCode;
  /** A path, a version or the API's sentence, shown with the words of the code. */
  readonly detail: string;
  /**
   * The meaning depends on `code`. `api`: the CLI's name of the reason, for which host/views/reasonWords.ts has the words. `told`: a name, and what
   * belongs to it. `stopped`: `runsOn` where commands or subagents go on in the background.
   */
  readonly reason?: string;
  /** Characters of what a hook or the CLI says that `detail` has not. */
  readonly omitted?: number;
}

/**
 * What Claude has where a turn was cut off: the person's answer to a question, or that of the parked question and for certain nothing behind it
 * (`endsWithTurn`), or else what was said and done.
 */
export const goOns = ['answer', 'answerAlone', 'work'] as const;
export type GoOn = (typeof goOns)[number];
