// Output of a command: in the colours of the theme's terminal, without the signs of them, and with every other character visible.
import { Fragment } from 'preact';
import { ansiPieces, hasControlSigns } from './ansi.js';
import { ExactText, ExactWords } from './exactText.js';

/** A selection of it has no signs of colours. */
export function OutputText({ text }: { readonly text: string }) {
  return hasControlSigns(text) ? <Coloured text={text} /> : <ExactText text={text} />;
}

function Coloured({ text }: { readonly text: string }) {
  return (
    <>
      {ansiPieces(text).map((piece, at) => (
        <span key={at} style={piece.style}>
          {piece.text.split('\n').map((line, index) => (
            <Fragment key={index}>
              {index > 0 && '\n'}
              <ExactWords text={line} />
            </Fragment>
          ))}
        </span>
      ))}
    </>
  );
}
