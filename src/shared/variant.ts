// The type of one member of a union. Types only.

/** The member of a union of `{type: …}` objects that has this `type`. */
export type Variant<Union extends { readonly type: string }, Type extends Union['type']> = Extract<Union, { readonly type: Type }>;
