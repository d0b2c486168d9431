// A moment as MCP sends it, with its offset (RFC 3339), and as the card's field has it: `YYYY-MM-DDTHH:MM` by this computer's clock. Pure but for
// the time zone.

/** The moment by this computer's clock; undefined where the text is no moment with an offset. */
export function localOf(moment: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/.test(moment)) return undefined;
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return undefined;
  const year = String(at.getFullYear()).padStart(4, '0');
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** `local` with seconds and the offset that this computer's clock has at that moment. */
export function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${local}:00${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
