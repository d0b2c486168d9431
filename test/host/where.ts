// Where a suite or a test runs, in one word. `npm run test:all` runs every one of them in both VS Codes.
import { isWholeMatrix } from '../support/tier.js';

declare global {
  /** Set where a stand-in is the module `vscode`. */
  var isInNode: true | undefined;
  /** Lets milliseconds pass at once, where a stand-in is the clock too. */
  var passTime: ((milliseconds: number) => Promise<void>) | undefined;
  /** Set by scripts/lib/suites/progress.mjs. */
  var explainFailure: (() => string) | undefined;
}

export const isInNode = globalThis.isInNode === true;

type Test = (this: Mocha.Context) => unknown;

interface Place {
  /** A suite. */
  (title: string, body: (this: Mocha.Suite) => void): void;
  it(title: string, body: Test): void;
}

function place(isHere: boolean): Place {
  const suite = (title: string, body: (this: Mocha.Suite) => void): void => {
    if (isHere) describe(title, body);
  };
  return Object.assign(suite, {
    it(title: string, body: Test) {
      if (isHere) it(title, body);
    },
  });
}

/** VS Code's own behaviour is in question: in both VS Codes. */
export const inVsCode = place(!isInNode);
/** Parley's own behaviour alone is in question: in Node, with a stand-in for VS Code. */
export const anywhere = place(isInNode || isWholeMatrix);
/** Runs in Node and in both VS Codes, for what holds the one to the other. */
export const everywhere = place(true);
