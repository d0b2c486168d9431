// In which of many numbered texts a word stands. Owns the lists and how a typed word is found among all words; must not know what the texts are.

/** How well a word of a text is the typed one. */
export const matches = { almost: 1, begins: 2, same: 3 } as const;

export class Postings {
  /**
   * By first letter or digit, then by word. A typed word is compared with the words that begin like it, and a map that grows moves all of its
   * entries at once, which takes too long for 100,000 of them.
   */
  readonly #begun = new Map<string, Map<string, number[]>>();

  /** `number`: of the text; numbers ascend from call to call. */
  add(number: number, words: Iterable<string>): void {
    for (const word of words) {
      const lists = this.#listsLike(word);
      const list = lists.get(word);
      if (list === undefined) lists.set(word, [number]);
      else if (list[list.length - 1] !== number) list.push(number);
    }
  }

  /** The texts with this word, in ascending order. */
  of(word: string): readonly number[] {
    return this.#begun.get(word.slice(0, 1))?.get(word) ?? [];
  }

  /** Raises the mark of each text to how well one of its words is `typed`. Returns whether there is any. */
  mark(typed: string, marks: Uint8Array): boolean {
    let found = false;
    for (const [word, list] of this.#begun.get(typed.slice(0, 1)) ?? [])
      if (word.startsWith(typed)) {
        found = true;
        raise(marks, list, word.length === typed.length ? matches.same : matches.begins);
      }
    return found;
  }

  /** The same for words that are `typed` but for one letter. Short words are too like each other. */
  markAlmost(typed: string, marks: Uint8Array): void {
    if (typed.length < 4) return;
    for (const lists of this.#begun.values())
      for (const [word, list] of lists) if (differsByOne(typed, word)) raise(marks, list, matches.almost);
  }

  /** Raises the mark of each text with exactly this word. */
  markSame(word: string, marks: Uint8Array): void {
    raise(marks, this.of(word), matches.same);
  }

  #listsLike(word: string): Map<string, number[]> {
    const first = word.slice(0, 1);
    const known = this.#begun.get(first);
    if (known !== undefined) return known;
    const lists = new Map<string, number[]>();
    this.#begun.set(first, lists);
    return lists;
  }
}

function raise(marks: Uint8Array, list: readonly number[], mark: number): void {
  for (const number of list) if ((marks[number] ?? 0) < mark) marks[number] = mark;
}

/** Whether one letter is added, left out, another one, or changed places with the next. */
export function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [endOfA, endOfB] = [a.length, b.length];
  while (endOfA > start && endOfB > start && a[endOfA - 1] === b[endOfB - 1]) {
    endOfA -= 1;
    endOfB -= 1;
  }
  const [restOfA, restOfB] = [a.slice(start, endOfA), b.slice(start, endOfB)];
  if (restOfA.length <= 1 && restOfB.length <= 1) return true;
  return restOfA.length === 2 && restOfB.length === 2 && restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0];
}
