// A plan as pieces that can be commented on: blocks of Markdown, the items of a list singly, each with its lines. Pure.
import type { Token, Tokens } from 'marked';
import { notSeen } from '../../../src/shared/plain.js';

interface PlanPiece {
  readonly first: number;
  readonly last: number;
  readonly tokens: readonly Token[];
}

/** `tokens`: of the whole plan. One piece where the reader of Markdown has changed the text, because places in the tokens are then none in the plan. */
export function planPieces(plan: string, tokens: readonly Token[]): readonly PlanPiece[] {
  const pieces: PlanPiece[] = [];
  let at = 0;
  let line = 1;
  for (const token of tokens.flatMap(itemsOf)) {
    const { raw } = token;
    if (!plan.startsWith(raw, at)) return [{ first: 1, last: linesIn(plan.trimEnd()), tokens: tokens.filter(isShown) }];
    at += raw.length;
    const empty = /^(?:[ \t]*\n)*/.exec(raw)?.[0] ?? '';
    if (isShown(token)) pieces.push({ first: line + linesIn(empty) - 1, last: line + linesIn(raw.trimEnd()) - 1, tokens: [token] });
    line += linesIn(raw) - 1;
  }
  return pieces;
}

/** A definition stands here too, because a comment on it needs a place. */
function isShown({ type }: Token): boolean {
  return type !== 'space';
}

/** A line that is begun counts. */
function linesIn(text: string): number {
  return text.split('\n').length;
}

/** A list as lists of one item, which keep their numbers. */
function itemsOf(token: Token): readonly Token[] {
  if (token.type !== 'list') return [token];
  const list = token as Tokens.List;
  return list.items.map((item, index) => ({
    ...list,
    items: [item],
    raw: item.raw,
    ...(typeof list.start === 'number' && { start: list.start + index }),
  }));
}

const unseen = new RegExp(`(?![\\n\\t])(?:${notSeen})`, 'u');

/**
 * Whether the plan as Markdown leaves out something that is written: an address, a definition, a hidden character (also by its name or number),
 * words behind the language of a code block, cells that no column of the table has.
 */
export function hidesSomething(plan: string, tokens: readonly Token[]): boolean {
  return unseen.test(plan) || tokens.some(hides);
}

function hides(token: Token): boolean {
  const { type, raw } = token;
  if (type === 'def' || type === 'image') return true;
  if (type === 'link') return !isItsAddress(token as Tokens.Link, raw);
  if (type === 'code') return !usualLanguage.test((token as Tokens.Code).lang ?? '');
  if (type === 'table' && hasLostCells(token as Tokens.Table)) return true;
  if (type === 'text' && !('tokens' in token)) return namedCharacter.test(raw);
  const inside = [
    ...('tokens' in token ? (token.tokens ?? []) : []),
    ...(type === 'list' ? (token as Tokens.List).items : []),
    ...(type === 'table' ? tokensOfTable(token as Tokens.Table) : []),
  ];
  return inside.some(hides);
}

/** Nothing shows it. */
const usualLanguage = /^[\w+#.-]{0,20}$/;

/** A character by its name or number, such as one that reorders the words. Those that code needs are what they look like. */
const namedCharacter = /&(?!(?:amp|lt|gt|quot|apos|#39);)#?\w+;/;

/** A row may have more cells than the head, which are not shown. */
function hasLostCells({ raw, header, rows }: Tokens.Table): boolean {
  const letters = (text: string): number => text.replace(/[\s|\\:-]/g, '').length;
  const shown = [...header, ...rows.flat()].reduce((sum, { text }) => sum + letters(text), 0);
  return shown !== letters(raw);
}

function isItsAddress({ text }: Tokens.Link, raw: string): boolean {
  return raw === text || raw === `<${text}>`;
}

function tokensOfTable({ header, rows }: Tokens.Table): readonly Token[] {
  return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens);
}
