// One value in a list of another program's configuration, such as a hook of Claude's: the text with it and without it. Everything else stays as it is. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import type { Changed } from './configJson.js';
import { isDoubled, mark, treeOf, withLast, withoutPlace } from './configJson.js';

type Path = readonly string[];

export function isListed(text: string, path: Path, value: object): boolean {
  const root = treeOf(text.replace(mark, ''));
  return !isDoubled(root, path) && indexOf(root, path, value) >= 0;
}

/** `text`: empty for a file that is not there. */
export function withListed(text: string, path: Path, value: object): Changed {
  return withLast(text, path, value);
}

/** What held nothing but the value goes with it. */
export function withoutListed(text: string, path: Path, value: object): Changed {
  const bare = text.replace(mark, '');
  const root = treeOf(bare);
  const index = indexOf(root, path, value);
  if (root === undefined) return { problem: 'unread' };
  if (index < 0) return { text };
  const isAlone = (depth: number): boolean => holdsNothingElse(bare, findNodeAtLocation(root, path.slice(0, depth)));
  let place: (string | number)[] = [...path, index];
  for (let depth = path.length; depth > 0 && isAlone(depth); depth--) place = path.slice(0, depth);
  return withoutPlace(text, place);
}

/** Nothing but one value, or one property, and no comment. */
function holdsNothingElse(text: string, node: Node | undefined): boolean {
  const [only, ...others] = node?.children ?? [];
  if (node === undefined || only === undefined || others.length > 0) return false;
  return !(text.slice(node.offset, only.offset) + text.slice(only.offset + only.length, node.offset + node.length)).includes('/');
}

function indexOf(root: Node | undefined, path: Path, value: object): number {
  const list = root && findNodeAtLocation(root, [...path]);
  return (list?.type === 'array' ? (list.children ?? []) : []).findIndex(node => isDeepStrictEqual(plainValue(node), value));
}

/** The value as `JSON.parse` makes it: the objects of jsonc-parser have no prototype. */
function plainValue(node: Node): unknown {
  return JSON.parse(JSON.stringify(getNodeValue(node)));
}
