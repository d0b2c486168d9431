// The button on a chip that takes away what the chip stands for.
import { Icon } from './icon.js';
import { strings } from '../strings.js';

export function RemoveChip({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <button
      type="button"
      class="attachmentRemove"
      aria-label={strings.attachment.remove(name)}
      onClick={onRemove}
      onKeyDown={event => {
        // A key that is held down was to delete letters.
        if ((event.key !== 'Backspace' && event.key !== 'Delete') || event.repeat) return;
        event.preventDefault();
        onRemove();
      }}
    >
      <Icon name="close" />
    </button>
  );
}
