// Where code that is on the page, or has grown, is told to the part that colours it, because `webview/ui` knows no feature.
type Listener = (code: HTMLElement) => void;

let listener: Listener | undefined;

/** The `code` element has new text. Its language is in `data-language`. */
export function codeShown(code: HTMLElement): void {
  listener?.(code);
}

/** Call this once, before anything is shown: what was shown earlier is not told. */
export function onCodeShown(told: Listener): void {
  listener = told;
}
