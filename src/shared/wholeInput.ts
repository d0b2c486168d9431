// The whole input of a tool call as the text of an editor tab. Pure. An editor shows no hidden character, takes a carriage return for a
// line end and does not paint what lies far to the right, so the text says these in signs.
import { notSeen } from './plain.js';
import { textsOf } from './permitted.js';
import type { InputField, ToolCall, ToolInput } from './toolInput.js';

/** The most columns of a line, because an editor as wide as this shows every line to its end. */
const longestLine = 120;
/** Columns of a tab, by the widest setting that is usual. */
const tabWidth = 8;

/**
 * Each field with its name above it. Everything between `⟨` and `⟩` is a sign of Parley's: the name of a field, a hidden character as
 * `⟨U+200B⟩`, a long line that goes on below (`⟨→⟩`). These two signs of the input itself are `⟨U+27E8⟩` and `⟨U+27E9⟩`, so each text has one reading only.
 * `asPlan`: as `markdownToPreview` makes the plan alone.
 */
export function wholeInputText(toolName: string, input: ToolInput, asPlan = false): string {
  if (asPlan) return markdownToPreview(String(input['plan']));
  return wholeText(textsOf(toolName, input));
}

/** The same of a call that has ended, with its result. Each is undefined where nothing holds it any more. */
export function wholeCallText(call: ToolCall | undefined, result: string | undefined): string {
  const fields = call === undefined ? [] : textsOf(call.name, call.input);
  return wholeText([...fields, ...(result === undefined ? [] : [{ name: 'result', text: result }])]);
}

/**
 * A text that is not the person's, for VS Code's preview of Markdown, which loads images and all that HTML names from the internet, so that the words of an address could
 * carry away what Claude has read, and which shows no comment. With a word joiner, which takes no room, nothing is an image or HTML, nor a block
 * in a language that another extension draws. The joiner is the name of the language, because an extension may look for its own inside of a name.
 */
export function markdownToPreview(text: string): string {
  const withoutPictures = text.replace(/<(?=[a-z!/?])(?!https?:)/gi, '<\u2060').replace(/!(?=\[)/g, '!\u2060');
  const withoutBlocks = withoutPictures.replace(/(?:`+|~+|:+)(?=([^\S\n]*)(.?))/g, (run: string, _space: string, next: string) =>
    run.length < 3 || next === '' ? run : `${run}\u2060 `,
  );
  return withoutBlocks.replace(/@(?=start)/gi, '@\u2060');
}

function wholeText(fields: readonly InputField[]): string {
  return fields
    .map(({ name, text }) => `⟨${name.split('\n').map(broken).join('⟨U+A⟩')}⟩\n${text.split('\n').map(broken).join('\n')}\n`)
    .join('\n');
}

const escaped = new RegExp(`[⟨⟩]|${notSeen}`, 'gu');

/** A tab stays, because an editor shows it. */
function shown(text: string): string {
  return text.replace(escaped, character =>
    character === '\n' || character === '\t' ? character : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`,
  );
}

/** Letters of Europe take one column, ideographs and pictures two, letters of other scripts up to four; rare signs are as wide as a word. */
const wideScripts = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}]/u;
const widestSign = 16;

/** The columns that a character takes at most; a hidden one is shown as a sign. */
function widthOf(codePoint: number): number {
  if (codePoint === 9) return tabWidth;
  if (codePoint < 0x7f && codePoint > 0x1f) return 1;
  const character = String.fromCodePoint(codePoint);
  escaped.lastIndex = 0;
  if (escaped.test(character)) return codePoint.toString(16).length + '⟨U+⟩'.length;
  if (codePoint < 0x530) return 1;
  if (wideScripts.test(character)) return 2;
  return codePoint < 0x2e2f ? 4 : widestSign;
}

/** Cuts by position, because an array of the characters of a result of 60 MB takes 10 s and 1 GB. */
function broken(line: string): string {
  const pieces: string[] = [];
  for (let from = 0, to = 0; from < line.length; from = to) {
    for (let columns = 0; to < line.length;) {
      const codePoint = line.codePointAt(to) ?? 0;
      columns += widthOf(codePoint);
      if (columns > longestLine) break;
      to += codePoint > 0xffff ? 2 : 1;
    }
    pieces.push(shown(line.slice(from, to)));
  }
  return pieces.join('⟨→⟩\n');
}
