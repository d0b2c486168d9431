// The unfolded part of a tool's row: the whole input, which the host reads only now, and the result. Every character is visible, but the signs
// that colour a terminal's output.
import { Fragment } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { toolOf } from '../../src/shared/tools.js';
import type { PermissionPart, ToolItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { useReply } from '../state/useReply.js';
import { Picture } from '../images/optionImage.js';
import { Button } from '../ui/button.js';
import { ansiPieces, hasControlSigns } from './ansi.js';
import { ExactText, ExactWords } from './exactText.js';
import { fieldInWords, isAsWithout } from './fieldWords.js';
import { FieldsInWords } from './otherFields.js';
import { languageOfPart } from './partColours.js';
import { permissionWords } from './permissionWords.js';
import { AnyPart } from './wholeInputView.js';
import { strings } from '../strings.js';

export function ToolDetails({ item: { id, name, result, omitted } }: { readonly item: ToolItem }) {
  const { post, store } = useApp();
  const parts = useReply('toolInput', id)?.parts;
  const images = useReply('resultImages', id)?.files ?? [];
  // A reply that was on its way may be lost with a snapshot, and tells of what was before it.
  const snapshots = store.snapshots.value;
  useLayoutEffect(() => {
    post({ type: 'readToolInput', id });
  }, [post, id, snapshots]);
  const { text, kinds } = withoutPictures(result, images.length);
  const { toolDetails } = strings;
  const told = (parts ?? []).filter(part => !isAsWithout(part));
  const inWords = told.filter(part => !isMain(name, part) && fieldInWords(part) !== undefined);
  const main = told.filter(part => !inWords.includes(part));
  return (
    <div class="toolDetails">
      {main.map((part, index) => (
        <AnyPart
          key={index}
          id={id}
          part={part}
          toolName={name}
          place="notLookedFor"
          isTitled={isMain(name, part)}
          language={languageOfPart(name, part, parts ?? [])}
        />
      ))}
      {parts === undefined && <p class="hint">{toolDetails.reading}</p>}
      {parts === null && <p class="hint">{toolDetails.gone}</p>}
      {parts?.length === 0 && <p class="hint">{toolDetails.empty}</p>}
      {text !== '' && (
        <>
          {main.length > 0 && <div class="hint">{toolDetails.result}</div>}
          <pre class="toolResult" role="region" aria-label={toolDetails.result} tabIndex={0} dir="auto">
            {hasControlSigns(text) ? <Coloured text={text} /> : <ExactText text={text} />}
          </pre>
        </>
      )}
      {images.length > 0 && (
        <div class="resultImages">
          {images.map((file, at) => {
            const label = [strings.image.name(at + 1), ...(kinds[at] ?? [])].join(': ');
            return <Picture key={`${at} ${file}`} file={file} label={label} otherwise={<p class="hint">{label}</p>} />;
          })}
        </div>
      )}
      {omitted !== undefined && <p class="hint">{toolDetails.omitted(omitted)}</p>}
      <FieldsInWords parts={inWords} />
      {(omitted !== undefined || parts?.some(isCut) === true) && (
        <div>
          <Button label={permissionWords.open} onPress={() => post({ type: 'openToolCall', id })} />
        </div>
      )}
    </div>
  );
}

/** What the call does is seen first: the command, the difference, the text that is written. */
function isMain(toolName: string, part: PermissionPart): boolean {
  return part.as === 'diff' || (part.as === 'text' && toolOf(toolName)?.titled?.includes(part.name) === true);
}

/**
 * The result without the lines that stand for its pictures, where these are shown and nothing else looks like one, and what each line says of its
 * picture: the kind and the size.
 */
function withoutPictures(result: string, pictures: number): { readonly text: string; readonly kinds: readonly (readonly string[])[] } {
  const lines = result.split('\n');
  const found = lines.map(line => /^\[Image(?:: ([^\]]{1,60}))?\]$/.exec(line));
  const ofPictures = found.filter(match => match !== null);
  if (pictures === 0 || ofPictures.length !== pictures) return { text: result, kinds: [] };
  return {
    text: lines.filter((_, at) => found[at] === null).join('\n'),
    kinds: ofPictures.map(([, kind]) => (kind === undefined ? [] : [kind])),
  };
}

/** Output in its colours, so that a selection of it has no signs of them. */
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

const isCut = (part: PermissionPart): boolean => part.as !== 'diff' && part.cut === true;
