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
import checklist from '@vscode/codicons/src/icons/checklist.svg';
import copy from '@vscode/codicons/src/icons/copy.svg';
import discard from '@vscode/codicons/src/icons/discard.svg';
import edit from '@vscode/codicons/src/icons/edit.svg';
import fork from '@vscode/codicons/src/icons/repo-forked.svg';
import folder from '@vscode/codicons/src/icons/folder.svg';
import goToFile from '@vscode/codicons/src/icons/go-to-file.svg';
import autoMode from '@vscode/codicons/src/icons/debug-continue.svg';
import shield from '@vscode/codicons/src/icons/shield.svg';

const drawings = {
  add,
  arrowDown,
  autoMode,
  browser,
  check,
  checklist,
  chevronDown,
  chevronLeft,
  chevronRight,
  chevronUp,
  circleSlash,
  close,
  commentDiscussion,
  copy,
  discard,
  edit,
  error,
  folder,
  fork,
  goToFile,
  info,
  listFlat,
  mention,
  question,
  remove,
  send,
  shield,
  stop,
  warning,
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
