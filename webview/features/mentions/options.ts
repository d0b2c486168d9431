// The entries of the list at the caret, and what a pick does to the words. Knows nothing of the page.
import { isMatch } from '../../../src/shared/fileRanking.js';
import type { Addable } from '../../../src/shared/contract/featureIntents.js';
import type { EditorPlace, MentionsNews, OfferedCommand } from '../../../src/shared/contract/news.js';
import type { Trigger } from './trigger.js';
import { mentionWords } from './words.js';
import { writtenMention } from './writtenMention.js';

export type Option =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'add'; readonly what: Addable; readonly name: string; readonly detail: string }
  | { readonly kind: 'command'; readonly command: OfferedCommand }
  /** Shows all commands. */
  | { readonly kind: 'all'; readonly count: number };

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

/** A place such as `routes.ts:12–40`. */
export function placeText({ path, lines }: EditorPlace): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (lines === undefined) return name;
  return lines.first === lines.last ? `${name}:${lines.first}` : `${name}:${lines.first}–${lines.last}`;
}

/**
 * The commands by their names, those that begin with the words first. Without words those that a person uses, and a way to all of them; with words
 * any of them, those that a person uses first.
 */
export function commandOptions({ query }: Trigger, commands: readonly OfferedCommand[], isAll: boolean): readonly Option[] {
  const sought = query.toLowerCase();
  const sorted = commands.toSorted((one, other) => one.name.localeCompare(other.name));
  const used = sorted.filter(isForPerson);
  const others = sorted.filter(command => !isForPerson(command));
  const ranked = [used, others].flatMap(some =>
    [0, 1].flatMap(rank => some.filter(({ name }) => rankOf(name.toLowerCase(), sought) === rank)),
  );
  const isShort = sought === '' && !isAll && others.length > 0;
  const shown: readonly Option[] = (isShort ? used : ranked)
    .slice(0, isAll ? ranked.length : mostCommands)
    .map(command => ({ kind: 'command', command }));
  return isShort ? [...shown, { kind: 'all', count: commands.length }] : shown;
}

/** The CLI's own that set it up, are for its terminal, are read by Claude alone, or are the CLI's for itself (2.1.329 lists them like any other). */
const notForPersons: ReadonlySet<string> = new Set([
  ...['agents', 'auto-mode-setup', 'autocompact', 'claude-api', 'color', 'config', 'dataviz', 'debug', 'fewer-permission-prompts'],
  ...['focus', 'heapdump', 'insights', 'list-agents', 'output-style', 'plugin-authoring', 'reload-plugins', 'reload-skills', 'rename'],
  ...['run-skill-generator', 'team-onboarding', 'update-config', 'workflow-authoring', 'workflow-launch-exec'],
]);

function isForPerson({ name, description }: OfferedCommand): boolean {
  return !notForPersons.has(name) && !name.startsWith('_') && !/^\(?removed\b/i.test(description);
}

function rankOf(name: string, sought: string): number | undefined {
  if (name.startsWith(sought)) return 0;
  return name.includes(sought) ? 1 : undefined;
}

/** The words in the place of the trigger; empty where a chip takes it. */
export function wordsOf(option: Option): string {
  if (option.kind === 'add' || option.kind === 'all') return '';
  return option.kind === 'command' ? `/${option.command.name} ` : `${writtenMention(option.path)} `;
}

/** What the command of this message goes on with, while that is missing. */
export function missingArguments(text: string, commands: readonly OfferedCommand[]): string | undefined {
  const name = /^\/(\S+)\s+$/.exec(text)?.[1];
  const hint = commands.find(one => one.name === name)?.hint ?? '';
  return hint === '' ? undefined : hint;
}
