// The entries of the list at the caret, and what a pick does to the words. Knows nothing of the page.
import { isMatch } from '../../../src/shared/fileRanking.js';
import type { Addable } from '../../../src/shared/features/mentions/acts.js';
import type { EditorPlace, MentionsNews } from '../../../src/shared/features/mentions/news.js';
import type { OfferedCommand } from '../../../src/shared/features/steering/offers.js';
import type { Trigger } from './trigger.js';
import { mentionWords } from './words.js';
import { writtenMention } from './writtenMention.js';

export type Option =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'add'; readonly what: Addable; readonly name: string; readonly detail: string }
  | { readonly kind: 'command'; readonly command: OfferedCommand };

const mostCommands = 50;

/** `news`: the last reply, which may be to an earlier query: then it counts as far as it fits. */
export function placeOptions({ query }: Trigger, news: MentionsNews | undefined): readonly Option[] {
  if (news === undefined) return [];
  const { selection, problems, terminal } = news;
  const adds: readonly Option[] = [
    ...(selection === undefined ? [] : [addOption('selection', mentionWords.selection, placeText(selection))]),
    ...(problems === 0 ? [] : [addOption('problems', mentionWords.problems, mentionWords.problemCount(problems))]),
    ...(terminal === undefined ? [] : [addOption('terminal', mentionWords.terminal, terminal)]),
  ];
  const sought = query.toLocaleLowerCase();
  return [
    ...adds.filter(one => one.kind === 'add' && one.name.toLocaleLowerCase().startsWith(sought)),
    ...news.paths.filter(path => isMatch(query, path)).map(path => ({ kind: 'path', path }) as const),
  ];
}

function addOption(what: Addable, name: string, detail: string): Option {
  return { kind: 'add', what, name, detail };
}

/** For example `routes.ts:12–40`. */
export function placeText({ path, lines }: EditorPlace): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (lines === undefined) return name;
  return lines.first === lines.last ? `${name}:${lines.first}` : `${name}:${lines.first}–${lines.last}`;
}

/** Those that begin with the words come first, each in the CLI's order. */
export function commandOptions({ query }: Trigger, commands: readonly OfferedCommand[]): readonly Option[] {
  const sought = query.toLowerCase();
  const ranked = [0, 1].flatMap(rank => commands.filter(({ name }) => rankOf(name.toLowerCase(), sought) === rank));
  return ranked.slice(0, mostCommands).map(command => ({ kind: 'command', command }));
}

function rankOf(name: string, sought: string): number | undefined {
  if (name.startsWith(sought)) return 0;
  return name.includes(sought) ? 1 : undefined;
}

/** The words in the place of the trigger; empty where a chip takes it. */
export function wordsOf(option: Option): string {
  if (option.kind === 'add') return '';
  return option.kind === 'command' ? `/${option.command.name} ` : `${writtenMention(option.path)} `;
}

/** What the command of this message goes on with, while that is missing. */
export function missingArguments(text: string, commands: readonly OfferedCommand[]): string | undefined {
  const name = /^\/(\S+)\s+$/.exec(text)?.[1];
  const hint = commands.find(one => one.name === name)?.hint ?? '';
  return hint === '' ? undefined : hint;
}
