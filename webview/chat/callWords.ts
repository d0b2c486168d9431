// A call of a tool as a sentence: "Read src/config.ts", "Searched for export in src". Knows nothing about how words are shown.
import type { ToolItem } from '../../src/shared/transcript.js';
import { rowTitle } from '../../src/shared/mcpTool.js';
import { inFolder } from '../../src/shared/pathParts.js';
import { oneLine } from '../../src/shared/plain.js';
import type { ToolAct } from '../../src/shared/tools.js';
import { saidAct, toolOf } from '../../src/shared/tools.js';
import { numberText, t } from '../l10n.js';
import { strings } from '../strings.js';

/** `wants`: it does not run. `during`: it runs, or was stopped. `done`: it has run. */
export type Tense = 'wants' | 'during' | 'done';

type Say = (first: string, second: string) => string;

/** `{0}` is what tells most, `{1}` where a search looks. */
const sentences: Readonly<Record<Exclude<ToolAct, 'plan' | 'ask'> | 'searchIn' | 'findIn', Readonly<Record<Tense, Say>>>> = {
  read: { wants: one => t('Wants to read {0}', one), during: one => t('Reading {0}', one), done: one => t('Read {0}', one) },
  search: {
    wants: one => t('Wants to search for {0}', one),
    during: one => t('Searching for {0}', one),
    done: one => t('Searched for {0}', one),
  },
  searchIn: {
    wants: (one, place) => t('Wants to search for {0} in {1}', one, place),
    during: (one, place) => t('Searching for {0} in {1}', one, place),
    done: (one, place) => t('Searched for {0} in {1}', one, place),
  },
  find: {
    wants: one => t('Wants to look for files {0}', one),
    during: one => t('Looking for files {0}', one),
    done: one => t('Looked for files {0}', one),
  },
  findIn: {
    wants: (one, place) => t('Wants to look for files {0} in {1}', one, place),
    during: (one, place) => t('Looking for files {0} in {1}', one, place),
    done: (one, place) => t('Looked for files {0} in {1}', one, place),
  },
  list: { wants: one => t('Wants to list {0}', one), during: one => t('Listing {0}', one), done: one => t('Listed {0}', one) },
  edit: { wants: one => t('Wants to edit {0}', one), during: one => t('Editing {0}', one), done: one => t('Edited {0}', one) },
  edits: { wants: one => t('Wants to edit {0}', one), during: one => t('Editing {0}', one), done: one => t('Edited {0}', one) },
  write: { wants: one => t('Wants to write {0}', one), during: one => t('Writing {0}', one), done: one => t('Wrote {0}', one) },
  cell: {
    wants: one => t('Wants to edit a cell of {0}', one),
    during: one => t('Editing a cell of {0}', one),
    done: one => t('Edited a cell of {0}', one),
  },
  run: { wants: one => t('Wants to run {0}', one), during: one => t('Running {0}', one), done: one => t('Ran {0}', one) },
  output: {
    wants: () => t('Wants to look at a command’s output'),
    during: () => t('Looking at a command’s output'),
    done: () => t('Looked at a command’s output'),
  },
  stop: {
    wants: () => t('Wants to stop what runs in the background'),
    during: () => t('Stopping what runs in the background'),
    done: () => t('Stopped what ran in the background'),
  },
  fetch: { wants: one => t('Wants to fetch {0}', one), during: one => t('Fetching {0}', one), done: one => t('Fetched {0}', one) },
  searchWeb: {
    wants: one => t('Wants to search the web for {0}', one),
    during: one => t('Searching the web for {0}', one),
    done: one => t('Searched the web for {0}', one),
  },
  agent: {
    wants: one => t('Wants to start an agent: {0}', one),
    during: one => t('An agent works: {0}', one),
    done: one => t('Started an agent: {0}', one),
  },
  skill: {
    wants: one => t('Wants to use the skill {0}', one),
    during: one => t('Using the skill {0}', one),
    done: one => t('Used the skill {0}', one),
  },
  schedule: {
    wants: one => t('Wants to schedule: {0}', one),
    during: one => t('Scheduling: {0}', one),
    done: one => t('Scheduled: {0}', one),
  },
  todos: {
    wants: () => t('Wants to update the to-do list'),
    during: () => t('Updating the to-do list'),
    done: () => t('Updated the to-do list'),
  },
  planFirst: {
    wants: () => t('Wants to plan first'),
    during: () => t('Starting to plan'),
    done: () => t('Started planning'),
  },
  tools: {
    wants: one => t('Wants to look for tools: {0}', one),
    during: one => t('Looking for tools: {0}', one),
    done: one => t('Looked for tools: {0}', one),
  },
};

/** A piece of a sentence. `text`: Parley's words. Else what the call names: a path, code, or words of the model. */
export interface CallPiece {
  readonly as: 'text' | 'path' | 'code' | 'words';
  readonly text: string;
  /** All of it, where `text` is shorter. */
  readonly whole?: string;
}

interface CallSentence {
  readonly pieces: readonly CallPiece[];
  /** The sentence says whether the call has run. */
  readonly hasTense: boolean;
}

export type Call = Pick<ToolItem, 'name' | 'summary' | 'where'>;

/** @param folder in which Claude works; paths in it are told without it */
export function callSentence(call: Call, tense: Tense, folder?: string): CallSentence {
  const { name, summary } = call;
  const act = saidAct(name, summary);
  if (act === undefined)
    return {
      pieces: [{ as: 'text', text: strings.ownTools.get(name) ?? rowTitle(name) }, ...(summary === '' ? [] : [said(summary)])],
      hasTense: false,
    };
  const where = call.where === undefined ? undefined : inFolder(call.where, folder);
  const isIn = where !== undefined && where !== '';
  const searched = act === 'search' ? 'searchIn' : act === 'find' ? 'findIn' : undefined;
  const sentence = sentences[(isIn ? searched : undefined) ?? act][tense];
  const slots: ReadonlyMap<string, CallPiece> = new Map([
    [first, argument(act, toolOf(name)?.path !== undefined && act !== 'search' && act !== 'find', summary, folder)],
    [second, { as: 'path', text: where ?? '', whole: call.where ?? '' }],
  ]);
  const pieces = sentence(first, second).split(/([\u0001\u0002])/);
  return {
    pieces: pieces.filter(text => text.trim() !== '').map(text => slots.get(text) ?? { as: 'text', text: text.trim() }),
    hasTense: true,
  };
}

/** The same as one text. */
export function callText(call: Call, tense: Tense, folder?: string): string {
  return callSentence(call, tense, folder)
    .pieces.map(({ text }) => oneLine(text))
    .join(' ');
}

const [first, second] = ['\u0001', '\u0002'];

function argument(act: ToolAct, isPath: boolean, summary: string, folder: string | undefined): CallPiece {
  if (isPath) return { as: 'path', text: inFolder(summary, folder) || '.', whole: summary };
  if (act === 'fetch') return { as: 'words', text: hostOf(summary) ?? summary, whole: summary };
  return { as: act === 'agent' || act === 'searchWeb' || act === 'schedule' ? 'words' : 'code', text: summary };
}

function said(summary: string): CallPiece {
  return { as: 'code', text: summary };
}

function hostOf(address: string): string | undefined {
  // The summary may have been cut behind the host.
  return /^https?:\/\/(?:[^\s/?#@]*@)?([^\s/?#@:…]+)(?:[:/?#]|$)/i.exec(address)?.[1];
}

const secondsText = (seconds: number): string =>
  seconds < 60 ? t('{0} s', numberText(seconds)) : t('{0} min {1} s', numberText(Math.floor(seconds / 60)), numberText(seconds % 60));

const foundTexts: Readonly<Record<NonNullable<ToolItem['found']>['of'], (count: number) => string>> = {
  files: count => (count === 1 ? t('1 file') : t('{0} files', numberText(count))),
  lines: count => (count === 1 ? t('1 line') : t('{0} lines', numberText(count))),
  places: count => (count === 1 ? t('1 place') : t('{0} places', numberText(count))),
};

export const callWords = {
  found: ({ count, of }: NonNullable<ToolItem['found']>) => (count === 0 ? t('nothing found') : foundTexts[of](count)),
  seconds: secondsText,
  /** Several calls that only look, in one line. */
  looked: (files: number, searches: number) => {
    const looked = files === 1 ? t('Looked at 1 file') : t('Looked at {0} files', numberText(files));
    if (searches === 0) return looked;
    if (files === 0) return searches === 1 ? t('Searched once') : t('Searched {0} times', numberText(searches));
    return [looked, searches === 1 ? t('1 search') : t('{0} searches', numberText(searches))].join(' · ');
  },
};
