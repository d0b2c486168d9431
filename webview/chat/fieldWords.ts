// The fields of the input of Claude's own tools in words.
import type { PermissionPart } from '../../src/shared/transcript.js';
import { numberText, t, unitText } from '../l10n.js';

/** The words for the tools' own names of fields (2.0.77, 2.1.100, 2.1.329). */
const names: ReadonlyMap<string, string> = new Map([
  ['file_path', t('File')],
  ['notebook_path', t('Notebook')],
  ['path', t('Place')],
  ['command', t('Command')],
  ['content', t('Content')],
  ['new_source', t('Content')],
  ['pattern', t('Pattern')],
  ['url', t('Address')],
  ['query', t('Words')],
  ['prompt', t('Prompt')],
  ['description', t('What for')],
  ['subagent_type', t('Kind of agent')],
  ['model', t('Model')],
  ['skill', t('Skill')],
  ['args', t('Arguments')],
  ['timeout', t('Time limit')],
  ['run_in_background', t('In the background')],
  ['offset', t('From line')],
  ['limit', t('Lines')],
  ['replace_all', t('Every place')],
  ['glob', t('Only files')],
  ['type', t('Only files of type')],
  ['output_mode', t('Shows')],
  ['head_limit', t('At most')],
  ['multiline', t('Across lines')],
  ['-i', t('Ignoring case')],
  ['-n', t('With line numbers')],
  ['-A', t('Lines after')],
  ['-B', t('Lines before')],
  ['-C', t('Lines around')],
  ['cell_id', t('Cell')],
  ['cell_type', t('Kind of cell')],
  ['edit_mode', t('Kind of change')],
  ['allowed_domains', t('Only these sites')],
  ['blocked_domains', t('Not these sites')],
  ['todos', t('To-do list')],
]);

const outputModes: ReadonlyMap<string, string> = new Map([
  ['content', t('lines')],
  ['files_with_matches', t('files')],
  ['count', t('counts')],
]);

/** A short field in words; undefined where only its own characters say all of it. */
interface FieldInWords {
  readonly name: string;
  /** Undefined: the value is shown as it is. */
  readonly value?: string;
}

/** The most characters of a short text. */
const short = 200;

/** Nothing happens otherwise than without the field. */
export function isAsWithout({ as, ...part }: PermissionPart): boolean {
  return as === 'text' && 'text' in part && part.text === 'false' && onlyWhenTrue.has(part.name);
}

const onlyWhenTrue: ReadonlySet<string> = new Set(['replace_all', 'run_in_background', 'multiline', '-i', '-n']);

/** The field in one line: of one of Claude's own tools, short, and whole. */
export function fieldInWords(part: PermissionPart): FieldInWords | undefined {
  if (part.as === 'diff' || part.cut === true || part.lines > 1 || part.text.includes('\n') || part.text.length > short) return undefined;
  const name = names.get(part.name);
  if (name === undefined) return undefined;
  const value = valueOf(part.name, part.text);
  return { name, ...(value !== undefined && { value }) };
}

function valueOf(name: string, text: string): string | undefined {
  if (text === 'true') return t('yes');
  if (text === 'false') return t('no');
  if (name === 'timeout') return durationOf(text) || undefined;
  if (name === 'output_mode') return outputModes.get(text);
  return /^\d{1,9}$/.test(text) && name !== 'cell_id' ? numberText(Number(text)) : undefined;
}

/** The exact duration of so many milliseconds in words: "2 min", "90.5 sec"; empty where the text is no number of them. */
export function durationOf(text: string): string {
  const all = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  if (all === 0) return '';
  if (all % 60_000 === 0) return unitText(all / 60_000, 'minute');
  return all < 1_000 ? unitText(all, 'millisecond') : unitText(all / 1_000, 'second');
}
