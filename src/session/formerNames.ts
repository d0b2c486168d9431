// The names that journals and archives of earlier versions of Parley use for what has another name now. Pure.
import type { JournalRecord } from './journalRecords.js';
import type { SessionItem } from './state.js';

/** Names of fields of a permission: the note to Claude was called *word* before. */
const formerFields: ReadonlyMap<string, string> = new Map([
  ['word', 'note'],
  ['wordWriteId', 'noteWriteId'],
  ['wordRequestId', 'noteRequestId'],
  ['wordWritten', 'noteWritten'],
]);

/** The record with the names of today; the same object where it has them. */
export function recordOfToday(record: JournalRecord): JournalRecord {
  if ('add' in record) return withItem(record, 'add', record.add);
  if ('put' in record) return withItem(record, 'put', record.put);
  // A draft of a note, as an earlier version has written it.
  if ('word' in record && 'of' in record) return { note: String(record.word), of: String(record.of) };
  return record;
}

/** The item with the names of today; the same object where it has them. */
export function itemOfToday(item: SessionItem): SessionItem {
  if (item.kind !== 'permission') return item;
  const fields = Object.entries(item);
  if (!fields.some(([name]) => formerFields.has(name))) return item;
  // The values are those of the same fields.
  return Object.fromEntries(fields.map(([name, value]) => [formerFields.get(name) ?? name, value as unknown])) as unknown as SessionItem;
}

function withItem(record: JournalRecord, name: 'add' | 'put', item: SessionItem): JournalRecord {
  const now = itemOfToday(item);
  return now === item ? record : ({ ...record, [name]: now });
}
