// The fields of a call beside the one that tells what it does: in words, one line each, and behind *All fields* by their own names, character by character.
import type { PermissionItem, PermissionPart } from '../../src/shared/transcript.js';
import { useViewState } from '../state/useViewState.js';
import { Disclosure } from '../ui/disclosure.js';
import { ExactText } from './exactText.js';
import { fieldInWords, isAsWithout } from './fieldWords.js';
import { PartView } from './permissionParts.js';
import { permissionWords } from './permissionWords.js';

/** `parts`: those that can be told in words, or say nothing. */
export function OtherFields({
  item: { id, toolName, place },
  parts,
}: {
  readonly item: PermissionItem;
  readonly parts: readonly PermissionPart[];
}) {
  const [isOpen, setOpen] = useViewState(id, 'fields', false);
  if (parts.length === 0) return null;
  return (
    <div class="otherFields">
      <FieldsInWords parts={parts.filter(part => !isAsWithout(part))} />
      <Disclosure summary={permissionWords.allFields} open={isOpen} onToggle={setOpen} />
      {isOpen && parts.map((part, index) => <PartView key={index} part={part} toolName={toolName} place={place} isTitled={false} />)}
    </div>
  );
}

/** The further fields, one line each. */
export function FieldsInWords({ parts }: { readonly parts: readonly PermissionPart[] }) {
  if (parts.length === 0) return null;
  return (
    <dl class="callFields">
      {parts.map((part, at) => {
        const words = fieldInWords(part);
        return words === undefined || part.as === 'diff' ? null : (
          <div key={at} class="callField">
            <dt>{words.name}</dt>
            <dd dir={part.as === 'path' ? 'ltr' : 'auto'} class={words.value === undefined ? 'exactPath' : ''}>
              {words.value ?? <ExactText text={part.text} isPath={part.as === 'path'} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
