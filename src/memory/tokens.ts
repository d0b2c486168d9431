// How many tokens a text costs at most, by a rule from its bytes, without a tokenizer, whose tables take megabytes. Knows nothing of what the
// text says. The yardstick, in test/unit/memory/tokens.test.ts, is 1.6 times the tokens of o200k, because the newest models of Anthropic take about
// one and a half times as many.

/**
 * Tokens of `text` at the most, linear in its length. A text that people or programs write is never undercounted; only words that are
 * made up letter by letter to be expensive, and rare characters of the alphabets below, are.
 */
export function estimateTokens(text: string): number {
  let total = 0;
  for (const { 0: part, groups, index } of text.matchAll(parts)) {
    const bytes = Buffer.byteLength(part);
    if (groups?.['digits'] !== undefined) total += token;
    else if (groups?.['run'] !== undefined) total += token * Math.min(bytes, 2) + 0.2 * Math.max(bytes - 2, 0);
    else total += groups?.['other'] !== undefined || isPiece(text, part, index) ? token * bytes : Math.max(token, bytes / 2);
  }
  return Math.ceil(total);
}

/** What one token of o200k counts. It holds at least one byte. */
const token = 1.6;

/**
 * Matches in this order: a word with the space before it, digits, letters of the other alphabets of which a common character takes at most as many
 * tokens as half of its bytes, a run of one blank, anything else.
 */
const parts =
  /(?<word> ?[A-ZÀ-ÖØ-Þ]?[a-zß-öø-ÿ]+)|(?<digits>\d{1,3})|(?<letters> ?(?:(?![\0-\x7f\u{10000}-\u{10ffff}])[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Arab}\p{sc=Hebr}\p{sc=Thai}\p{sc=Deva}])+)|(?<run>(?<blank>[ \t\n])\k<blank>*)|(?<other>.)/gsu;

/** Whether it is no word, but a piece of a hash or of an abbreviation, as in "7a8b49f8" and "QoS". */
function isPiece(text: string, part: string, index: number): boolean {
  const [before, after] = [text.charAt(index - 1), text.charAt(index + part.length)];
  return (
    isDigit.test(before) || isDigit.test(after) || (index > 0 && part.length < 3 && !part.startsWith(' ') && part.charCodeAt(0) < 0x80)
  );
}

const isDigit = /\d/;
