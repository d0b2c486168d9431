// The unfolded part of a tool's row: the whole input, which the host reads only now, and the result. Every character is visible, but the signs
// that colour a terminal's output.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { toolOf } from '../../src/shared/tools.js';
import type { PermissionPart, ToolItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { useReply } from '../state/useReply.js';
import { Picture } from '../images/optionImage.js';
import { Button } from '../ui/button.js';
import { fieldInWords, isAsWithout } from './fieldWords.js';
import { FieldsInWords } from './otherFields.js';
import { OutputText } from './outputText.js';
import { languageOfPart } from './partColours.js';
import { permissionWords } from './permissionWords.js';
import { AnyPart } from './wholeInputView.js';
import { strings } from '../strings.js';

export function ToolDetails({ item }: { readonly item: ToolItem }) {
  const { id, name, result, omitted } = item;
  const { post } = useApp();
  const parts = useReply('toolInput', id)?.parts;
  const images = useReply('resultImages', id)?.files ?? [];
  useReading(item, images.length === 0);
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
            <OutputText text={text} />
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

/** Asks for the whole input and the pictures of the result. `isBare`: no picture is here. */
function useReading({ id, state, result }: ToolItem, isBare: boolean): void {
  const { post, store } = useApp();
  // A reply that was on its way may be lost with a snapshot, and tells of what was before it.
  const snapshots = store.snapshots.value;
  const rowsThen = useRef(Infinity);
  useLayoutEffect(() => {
    rowsThen.current = store.conversation.windowIds().length;
    post({ type: 'readToolInput', id });
    // A call has its pictures when it has ended.
  }, [post, store, id, snapshots, state]);
  // The CLI writes its transcript, which has the pictures, a little behind what it says. It has written it when the next row comes.
  const rows = isBare && lineOfPicture.test(result) ? store.conversation.windowIds().length : undefined;
  useLayoutEffect(() => {
    if (rows === undefined || rows <= rowsThen.current) return;
    // Once, because a picture may be none that can be shown.
    rowsThen.current = Infinity;
    post({ type: 'readToolInput', id });
  }, [post, id, rows]);
}

/** What the call does is seen first: the command, the difference, the text that is written. */
function isMain(toolName: string, part: PermissionPart): boolean {
  return part.as === 'diff' || (part.as === 'text' && toolOf(toolName)?.titled?.includes(part.name) === true);
}

/** A line of a result that stands for a picture, with what it says of the picture. */
const lineOfPicture = /^\[Image(?:: ([^\]]{1,60}))?\]$/m;

/**
 * The result without the lines that stand for its pictures, where these are shown and nothing else looks like one, and what each line says of its
 * picture: the kind and the size.
 */
function withoutPictures(result: string, pictures: number): { readonly text: string; readonly kinds: readonly (readonly string[])[] } {
  const lines = result.split('\n');
  const found = lines.map(line => lineOfPicture.exec(line));
  const ofPictures = found.filter(match => match !== null);
  if (pictures === 0 || ofPictures.length !== pictures) return { text: result, kinds: [] };
  return {
    text: lines.filter((_, at) => found[at] === null).join('\n'),
    kinds: ofPictures.map(([, kind]) => (kind === undefined ? [] : [kind])),
  };
}

const isCut = (part: PermissionPart): boolean => part.as !== 'diff' && part.cut === true;
