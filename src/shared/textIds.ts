// The ids of texts: `MESSAGE:INDEX` while a text is streamed, `MESSAGE:UUID` in the transcript, with `:1`, `:2` behind further texts
// of one line. MESSAGE is the API's id of the answer, so that the two can be known to be the same.

/** The API's id of the answer that this text is a part of. */
export function messageIdOf(textId: string): string {
  return textId.split(':', 1)[0] ?? '';
}
