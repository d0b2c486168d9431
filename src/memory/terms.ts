// Turns the words of a text into terms, so that the same thing said in other words, in English or German, has the same term. Owns how words
// are cut and which of them say nothing; must not know what the terms are compared for.
import { readSynonyms } from './synonyms.js';

/** The terms of a text in the order in which they stand, stop words left out; the parts of a compound stand one after the other. */
export function termsOf(text: string): string[] {
  const words = wordsOf(text);
  const terms: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    // "time zone" and "front end" are the words "timezone" and "frontend".
    const joined = synonyms().get(`${word}${words[at + 1] ?? ' '}`);
    if (joined !== undefined) {
      terms.push(joined);
      at += 1;
    } else if (!isStopWord(word)) terms.push(...termsOfWord(word));
  }
  return terms;
}

/** The folded words of a text; names in camel case are cut at their parts, unless the whole is a known word, as "PostgreSQL". */
export function wordsOf(text: string): string[] {
  return (text.match(wordShape) ?? []).flatMap(word => {
    if (!innerCase.test(word) || synonyms().has(fold(word))) return fold(word);
    return word.split(innerCase).map(fold);
  });
}

/** The words as they may be typed into a search: each whole word, and its parts. */
export function searchWordsOf(text: string): string[] {
  return (text.match(wordShape) ?? []).flatMap(word => {
    const parts = word.split(innerCase);
    return parts.length === 1 ? fold(word) : [fold(word), ...parts.map(fold)];
  });
}

/** A word, or a number with its points. */
const wordShape = /(?<!\p{N})\p{N}+(?:\.\p{N}+)+|[\p{L}\p{N}\p{M}]+/gu;
/** The places in a name where its case begins another word: "getUser", "HTTPServer". */
const innerCase = /(?<=\p{Ll}|\d)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Lower case, without accents and dots above: "Größe" is "grosse". */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return isAscii.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replaceAll('ß', 'ss');
}

/** Whether the folded word stands in the table of synonyms: a word of everybody, not a name of this project. */
export function isKnownWord(word: string): boolean {
  return synonyms().has(word);
}

function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

const isAscii = /^[\0-\x7f]*$/;

let table: ReadonlyMap<string, string> | undefined;
/** Made for the first text. */
function synonyms(): ReadonlyMap<string, string> {
  if (table !== undefined) return table;
  const words = readSynonyms(fold);
  const stems = [...words].map(([word, term]) => [stem(word), term] as const);
  // A whole word counts before the stem of another one.
  table = new Map([...stems.reverse(), ...words]);
  return table;
}

function termsOfWord(word: string): readonly string[] {
  const known = synonyms().get(word) ?? synonyms().get(stem(word));
  return known === undefined ? (compoundTerms(word) ?? [stem(word)]) : [known];
}

/** The most letters of a word that is split into two known words. */
const longestCompound = 60;

/** The terms of a German compound of two known words, as "Exportordner"; undefined for any other word. */
function compoundTerms(word: string): readonly string[] | undefined {
  // Each place is tried, so that a text without blanks would take minutes.
  if (word.length < 8 || word.length > longestCompound) return undefined;
  for (let at = word.length - 3; at >= 3; at--) {
    const last = knownTerm(word.slice(at));
    const first = last === undefined ? undefined : (knownTerm(word.slice(0, at)) ?? knownTerm(word.slice(0, at).replace(/s$/, '')));
    if (first !== undefined && last !== undefined) return [first, last];
  }
  return undefined;
}

function knownTerm(word: string): string | undefined {
  return word.length < 3 ? undefined : (synonyms().get(word) ?? synonyms().get(stem(word)));
}

/** Cuts the endings of plurals and verbs of both languages, since nothing tells which of them the word is of. */
export function stem(word: string): string {
  return word.length < 4 || /\d/.test(word) ? word : cognate(withoutEnding(word));
}

/** English and German spell many words of one root apart: "inactive" and "inaktiv", "category" and "Kategorie". */
function cognate(stemmed: string): string {
  return stemmed
    .replace(/c(?![hk])/g, 'k')
    .replaceAll('ck', 'k')
    .replaceAll('ph', 'f')
    .replaceAll('th', 't')
    .replace(/(?:ie|y|i)$/, 'i');
}

function withoutEnding(word: string): string {
  const bare = /^ge\p{L}{3,}(?:t|en)$/u.test(word) && word.length > 6 ? word.slice(2).replace(/(?:e?t|en)$/, '') : word;
  for (const [ending, rest, shortest] of endings)
    if (bare.endsWith(ending) && bare.length - ending.length >= shortest)
      return undoubled(bare.slice(0, bare.length - ending.length) + rest);
  return bare;
}

/** Ending, what stands in its place, and how much has to stand before it. The first one that fits is cut. */
const endings: readonly (readonly [ending: string, rest: string, shortest: number])[] = [
  ...cutTo('ier', 3, 'ierungen ierung ieren ierte iert'),
  ...cutTo('ig', 3, 'igungen igung igten igte igen igt'),
  ...cutTo('', 3, 'ungen ings ung ing'),
  ...cutTo('', 4, 'itaten itat ities ity ischen ische isch ically ical ic ously ous liche lich ly'),
  ...cutTo('at', 3, 'ations ation'),
  ...cutTo('', 4, 'ements ement'),
  ...cutTo('y', 2, 'ies'),
  ...cutTo('ss', 2, 'sses'),
  ...cutTo('t', 3, 'tes ten tem'),
  ...cutTo('', 4, 'en es er em'),
  ...cutTo('', 3, 'ed'),
  ...cutTo('ss', 1, 'ss'),
  ...cutTo('us', 1, 'us'),
  ...cutTo('is', 1, 'is'),
  ...cutTo('', 3, 's e n'),
];

function cutTo(rest: string, shortest: number, cut: string): readonly (readonly [string, string, number])[] {
  return cut.split(' ').map(ending => [ending, rest, shortest] as const);
}

/** "running" and "run". */
function undoubled(stemmed: string): string {
  return stemmed.length > 3 && /([bdgmnprt])\1$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed;
}

/** Words that say nothing of what a question is about: of both languages, and those with which agents ask. Folded. */
const stopWords = new Set(
  fold(`
s t re ve ll d m a about after again all also am an and any anything are as at back be because been before being best better between both but by can could did do does doing
done each either else even ever every everything everywhere exactly few first for from further get gets give given go goes going had has have having he
her here hers him his how i if in into is it its itself just let like likes long make makes me more much my need needs no not nothing now of
off on once one only onto ab eigen eigene eigenen eigener eigenes turn or other our ours out over own per please prefer preferred proceed rather same set setup she should some something still such sure
than that the their theirs them then there these they thing things this those to together too under until up us use used uses using very want wanted
wants was way we well were what when where whether which while who whom whose why will with within without would yes yet you your yours
aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beide beides beim bekommen bekommt bereits besser bevorzugst bis bitte brauchen brauchst
da dabei dafur damit danach dann davon hierfur hier hierzu daran darauf darin das dass dazu dein deine deinen dem den denn der deren des dessen die dies diese diesem diesen dieser dieses dir doch dort
du durch eher ein eine einem einen einer eines einsetzen er es etwas euch fur geben gegen gehen geht genutzt geschehen gibt haben hast hat hatte hier ich ihm ihn ihr ihre im immer in ins ist
ja jede jedem jeden jeder jedes jetzt kann kannst kein keine keinen konnen konnte lassen machen macht mal man mehr mein meine mich mir mit mochte mochten mochtest moglich muss mussen nach
neben nein nicht nichts noch nun nur nutzen nutzt ob oder ohne passieren passiert schon sehr sein seine selbst sich sie sind so soll sollen sollte sollten solltest sonst uber
um und uns unser unter verwende verwenden verwendet vom von vor wann war waren warum was weg welche welchem welchen welcher welches wem wen wenn wer werde werden
wie wieder will willst wir wird wirklich wo womit worauf wunsch wunschst wurde zu zuerst zum zur zwischen benutzen benutzt darf durfen durft happen happens may might most shall gelten gilt stehen steht liegen liegt
`)
    .trim()
    .split(/\s+/),
);
