// The text of something thrown. Must not know who shows it.

/** The message of an `Error`; a thrown value of another type as a string. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
