// Copies a whole answer, as Claude has written it. In sight under the pointer and with the focus.
import { useState } from 'preact/hooks';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { SmallButton } from '../ui/smallButton.js';

export function CopyAnswer({ text }: { readonly text: string }) {
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
      <SmallButton
        label={isCopied ? strings.chat.copied : strings.chat.copyAnswer}
        icon={isCopied ? 'check' : 'copy'}
        onPress={() => void copy()}
      />
    </div>
  );
}
