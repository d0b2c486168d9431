// The words of the chat around its cards. `question/words`, `chat/permissionWords` and `memory/words` have those of cards, a feature has its own.
// Knows nothing of how words are shown.
import { toolTitle } from '../src/shared/mcpTool.js';
import type { ImageProblem } from '../src/shared/optionImages.js';
import type { MemoryTool } from '../src/shared/memoryTools.js';
import { planTool } from '../src/shared/tools.js';
import type { ToolItem } from '../src/shared/transcript.js';
import type { ChatStatus, ReturnReason } from '../src/shared/chatStatus.js';
import { numberText, t } from './l10n.js';

const list = (parts: readonly string[]): string => parts.join(', ');

/** Said in the chat of other agents. */
const noMessages = t('Other agents take no messages');

export const strings = {
  list,
  chat: {
    conversation: t('Conversation'),
    jumpToLatest: t('Jump to latest'),
    you: t('You'),
    claude: t('Claude'),
    sending: t('Sending…'),
    notSent: t('Not sent.'),
    sendAgain: t('Send again'),
    edit: t('Edit'),
    fromCli: t('From the Claude CLI'),
    wentOn: t('You let Claude continue.'),
    copy: t('Copy'),
    copied: t('Copied'),
    copyAnswer: t('Copy this answer as Markdown'),
    image: t('image'),
    notUnderstood: t('This chat cannot be shown: its page could not read what it was sent. Parley’s log says why.'),
  },
  /** The row that stands for items that are not here. */
  older: {
    loading: t('Loading earlier messages…'),
    failed: t('Earlier messages could not be loaded.'),
    retry: t('Try again'),
  },
  find: {
    count: (position: number, all: number) => t('{0} of {1}', numberText(position), numberText(all)),
    countSoFar: (position: number, all: number) => t('{0} of {1} so far', numberText(position), numberText(all)),
    /** The place within a message that shows the words more than once. `messages`: the words of `count`. */
    places: (position: number, all: number, messages: string) =>
      t('{0} of {1} here, message {2}', numberText(position), numberText(all), messages),
    searching: t('Searching…'),
    loading: t('Loading…'),
    none: t('No results'),
    failed: t('The search failed.'),
    unread: t('This place could not be loaded.'),
  },
  empty: {
    title: 'Parley',
    text: t('Talk with Claude about this code. When Claude needs you, it asks here and waits for your answer.'),
    continueChat: t('Recent chats'),
    setUp: t('Set-up'),
    done: t('Done'),
    missing: t('Missing'),
    try: t('Try one of these'),
  },
  /** Prompts to begin with, in any project. */
  suggestions: [
    t('Explain this project to me.'),
    t('What would you change first? Ask me before you decide.'),
    t('Plan the next release with me. Ask me what you need to know.'),
    t('Run the tests and tell me what they say.'),
  ],
  composer: {
    name: t('Message Claude'),
    placeholder: t('Message Claude, @ for files'),
    replyPlaceholder: t('Reply in your own words'),
    send: t('Send'),
    stop: t('Stop'),
    addContext: t('Add context…'),
    preparing: t('Reading the image…'),
    replyImages: t('In a reply, an image goes as a file that Claude can open.'),
    cancel: t('Cancel'),
    replyingTo: (titles: readonly string[]) => t('Replying to: {0}', list(titles)),
    waiting: t('Waiting for you'),
    nothingToSend: t('Type a message first'),
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
      now: t('Sent once Claude stops'),
      person: t('Not sent: Claude stopped'),
    },
    untilAnswer: t('After your answer'),
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
    isBehindUrgent: t('The one above goes once Claude stops'),
    next: t('Claude reads it at the next step'),
    takingBack: t('Removing…'),
    late: t('Too late to remove: Claude gets it'),
    takenBack: t('Removed. Claude has not read it.'),
  },
  image: {
    list: t('Images'),
    name: (position: number) => t('Image {0}', position),
    gone: t('File missing'),
    tooLarge: t('This image is too large: 50 MB is the most.'),
    unreadable: t('This image cannot be read. Save it as PNG or JPEG and add that.'),
    notStored: t('This image could not be stored. Is the disk full?'),
    onlyImages: t('Only images can be added this way. Add other files with + or @.'),
    onlyImagesOnCard: t('Only images can be added this way. Choose other files with the button below.'),
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
  blocked: {
    question: t('Answer Claude’s question first'),
    server: t('Answer the MCP server first'),
    announced: t('Claude is about to ask you something'),
    permission: t('Decide on Claude’s request first'),
    sending: t('Your answer is being sent'),
    noFolder: t('Open a folder to talk with Claude'),
    untrusted: t('Trust this folder to talk with Claude'),
    otherWindow: t('Take over to continue here'),
    otherComputer: t('Take over to continue here'),
    terminal: t('Take over to continue here'),
    agents: noMessages,
  } satisfies Record<NonNullable<ChatStatus['blocked']>, string>,
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
    agents: noMessages,
    takenOut: t('Your message is here again. Claude has not read it.'),
    prepared: t('Ready here, and not sent yet.'),
  } satisfies Record<ReturnReason, string>,
  /** The other owner of the chat. */
  elsewhere: {
    otherWindow: t('This chat is open in another window.'),
    otherComputer: t('This chat is open on another computer or in a container.'),
    terminal: t('This chat is open in another program, such as a terminal. Take over to end it there.'),
    answerThere: t('Answer it there, or take over.'),
    works: t('Claude is working there. Taking over stops it.'),
    takeOver: t('Take over'),
    takingOver: t('Taking over…'),
  },
  turn: {
    idle: '',
    starting: t('Starting Claude…'),
    running: t('Claude is working…'),
    stopping: t('Stopping…'),
  } satisfies Record<ChatStatus['turn'], string>,
  tool: {
    running: t('Running'),
    done: t('Done'),
    failed: t('Failed'),
    denied: t('Denied by you'),
    planningAgain: t('Back to planning'),
    approved: t('Approved'),
    stopped: t('Stopped'),
    asked: t('Waiting for you'),
    waiting: t('Waiting'),
    background: t('In the background'),
    cutShort: t('Cut off'),
    sent: t('Sent to the background'),
    wasAllowed: t('Allowed'),
    allowed: (state: string) => t('Allowed · {0}', state.toLowerCase()),
  } satisfies Record<ToolItem['state'], string> &
    Record<'asked' | 'waiting' | 'background' | 'cutShort' | 'sent' | 'allowed' | 'wasAllowed' | 'planningAgain' | 'approved', unknown>,
  toolDetails: {
    reading: t('Reading…'),
    gone: t('The input is no longer kept: neither Claude nor its transcript has it.'),
    empty: t('Called without any input.'),
    result: t('Result'),
    omitted: (characters: number) => t('{0} more characters are not shown.', numberText(characters)),
  },
  /** The first lines of quotes that GitHub draws as alerts. */
  alerts: {
    note: t('Note'),
    tip: t('Tip'),
    important: t('Important'),
    warning: t('Warning'),
    caution: t('Caution'),
  },
  option: { recommended: t('Recommended'), hasPreview: t('preview') },
  /** The titles of Parley's own tools, by the names that Claude has for them. */
  ownTools: new Map(
    Object.entries({
      [planTool]: t('The plan'),
      mcp__parley__find_decisions: t('Look up decisions'),
      mcp__parley__read_product_doc: t('Read the Product Doc'),
      mcp__parley__update_product_doc: t('Change the Product Doc'),
    } satisfies Readonly<Record<typeof planTool | `mcp__parley__${MemoryTool}`, string>>),
  ),
  permissionAsked: (tool: string) => (tool === planTool ? t('Claude has a plan') : t('Claude asks for permission: {0}', toolTitle(tool))),
  /** Announced once by a screen reader when it happens. */
  said: {
    answered: t('Answers sent'),
    dismissed: t('Question dismissed'),
    replied: t('Reply sent'),
    withdrawn: t('Claude no longer waits'),
    refused: t('Claude no longer waits'),
    lost: t('Not delivered'),
    lostWithAnswers: t('Not delivered: your answers are kept'),
    finished: t('Claude has finished'),
    stopped: t('Claude has stopped'),
    /** Some are whole sentences with their point. */
    together: (sentences: readonly string[]) =>
      sentences.map((one, at) => (at === sentences.length - 1 || /[.!?…]$/.test(one) ? one : `${one}.`)).join(' '),
  },
} as const;
