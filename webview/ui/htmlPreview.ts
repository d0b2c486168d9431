// An HTML preview as a page of its own, for a frame without scripts. Three things each suffice to keep it inert: the sanitizer
// removes everything that loads or acts, the sandbox runs nothing, and our page's policy holds inside the frame.
import DOMPurify from 'dompurify';

/** Theme values for the frame, which inherits none. */
export interface PageLook {
  readonly color: string;
  readonly background: string;
  readonly font: string;
  readonly scheme: string;
}

const forbiddenTags = ['style', 'link', 'meta', 'form', 'base', 'iframe', 'object', 'embed', 'script', 'template', 'audio', 'video'];
const forbiddenAttributes = (
  'href src srcset xlink:href action formaction poster background ping target download autofocus contenteditable ' +
  'popover popovertarget accesskey tabindex'
).split(' ');

/** Whether a preview is HTML; any other is Markdown. */
export function isHtml(text: string): boolean {
  return /^\s*<[a-z!]/i.test(text);
}

/** The whole document, to be shown in `<iframe sandbox="">`. */
export function htmlPage(text: string, { color, background, font, scheme }: PageLook): string {
  const body = document.createElement('body');
  // Set as an attribute, because font names contain quotes.
  body.setAttribute(
    'style',
    `margin:0;padding:8px 10px;color:${color};background:${background};font:${font};color-scheme:${scheme};overflow-wrap:anywhere`,
  );
  // Focusable, so that a long page scrolls by the keyboard; otherwise Tab would skip the frame.
  body.setAttribute('tabindex', '0');
  body.append(
    DOMPurify.sanitize(text, {
      FORBID_TAGS: forbiddenTags,
      FORBID_ATTR: forbiddenAttributes,
      ALLOW_DATA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    }),
  );
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"></head>${body.outerHTML}</html>`;
}

const policy = "default-src 'none'; style-src-attr 'unsafe-inline'; form-action 'none'; base-uri 'none'";
