// A plan as pieces that can be commented on: blocks of Markdown, the items of a list singly, each with its lines. Pure.
import type { Token, Tokens } from 'marked';
import { notSeen } from '../../src/shared/plain.js';
import { cardHtml, cardTokens } from '../ui/cardMarkdown.js';
import { isShown } from '../ui/markdown.js';

export interface PlanPiece {
  readonly first: number;
  readonly last: number;
  /** Not safe yet. */
  readonly html: string;
  readonly isHeading: boolean;
}

/** One piece where the reader of Markdown has changed the text, so that places in its tokens are not places in the plan. */
export function planPieces(plan: string): readonly PlanPiece[] {
  const pieces: PlanPiece[] = [];
  let at = 0;
  let line = 1;
  for (const token of cardTokens(plan).flatMap(itemsOf)) {
    if (!plan.startsWith(token.raw, at)) return [wholePiece(plan)];
    at += token.raw.length;
    const first = line + (/^(?:[ \t]*\n)*/.exec(token.raw)?.[0].split('\n').length ?? 1) - 1;
    const last = line + token.raw.trimEnd().split('\n').length - 1;
    line += token.raw.split('\n').length - 1;
    if (isShown(token)) pieces.push({ first, last, html: cardHtml(token), isHeading: token.type === 'heading' });
  }
  return pieces;
}

function wholePiece(plan: string): PlanPiece {
  const html = cardTokens(plan).filter(isShown).map(cardHtml).join('');
  return { first: 1, last: plan.trimEnd().split('\n').length, html, isHeading: false };
}

/** A list as lists of one item, which keep their numbers. */
function itemsOf(token: Token): readonly Token[] {
  if (token.type !== 'list') return [token];
  const list = token as Tokens.List;
  return list.items.map((item, index) => ({
    ...list,
    ...{ items: [item], raw: item.raw },
    ...(typeof list.start === 'number' && { start: list.start + index }),
  }));
}

const unseen = new RegExp(`(?![\\n\\t])(?:${notSeen})`, 'u');

/** Whether the plan as Markdown leaves out something that is written: an address, a definition, a hidden character. */
export function hidesSomething(plan: string): boolean {
  return unseen.test(plan) || cardTokens(plan).some(hides);
}

function hides(token: Token): boolean {
  if (token.type === 'def' || token.type === 'image') return true;
  if (token.type === 'link') return token.raw !== token['text'] && token.raw !== `<${token['text']}>`;
  const inside = [...(token.tokens ?? []), ...(token.type === 'list' ? (token as Tokens.List).items : [])];
  return inside.some(hides) || (token.type === 'table' && tableTokens(token as Tokens.Table).some(hides));
}

function tableTokens({ header, rows }: Tokens.Table): readonly Token[] {
  return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens);
}
