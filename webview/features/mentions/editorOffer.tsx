// The offer to let the editor's selection or file go along with the messages. Owns when the host reads the editor: when the person comes to
// the message box, when a message begins or is emptied, and after a snapshot; never for a letter.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { useNews } from '../news.js';
import { useApp } from '../../state/context.js';
import { Icon } from '../../ui/icon.js';
import { placeText } from './options.js';
import { mentionWords } from './words.js';

export function EditorOffer({ box }: { readonly box: RefObject<HTMLTextAreaElement | null> }) {
  const { composer, post, store } = useApp();
  const writing = composer.text.value.trim() !== '';
  const editor = useNews('editor');
  // With each the news are gone.
  const snapshots = store.snapshots.value;
  useEffect(() => {
    const read = (): void => post({ type: 'readEditor', writing });
    if (box.current === document.activeElement) read();
    box.current?.addEventListener('focus', read);
    return () => box.current?.removeEventListener('focus', read);
  }, [writing, snapshots, box, post]);
  // Where it goes along, its chip stands there once the message has words.
  if (editor?.place === undefined || (editor.follows && composer.attachments.value.some(isFollowing))) return null;
  const { place, follows } = editor;
  const words = follows ? mentionWords.alwaysSent : mentionWords.alwaysSend;
  return (
    <div class="editorOffer">
      <button
        type="button"
        class="attachment"
        aria-pressed={follows}
        onClick={() => {
          post({ type: 'followEditor', on: !follows, writing });
          box.current?.focus();
        }}
      >
        <Icon name={follows ? 'check' : 'add'} />
        <span class="attachmentName">{words(placeText(place))}</span>
      </button>
    </div>
  );
}

/** The chip goes along by itself, and its removal ends that. */
export function isFollowing({ id }: { readonly id: string }): boolean {
  return id.startsWith('editor-');
}
