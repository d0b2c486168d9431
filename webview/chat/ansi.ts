// Output of a terminal as pieces with their looks: colours of the theme's terminal, and without the control signs. Pure.

export interface AnsiPiece {
  readonly text: string;
  /** CSS properties; undefined where the piece looks like the text around it. */
  readonly style: Readonly<Record<string, string>> | undefined;
}

const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];
const sequence = /\u001b(?:\[([\d;:]*)m|\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[ -/]?[0-~])/g;

export function ansiPieces(text: string): readonly AnsiPiece[] {
  const pieces: AnsiPiece[] = [];
  let looks: Looks = {};
  let end = 0;
  const add = (until: number): void => {
    if (until > end) pieces.push({ text: text.slice(end, until), style: styleOf(looks) });
  };
  for (const { 0: whole, 1: codes, index } of text.matchAll(sequence)) {
    add(index);
    end = index + whole.length;
    if (codes !== undefined) looks = changed(looks, codes.split(/[;:]/).map(Number));
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

function changed(before: Looks, codes: readonly number[]): Looks {
  let looks: Record<string, string | true | undefined> = { ...before };
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) looks = {};
    else if (code === 38 || code === 48) {
      const [color, used] = extended(codes.slice(at + 1));
      looks[code === 38 ? 'color' : 'ground'] = color;
      at += used;
    } else if (code === 39) looks['color'] = undefined;
    else if (code === 49) looks['ground'] = undefined;
    else if (code === 22) looks = { ...looks, bold: undefined, dim: undefined };
    else if (ends[code] !== undefined) looks[ends[code]] = undefined;
    else if (begins[code] !== undefined) looks[begins[code]] = true;
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) looks['color'] = named(code % 10, code >= 90);
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) looks['ground'] = named(code % 10, code >= 100);
  }
  return looks;
}

const begins: Readonly<Record<number, string>> = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline', 7: 'inverse', 9: 'struck' };
const ends: Readonly<Record<number, string>> = { 23: 'italic', 24: 'underline', 27: 'inverse', 29: 'struck' };

function named(color: number, bright: boolean): string {
  return `var(--vscode-terminal-ansi${bright ? 'Bright' : ''}${names[color] ?? 'White'})`;
}

/** Behind 38 or 48: `5;N` or `2;R;G;B`. The colour, and how many codes it takes. */
function extended([mode, first = 0, second = 0, third = 0]: readonly number[]): readonly [string | undefined, number] {
  if (mode === 2) return [`rgb(${first}, ${second}, ${third})`, 4];
  if (mode !== 5) return [undefined, 0];
  if (first < 16) return [named(first % 8, first >= 8), 2];
  if (first >= 232) return [`rgb(${[1, 1, 1].map(() => 8 + (first - 232) * 10).join(', ')})`, 2];
  const cube = first - 16;
  const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40);
  return [`rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`, 2];
}

function styleOf({ color, ground, bold, dim, italic, underline, struck, inverse }: Looks): AnsiPiece['style'] {
  const [fore, back] = inverse ? [ground ?? 'var(--vscode-editor-background)', color ?? 'var(--vscode-foreground)'] : [color, ground];
  const lines = [...(underline ? ['underline'] : []), ...(struck ? ['line-through'] : [])].join(' ');
  const style = {
    ...(fore !== undefined && { color: fore }),
    ...(back !== undefined && { backgroundColor: back }),
    ...(bold && { fontWeight: 'bold' }),
    ...(dim && { opacity: '0.7' }),
    ...(italic && { fontStyle: 'italic' }),
    ...(lines !== '' && { textDecoration: lines }),
  };
  return Object.keys(style).length === 0 ? undefined : style;
}
