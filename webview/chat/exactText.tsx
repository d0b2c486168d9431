// A text with every character visible, for inputs that the person is asked to permit.
import { Fragment } from 'preact';
import { neverSeen, pictureOf } from '../../src/shared/plain.js';

/** White space other than a plain space, which looks like one or is invisible. */
const hidden = new RegExp(`${neverSeen}|(?! )\\p{Zs}`, 'gu');

/** Shows the text line by line, with a picture or the code point for each invisible character. Expects `white-space: pre-wrap`. */
export function ExactText({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('\n').map((line, index) => (
        <Fragment key={index}>
          {index > 0 && '\n'}
          <span class="exactLine">{partsOf(line)}</span>
        </Fragment>
      ))}
    </>
  );
}

function partsOf(line: string) {
  const parts = [];
  let end = 0;
  for (const { 0: character, index } of line.matchAll(hidden)) {
    const picture = (
      <span key={index} class="unseenCharacter">
        {pictureOf(character)}
      </span>
    );
    // A tab follows its picture, so that the text still reaches the tab stop.
    parts.push(line.slice(end, index), picture, character === '\t' && '\t');
    end = index + character.length;
  }
  return [...parts, line.slice(end)];
}
