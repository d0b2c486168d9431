// What the person does in the features beside the conversation: a name for each act, by the feature's folder. `news` has the other direction.
import * as z from 'zod/mini';
import { asideCard } from './news.js';
import { planModes } from '../features/plan/choice.js';
import { modes } from '../features/steering/modes.js';
import { wholeNumber } from '../question.js';

/** Text that is taken as it is when the person adds it. */
const addable = z.enum(['selection', 'problems', 'terminal']);
export type Addable = z.infer<typeof addable>;

/** What goes back. */
const backWhats = z.enum(['both', 'talk', 'files']);
export type BackWhat = z.infer<typeof backWhats>;

export const featureIntent = z.discriminatedUnion('type', [
  // steering
  /** A view wants to know how the chat is steered, and which models there are. */
  z.strictObject({ type: z.literal('readSteering') }),
  z.strictObject({ type: z.literal('setMode'), mode: z.enum(modes) }),
  z.strictObject({ type: z.literal('setModel'), model: z.string() }),
  /** `effort`: null takes back what was chosen, so that the CLI's own settings count. */
  z.strictObject({ type: z.literal('setEffort'), effort: z.nullable(z.string()) }),

  // workFolder
  /** `path`: absolute, of a root of the workspace. */
  z.strictObject({ type: z.literal('chooseFolder'), path: z.string() }),

  // running
  /** The person reads the output of this task, of which the view knows the first `known` bytes. */
  z.strictObject({ type: z.literal('readTaskOutput'), id: z.string(), known: z.number() }),
  /** The command goes on in the background, and the turn goes on without it. */
  z.strictObject({ type: z.literal('backgroundTask'), id: z.string() }),
  z.strictObject({ type: z.literal('stopTask'), id: z.string() }),
  /** The turn does not end although the person has pressed Stop, so the process of the CLI is to end at once. */
  z.strictObject({ type: z.literal('endProcess') }),
  /** The person has unfolded the work of this subagent. */
  z.strictObject({ type: z.literal('readAgent'), id: z.string() }),

  // mentions
  /** Asks for files and folders with this part of a name. `opening` grows with each opening of the list, during which the files are looked up once. */
  z.strictObject({ type: z.literal('findMentions'), id: z.int(), opening: z.int(), query: z.string() }),
  /** Adds what is there now to the message box, as a chip. */
  z.strictObject({ type: z.literal('addMention'), what: addable }),
  /** Adds files that were dropped onto the message box, as addresses. */
  z.strictObject({ type: z.literal('addDropped'), uris: z.array(z.string()) }),
  z.strictObject({ type: z.literal('readCommands') }),
  /** The person has come to the message box, or has begun or emptied the message. `writing`: it has words. */
  z.strictObject({ type: z.literal('readEditor'), writing: z.boolean() }),
  /** The file in the editor, or its selection, goes along with each message from now on, or no longer. */
  z.strictObject({ type: z.literal('followEditor'), on: z.boolean(), writing: z.boolean() }),

  // asides
  z.strictObject({ type: z.literal('askAside'), ...asideCard, words: z.string() }),
  /** The words return to the box. */
  z.strictObject({ type: z.literal('cancelAside'), ...asideCard }),
  z.strictObject({ type: z.literal('draftAside'), ...asideCard, text: z.string() }),

  // meters
  /** The person reads the table. */
  z.strictObject({ type: z.literal('readMeters') }),
  /** The person wants the conversation to be compacted. */
  z.strictObject({ type: z.literal('compact') }),

  // edits
  /** A card shows the edit of this permission. */
  z.strictObject({ type: z.literal('readEdit'), id: z.string() }),
  /** Opens the file as it is beside the file with the edit, where the person can change it. */
  z.strictObject({ type: z.literal('openEdit'), id: z.string() }),
  /** Takes one change, or leaves it out. */
  z.strictObject({ type: z.literal('takeHunk'), id: z.string(), hunk: wholeNumber, take: z.boolean() }),
  /** Gives up what the person has changed, and reads the file anew. */
  z.strictObject({ type: z.literal('resetEdit'), id: z.string() }),

  // plan
  /** `fresh`: in a new chat, which gets the plan and `note` as its first message. Otherwise Claude reads the note beside the result. */
  z.strictObject({
    type: z.literal('approvePlan'),
    id: z.string(),
    mode: z.enum(planModes),
    fresh: z.boolean(),
    note: z.string(),
  }),
  /** Opens the plan in VS Code's own preview of Markdown. */
  z.strictObject({ type: z.literal('openPlan'), id: z.string() }),

  // code
  /** `language`: as Claude names it, in small letters; empty where it does not. */
  z.strictObject({
    type: z.literal('useCode'),
    to: z.enum(['editor', 'file', 'terminal']),
    text: z.string(),
    language: z.string(),
  }),

  // comments
  /** Opens the file at the lines of the comment. */
  z.strictObject({ type: z.literal('goToComment'), id: z.string() }),
  z.strictObject({ type: z.literal('removeComment'), id: z.string() }),

  // review
  /** A row is unfolded, and shows so many files at most. */
  z.strictObject({ type: z.literal('readChanges'), id: z.string(), most: wholeNumber }),
  /** All of them in VS Code's editor for changes of several files. */
  z.strictObject({ type: z.literal('openChanges'), id: z.string() }),
  z.strictObject({ type: z.literal('openChange'), id: z.string(), path: z.string() }),
  /** Writes a file as it was before the turn; without `path` each file. */
  z.strictObject({ type: z.literal('takeBack'), id: z.string(), path: z.optional(z.string()) }),
  /** Marks these versions as seen, or as not seen. A file that has another one by now is left out. */
  z.strictObject({
    type: z.literal('markSeen'),
    files: z.array(z.strictObject({ path: z.string(), version: z.string() })),
    seen: z.boolean(),
  }),
  /** Undoes `takeBack`. */
  z.strictObject({ type: z.literal('putBack'), id: z.string(), path: z.optional(z.string()) }),

  // back
  /**
   * The person may want to go back to before the message or the question `id`; a question is open again then. The host replies with the card. `edit`: to write it otherwise; that is done at once, in the
   * conversation alone, where nothing ends by it and no file has changed since.
   */
  z.strictObject({ type: z.literal('askBack'), id: z.string(), edit: z.optional(z.literal(true)) }),
  /** The conversation in front of the message `id` in a new chat, with the message in its message box. The host replies with the card where that cannot be. */
  z.strictObject({ type: z.literal('forkChat'), id: z.string() }),
  /**
   * The person may want what the row `id` says undone. That is done at once where nothing is lost by it; else the host replies with the card. `branch`: the
   * row's, for one that the host does not have in hand.
   */
  z.strictObject({ type: z.literal('askForward'), id: z.string(), branch: z.optional(z.string()) }),
  /** The same of another branch of the chat. */
  z.strictObject({ type: z.literal('askBranch'), branch: z.string() }),
  /** What the card of this id says is to be done. `others`: paths of files that others have changed too, and that go back all the same. */
  z.strictObject({
    type: z.literal('goBack'),
    id: z.string(),
    what: backWhats,
    others: z.array(z.string()),
  }),
  /** A file of the card in VS Code's diff editor. */
  z.strictObject({ type: z.literal('openBackFile'), path: z.string() }),
  z.strictObject({ type: z.literal('closeBack') }),
]);
export type FeatureIntent = z.infer<typeof featureIntent>;
