// A pattern that a model wrote → a matcher. Of our own and not `RegExp`, because `RegExp` can run without end with a pattern such as `(a+)+$`,
// and neither the window nor the card may wait for it: the matcher reads each character once, and keeps all states that the pattern can be in.
// It reads the part of the syntax that such patterns use, and refuses the rest.

/** Whether the pattern matches somewhere in the text. */
type Matcher = (text: string) => boolean;

type Test = (character: string) => boolean;

/** A state of the automaton: it reads one character, or goes on to other states without reading. */
type State =
  | { readonly reads: Test; next: number }
  | { readonly goes: number[] }
  | { readonly at: 'start' | 'end'; next: number }
  | { readonly done: true };

type Node =
  | { readonly type: 'reads'; readonly test: Test }
  | { readonly type: 'at'; readonly at: 'start' | 'end' }
  | { readonly type: 'all'; readonly parts: readonly Node[] }
  | { readonly type: 'either'; readonly parts: readonly Node[] }
  | { readonly type: 'repeated'; readonly part: Node; readonly least: number; readonly most: number };

/** The most characters of a pattern. */
const longestPattern = 500;
/** Bounds the steps for each character of a text. */
const mostStates = 2_000;
/** Bounds how deep groups are nested, because the parser recurses. */
const deepest = 20;

const known = new Map<string, Matcher | undefined>();
const mostKnown = 100;

/** The matcher of the pattern; undefined where it is not read: look-around, back references, `\b`, `\p`, and what is no pattern. */
export function compilePattern(pattern: string): Matcher | undefined {
  if (pattern.length > longestPattern) return undefined;
  if (known.has(pattern)) return known.get(pattern);
  const matcher = compiled(pattern);
  if (known.size >= mostKnown) known.clear();
  known.set(pattern, matcher);
  return matcher;
}

function compiled(pattern: string): Matcher | undefined {
  try {
    const states: State[] = [{ done: true }];
    const first = build(states, new Parser(pattern).whole(), 0);
    return remembered(text => new Run(states, first, text).matches());
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

/** Remembers the last text, because card and host check an answer several times before its next letter. */
function remembered(matches: Matcher): Matcher {
  let last: { readonly text: string; readonly result: boolean } | undefined;
  return text => {
    if (last?.text !== text) last = { text, result: matches(text) };
    return last.result;
  };
}

class Unread extends Error {}

class Parser {
  readonly #characters: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  whole(): Node {
    const node = this.#either();
    if (this.#at < this.#characters.length) throw new Unread();
    return node;
  }

  #either(): Node {
    const parts = [this.#all()];
    while (this.#takes('|')) parts.push(this.#all());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { type: 'either', parts };
  }

  #all(): Node {
    const parts: Node[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek())
      parts.push(this.#repeated(this.#atom()));
    return { type: 'all', parts };
  }

  #atom(): Node {
    const character = this.#next();
    if (character === '^') return { type: 'at', at: 'start' };
    if (character === '$') return { type: 'at', at: 'end' };
    if (character === '.') return { type: 'reads', test: isNoLineEnd };
    if (character === '(') return this.#group();
    if (character === '[') return { type: 'reads', test: this.#class() };
    if (character === '\\') return { type: 'reads', test: this.#escape(false) };
    if ('*+?{}]'.includes(character)) throw new Unread();
    return { type: 'reads', test: equals(character) };
  }

  #group(): Node {
    if (this.#takes('?') && !this.#takes(':')) throw new Unread();
    if (++this.#depth > deepest) throw new Unread();
    const node = this.#either();
    if (!this.#takes(')')) throw new Unread();
    this.#depth -= 1;
    return node;
  }

  #repeated(part: Node): Node {
    const bounds = this.#bounds();
    if (bounds === undefined) return part;
    if (part.type === 'at' || bounds.least > bounds.most) throw new Unread();
    // A lazy repetition matches the same texts as a greedy one.
    this.#takes('?');
    const again = this.#peek();
    if (again !== undefined && '*+?{'.includes(again)) throw new Unread();
    return { type: 'repeated', part, ...bounds };
  }

  #bounds(): { readonly least: number; readonly most: number } | undefined {
    if (this.#takes('*')) return { least: 0, most: Infinity };
    if (this.#takes('+')) return { least: 1, most: Infinity };
    if (this.#takes('?')) return { least: 0, most: 1 };
    if (!this.#takes('{')) return undefined;
    const least = this.#number();
    const most = this.#takes(',') ? (this.#peek() === '}' ? Infinity : this.#number()) : least;
    if (!this.#takes('}')) throw new Unread();
    return { least, most };
  }

  #number(): number {
    let digits = '';
    for (let next = this.#peek(); next !== undefined && /\d/.test(next); next = this.#peek()) digits += this.#next();
    if (digits === '') throw new Unread();
    return Number(digits);
  }

  #class(): Test {
    const not = this.#takes('^');
    const tests: Test[] = [];
    while (!this.#takes(']')) tests.push(this.#classPart());
    return character => tests.some(test => test(character)) !== not;
  }

  #classPart(): Test {
    const from = this.#classCharacter();
    if (this.#peek() !== '-' || this.#characters[this.#at + 1] === ']') return typeof from === 'string' ? equals(from) : from;
    this.#next();
    const to = this.#classCharacter();
    if (typeof from !== 'string' || typeof to !== 'string') throw new Unread();
    const [least, most] = [codeOf(from), codeOf(to)];
    if (least > most) throw new Unread();
    return character => codeOf(character) >= least && codeOf(character) <= most;
  }

  /** A character, or a test such as `\d`. */
  #classCharacter(): string | Test {
    const character = this.#next();
    if (character !== '\\') return character;
    const escaped = this.#peek() ?? '';
    const plain = /[^\da-z]/i.test(escaped) ? escaped : controls[escaped];
    if (plain === undefined) return this.#escape(true);
    this.#next();
    return plain;
  }

  #escape(inClass: boolean): Test {
    const character = this.#next();
    const set = sets[character.toLowerCase()];
    if (set !== undefined) return character === character.toLowerCase() ? set : one => !set(one);
    const plain = controls[character] ?? character;
    if (inClass || (plain === character && /[\da-z]/i.test(character))) throw new Unread();
    return equals(plain);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new Unread();
    return character;
  }

  #takes(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}

const sets: Readonly<Record<string, Test>> = {
  d: character => character >= '0' && character <= '9',
  w: character => /^\w$/.test(character),
  s: character => character.trim() === '',
};
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

const lineEnds = '\n\r\u2028\u2029';
const isNoLineEnd: Test = character => !lineEnds.includes(character);

function equals(wanted: string): Test {
  return character => character === wanted;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Adds the states of the node, which lead to `next`; returns the first. */
function build(states: State[], node: Node, next: number): number {
  switch (node.type) {
    case 'reads':
      return added(states, { reads: node.test, next });
    case 'at':
      return added(states, { at: node.at, next });
    case 'all':
      return node.parts.reduceRight((after, part) => build(states, part, after), next);
    case 'either':
      return added(states, { goes: node.parts.map(part => build(states, part, next)) });
    case 'repeated':
      return repeated(states, node, next);
  }
}

function repeated(states: State[], { part, least, most }: Extract<Node, { type: 'repeated' }>, next: number): number {
  let first = next;
  if (most === Infinity) {
    const goes: number[] = [next];
    first = added(states, { goes });
    goes.push(build(states, part, first));
  } else {
    for (let count = least; count < most; count++) first = added(states, { goes: [next, build(states, part, first)] });
  }
  for (let count = 0; count < least; count++) {
    const before = first;
    first = build(states, part, first);
    // A part without states, such as `()`, costs none of `mostStates`, so `(){1000000000}` would be built for minutes.
    if (first === before) break;
  }
  return first;
}

function added(states: State[], state: State): number {
  if (states.length >= mostStates) throw new Unread();
  return states.push(state) - 1;
}

/** One text against the states. Arrays of numbers, because sets take ten times as long. */
class Run {
  readonly #characters: readonly string[];
  /** The position, counted from 1, at which each state was reached last. */
  readonly #reachedAt: Uint32Array;
  readonly #open: number[] = [];

  constructor(
    private readonly states: readonly State[],
    private readonly first: number,
    text: string,
  ) {
    this.#characters = [...text];
    this.#reachedAt = new Uint32Array(states.length);
  }

  matches(): boolean {
    let now: number[] = [];
    for (let at = 0; at <= this.#characters.length; at++) {
      // A match may begin at each character.
      this.#reach(this.first, at, now);
      // The state without a successor is the first.
      if (this.#reachedAt[0] === at + 1) return true;
      const character = this.#characters[at];
      if (character === undefined) return false;
      const after: number[] = [];
      for (const index of now) {
        const state = this.states[index];
        if (state !== undefined && 'reads' in state && state.reads(character)) this.#reach(state.next, at + 1, after);
      }
      now = after;
    }
    return false;
  }

  /** Adds the state, and all that follow without a character, to the states at the position `at`. */
  #reach(from: number, at: number, reached: number[]): void {
    this.#open.push(from);
    for (let index = this.#open.pop(); index !== undefined; index = this.#open.pop()) {
      const state = this.states[index];
      if (state === undefined || this.#reachedAt[index] === at + 1) continue;
      this.#reachedAt[index] = at + 1;
      if ('goes' in state) this.#open.push(...state.goes);
      else if ('at' in state) {
        if (state.at === 'start' ? at === 0 : at === this.#characters.length) this.#open.push(state.next);
      } else reached.push(index);
    }
  }
}
