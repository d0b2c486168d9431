// Handles clicks inside rendered Markdown: links go to the host, which decides; code is copied. One listener for the whole
// conversation, because that Markdown is not made of components.
import type { Post } from '../state/post.js';
import { strings } from '../strings.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';

/** The link that was pressed last: what keeps it from being opened is said beside it. */
let pressed: { readonly link: Element; readonly href: string } | undefined;

const linkProblemClass = 'linkProblem';

export function linkPressed(link: Element, href: string): void {
  for (const line of document.querySelectorAll(`.${linkProblemClass}`)) line.remove();
  pressed = { link, href };
}

function pressedLink(href: string): Element | undefined {
  return pressed?.href === href && pressed.link.isConnected ? pressed.link : undefined;
}

/** `say`: announces words; absent where nothing is announced. */
export function actOnMarkdown(event: MouseEvent, post: Post, say?: (words: string) => void): void {
  // The right button asks for the menu alone.
  if (event.button > 1) return;
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest('a[href]');
  if (link) {
    // Prevents VS Code from opening the link itself; only the host may.
    event.preventDefault();
    event.stopPropagation();
    const href = link.getAttribute('href') ?? '';
    linkPressed(link, href);
    post({ type: 'openLink', href });
    return;
  }
  const button = target?.closest<HTMLButtonElement>('button.copyCode');
  if (button && event.button === 0) void copyCode(button, post, say);
}

async function copyCode(button: HTMLButtonElement, post: Post, say: ((words: string) => void) | undefined): Promise<void> {
  // The line end belongs to the fence: pasted into a terminal, it would run the command.
  const code = (button.parentElement?.querySelector('pre')?.textContent ?? '').replace(/\n$/, '');
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = strings.chat.copied;
    say?.(strings.chat.copied);
    // The name returns when the focus leaves, which needs no timer.
    button.addEventListener('blur', () => (button.textContent = strings.chat.copy), { once: true });
    button.addEventListener('pointerleave', () => (button.textContent = strings.chat.copy), { once: true });
  } catch (error) {
    post({ type: 'reportError', text: `Copying failed: ${String(error)}` });
  }
}

/** Says beside a link why it was not opened. */
export function sayLinkProblem({ href, text }: Extract<HostMessage, { type: 'linkProblem' }>): void {
  const link = pressedLink(href);
  if (link === undefined) return;
  const line = document.createElement('span');
  line.className = `${linkProblemClass} hint`;
  line.dir = 'auto';
  line.textContent = text;
  link.after(line);
}
