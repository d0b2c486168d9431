// The mark that Claude puts behind the label of an option that it recommends. Pure.

/** Claude marks the option by a suffix of the label. The label stays whole in the accessible name and in the answer. */
export function splitRecommended(label: string): { readonly text: string; readonly recommended: boolean } {
  const text = label.replace(/\s*\(recommended\)\s*$/i, '');
  return text === '' ? { text: label, recommended: false } : { text, recommended: text !== label };
}
