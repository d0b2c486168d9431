// A text with every character visible, for inputs that the person is asked to permit.
import { Fragment } from 'preact';
import { notSeen, pictureOf } from '../../src/shared/plain.js';

const hidden = new RegExp(notSeen, 'gu');

/** Shows the text line by line, with a picture or the code point for each invisible character. Expects `white-space: pre-wrap`. */
export function ExactText({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('\n').map((line, index) => (
        <Fragment key={index}>
          {index > 0 && '\n'}
          <span class="exactLine">
            <ExactWords text={line} />
          </span>
        </Fragment>
      ))}
    </>
  );
}

/** The same for a piece of one line. */
export function ExactWords({ text }: { readonly text: string }) {
  const parts = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    const picture = (
      <span key={index} class="unseenCharacter">
        {pictureOf(character)}
      </span>
    );
    // A tab follows its picture, so that the text still reaches the tab stop.
    parts.push(text.slice(end, index), picture, character === '\t' && '\t');
    end = index + character.length;
  }
  return <>{[...parts, text.slice(end)]}</>;
}
