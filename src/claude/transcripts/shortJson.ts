// A line of JSON without what makes it long: how the entries of a transcript hang together stands in short strings.

/** A string is cut where it has more bytes than this. */
const longest = 2_048;
/** Bytes of a cut string that stay at its beginning, and as many at its end: what the CLI puts into a prompt is known by these. */
const kept = 256;
/** Bytes of an escape sequence, at most. */
const escaped = 6;

const quote = '"';
const backslash = 0x5c;

/** The text of a line of JSON, in which long strings have lost their middle; the same text where nothing is long. */
export function shortJson(bytes: Buffer): string {
  if (bytes.length <= longest) return bytes.toString('utf8');
  // One character for each byte: looking for one in a string costs a tenth of looking for one in a buffer, and there can be thousands of quotes.
  const line = bytes.toString('latin1');
  const parts: string[] = [];
  let from = 0;
  for (let begin = line.indexOf(quote); begin >= 0;) {
    const end = endOfString(line, begin + 1);
    if (end < 0) break;
    if (end - begin > longest) {
      const head = withoutEscape(bytes, begin + 1 + kept, -1);
      const tail = withoutEscape(bytes, end - kept, 1);
      if (head > begin && tail < end) {
        parts.push(bytes.toString('utf8', from, head));
        from = tail;
      }
    }
    begin = line.indexOf(quote, end + 1);
  }
  return parts.length === 0 ? bytes.toString('utf8') : `${parts.join('')}${bytes.toString('utf8', from)}`;
}

/** The end of the string whose first byte is at `start`; -1 where it does not end. */
function endOfString(line: string, start: number): number {
  for (let end = line.indexOf(quote, start); end >= 0; end = line.indexOf(quote, end + 1)) {
    let first = end;
    while (first > start && line.charCodeAt(first - 1) === backslash) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return -1;
}

/** The nearest place to `at`, going by `step`, that no escape sequence can reach across. */
function withoutEscape(bytes: Buffer, at: number, step: 1 | -1): number {
  let place = at;
  for (let tries = 0; tries < kept; tries++, place += step) if (!bytes.subarray(place - escaped, place).includes(backslash)) return place;
  return step < 0 ? -1 : bytes.length;
}
