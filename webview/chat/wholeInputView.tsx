// The whole input of a tool that Parley does not know: its fields in words, and behind *All fields* the input as the tool gets it.
import { useViewState } from '../state/useViewState.js';
import { Disclosure } from '../ui/disclosure.js';
import { ExactText, ExactWords } from './exactText.js';
import type { PartViewProps } from './permissionParts.js';
import { PartView } from './permissionParts.js';
import { permissionWords } from './permissionWords.js';
import type { FieldValue, InputField } from './wholeInput.js';
import { fieldsOfInput } from './wholeInput.js';

interface AnyPartProps extends PartViewProps {
  /** The id of the permission or the call. */
  readonly id: string;
}

/** A part of a call, which can be the whole input of a tool that Parley does not know. */
export function AnyPart({ id, ...props }: AnyPartProps) {
  const fields = fieldsOfInput(props.toolName, props.part);
  return fields === undefined ? <PartView {...props} /> : <WholeInput id={id} {...props} fields={fields} />;
}

function WholeInput({ id, fields, ...props }: AnyPartProps & { readonly fields: readonly InputField[] }) {
  const [isOpen, setOpen] = useViewState(id, 'input', false);
  return (
    <div class="wholeInput">
      <div class="inputFields" role="region" aria-label={permissionWords.input} tabIndex={0} dir="ltr">
        <Fields fields={fields} />
      </div>
      <Disclosure summary={permissionWords.allFields} open={isOpen} onToggle={setOpen} />
      {isOpen && <PartView {...props} />}
    </div>
  );
}

function Fields({ fields }: { readonly fields: readonly InputField[] }) {
  return (
    <dl>
      {fields.map(({ name, of, value }, at) => (
        <div key={at} class={`inputField ${isBelow(value) ? 'below' : 'beside'} of-${of}`}>
          <dt>{of === 'input' ? <ExactWords text={name} isPath /> : name}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value }: { readonly value: FieldValue }) {
  switch (value.as) {
    case 'text':
      return (
        <span class="inputText">
          <ExactText text={value.text} />
        </span>
      );
    case 'word':
      return <span class="hint">{value.word}</span>;
    case 'fields':
      return <Fields fields={value.fields} />;
  }
}

/** Text of several lines, and fields in it, stand below the name, and so does text that many spaces could put into a further line. */
function isBelow(value: FieldValue): boolean {
  return value.as === 'fields' || (value.as === 'text' && /\n| {3}/.test(value.text));
}
