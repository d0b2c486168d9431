// The words of what webview/later.ts loads, so that the first paint does not read them.
import type { WithdrawnReason } from '../src/shared/question.js';
import type { PermissionItem, ReturnReason } from '../src/shared/transcript.js';
import type { ImageProblem } from '../src/shared/optionImages.js';
import { planTool } from '../src/shared/tools.js';
import { serverName } from '../src/shared/serverName.js';
import { numberText, t } from './l10n.js';
import { strings } from './strings.js';

export const laterStrings = {
  /** Why a text has returned to the message box. */
  returned: {
    question: t('A question has just come. Your message was not sent and is here again.'),
    questionEnded: t('The question had just ended. Your reply was not sent and is here again.'),
    notStarted: t('Claude could not be started. Your reply is here again.'),
    noFolder: t('No folder is open. Your message was not sent and is here again.'),
    untrusted: t('This folder is not trusted. Your message was not sent and is here again.'),
    otherWindow: t('Another window has this chat now. Your message was not sent and is here again.'),
    otherComputer: t('Another computer has this chat now. Your message was not sent and is here again.'),
    terminal: t('Another program has this chat now. Your message was not sent and is here again.'),
    agents: strings.blocked.agents,
    takenOut: t('Your message is here again. Claude has not read it.'),
    prepared: t('Ready here, and not sent yet.'),
  } satisfies Record<ReturnReason, string>,
  /** What is done with a block of code. */
  code: { insert: t('Insert at Cursor'), file: t('New File'), terminal: t('Run in Terminal (you press Enter)'), wrap: t('Wrap Lines') },
  /** The other owner of the chat. */
  elsewhere: {
    works: t('Claude is working there. Taking over stops it.'),
    takeOver: t('Take over'),
    takingOver: t('Taking over…'),
  },
  /** How a message goes while Claude works. */
  send: {
    how: t('How to send'),
    ways: {
      after: t('After this turn'),
      next: t('Send at next step'),
      now: t('Interrupt and send'),
    },
    waiting: t('Waiting messages'),
    until: {
      after: t('Queued'),
      now: t('Goes as soon as Claude has stopped'),
      person: t('Not sent: the turn did not end by itself'),
    },
    untilAnswer: t('Waits until the question is answered'),
    send: t('Send'),
    edit: t('Edit'),
    takeBack: t('Remove'),
    up: t('Move up'),
    down: t('Move down'),
    /** An act on the message at this place. */
    of: (act: string, position: number) => t('{0}, message {1}', act, numberText(position)),
    place: (position: number, all: number) => t('Message {0} of {1}', numberText(position), numberText(all)),
    isFirst: t('This is the first'),
    isLast: t('This is the last'),
    next: t('Claude reads it at the next step'),
    takingBack: t('Removing…'),
    late: t('Too late to remove: Claude gets it'),
    takenBack: t('Removed. Claude has not read it.'),
  },
  permission: {
    decided: (tool: string) => (tool === planTool ? t('The plan') : t('Permission: {0}', tool)),
    titles: {
      run: t('Run a command?'),
      write: t('Write this file?'),
      change: t('Change this file?'),
      cell: t('Change a cell of this notebook?'),
      read: t('Read this file?'),
      fetch: t('Open a web page?'),
      use: (tool: string) => t('Use {0}?', tool),
    },
    allFields: t('All fields'),
    lines: (lines: number) => t('{0} lines', numberText(lines)),
    bytes: (bytes: number) => t('{0} bytes', numberText(bytes)),
    kilobytes: (kilobytes: number) => t('{0} kB', numberText(kilobytes, 1)),
    megabytes: (megabytes: number) => t('{0} MB', numberText(megabytes, 1)),
    size: (parts: readonly string[]) => parts.join(' · '),
    changes: (added: number, removed: number) => `+${numberText(added)} −${numberText(removed)}`,
    leadsTo: t('Leads to:'),
    outside: t('Outside your folder'),
    otherComputer: t('On another computer'),
    lookAgain: t('Not allowed yet: this leads somewhere else now. Look again.'),
    before: t('Before:'),
    now: t('Now:'),
    notFoundOut: t('Not allowed yet: Parley cannot tell where this leads. Allow it once more to take the risk.'),
    resolving: t('Where this leads is not known yet.'),
    unresolved: t('Parley cannot tell where this leads.'),
    onlyBeginning: t('Only the beginning is shown here.'),
    open: t('Open all of it'),
    openFirst: t('Read all of it first, then you can allow.'),
    says: t('Claude’s reason:'),
    reason: t('Why you’re being asked:'),
    blockedPath: t('Claude asks because this path isn’t allowed yet:'),
    rule: t('A rule says to ask:'),
    ruleIn: (settings: string) => t('A rule in {0} says to ask.', settings),
    ruleSources: {
      user: t('your settings'),
      project: t('the project’s settings'),
      local: t('your settings for this project'),
      policy: t('your organization’s settings'),
    },
    agent: t('Asked by a subagent:'),
    allow: t('Allow'),
    deny: t('Deny'),
    addNote: t('Add note'),
    changeNote: t('Change note'),
    note: t('Note to Claude'),
    notePlaceholder: t('Claude reads this when you allow or deny'),
    always: t('Always…'),
    /** Others wait behind it. */
    oneOf: (count: number) => t('1 of {0}', numberText(count)),
    lost: t('Claude stopped and does not know of this. It may ask again.'),
    notedElsewhere: t('Another program noted this as interrupted, so later Claude does not know of it. It may ask again.'),
    longNote: t(
      'This note is long: with Allow, Claude may read only its first 2,000 characters and the name of a file that holds all of it.',
    ),
    youSay: t('Your note, to go with Allow or Deny:'),
    noteStates: {
      waiting: t('Your note, on its way to Claude:'),
      told: t('Your note to Claude:'),
      untold: t('Your note, which may not have reached Claude:'),
    },
  },
  /** Sentences below the head of a card that is over, where Claude asked. */
  outcome: {
    /** A question that could never be answered. */
    refused: {
      /** Claude itself turned it down. */
      fault: t('The question had an error, so you could not answer it. Claude may ask again.'),
      planMode: t('You have turned off questions in plan mode, so Claude decides by itself and says in the plan what it has assumed.'),
    },
    dismissed: t('Claude knows that you did not want to answer.'),
    timedOut: t('Claude knows that nobody answered in time.'),
    withdrawn: {
      interrupted: t('You stopped Claude before it got an answer. Send a message to go on.'),
      cancelled: t('Claude no longer needs an answer.'),
      turnEnded: t('Claude went on without an answer. Send a message if it still matters.'),
      refusedByClaude: t('Claude no longer needs an answer.'),
      refusedByHook: t('A hook refused the question, so Claude does not wait for an answer.'),
      exited: t('Claude stopped while this was open. Send a message to start it again.'),
      openElsewhere: t('Another program noted this as interrupted, so later Claude does not know what you did.'),
      writeFailed: t('Claude stopped while this was open. Send a message to start it again.'),
      forgotten: t('Claude no longer knows this question. Send a message to go on.'),
    } satisfies Record<WithdrawnReason, string>,
    lost: {
      interrupted: t('You stopped Claude before it read your answer.'),
      cancelled: t('Claude did not wait for your answer.'),
      turnEnded: t('Claude finished before it read your answer.'),
      refusedByClaude: t('Claude rejected your answer.'),
      refusedByHook: t('A hook refused the question, so Claude did not read your answer.'),
      exited: t('Claude stopped before it read your answer.'),
      openElsewhere: t('Another program noted this as interrupted, so later Claude does not know your answer.'),
      writeFailed: t('Your answer could not be sent to Claude.'),
      forgotten: t('Claude no longer knows this question, so your answer was not sent.'),
    } satisfies Record<WithdrawnReason, string>,
    unanswered: {
      exited: t('Claude stopped before you had answered.'),
      cancelled: t('Claude was told that the question is closed, and may have gone on without your answer.'),
    },
    draftKept: t('What you had filled in is kept here. Send it as a message to go on.'),
    lostWithAnswers: t('It is kept here. Send it as a message to go on.'),
    lostWithoutAnswers: t('Send a message to go on.'),
    resent: t('Sent as a message.'),
  },
  /** The card is open again although the person has submitted. */
  unsent: {
    windowEnded: t('The window closed before this was sent. Check it and submit again.'),
    changed: t('The question came back changed, so nothing was sent. Check it and submit again.'),
  },
  /** What an answer must keep to, and what is wrong with it. */
  rules: {
    numberPlaceholder: t('A number'),
    between: (least: string, most: string) => t('From {0} to {1}', least, most),
    atLeast: (least: string) => t('{0} or more', least),
    atMost: (most: string) => t('{0} or less', most),
    whole: t('a whole number'),
    steps: (step: string) => t('in steps of {0}', step),
    more: (title: string) => t('More: {0}', title),
    less: (title: string) => t('Less: {0}', title),
    date: t('a date like 2026-11-30'),
    dateWithTime: t('a date and a time like 2026-11-30 14:30'),
    datePlaceholder: t('YYYY-MM-DD'),
    dateWithTimePlaceholder: t('YYYY-MM-DD HH:MM'),
    calendar: (title: string) => t('Calendar: {0}', title),
    fromTo: (earliest: string, latest: string) => t('from {0} to {1}', earliest, latest),
    from: (earliest: string) => t('{0} or later', earliest),
    until: (latest: string) => t('{0} or earlier', latest),
    email: t('an e-mail address'),
    uri: t('an address like https://example.com'),
    lengthBetween: (least: string, most: string) => t('{0} to {1} characters', least, most),
    lengthAtLeast: (least: string) => t('at least {0} characters', least),
    lengthAtMost: (most: string) => t('at most {0} characters', most),
    choicesBetween: (least: string, most: string) => (least === most ? t('choose {0}', least) : t('choose {0} to {1}', least, most)),
    choicesAtLeast: (least: string) => t('choose at least {0}', least),
    choicesAtMost: (most: string) => t('choose at most {0}', most),
    notANumber: t('Not a number. Write it like 3 or 2.5.'),
    notWhole: t('Not a whole number. Write it like 3.'),
    tooSmall: (least: string) => t('Too small: {0} or more.', least),
    tooLarge: (most: string) => t('Too large: {0} or less.', most),
    notADate: t('Not a date. Write it like 2026-11-30.'),
    notADateWithTime: t('Not a date with a time. Write it like 2026-11-30 14:30.'),
    tooEarly: (earliest: string) => t('Too early: {0} or later.', earliest),
    tooLate: (latest: string) => t('Too late: {0} or earlier.', latest),
    tooShort: (least: string) => t('Too short: at least {0} characters.', least),
    tooLong: (most: string) => t('Too long: at most {0} characters.', most),
    otherForm: (pattern: string) => t('Does not match the pattern {0}', pattern),
    notAnEmail: t('Not an e-mail address. Write it like ada@example.com.'),
    notAUri: t('Not an address. Write it like https://example.com.'),
    tooFewChoices: (least: string) => t('Too few: choose at least {0}.', least),
    tooManyChoices: (most: string) => t('Too many: choose at most {0}.', most),
    required: t('Required'),
    optional: t('Optional'),
    suggested: t('Suggested answer'),
    changed: t('Changed by you'),
  },
  /** What another agent in the window asks, and not Claude. */
  agent: {
    announcement: (titles: readonly string[]) => t('Another agent asks: {0}', titles.join(', ')),
    waits: (titles: readonly string[]) => t('{0}: another agent waits for you', titles.join(', ')),
    willRead: t('What the agent will read'),
    hasRead: t('What the agent read'),
    skipHint: t('The agent will see that you skipped this.'),
    dismissed: t('The agent knows that you did not want to answer.'),
    timedOut: t('The agent knows that nobody answered in time.'),
    ended: t('No longer needed'),
    stopped: t('You stopped this. The agent got no answer.'),
    withdrawn: t('The agent no longer waits for an answer. Its window may have closed.'),
    kept: t('What you had filled in is kept here.'),
  },
  /** What an MCP server asks, and not Claude. */
  elicitation: {
    formOf: (server: string) => t('This is not from Claude. What you fill in goes to the server “{0}”.', serverName(server)),
    pageOf: (server: string) =>
      t('This is not from Claude. The server “{0}” wants you to open a web page in your browser.', serverName(server)),
    /** On a card that is over. */
    asked: (server: string) => t('The MCP server “{0}” asked this, not Claude.', serverName(server)),
    announcement: (server: string, titles: readonly string[]) => t('The MCP server “{0}” asks: {1}', serverName(server), titles.join(', ')),
    waits: (titles: readonly string[]) => t('{0}: an MCP server waits for you', titles.join(', ')),
    page: t('Web page'),
    openPage: (host: string) => t('Open {0}', host),
    /** Beside the buttons, because what is above may have scrolled away. */
    goesTo: (server: string) => t('Goes to the MCP server “{0}”, not to Claude.', serverName(server)),
    decline: t('Decline'),
    gets: t('What the server gets'),
    got: t('What the server got'),
    readsNothing: t('Nothing yet. Fill in what is required first.'),
    skipHint: t('This is left out.'),
    endings: {
      opened: t('You opened the page'),
      declined: t('You declined'),
      cancelled: t('You cancelled'),
      withdrawn: t('No longer needed'),
    },
    opened: t('The server knows that you opened the page.'),
    declined: t('The server knows that you declined.'),
    cancelled: t('The server knows that you closed this without a decision.'),
    timedOut: t('Nobody answered in time. The server knows that there was no decision.'),
    withdrawn: {
      interrupted: t('You stopped Claude, so the server no longer waits.'),
      cancelled: t('The server no longer waits for an answer.'),
      turnEnded: t('The server no longer waits for an answer.'),
      refusedByClaude: t('The server no longer waits for an answer.'),
      refusedByHook: t('The server no longer waits for an answer.'),
      exited: t('Claude stopped while this was open, and the server with it.'),
      openElsewhere: t('Claude stopped while this was open, and the server with it.'),
      writeFailed: t('Claude stopped while this was open, and the server with it.'),
      forgotten: t('The server no longer waits for an answer.'),
    } satisfies Record<WithdrawnReason, string>,
    lost: {
      interrupted: t('You stopped Claude before it was certain that the server had your answer.'),
      cancelled: t('The server did not wait for your answer.'),
      turnEnded: t('The server did not wait for your answer.'),
      refusedByClaude: t('The server did not wait for your answer.'),
      refusedByHook: t('The server did not wait for your answer.'),
      exited: t('Claude or the server stopped before it was certain that the server had your answer.'),
      openElsewhere: t('Claude or the server stopped before it was certain that the server had your answer.'),
      writeFailed: t('Your answer could not be sent.'),
      forgotten: t('The server did not wait for your answer.'),
    } satisfies Record<WithdrawnReason, string>,
    notSent: t('What you filled in was not sent. It is kept here.'),
  },
  /** Numbers of options in the box for own words. */
  numbers: {
    choose: (labels: string) => t('Enter chooses: {0}', labels),
    chooseAndOwn: (labels: string) => t('Enter chooses: {0}. Then type your own answer.', labels),
    own: t('Press Enter, then type your own answer.'),
  },
  optionImage: {
    enlarge: (label: string) => t('Show larger: {0}', label),
    /** `name`: of the file. */
    problems: {
      notFound: (name: string) => t('Image not found: {0}', name),
      outside: (name: string) => t('Image outside your folder: {0}', name),
      untrusted: (name: string) => t('Trust this folder to see the image: {0}', name),
      tooLarge: (name: string) => t('Image larger than 5 MB: {0}', name),
      tooManyPixels: (name: string) => t('Image of more than 40 megapixels: {0}', name),
      noImage: (name: string) => t('Not an image: {0}', name),
      unreadable: (name: string) => t('Image cannot be shown: {0}', name),
    } satisfies Record<ImageProblem, (name: string) => string>,
    /** The option holds the image itself. */
    broken: t('The image cannot be shown.'),
  },
  attachment: {
    list: t('Added to the message'),
    remove: (name: string) => t('Remove {0}', name),
  },
  /** What was decided before about a question like this. `{0}` stays, for the place of the words that are emphasized. */
  decided: {
    said: (date: string, ago: string) => t('You chose {0} on {1}, {2}.', '{0}', date, ago),
    saidToday: t('You chose {0} earlier today.'),
    asked: (question: string) => t('The question was: {0}', question),
    branch: t('That was on the branch {0}.'),
    changed: (files: number, others: number) =>
      others > 0
        ? t('{0} and {1} more have changed since.', '{0}', others)
        : files === 1
          ? t('{0} has changed since.')
          : t('{0} have changed since.'),
    earlier: t('Earlier decision'),
    earlierNamed: (title: string) => t('Earlier decision: {0}', title),
    /** `said`: undefined where it is too long for a button. */
    fillIn: (said: string | undefined) => (said === undefined ? t('Use this answer again') : t('Use {0} again', said)),
    fillInNamed: (said: string | undefined, title: string) =>
      said === undefined ? t('Use this answer again: {0}', title) : t('Use {0} again: {1}', said, title),
    filledIn: t('Selected'),
    filledInNamed: (title: string) => t('Selected: {0}', title),
    putBack: t('Put my text back'),
    show: t('Show'),
    showNamed: (title: string) => t('Show the conversation: {0}', title),
    refused: t('Your earlier decision {0} is no longer offered for this question.'),
    notTheSame: t('Different question'),
    notTheSameNamed: (title: string) => t('Different question: {0}', title),
  },
  /** What Claude was told of what is remembered. */
  told: {
    /** `removed`: how many of them Claude is not told any more. */
    row: (count: number, removed: number) => {
      if (removed > 0)
        return count === 1
          ? t('Claude knows 1 thing about this folder, removed since')
          : t('Claude knows {0} things about this folder, {1} removed since', numberText(count), numberText(removed));
      return count === 1 ? t('Claude knows 1 thing about this folder') : t('Claude knows {0} things about this folder', numberText(count));
    },
    older: t('The project card has changed since this chat began. A new chat tells Claude the present one.'),
    nothing: t('None of it is remembered any more.'),
    hint: t('What you remove is left out from Claude’s next start.'),
    remove: t('Remove'),
    removeNamed: (line: string) => t('Remove: {0}', line),
    putBack: t('Put back'),
    putBackNamed: (line: string) => t('Put back: {0}', line),
    removed: t('Removed'),
  },
  /** `{0}` stays, for the place of the section's title. */
  docChange: {
    changed: t('Claude has changed the Product Doc: {0}'),
    wanted: t('Claude wanted to change the Product Doc: {0}'),
    conflict: t('Claude did not know what it says now, so nothing was written.'),
    show: (changes: string) => t('Show the change ({0})', changes),
    undo: t('Undo'),
    undone: t('Undone'),
    undoNamed: (section: string) => t('Undo: {0}', section),
    undoneNamed: (section: string) => t('Undone: {0}', section),
    compare: t('Compare and Choose'),
    compareNamed: (section: string) => t('Compare and choose: {0}', section),
    open: t('Open the Product Doc'),
  },
  toolDetails: {
    reading: t('Reading…'),
    gone: t('The input is no longer kept: neither Claude nor its transcript has it.'),
    empty: t('Called without any input.'),
    result: t('Result'),
    omitted: (characters: number) => t('{0} more characters are not shown.', numberText(characters)),
  },
  permissionState: {
    asked: '',
    allowed: t('Allowed'),
    denied: t('Denied by you'),
    withdrawn: t('No longer needed'),
  } satisfies Record<PermissionItem['state'], string>,
  changePrompt: {
    one: (question: string, was: string) => t('I want to change my answer to “{0}”. {1}\nMy new answer: ', question, was),
    several: (lines: readonly string[]) => t('I want to change my answers:\n{0}\nMy new answers: ', lines.join('\n')),
    line: (question: string, was: string) => `- “${question}” ${was}`,
    answered: (parts: readonly string[]) => t('I had answered: {0}', parts.join('; ')),
    /** Was on the card, and did not go to Claude. */
    filledIn: (parts: readonly string[]) => t('I had filled in: {0}', parts.join('; ')),
    note: (words: string) => t('My note was: {0}', words),
    skipped: t('I had skipped it.'),
    dismissed: t('I had dismissed it.'),
    timedOut: t('I had not answered it in time.'),
    replied: (words: string) => t('I had replied: {0}', words),
    withdrawn: t('My answer did not reach you.'),
  },
};
