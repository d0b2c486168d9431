// Which links of Claude's may be shown as links, and given to the host. The host judges what they lead to.

/** No control or format character: browsers skip some of them inside of a scheme. */
const rest = String.raw`[^\p{C}\p{Zl}\p{Zp}]*$`;
const web = String.raw`https?:\/\/(?![\\/])(?=.)`;
const drive = String.raw`[a-z]:[\\/](?![\\/])`;
const place = String.raw`[^\s:\\/?#]+\.\p{L}\w*:\d+(?:-\d+|:\d+)?$`;
/** Its first part has no colon, so that it has no scheme; it does not begin like the name of another machine. */
const path = String.raw`(?![\\/]{2})[^:\\/?#]*(?:[\\/?#]|$)`;

/**
 * The exact forms: `http://` and `https://` with an address, `mailto:`, a path without a scheme (also with a drive letter), and a
 * place in a file as `name.ext:12`, `name.ext:12-20` or `name.ext:12:3`.
 */
export const allowedLink = new RegExp(`^(?=\\S)(?:${web}|mailto:|${drive}|${place}|${path})${rest}`, 'iu');

export function isAllowedLink(href: string): boolean {
  return allowedLink.test(href);
}
