// The mark that Claude puts behind the label of an option that it recommends. Pure.
import { withoutRecommended } from '../../src/shared/textEnds.js';

/** Claude marks the option by a suffix of the label. The label stays whole in the accessible name and in the answer. */
export function splitRecommended(label: string): { readonly text: string; readonly recommended: boolean } {
  const text = withoutRecommended(label);
  return { text, recommended: text !== label };
}
