// The small buttons in the head of a block of code in the chat, which come once the code is near the view and whole.
import { oneCommand } from '../../../src/shared/oneCommand.js';
import { t } from '../../l10n.js';
import type { Post } from '../../state/post.js';
import insert from '@vscode/codicons/src/icons/insert.svg';
import newFile from '@vscode/codicons/src/icons/new-file.svg';
import terminal from '@vscode/codicons/src/icons/terminal-bash.svg';
import wrap from '@vscode/codicons/src/icons/word-wrap.svg';

/** What is done with a block of code. */
const words = {
  insert: t('Insert at Cursor'),
  file: t('New File'),
  terminal: t('Run in Terminal (you press Enter)'),
  wrap: t('Wrap Lines'),
};

/** Gives the block its buttons, or those that its code has now. */
export function offerActs(code: HTMLElement, post: Post): void {
  const frame = code.closest<HTMLElement>('.codeBlock');
  if (frame === null) return;
  const language = code.dataset['language'] ?? '';
  const text = (): string => code.textContent.replace(/\n$/, '');
  const use = (to: 'editor' | 'file' | 'terminal') => () => post({ type: 'useCode', to, text: text(), language });
  const acts = [
    ...(oneCommand(text(), language) === undefined ? [] : [button(words.terminal, terminal, use('terminal'))]),
    button(words.insert, insert, use('editor')),
    button(words.file, newFile, use('file')),
    wrapButton(frame),
  ];
  const before = frame.querySelector<HTMLElement>(':scope > .codeActs');
  if (before?.childElementCount === acts.length) return;
  const place = before ?? document.createElement('div');
  place.className = 'codeActs';
  place.replaceChildren(...acts);
  if (before === null) frame.prepend(place);
}

function button(label: string, drawing: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'codeAct';
  made.title = label;
  made.setAttribute('aria-label', label);
  made.append(drawingOf(drawing));
  made.addEventListener('click', act);
  return made;
}

function wrapButton(frame: HTMLElement): HTMLButtonElement {
  const made = button(words.wrap, wrap, () => {
    made.setAttribute('aria-pressed', String(frame.classList.toggle('wrapped')));
  });
  made.setAttribute('aria-pressed', String(frame.classList.contains('wrapped')));
  return made;
}

function drawingOf(drawing: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', drawing);
  svg.append(path);
  return svg;
}
