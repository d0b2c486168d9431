// The rules by which the CLI would not ask again, in words that a person can check. Plain words only where they say exactly what the rule says;
// any other rule is shown as it is written.
import type { PermissionUpdate, RuleLine } from './permissionRuleSchema.js';

/** The CLI's names: until its process ends; and its three files of settings. */
export const rulePlaces = ['session', 'localSettings', 'projectSettings', 'userSettings'] as const;
export type RulePlace = (typeof rulePlaces)[number];

/** Characters of all rules together. More cannot be read at a glance, and are not offered. */
const longest = 10_000;

/** One line for each rule; undefined where there is nothing to offer. */
export function ruleLines(updates: readonly PermissionUpdate[]): readonly RuleLine[] | undefined {
  const lines = updates.flatMap(linesOf);
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  return lines.length === 0 || length > longest ? undefined : lines;
}

/** By the place that the CLI suggests: the places that reach no further. A place that is not named here lasts as long as the process. */
const notWider: ReadonlyMap<string, readonly RulePlace[]> = new Map([
  ['localSettings', ['session', 'localSettings']],
  ['projectSettings', ['session', 'localSettings', 'projectSettings']],
  ['userSettings', ['session', 'localSettings', 'userSettings']],
]);

/**
 * Where these may go. All of them go to one place. A rule may go to any; a folder to none that is wider than the CLI suggests. A mode belongs
 * to the process, so it and what comes with it last as long as that.
 */
export function placesFor(updates: readonly PermissionUpdate[]): readonly RulePlace[] {
  return rulePlaces.filter(place => updates.every(update => mayGo(update, place)));
}

function mayGo({ type, destination }: PermissionUpdate, place: RulePlace): boolean {
  if (type === 'addRules' || place === 'session') return true;
  return type === 'addDirectories' && notWider.get(destination)?.includes(place) === true;
}

function linesOf(update: PermissionUpdate): readonly RuleLine[] {
  switch (update.type) {
    case 'addRules':
      return update.rules.map(({ toolName, ruleContent }) => lineOf(toolName, ruleContent));
    case 'addDirectories':
      return update.directories.map(text => ({ as: 'directory', text }));
    case 'setMode':
      return [{ as: 'edits', text: '' }];
  }
}

/** Characters with which a rule means more than its letters. */
const special = /[*?[\]{}!\\]/;

/** Plain words where they say exactly what the rule says. */
export function lineOf(tool: string, content = ''): RuleLine {
  if (content === '') return { as: 'every', text: tool };
  const [, prefix] = /^(.+?)(?::| )\*$/s.exec(content) ?? [];
  if (tool === 'Bash' && prefix !== undefined && !/[*\\]/.test(prefix)) return { as: 'prefix', text: prefix };
  if (tool === 'Bash' && !/[*\\]/.test(content)) return { as: 'exact', text: content };
  const [, domain] = /^domain:(.+)$/s.exec(content) ?? [];
  if (tool === 'WebFetch' && domain !== undefined && !special.test(domain)) return { as: 'domain', text: domain };
  const [, folder] = /^\/(\/.+)\/\*\*$/s.exec(content) ?? [];
  if (tool === 'Read' && folder !== undefined && !special.test(folder)) return { as: 'below', text: folder };
  return { as: 'rule', text: `${tool}(${content})` };
}
