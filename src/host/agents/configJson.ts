// One value in the JSON of another program's configuration, put in and taken out as a splice of the text: comments and commas at the end of a list are allowed,
// and stay, as all other characters do. Pure.
import type { Node, ParseError } from 'jsonc-parser';
import { createScanner, findNodeAtLocation, parseTree } from 'jsonc-parser';

/** `unread`: the text is not of its format. `other`: what stands there already has a form that is not changed here. */
export type Changed = { readonly text: string } | { readonly problem: 'unread' | 'other' };

/** What some editors put in front of a text. */
export const mark = '\ufeff';

/** The text with the value at this place, or without what stands there. */
export function changedJson(text: string, path: readonly string[], value: object | undefined): Changed {
  return changedRoot(text, path, given => {
    if (value !== undefined) return put(given, path, value);
    const property = findNodeAtLocation(given.root, [...path])?.parent;
    return property === undefined ? given.text : removed(given.text, property);
  });
}

/** The text with the value behind all that the list at this place has. The list is begun where there is none. */
export function withLast(text: string, path: readonly string[], value: object): Changed {
  return changedRoot(text, path, given => {
    const list = findNodeAtLocation(given.root, [...path]);
    if (list === undefined) return put(given, path, [value]);
    return list.type === 'array' ? inserted(given.text, list, pieceOf(given, undefined, value), path.length) : undefined;
  });
}

/** The text without the value at this place, whose steps may be positions in lists. */
export function withoutPlace(text: string, place: readonly (string | number)[]): Changed {
  const first = place.findIndex(step => typeof step === 'number');
  const names = place.slice(0, first < 0 ? undefined : first).map(String);
  return changedRoot(text, names, given => {
    const node = findNodeAtLocation(given.root, [...place]);
    const piece = typeof place.at(-1) === 'number' ? node : node?.parent;
    return piece === undefined ? given.text : removed(given.text, piece);
  });
}

interface Given {
  /** The text without the mark in front. */
  readonly text: string;
  readonly root: Node;
  readonly end: string;
}

function put(given: Given, path: readonly string[], value: object): string | undefined {
  const { text, root } = given;
  const known = findNodeAtLocation(root, [...path]);
  const depth = path.findLastIndex((_, index) => findNodeAtLocation(root, path.slice(0, index)) !== undefined);
  if (known !== undefined) {
    const own = pieceOf(given, undefined, value);
    return text.slice(0, known.offset) + own.valueAt(own.unit.repeat(depth + 1)) + text.slice(known.offset + known.length);
  }
  const parent = findNodeAtLocation(root, path.slice(0, depth));
  const [name = '', ...below] = path.slice(depth);
  const whole = below.reduceRight<object>((inner, key) => ({ [key]: inner }), value);
  return parent && inserted(text, parent, pieceOf(given, name, whole), depth);
}

/** `change`: undefined where it cannot be made. */
function changedRoot(text: string, path: readonly string[], change: (given: Given) => string | undefined): Changed {
  const begin = text.startsWith(mark) ? mark : '';
  const bare = text.slice(begin.length);
  const end = lineEndOf(text);
  const given = bare.trim() === '' ? `{}${end}` : bare;
  const root = treeOf(given);
  if (root === undefined) return { problem: 'unread' };
  const above = path.map((_, index) => findNodeAtLocation(root, path.slice(0, index)));
  if (above.some(node => node !== undefined && node.type !== 'object') || isDoubled(root, path)) return { problem: 'other' };
  const changed = change({ text: given, root, end });
  return changed === undefined ? { problem: 'other' } : { text: begin + changed };
}

/** A property, or a value of a list, as text. */
class Piece {
  constructor(
    private readonly name: string | undefined,
    private readonly value: object,
    readonly unit: string,
    readonly end: string,
  ) {}

  /** The value whose first line begins behind `indent`. */
  valueAt(indent: string): string {
    return JSON.stringify(this.value, null, this.unit).replaceAll('\n', this.end + indent);
  }

  at(indent: string): string {
    const name = this.name === undefined ? '' : `${JSON.stringify(this.name)}: `;
    return this.end + indent + name + this.valueAt(indent);
  }
}

function pieceOf({ text, end }: Given, name: string | undefined, value: object): Piece {
  return new Piece(name, value, /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ', end);
}

/** The piece behind all that the object or list has, its comments too. */
function inserted(text: string, parent: Node, piece: Piece, depth: number): string {
  const [first, last] = [parent.children?.[0], parent.children?.at(-1)];
  const close = parent.offset + parent.length - 1;
  const before = first && /\n([ \t]*)$/.exec(text.slice(0, first.offset))?.[1];
  const indent = before ?? piece.unit.repeat(depth + 1);
  const inside = text.slice(0, close).trimEnd();
  const closing = text.slice(inside.length, close).includes('\n') ? '' : piece.end + piece.unit.repeat(depth);
  if (last === undefined) return inside + piece.at(indent) + closing + text.slice(inside.length);
  const lastEnd = last.offset + last.length;
  const comma = commaBehind(text, lastEnd) === undefined ? ',' : '';
  return text.slice(0, lastEnd) + comma + inside.slice(lastEnd) + piece.at(indent) + closing + text.slice(inside.length);
}

/** The text without this property or value of a list, its comma, and the line on which nothing else stands. */
function removed(text: string, { offset, length, parent }: Node): string {
  const end = offset + length;
  const comma = commaBehind(text, end);
  const before = parent?.children?.findLast(one => one.offset < offset);
  const earlier = comma === undefined && before !== undefined ? commaBehind(text, before.offset + before.length) : undefined;
  const begin = earlier === undefined ? text.slice(0, offset) : text.slice(0, earlier) + text.slice(earlier + 1, offset);
  const rest = comma === undefined ? text.slice(end) : text.slice(end, comma) + text.slice(comma + 1);
  const bare = begin.slice(0, begin.trimEnd().length);
  const space = begin.slice(bare.length);
  // A comment in front ends with its line, so the line end goes only where another one follows.
  const breaks = space.lastIndexOf('\n');
  if (/^[ \t]*\r?\n/.test(rest)) return begin.slice(0, bare.length + Math.max(0, breaks - (space[breaks - 1] === '\r' ? 1 : 0))) + rest;
  return (/^[ \t]/.test(rest) ? begin.slice(0, bare.length + breaks + 1) : begin) + rest;
}

/** Where the comma is; undefined without one. */
function commaBehind(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const found = scanner.getTokenOffset();
  return text[found] === ',' ? found : undefined;
}

/** Undefined for what is no JSON, comments and commas at the end of a list allowed, and for what is nested deeper than it can be read. */
export function treeOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true });
    return errors.length === 0 ? root : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether a name on the way stands there twice. Most programs take the last one, this library the first. */
export function isDoubled(root: Node | undefined, path: readonly string[]): boolean {
  const [name, ...below] = path;
  if (name === undefined) return false;
  const found = root?.children?.filter(({ children }) => children?.[0]?.value === name) ?? [];
  return found.length > 1 || (found.length === 1 && isDoubled(found[0]?.children?.[1], below));
}

export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
