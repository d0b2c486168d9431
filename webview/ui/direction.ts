// The direction of a text. `dir="auto"` decides by one element's own text; a question is laid out by its text as a whole.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Decides by the first letter that has a direction, as the bidirectional algorithm does. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter !== undefined && rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
