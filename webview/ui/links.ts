// Decides which of Claude's links are shown as links and passed to the host. The host checks their targets.

/** No control or format character, because browsers skip some of them inside a scheme. */
const rest = String.raw`[^\p{C}\p{Zl}\p{Zp}]*$`;
const web = String.raw`https?:\/\/(?![\\/])(?=.)`;
/** A file of this machine: no name of another one stands behind the slashes. */
const file = String.raw`file:\/\/\/(?![\\/])(?=.)`;
const drive = String.raw`[a-z]:[\\/](?![\\/])`;
const place = String.raw`[^\s:\\/?#]+\.\p{L}\w*:\d+(?:-\d+|:\d+)?$`;
/** A path: its first part has no colon, so it has no scheme, and it does not begin like the name of another machine. A place in the text
 * itself (`#heading`) leads nowhere here. */
const path = String.raw`(?![\\/]{2}|[?#])[^:\\/?#]*(?:[\\/?#]|$)`;

/**
 * The allowed forms: `http://` and `https://` with an address, `mailto:`, `file:///` with a path, a path without a scheme (also with a drive letter), and a
 * place in a file as `name.ext:12`, `name.ext:12-20` or `name.ext:12:3`.
 */
const allowedLink = new RegExp(`^(?=\\S)(?:${web}|mailto:|${file}|${drive}|${place}|${path})${rest}`, 'iu');

export function isAllowedLink(href: string): boolean {
  return allowedLink.test(href);
}
