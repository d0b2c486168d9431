// How many tokens a text costs at most, without a tokenizer, whose tables take megabytes. Knows the classes of characters and nothing of
// what the text says. The yardstick, in test/unit/tokens.test.ts, is 1.6 times the tokens of o200k, because the newest models of Anthropic
// take about one and a half times as many.

/**
 * Tokens of `text` at the most, linear in its length. A text that people or programs write is never undercounted; only words that are
 * made up letter by letter to be expensive are.
 */
export function estimateTokens(text: string): number {
  let total = 0;
  let before = 0;
  /** Position in the present run of letters, from 1; 0 outside of one. */
  let position = 0;
  /** Of the present run of spaces. */
  let spaces = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const continues = position > 0 && isLetter(code) && !(isUpper(code) && !isUpper(before));
    position = isLetter(code) ? (continues ? position + 1 : 1) : 0;
    spaces = code === space ? spaces + 1 : 0;
    if (spaces > 1) total += spaces === 2 ? token : 0.2;
    // One space is part of the word or the sign after it, but not of a number, of another script or of the end.
    else if (before === space && (isDigit(code) || code > 0x7e || code < space)) total += token;
    if (code > 0x7e) total += wideCost(code);
    else if (continues) total += Math.max(letterCost(before, code, position), echoes(text, at, position) ? 1.4 : 0);
    else if (umlauts.includes(before) && isLower(code)) total += code === text.charCodeAt(at - 2) ? token : 0.5;
    else if (isDigit(code) && isDigit(before)) total += 1;
    else if (code === before && code > space && code !== 0x7d) total += token / 2;
    else if (code !== space) total += token;
    before = code;
  }
  return Math.ceil(before === space ? total + token : total);
}

/** What one token of o200k counts. */
const token = 1.6;
const space = 0x20;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a;
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isLetter = (code: number): boolean => isUpper(code) || isLower(code);
/** ä ö ü ß à ç é è ê í ó ã: a letter after one of them mostly belongs to its token. */
const umlauts = [...'äöüßàçéèêíóã'].map(letter => letter.charCodeAt(0));

/** Of a letter that continues a run. `position`: its place in the run, from 2. */
function letterCost(before: number, code: number, position: number): number {
  if (!isCommonPair[((before & 0x1f) << 5) | (code & 0x1f)]) return token;
  if (isUpper(code)) return 1.2;
  // Few words begin with a capital and one of the other consonants, and what does is rarely one token.
  if (isUpper(before) && !'acehiloprstuy'.includes(String.fromCharCode(code))) return token;
  if (position === 2) return isUpper(before) ? 0.6 : 0.3;
  return 0.52;
}

/** Whether the letter repeats what stands one to three letters before it, because such a run has no long tokens. */
function echoes(text: string, at: number, position: number): boolean {
  const code = text.charCodeAt(at);
  const isSecond = code === text.charCodeAt(at - 2);
  if (position < 5) return position > 2 && isSecond && code === text.charCodeAt(at - 1);
  const third = text.charCodeAt(at - 3);
  return (isSecond && text.charCodeAt(at - 1) === third) || (code === third && text.charCodeAt(at - 1) === text.charCodeAt(at - 4));
}

/** For each letter, the letters that follow it in English or German words and are mostly one token with it. */
const followers = (
  'bcdfghiklmnprstuvy aeilorstuy aehiklot adeiosuy acdehiklmnprstvxy aefiort aeiorst aeilor bcdefglmnoprstvxz eos aeiost adeilosty ' +
  'adeimops acdegiklmnopstuyz bcdfgklmnoprstuvw aehilorst u acdeiklmnostuvy acehikopst aehiosw bcdfgilmnprst eios aehinorsu t os aeu'
).split(' ');

const isCommonPair = new Uint8Array(1024);
followers.forEach((letters, at) => {
  for (const letter of letters) isCommonPair[((at + 1) << 5) | (letter.charCodeAt(0) & 0x1f)] = 1;
});

/** Of one UTF-16 unit outside of ASCII: as many tokens as o200k takes for the rarest character of its range, which is a token a byte. */
function wideCost(code: number): number {
  if (code < 0x80) return token;
  if ((code & 0xf800) === 0xd800) return 2 * token;
  // BPE sometimes splits a character differently beside another one.
  return 1.05 * token * ((hanzi ??= oneTokenHanzi()).has(code) || oneToken.test(String.fromCharCode(code)) ? 1 : twoBytes(code) ? 2 : 3);
}

const twoBytes = (code: number): boolean => code < 0x800 || twoTokens.test(String.fromCharCode(code));

/** The alphabets and signs whose characters are one token each. */
const oneToken =
  /[\xa0-\xda\xdc-\u0109\u0177-\u017f\u0390-\u03a1\u03b1-\u03ce\u0410-\u044f\u0451-\u045c\u05d0-\u05ea\u0621-\u063a\u0640-\u0654\u0913-\u0928\u092a-\u0933\u093c-\u0943\u0e13-\u0e25\u0e27-\u0e39\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2022\u3007-\u3012\u304a-\u3061\u3063-\u306b\u307b-\u308d\u30a6-\u30c1\u30cd-\u30ed\u3001\u3002\uff08-\uff27]/;

/** The ranges between U+0800 and U+FFFF in which no character takes three tokens. */
const twoTokens =
  /[\u08ff-\u0fbf\u1000-\u10ff\u1200-\u137f\u1780-\u17ff\u1e00-\u1f7f\u2000-\u233f\u2440-\u26bf\u2700-\u27bf\u3000-\u317f\u4e00-\u5d3f\u5dc0-\u6abf\u6b00-\u877f\u8840-\u977f\u97c0-\u9bbf\u9e00-\u9fbf\uac00-\uad7f\uc500-\uc7bf\ufe00-\uffff]/;

/** One bit for each of the 3,760 places of the first level of GB 2312, the common hanzi: whether the character is one token. */
const hanziBits = [
  'Bym+Ako1zZs1bQ0M81YrCziRtDLLJOxwWoLS/XOikn+bGiB9PWVlzT2jF+MG4cKyPRpCwG4kQXj1xh5n1c/mGzz4B9NANhDbzZS7WeSaGIATfBpi+H7TjY1x',
  '7IOvpJXgvzdexzpHtuDtC07D1KH3g+jXSWLpZcIPsNnfT7Fw/Paj6uvTPbAY+FaUpH9Prfarqu2+R51rCbr9pc/EEVCyu+Zy+r4zfut7DBpJ0s8Egb8FS0Ek',
  'wfTRmx7ljAHREb+KQHdwhLh285aJC/5eSvHOSOUP9hCRRJbp9KDGxnXtoYMSvjFD12EziZMmvWSP9W/P/YGaJ2IDMuw/HIJMI4qmNxCDwemVLzvLNE+Gk8xp',
  'AKceR0MFis9VNRvLuXaJJ7RqSJPDlb2cMXZpTgg3RkK7z9X2927XL2bv/4KTyg8J0VPEq8REp7coQ/eQDaSRZSD/FjPwmp8/NnvOLT8gqKyE7Wut7Eqtr6Bj',
  'sx38prmBa+M7TuLDs/8YmU3ZOKFbvL98jB3DdfC8/DYWujcNVJlnV3JsYznXsG3t06Ndz8jXgHrPzgkSno/UD7L7/i+GpDPCiLcT6BpAjt3x2pMK8VXtJ5/d',
  'cyZq+xO8Gzx+LjshQzyzePuuvwc=',
].join('');

let hanzi: ReadonlySet<number> | undefined;

/** Empty, so that each hanzi costs two tokens, where this build of Node lacks the character set. */
function oneTokenHanzi(): ReadonlySet<number> {
  const bits = Buffer.from(hanziBits, 'base64');
  const places = Array.from({ length: 3_760 }, (_, place) => place).filter(place => (bits[place >> 3] ?? 0) & (1 << (place & 7)));
  try {
    const decoder = new TextDecoder('gbk', { fatal: true });
    return new Set(places.map(at => decoder.decode(Uint8Array.of(0xb0 + Math.floor(at / 94), 0xa1 + (at % 94))).charCodeAt(0)));
  } catch {
    return new Set();
  }
}
