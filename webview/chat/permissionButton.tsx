// A button of a permission with its key beside its words.
import { Button } from '../ui/button.js';
import { isMac } from '../ui/platform.js';

/** The name of each key on a keyboard, and that for `aria-keyshortcuts`. */
export const permissionKeys = isMac
  ? { allow: ['⌘↩', 'Meta+Enter'], deny: ['⌘⌫', 'Meta+Backspace'] }
  : { allow: ['Ctrl+↵', 'Control+Enter'], deny: ['Ctrl+⌫', 'Control+Backspace'] };

interface KeyedButtonProps {
  readonly label: string;
  readonly keys: readonly string[];
  readonly primary?: boolean;
  readonly offReason?: string | undefined;
  readonly onPress: () => void;
}

export function KeyedButton({ label, keys: [signs = '', shortcut = ''], primary = false, offReason, onPress }: KeyedButtonProps) {
  return (
    <Button
      appearance={primary ? 'primary' : 'secondary'}
      label={label}
      disabledReason={offReason}
      {...(shortcut !== '' && { keyShortcut: shortcut })}
      onPress={onPress}
    >
      {label}
      {signs !== '' && (
        <kbd class="keyHint" aria-hidden="true">
          {signs}
        </kbd>
      )}
    </Button>
  );
}
