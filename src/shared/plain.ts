// Makes hostile text plain. Text from Claude, its tools and its files may hold links, icons and invisible characters.
import { withoutEnd } from './textEnds.js';

/**
 * Every invisible character, as the source of a pattern, for text in which each character counts. The last ones are script signs
 * that are blank by nature.
 */
export const neverSeen = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}]`;

/** The same, and white space other than a plain space, which looks like one or is invisible. */
export const notSeen = String.raw`${neverSeen}|(?! )\p{Zs}`;

/**
 * Characters that show nothing, or that reorder or replace the text around them: controls, format characters (bidirectional
 * marks, zero-width characters, tags, soft hyphens), line and paragraph separators, lone surrogates, invisible letters and
 * variation selectors. Kept are the joiners after a non-ASCII letter, mark or pictograph, which Persian, Indic words and emoji
 * are spelled with, and the selector that makes a character an emoji.
 */
function makeUnseen(): RegExp {
  return new RegExp(
    [
      // A joiner after a visible letter, mark or pictograph.
      String.raw`(?!(?<=(?![\p{ASCII}\p{DI}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\p{Extended_Pictographic}\ufe0f)[\u200c\u200d])`,
      String.raw`(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])(?!\ufe0f\u20e3)`,
      neverSeen,
    ].join(''),
    'gu',
  );
}

/** Nothing but characters that are seen: ASCII, the letters of western languages, quotes, dashes and `…`, of which Parley's own words are made. */
const surelySeen = /^[ -~¡-¬®-ÿ–—‘-„…]*$/;

/** Made for the first text that needs it, because its sets of characters take milliseconds to build. */
let unseen: RegExp | undefined;

/** A visible name for an unseen character: the Unicode picture for C0 controls, a space and DEL, otherwise its code point as `⟨U+202E⟩`. */
export function pictureOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Code points. */
const usualLength = 200;
/** Factor by which a text may be longer before white space is folded; the rest of a longer text is not read. */
const readAhead = 8;

/**
 * `text` as one line for the places of VS Code that read Markdown links and icons: notifications, lists, status bar, titles. As `oneLine`, and
 * links (`](`) and icons (`$(`) are broken by a space.
 */
export function plain(text: string, longest = usualLength): string {
  return inOneLine(text, longest, line => line.replaceAll('](', '] (').replaceAll('$(', '$ ('));
}

/**
 * `text` as one line for the page, which reads neither links nor icons: line ends are `⏎`, other white space is one space, unseen characters are
 * shown by `pictureOf`. The result has at most `longest` code points; a cut text ends with `…`. Applying it twice changes nothing.
 */
export function oneLine(text: string, longest = usualLength): string {
  return inOneLine(text, longest, line => line);
}

/**
 * Words of somebody else as they are shown below Parley's own: without the signs of a terminal's looks, with a bar before each further line, and with
 * what `pictureOf` shows for unseen characters but tabs.
 */
export function quoted(text: string): string {
  const lines = text.replace(/\u001b\[[\d;:]{0,60}m/g, '').split(/\r?\n/);
  return lines.map(visible).join('\n│ ');
}

/**
 * A text of several lines as an editor is to show it: with `pictureOf` for each unseen character but tabs, the ends of lines, and the mark that an editor
 * of Windows puts in front.
 */
export function visible(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .split(/(\r?\n)/)
    .map(part => (/^\r?\n$/.test(part) ? part : part.replace((unseen ??= makeUnseen()), sign => (sign === '\t' ? sign : pictureOf(sign)))))
    .join('');
}

function inOneLine(text: string, longest: number, broken: (line: string) => string): string {
  const most = longest * readAhead;
  // The cut must not leave a lone half of a surrogate pair.
  const read = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text;
  const isPrintable = surelySeen.test(read);
  const folded = read.replace(isPrintable ? / +/g : /[\t\p{Zs}]+/gu, ' ').replace(/(?: ?\r?\n)+ ?/g, ' ⏎ ');
  const between = broken(isPrintable ? folded : folded.replace((unseen ??= makeUnseen()), pictureOf)).replace(/^[ ⏎]+/, '');
  const shown = withoutEnd(between, /[ ⏎]/);
  const characters = [...shown];
  if (characters.length <= longest && read === text) return shown;
  const cut = characters.slice(0, longest - 1).join('');
  return `${withoutEnd(cut, /[ \u200c\u200d\ufe0e\ufe0f]/)}…`;
}
