// Says beside a link why it was not opened. The Markdown around it is not made of components, so the line is put into the page by hand.
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { linkProblemClass, pressedLink } from './markdownActions.js';

export function sayLinkProblem({ href, text }: Extract<HostMessage, { type: 'linkProblem' }>): void {
  const link = pressedLink(href);
  if (link === undefined) return;
  const line = document.createElement('span');
  line.className = `${linkProblemClass} hint`;
  line.dir = 'auto';
  line.textContent = text;
  link.after(line);
}
