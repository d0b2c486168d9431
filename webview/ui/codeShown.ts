// Where code that is on the page, or has grown, is told to the part that colours it, which comes after the first paint.
type Listener = (code: HTMLElement) => void;

let listener: Listener | undefined;
/** What was shown before anybody listened. */
const early = new Set<HTMLElement>();

/** The `code` element has new text. Its language is in `data-language`. */
export function codeShown(code: HTMLElement): void {
  if (listener === undefined) early.add(code);
  else listener(code);
}

export function onCodeShown(told: Listener): void {
  listener = told;
  for (const code of early) told(code);
  early.clear();
}
