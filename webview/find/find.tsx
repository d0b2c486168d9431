// Opens the search by its keys, and shows its bar.
import { useEffect } from 'preact/hooks';
import { useApp } from '../state/context.js';
import { FindBar } from './findBar.js';
import { isMac } from '../ui/platform.js';

export function Find() {
  const { find } = useApp();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
      const isFind = key.toLowerCase() === 'f' && !shiftKey && !altKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey);
      if (isFind) find.open();
      else if (key === 'F3' && find.isOpen.peek()) find.step(shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
      // VS Code hears keys at the window, and would open the search of the editor beside the chat, which takes the words.
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [find]);
  return find.isOpen.value ? <FindBar /> : null;
}
