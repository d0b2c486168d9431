// Which list the words at the caret ask for. Knows nothing of the page.

export interface Trigger {
  readonly kind: 'place' | 'command';
  readonly query: string;
  /** The beginning of the text from the sign to the end of the word, which a pick replaces. */
  readonly start: number;
  readonly end: number;
}

/** Matches behind `@` at the beginning of a word, so that no e-mail address opens the list; behind `"` it may hold blanks. */
const place = /(?:^|[\s([{'"“„«‚,;])@(?:"([^"\n]*)|([^\s@"]*))$/u;
/** Matches at the beginning of the message alone, where the CLI reads a command. */
const command = /^\/(\S*)$/;

export function triggerAt(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret);
  const rest = /^[^\s"]*/.exec(text.slice(caret))?.[0].length ?? 0;
  const named = command.exec(before);
  if (named !== null) return { kind: 'command', query: named[1] ?? '', start: 0, end: caret + rest };
  const sought = place.exec(before.slice(-300));
  if (sought === null) return undefined;
  const [, quoted, plain] = sought;
  const start = caret - (quoted === undefined ? (plain ?? '').length + 1 : quoted.length + 2);
  return { kind: 'place', query: quoted ?? plain ?? '', start, end: caret + rest };
}
