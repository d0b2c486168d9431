// Copies a whole answer: as Claude has written it, or as an agent would have read the person's.
import { useState } from 'preact/hooks';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { SmallButton } from '../ui/smallButton.js';

interface CopyAnswerProps {
  readonly text: string;
  /** Stands on the button. Without one the button is a drawing, in sight under the pointer and with the focus. */
  readonly label?: string;
}

export function CopyAnswer({ text, label }: CopyAnswerProps) {
  const { post, store } = useApp();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      store.say(strings.chat.copied);
    } catch (error) {
      post({ type: 'reportError', text: `Copying failed: ${String(error)}` });
    }
  };
  const leave = isCopied ? () => setCopied(false) : undefined;
  if (label === undefined)
    return (
      <SmallButton
        label={isCopied ? strings.chat.copied : strings.chat.copyAnswer}
        icon={isCopied ? 'check' : 'copy'}
        onPress={() => void copy()}
        onLeave={leave}
      />
    );
  return (
    <div onPointerLeave={leave} onFocusOut={leave}>
      <Button label={isCopied ? strings.chat.copied : label} onPress={() => void copy()} />
    </div>
  );
}
