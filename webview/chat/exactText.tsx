// A text in which every character is seen: for what the person is asked to permit.
import { Fragment } from 'preact';
import { neverSeen, pictureOf } from '../../src/shared/plain.js';

/** White space that is not a plain space looks like one, or like none. */
const hidden = new RegExp(`${neverSeen}|(?! )\\p{Zs}`, 'gu');

/** Line by line; what is not seen is shown by a picture or its code point. Expects `white-space: pre-wrap`. */
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
    // Behind its picture a tab still leads to its stop.
    parts.push(line.slice(end, index), picture, character === '\t' && '\t');
    end = index + character.length;
  }
  return [...parts, line.slice(end)];
}
