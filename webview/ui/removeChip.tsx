// The button on a chip that takes away what the chip stands for.
import { laterStrings } from '../laterStrings.js';
import { Icon } from './icon.js';

export function RemoveChip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button
      type="button"
      class="attachmentRemove"
      aria-label={laterStrings.attachment.remove(name)}
      onClick={onRemove}
      onKeyDown={event => {
        if (event.key !== 'Backspace' && event.key !== 'Delete') return;
        event.preventDefault();
        onRemove();
      }}
    >
      <Icon name="close" />
    </button>
  );
}
