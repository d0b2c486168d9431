// The rules by which the CLI would not ask again, in words that a person can check. Plain words only where they say exactly what the rule says;
// any other rule is shown as it is written.
import type { PermissionUpdate, RuleLine } from './permissionRuleSchema.js';
import { actOf } from './tools.js';

/** The CLI's names: until its process ends; and its three files of settings. */
export const rulePlaces = ['session', 'localSettings', 'projectSettings', 'userSettings'] as const;
export type RulePlace = (typeof rulePlaces)[number];

/** Characters of all rules together. More cannot be read at a glance, and are not offered. */
const longest = 10_000;

/** A rule that a person can tick. */
interface OfferedRule {
  readonly line: RuleLine;
  /** The places to which it may go. */
  readonly places: readonly RulePlace[];
}

/** What a person has ticked: positions in the list of `offeredRules`, and the place that all of them go to. */
export interface TickedRules {
  readonly ticked: readonly number[];
  readonly place: RulePlace;
}

/** One for each rule, folder and mode of the suggestions, in their order; undefined where there is nothing to offer. */
export function offeredRules(updates: readonly PermissionUpdate[]): readonly OfferedRule[] | undefined {
  const offered = updates.flatMap(update => {
    const places = rulePlaces.filter(place => mayGo(update, place));
    return linesOf(update).map(line => ({ line, places }));
  });
  const length = offered.reduce((sum, { line }) => sum + line.text.length, 0);
  return offered.length === 0 || length > longest ? undefined : offered;
}

/** The places to which all of these rules may go together. */
export function placesOf(rules: readonly OfferedRule[]): readonly RulePlace[] {
  return rulePlaces.filter(place => rules.every(({ places }) => places.includes(place)));
}

/** The updates that add exactly what is ticked; undefined where that is nothing, or was not offered. */
export function tickedUpdates(
  updates: readonly PermissionUpdate[],
  { ticked, place }: TickedRules,
): readonly PermissionUpdate[] | undefined {
  const offered = offeredRules(updates) ?? [];
  if (ticked.length === 0 || !ticked.every(position => offered[position]?.places.includes(place) === true)) return undefined;
  // A line is ticked by its position among the lines of all updates.
  let next = 0;
  const isTicked = (): boolean => ticked.includes(next++);
  return updates.flatMap(update => withOnly(update, isTicked)).map(update => ({ ...update, destination: place }));
}

/** `isTicked` is called once for each line of the update, in their order. */
function withOnly(update: PermissionUpdate, isTicked: () => boolean): readonly PermissionUpdate[] {
  switch (update.type) {
    case 'addRules': {
      const rules = update.rules.filter(isTicked);
      return rules.length === 0 ? [] : [{ ...update, rules }];
    }
    case 'addDirectories': {
      const directories = update.directories.filter(isTicked);
      return directories.length === 0 ? [] : [{ ...update, directories }];
    }
    case 'setMode':
      return isTicked() ? [update] : [];
  }
}

/**
 * The places that reach no further than the one that the CLI suggests, by that place. A place that is not named here lasts as long as the process.
 */
const notWider: ReadonlyMap<string, readonly RulePlace[]> = new Map([
  ['localSettings', ['session', 'localSettings']],
  ['projectSettings', ['session', 'localSettings', 'projectSettings']],
  ['userSettings', ['session', 'localSettings', 'userSettings']],
]);

/** A rule may go to any place; a folder to none that is wider than the CLI suggests. A mode belongs to the process, and lasts as long as that. */
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
  const act = actOf(tool);
  const [, prefix] = /^(.+?)(?::| )\*$/s.exec(content) ?? [];
  if (act === 'run' && prefix !== undefined && !/[*\\]/.test(prefix)) return { as: 'prefix', text: prefix };
  if (act === 'run' && !/[*\\]/.test(content)) return { as: 'exact', text: content };
  const [, domain] = /^domain:(.+)$/s.exec(content) ?? [];
  if (act === 'fetch' && domain !== undefined && !special.test(domain)) return { as: 'domain', text: domain };
  const [, folder] = /^\/(\/.+)\/\*\*$/s.exec(content) ?? [];
  if (act === 'read' && folder !== undefined && !special.test(folder)) return { as: 'below', text: folder };
  return { as: 'rule', text: `${tool}(${content})` };
}
