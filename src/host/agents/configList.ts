// One value in a list of another program's configuration, such as a hook of Claude's: the text with it and without it. Everything else stays as it is. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { objectOf } from '../../shared/loose.js';
import type { Changed } from './configJson.js';
import { isDoubled, mark, treeOf, withLast, withoutPlace } from './configJson.js';

type Path = readonly string[];

export function isListed(text: string, path: Path, value: object): boolean {
  const root = treeOf(text.replace(mark, ''));
  return !isDoubled(root, path) && placeOf(root, path, value) !== undefined;
}

/** `text`: empty for a file that is not there. */
export function withListed(text: string, path: Path, value: object): Changed {
  return withLast(text, path, value);
}

/**
 * What held nothing but the value goes with it. Of a value that the person has changed only the command goes, and what else is in it stays. Where it stands
 * several times, each goes.
 */
export function withoutListed(text: string, path: Path, value: object): Changed {
  const changed = withoutFirst(text, path, value);
  return 'text' in changed && changed.text !== text ? withoutListed(changed.text, path, value) : changed;
}

function withoutFirst(text: string, path: Path, value: object): Changed {
  const bare = text.replace(mark, '');
  const root = treeOf(bare);
  const found = placeOf(root, path, value);
  if (root === undefined) return { problem: 'unread' };
  if (found === undefined) return { text };
  // The command is in the last of them, and the place would be in the first.
  if (isDoubled(findNodeAtLocation(root, found.slice(0, path.length + 1)), ['hooks'])) return { problem: 'other' };
  if (found.length > path.length + 1) return withoutPlace(text, found);
  const isAlone = (depth: number): boolean => holdsNothingElse(bare, findNodeAtLocation(root, path.slice(0, depth)));
  let place = found;
  for (let depth = path.length; depth > 0 && isAlone(depth); depth--) place = path.slice(0, depth);
  return withoutPlace(text, place);
}

/** Nothing but one value, or one property, and no comment. */
function holdsNothingElse(text: string, node: Node | undefined): boolean {
  const [only, ...others] = node?.children ?? [];
  if (node === undefined || only === undefined || others.length > 0) return false;
  return !(text.slice(node.offset, only.offset) + text.slice(only.offset + only.length, node.offset + node.length)).includes('/');
}

/** Where the value stands, or the same command in a value that the person has changed. Undefined without one. */
function placeOf(root: Node | undefined, path: Path, value: object): readonly (string | number)[] | undefined {
  const list = root && findNodeAtLocation(root, [...path]);
  const values = list?.type === 'array' ? (list.children ?? []).map(plainValue) : [];
  const [command] = commandsOf(value);
  const same = values.findIndex(one => isDeepStrictEqual(one, value));
  const index = same < 0 && command !== undefined ? values.findIndex(one => commandsOf(one).includes(command)) : same;
  if (index < 0) return undefined;
  const commands = commandsOf(values[index]);
  return commands.length < 2 || command === undefined ? [...path, index] : [...path, index, 'hooks', commands.indexOf(command)];
}

/** The commands of the hooks in a value, in their order. */
function commandsOf(value: unknown): readonly unknown[] {
  const hooks = objectOf(value)?.['hooks'];
  return Array.isArray(hooks) ? hooks.map(hook => objectOf(hook)?.['command']) : [];
}

/** The value as `JSON.parse` makes it: the objects of jsonc-parser have no prototype. */
function plainValue(node: Node): unknown {
  return JSON.parse(JSON.stringify(getNodeValue(node)));
}
