// Codicons as inlined SVG, which is smaller than the font. Never read aloud, because words stand beside them.
import listFlat from '@vscode/codicons/src/icons/list-flat.svg';
import remove from '@vscode/codicons/src/icons/remove.svg';
import mention from '@vscode/codicons/src/icons/mention.svg';
import close from '@vscode/codicons/src/icons/close.svg';
import add from '@vscode/codicons/src/icons/add.svg';
import arrowDown from '@vscode/codicons/src/icons/arrow-down.svg';
import check from '@vscode/codicons/src/icons/check.svg';
import chevronDown from '@vscode/codicons/src/icons/chevron-down.svg';
import chevronLeft from '@vscode/codicons/src/icons/chevron-left.svg';
import chevronRight from '@vscode/codicons/src/icons/chevron-right.svg';
import chevronUp from '@vscode/codicons/src/icons/chevron-up.svg';
import circleSlash from '@vscode/codicons/src/icons/circle-slash.svg';
import commentDiscussion from '@vscode/codicons/src/icons/comment-discussion.svg';
import error from '@vscode/codicons/src/icons/error.svg';
import info from '@vscode/codicons/src/icons/info.svg';
import question from '@vscode/codicons/src/icons/question.svg';
import send from '@vscode/codicons/src/icons/send.svg';
import stop from '@vscode/codicons/src/icons/stop-circle.svg';
import warning from '@vscode/codicons/src/icons/warning.svg';
import browser from '@vscode/codicons/src/icons/browser.svg';

const drawings = {
  add,
  arrowDown,
  browser,
  check,
  chevronDown,
  chevronLeft,
  chevronRight,
  chevronUp,
  circleSlash,
  close,
  commentDiscussion,
  error,
  info,
  listFlat,
  mention,
  question,
  remove,
  send,
  stop,
  warning,
} as const;

export type IconName = keyof typeof drawings | LaterIcon;
/** Icons that the first paint never shows; `laterIcons` brings their drawings. */
type LaterIcon = 'autoMode' | 'checklist' | 'copy' | 'edit' | 'folder' | 'goToFile' | 'shield';

const all = new Map<string, string>(Object.entries(drawings));

export function addDrawings(more: Readonly<Record<LaterIcon, string>>): void {
  for (const [name, drawing] of Object.entries(more)) all.set(name, drawing);
}

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <span class={`icon icon-${name}`} aria-hidden="true">
      {/* The drawing comes from our own bundle, so it is safe. */}
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" dangerouslySetInnerHTML={{ __html: all.get(name) ?? '' }} />
    </span>
  );
}
