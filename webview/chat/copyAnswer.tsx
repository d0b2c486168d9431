// Copies a whole answer: as Claude has written it, or as an agent would have read the person's. In sight under the pointer and with the focus.
import { useState } from 'preact/hooks';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { SmallButton } from '../ui/smallButton.js';

interface CopyAnswerProps {
  readonly text: string;
  readonly label?: string;
}

export function CopyAnswer({ text, label = strings.chat.copyAnswer }: CopyAnswerProps) {
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
  return (
    <div onPointerLeave={() => setCopied(false)} onFocusOut={() => setCopied(false)}>
      <SmallButton label={isCopied ? strings.chat.copied : label} icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()} />
    </div>
  );
}
