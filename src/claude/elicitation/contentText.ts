/** The content that a server gets, as the card shows it. */
export function contentText(content: unknown): string {
  return JSON.stringify(content, null, 2);
}
