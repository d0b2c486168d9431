// The query of an editor document that belongs to an item of a chat. Pure.

/** `key`: of the chat, without a blank. An item's id comes from outside and may hold blanks. */
export function queryOf(key: string, id: string): string {
  return `${key} ${id}`;
}

export function itemOf(query: string): { readonly key: string; readonly id: string } {
  const end = query.indexOf(' ');
  return { key: query.slice(0, end), id: query.slice(end + 1) };
}
