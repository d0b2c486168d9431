// The characters that Markdown may name (`&mdash;`) or number (`&#8212;`). What is not listed here stays as it was written. Pure.

const named = new Map(
  [
    ...['amp&', 'lt<', 'gt>', 'quot"', "apos'", 'nbsp\u00a0', 'ensp\u2002', 'emsp\u2003', 'thinsp\u2009', 'hellip…', 'mdash—', 'ndash–'],
    ...['lsquo‘', 'rsquo’', 'ldquo“', 'rdquo”', 'laquo«', 'raquo»', 'bull•', 'middot·', 'larr←', 'rarr→', 'uarr↑', 'darr↓', 'harr↔'],
    ...['rArr⇒', 'lArr⇐', 'le≤', 'ge≥', 'ne≠', 'asymp≈', 'equiv≡', 'plusmn±', 'times×', 'divide÷', 'minus−', 'deg°', 'micro\u00b5'],
    ...['infin∞', 'sum∑', 'prod∏', 'radic√', 'copy©', 'reg®', 'trade™', 'sect§', 'para¶', 'euro€', 'pound£', 'yen¥', 'cent¢'],
    ...['check✓', 'cross✗'],
  ].map(pair => [pair.slice(0, -1), pair.slice(-1)] as const),
);

const written = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));/g;
/** The last one is blank by nature. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The text with the characters in the place of their names and numbers; of those that nobody sees the names stay. */
export function withSigns(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(written, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const sign = code > 0x10ffff ? undefined : String.fromCodePoint(code);
    return sign === undefined || unseen.test(sign) ? whole : sign;
  });
}
