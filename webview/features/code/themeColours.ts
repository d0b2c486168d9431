// The theme's colours of code, as the page's style sheet knows them. styles/code.css has those for a theme that the host cannot read.
import { codeKinds } from '../../../src/shared/features/code/codeKinds.js';

/** Sets the colours, which come in the order of `codeKinds`. A theme that has no colour for a kind shows it like all other words. */
export function setCodeColours(colours: readonly string[] | undefined): void {
  for (const [at, kind] of codeKinds.entries()) {
    const name = `--parley-code-${kind}`;
    if (colours === undefined) document.body.style.removeProperty(name);
    else document.body.style.setProperty(name, (colours[at] ?? '') === '' ? 'currentColor' : (colours[at] ?? ''));
  }
}
