// Handles clicks inside rendered Markdown: links go to the host, which decides; code is copied. One listener for the whole
// conversation, because that Markdown is not made of components.
import type { Post } from '../state/post.js';
import { strings } from '../strings.js';

export function actOnMarkdown(event: MouseEvent, post: Post): void {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest('a[href]');
  if (link) {
    // Prevents VS Code from opening the link itself; only the host may.
    event.preventDefault();
    event.stopPropagation();
    post({ type: 'openLink', href: link.getAttribute('href') ?? '' });
    return;
  }
  const button = target?.closest<HTMLButtonElement>('button.copyCode');
  if (button) void copyCode(button, post);
}

async function copyCode(button: HTMLButtonElement, post: Post): Promise<void> {
  const code = button.parentElement?.querySelector('pre')?.textContent ?? '';
  try {
    await navigator.clipboard.writeText(code);
    button.textContent = strings.chat.copied;
    // The name returns when the focus leaves, which needs no timer.
    button.addEventListener('blur', () => (button.textContent = strings.chat.copy), { once: true });
    button.addEventListener('pointerleave', () => (button.textContent = strings.chat.copy), { once: true });
  } catch (error) {
    post({ type: 'reportError', text: `Copying failed: ${String(error)}` });
  }
}
