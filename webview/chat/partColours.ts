// Which language the parts of a call are in, and the colours of one that is on the page.
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { actOf } from '../../src/shared/tools.js';
import type { PermissionPart } from '../../src/shared/transcript.js';
import type { CodePiece } from '../features/code/exactColours.js';
import { colourExact } from '../features/code/exactColours.js';
import { languageOf } from '../ui/markdownSyntax.js';

/** Empty where nobody knows. `parts`: all of the call. */
export function languageOfPart(toolName: string, part: PermissionPart, parts: readonly PermissionPart[]): string {
  const act = actOf(toolName);
  if (act === 'run') return part.name === 'command' ? 'bash' : '';
  const isOfFile = part.as === 'diff' || (act === 'write' && part.name === 'content');
  const path = isOfFile ? parts.find(({ as }) => as === 'path') : undefined;
  return path?.as === 'path'
    ? languageOf(`/${path.text.slice(Math.max(path.text.lastIndexOf('/'), path.text.lastIndexOf('\\')) + 1)}`)
    : '';
}

/** `pre` shows the part, and nothing else. */
export function usePartColours(pre: RefObject<HTMLElement | null>, part: PermissionPart, language: string): void {
  useLayoutEffect(() => {
    const element = pre.current;
    if (element === null || language === '') return undefined;
    if (part.as !== 'diff')
      return colourExact(
        textsIn(element).map(node => ({ node, end: '', isShown: true })),
        language,
      );
    const rows = [...element.children].map((row, at) => ({ sign: part.rows[at]?.sign ?? ' ', texts: textsIn(row) }));
    const ends = (['-', '+'] as const).map(side =>
      colourExact(
        rows.filter(({ sign }) => sign === ' ' || sign === side).flatMap(({ sign, texts }) => lineOf(texts, sign === side || side === '+')),
        language,
      ),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [part, language]);
}

function lineOf(texts: readonly Text[], isShown: boolean): readonly CodePiece[] {
  return texts.map((node, at) => ({ node, end: at === texts.length - 1 ? '\n' : '', isShown }));
}

function textsIn(element: Element): readonly Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node instanceof Text) texts.push(node);
  return texts;
}
