// A preview in HTML as a page of its own, for a frame without scripts. Three things keep it still, each alone enough: what
// loads or acts is taken out here, the frame runs nothing, and the policy of our page holds inside of it too.
import DOMPurify from 'dompurify';

/** What the page around lends to the frame: the frame inherits nothing of the theme. */
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

/** Whether a preview is HTML, as the editor's own preview decides it too. */
export function isHtml(text: string): boolean {
  return /^\s*<[a-z!]/i.test(text);
}

/** The whole document, to be shown in `<iframe sandbox="">`. */
export function htmlPage(text: string, { color, background, font, scheme }: PageLook): string {
  const body = document.createElement('body');
  // As text and not through `style`: the names of fonts have quotes in them.
  body.setAttribute(
    'style',
    `margin:0;padding:8px 10px;color:${color};background:${background};font:${font};color-scheme:${scheme};overflow-wrap:anywhere`,
  );
  // Long pages scroll by the keyboard too: without anything to go to, Tab would pass the frame by.
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
