// What a file would hold after an edit that Claude proposes, by the rules of the CLI (read in the code of 2.0.77, 2.1.100 and 2.1.329). Pure.
import type { ToolInput } from '../../shared/toolInput.js';
import { actOf, isChangeable } from '../../shared/tools.js';
import { isAtLeast } from '../version.js';
import { placeOf, replacedIn } from './placeOf.js';

/** UTF-16 code units of a file. The difference of longer ones takes too long, and VS Code does not tell an extension what is written in them. */
const longest = 1_000_000;

/** The CLI looks for line ends in so many characters. */
const readForLineEnds = 4_096;

/** 2.0.77 gives the content of `Write` the line ends of the file. */
const firstToKeepLineEnds = '2.1.100';
/** 2.0.77 and 2.1.100 drop the byte order mark in `Write`. */
const firstToKeepMark = '2.1.329';

/** The form of a file beside its text. */
interface TextForm {
  readonly lineEnd: '\n' | '\r\n';
  readonly mark: boolean;
}

/** Texts have `\n` as their line end, whatever the file has, and no byte order mark. */
export interface Proposal {
  readonly before: string;
  readonly after: string;
  /** The line ends and the byte order mark of the file that is written. */
  readonly form: TextForm;
}

/**
 * Why there is no proposal. `notFound`: the text to replace is not in the file letter by letter. `several`: it is there more than once. `missing`:
 * there is no such file. `notText`: the file is not UTF-8, or holds a NUL. `lineEnds`: of kinds that an editor would change. `tooLong`. `version`:
 * this CLI would write another text. `tool`: no tool that writes a text.
 */
export type NoProposal = 'notFound' | 'several' | 'missing' | 'notText' | 'lineEnds' | 'tooLong' | 'version' | 'tool';

export type Proposed = { readonly ok: true; readonly proposal: Proposal } | { readonly ok: false; readonly why: NoProposal };

interface FileText {
  readonly text: string;
  readonly form: TextForm;
}

const none = (why: NoProposal): Proposed => ({ ok: false, why });

/** `bytes`: of the file; undefined where there is none. `version`: of the CLI. */
export function proposed(toolName: string, input: ToolInput, bytes: Uint8Array | undefined, version: string): Proposed {
  if (!isChangeable(toolName)) return none('tool');
  const file = bytes && fileText(bytes);
  if (typeof file === 'string') return none(file);
  const made = actOf(toolName) === 'edit' ? edited(input, file) : written(input, file, version);
  if (typeof made === 'string') return none(made);
  if (Math.max(made.before.length, made.after.length) > longest) return none('tooLong');
  return isText(made.after) ? { ok: true, proposal: made } : none('notText');
}

/** UTF-8 has no half of a surrogate pair. */
function isText(text: string): boolean {
  return !text.includes('\0') && !/[\ud800-\udfff]/u.test(text);
}

export function withLineEnds(text: string, lineEnd: TextForm['lineEnd']): string {
  return lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
}

function fileText(bytes: Uint8Array): FileText | NoProposal {
  if (bytes.length > 4 * longest) return 'tooLong';
  let whole: string;
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'notText';
  }
  if (whole.includes('\0')) return 'notText';
  const mark = whole.startsWith('\ufeff');
  const text = whole.slice(mark ? 1 : 0).replaceAll('\r\n', '\n');
  // An editor takes a carriage return by itself for a line end.
  if (text.includes('\r')) return 'lineEnds';
  return { text, form: { lineEnd: usualLineEnd(whole.slice(0, readForLineEnds)), mark } };
}

function usualLineEnd(text: string): TextForm['lineEnd'] {
  const both = text.split('\n').length - 1;
  const pairs = text.split('\r\n').length - 1;
  return pairs > both - pairs ? '\r\n' : '\n';
}

const newFile: FileText = { text: '', form: { lineEnd: '\n', mark: false } };

function edited(input: ToolInput, file: FileText | undefined): Proposal | NoProposal {
  const { old_string: old, new_string: replacement, replace_all: all } = input;
  if (typeof old !== 'string' || typeof replacement !== 'string') return 'tool';
  if (file === undefined && old !== '') return 'missing';
  const { text: before, form } = file ?? newFile;
  if (replacement.includes('\r')) return 'lineEnds';
  // The CLI makes a file with an edit of nothing, also where an empty one is there.
  if (old === '') return before === '' && !form.mark ? { before, after: replacement, form } : 'notFound';
  const first = placeOf(before, old);
  if (first < 0) return 'notFound';
  if (all !== true && placeOf(before, old, first + old.length) >= 0) return 'several';
  // To replace lines by nothing takes the line end behind them too.
  const takesLineEnd = replacement === '' && !old.endsWith('\n') && placeOf(before, `${old}\n`) >= 0;
  const wanted = takesLineEnd ? `${old}\n` : old;
  return { before, after: replacedIn(before, wanted, replacement, all === true), form };
}

function written({ content }: ToolInput, file: FileText | undefined, version: string): Proposal | NoProposal {
  if (typeof content !== 'string') return 'tool';
  const { text: before, form } = file ?? newFile;
  const after = content.replaceAll('\r\n', '\n');
  const pairs = content.length - after.length;
  if (after.includes('\r') || (pairs > 0 && pairs < after.split('\n').length - 1)) return 'lineEnds';
  if (after.startsWith('\ufeff')) return 'notText';
  if ((form.lineEnd === '\r\n' || pairs > 0) && !isAtLeast(version, firstToKeepLineEnds)) return 'version';
  if (form.mark && !isAtLeast(version, firstToKeepMark)) return 'version';
  return { before, after, form: { lineEnd: pairs > 0 ? '\r\n' : '\n', mark: form.mark } };
}
