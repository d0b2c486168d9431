// One value in a list of another program's configuration, such as a hook of Claude's: the text with it and without it. Everything else stays as it is. Pure.
import { isDeepStrictEqual } from 'node:util';
import type { Node, ParseError } from 'jsonc-parser';
import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser';

/** `unread`: the text is not of its format. `other`: what stands there already has a form that is not changed here. */
export type Changed = { readonly text: string } | { readonly problem: 'unread' | 'other' };

type Path = readonly string[];

export function isListed(text: string, path: Path, value: object): boolean {
  return indexOf(treeOf(text), path, value) >= 0;
}

/** `text`: empty for a file that is not there. */
export function withListed(text: string, path: Path, value: object): Changed {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const given = text.trim() === '' ? `{}${end}` : text;
  const root = treeOf(given);
  if (root === undefined) return { problem: 'unread' };
  const above = path.map((_, depth) => findNodeAtLocation(root, path.slice(0, depth)));
  if (above.some(node => node !== undefined && node.type !== 'object')) return { problem: 'other' };
  const list = findNodeAtLocation(root, [...path]);
  if (list !== undefined && list.type !== 'array') return { problem: 'other' };
  const unit = /^([ \t]+)\S/m.exec(given)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: !unit.startsWith('\t'), tabSize: unit.length, eol: end };
  const place = list === undefined ? [...path] : [...path, list.children?.length ?? 0];
  const edits = modify(given, place, list === undefined ? [value] : value, { formattingOptions, isArrayInsertion: list !== undefined });
  return { text: applyEdits(given, edits) };
}

/** What held nothing but the value goes with it. */
export function withoutListed(text: string, path: Path, value: object): Changed {
  const root = treeOf(text);
  const index = indexOf(root, path, value);
  if (root === undefined) return { problem: 'unread' };
  if (index < 0) return { text };
  const isAlone = (depth: number): boolean => findNodeAtLocation(root, path.slice(0, depth))?.children?.length === 1;
  let place: (string | number)[] = [...path, index];
  for (let depth = path.length; depth > 0 && isAlone(depth); depth--) place = path.slice(0, depth);
  return { text: applyEdits(text, modify(text, place, undefined, {})) };
}

function indexOf(root: Node | undefined, path: Path, value: object): number {
  const list = root && findNodeAtLocation(root, [...path]);
  return (list?.type === 'array' ? (list.children ?? []) : []).findIndex(node => isDeepStrictEqual(plainValue(node), value));
}

/** Undefined for what is no JSON, comments and commas at the end of a list allowed. */
function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0 ? root : undefined;
}

/** The value as `JSON.parse` makes it: the objects of jsonc-parser have no prototype. */
function plainValue(node: Node): unknown {
  return JSON.parse(JSON.stringify(getNodeValue(node)));
}
