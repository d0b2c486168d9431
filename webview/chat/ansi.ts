// Output of a terminal as pieces with their looks: colours of the theme's terminal, and without the signs of looks. No look hides text, because
// Claude reads all of it. Pure.

interface AnsiPiece {
  /** May hold control signs that say nothing about looks. */
  readonly text: string;
  /** CSS properties; undefined where the piece looks like the text around it. */
  readonly style: Readonly<Record<string, string>> | undefined;
}

const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
/** No more signs than looks need, because nobody sees them. */
const sequence = /\u001b\[([\d;:]{0,60})m/g;

export function ansiPieces(text: string): readonly AnsiPiece[] {
  const pieces: AnsiPiece[] = [];
  let looks: Looks = {};
  let end = 0;
  const add = (until: number): void => {
    if (until > end) pieces.push({ text: text.slice(end, until), style: styleOf(looks) });
  };
  for (const { 0: whole, 1: codes = '', index } of text.matchAll(sequence)) {
    add(index);
    end = index + whole.length;
    looks = changed(looks, codes.split(';'));
  }
  add(text.length);
  return pieces;
}

export function hasControlSigns(text: string): boolean {
  return text.includes('\u001b');
}

interface Looks {
  readonly color?: string;
  readonly ground?: string;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly struck?: true;
  readonly inverse?: true;
}

/** A part is a code, or a code with its own parameters behind `:`. */
function changed(before: Looks, parts: readonly string[]): Looks {
  let looks: Record<string, string | true | undefined> = { ...before };
  for (let at = 0; at < parts.length; at += 1) {
    const [code = 0, ...own] = (parts[at] ?? '').split(':').map(Number);
    const place = places[code];
    if (place !== undefined) {
      const [color, used] = extended(own.length > 0 ? withoutSpace(own) : parts.slice(at + 1).map(Number));
      if (color !== undefined) looks[place] = color;
      if (own.length === 0) at += used;
    } else if (own.length > 0) {
      // `4:3` is a wavy line, `4:0` none.
      if (code === 4) looks['underline'] = own[0] === 0 ? undefined : true;
    } else if (code === 0) looks = {};
    else if (code === 39) looks['color'] = undefined;
    else if (code === 49) looks['ground'] = undefined;
    else if (code === 22) looks = { ...looks, bold: undefined, dim: undefined };
    else if (ends[code] !== undefined) looks[ends[code]] = undefined;
    else if (begins[code] !== undefined) looks[begins[code]] = true;
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) looks['color'] = named(code % 10, code >= 90);
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) looks['ground'] = named(code % 10, code >= 100);
  }
  return looks;
}

/** What an extended colour is of. The colour of a line below the text is not shown. */
const places: Readonly<Record<number, string>> = { 38: 'color', 48: 'ground', 58: 'lineColor' };

const begins: Readonly<Record<number, string>> = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline', 7: 'inverse', 9: 'struck' };
const ends: Readonly<Record<number, string>> = { 23: 'italic', 24: 'underline', 27: 'inverse', 29: 'struck' };

function named(color: number, bright: boolean): string {
  return `var(--vscode-terminal-ansi${bright ? 'Bright' : ''}${names[color] ?? 'White'})`;
}

/** `2:SPACE:R:G:B` without its colour space, which is mostly empty. */
function withoutSpace(own: readonly number[]): readonly number[] {
  return own[0] === 2 && own.length > 4 ? [2, ...own.slice(2)] : own;
}

/** The colour that follows 38, 48 or 58 (`5;N` or `2;R;G;B`, each up to 255; undefined where it is none), and how many codes it takes. */
function extended([mode, first = 0, second = 0, third = 0]: readonly number[]): readonly [string | undefined, number] {
  const isColor = [first, second, third].every(level => level <= 255);
  if (mode === 2) return [isColor ? `rgb(${first}, ${second}, ${third})` : undefined, 4];
  if (mode !== 5) return [undefined, 0];
  if (first > 255) return [undefined, 2];
  if (first < 16) return [named(first % 8, first >= 8), 2];
  if (first >= 232) return [`rgb(${[1, 1, 1].map(() => 8 + (first - 232) * 10).join(', ')})`, 2];
  const cube = first - 16;
  const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40);
  return [`rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`, 2];
}

/**
 * Any colour can be that of the page, or that of its ground, so letters on a ground keep their usual colour, the ground is only a shade, and
 * coloured letters are half of their usual colour.
 */
function styleOf({ color, ground, bold, dim, italic, underline, struck, inverse }: Looks): AnsiPiece['style'] {
  const usual = 'var(--vscode-foreground)';
  const back = inverse ? (color ?? usual) : ground;
  const lines = [...(underline ? ['underline'] : []), ...(struck ? ['line-through'] : [])].join(' ');
  const style = {
    ...(back === undefined && color !== undefined && { color: `color-mix(in srgb, ${color} 50%, ${usual})` }),
    ...(back !== undefined && { backgroundColor: `color-mix(in srgb, ${back} 30%, transparent)` }),
    ...(bold && { fontWeight: 'bold' }),
    ...(dim && { opacity: '0.7' }),
    ...(italic && { fontStyle: 'italic' }),
    ...(lines !== '' && { textDecoration: lines }),
  };
  return Object.keys(style).length === 0 ? undefined : style;
}
