// A text with every character visible, for inputs that the person is asked to permit.
import { Fragment } from 'preact';
import { notSeen, pictureOf } from '../../src/shared/plain.js';

/** Runs of them, because an element for each of 100,000 would take seconds. */
const hidden = new RegExp(`(?:${notSeen})+`, 'gu');

/** Spaces at an edge as well. */
const hiddenInPath = new RegExp(`${hidden.source}|^ +|(?<! ) +$`, 'gu');

interface ExactTextProps {
  readonly text: string;
  /** A space at an edge is told too, because the CLI trims it, so that the path leads elsewhere than it seems. */
  readonly isPath?: boolean;
}

/** Shows the text line by line, with a picture or the code point for each invisible character. Expects `white-space: pre-wrap`. */
export function ExactText({ text, isPath = false }: ExactTextProps) {
  return (
    <>
      {linesOf(text).map(({ line, isEnded }, index) => (
        <Fragment key={index}>
          <span class={isEnded ? 'exactLine ended' : 'exactLine'}>
            <ExactWords text={line} isPath={isPath} />
          </span>
          {isEnded && '\n'}
        </Fragment>
      ))}
    </>
  );
}

/** Splits lines as an editor does: a newline at the end begins no line. Each line says whether a newline ends it. */
function linesOf(text: string): readonly { readonly line: string; readonly isEnded: boolean }[] {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines.map((line, index) => ({ line, isEnded: index < last })).slice(0, lines[last] === '' ? Math.max(1, last) : undefined);
}

/** The same for a piece of one line. */
export function ExactWords({ text, isPath = false }: ExactTextProps) {
  const parts = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(isPath ? hiddenInPath : hidden)) {
    const pictures = (
      <span key={index} class="unseenCharacter">
        {Array.from(run, picture).join('')}
      </span>
    );
    parts.push(text.slice(end, index), pictures);
    end = index + run.length;
  }
  return <>{[...parts, text.slice(end)]}</>;
}

/** A tab follows its picture, so that the text still reaches the tab stop. */
function picture(character: string): string {
  return character === '\t' ? `${pictureOf(character)}\t` : pictureOf(character);
}
