// What is coloured in code, in the order in which the host tells the page the colours of the theme.
export const codeKinds = [
  ...(['comment', 'keyword', 'string', 'number', 'literal', 'type', 'function', 'variable', 'property', 'tag'] as const),
  ...(['regexp', 'meta', 'inserted', 'deleted'] as const),
] as const;
export type CodeKind = (typeof codeKinds)[number];
