// The unfolded part of a tool's row: the whole input, which the host reads only now, and the result. Every character is visible.
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { signal } from '@preact/signals';
import { plain } from '../../src/shared/plain.js';
import type { ShownField, ToolItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { ExactText } from './exactText.js';

export function ToolDetails({ item: { id, result } }: { readonly item: ToolItem }) {
  const fields = useInput(id);
  return (
    <div class="toolDetails">
      {fields?.map(field => (
        <Field key={field.name} field={field} />
      ))}
      {fields === undefined && <p class="hint">{strings.toolDetails.reading}</p>}
      {fields === null && <p class="hint">{strings.toolDetails.gone}</p>}
      {fields?.length === 0 && <p class="hint">{strings.toolDetails.empty}</p>}
      {result !== '' && (
        <>
          <div class="hint">{strings.toolDetails.result}</div>
          <pre class="toolResult" role="region" aria-label={strings.toolDetails.result} tabIndex={0} dir="auto">
            <ExactText text={result} />
          </pre>
        </>
      )}
    </div>
  );
}

function Field({ field: { name, text, omitted } }: { readonly field: ShownField }) {
  return (
    <div class="toolField">
      <div class="hint">
        <ExactText text={name} />
      </div>
      <pre role="region" aria-label={plain(name)} tabIndex={0} dir="ltr">
        <ExactText text={text} />
      </pre>
      {omitted !== undefined && <p class="hint">{strings.toolDetails.omitted(omitted)}</p>}
    </div>
  );
}

/** Asks for the input when the row is unfolded. A snapshot makes all rows anew, folded. */
function useInput(id: string): readonly ShownField[] | null | undefined {
  const { store, post } = useApp();
  const input = useMemo(() => signal<readonly ShownField[] | null | undefined>(undefined), [id]);
  useLayoutEffect(() => {
    store.toolInputs.set(id, input);
    post({ type: 'readToolInput', id });
    return () => {
      if (store.toolInputs.get(id) === input) store.toolInputs.delete(id);
    };
  }, [store, post, id, input]);
  return input.value;
}
