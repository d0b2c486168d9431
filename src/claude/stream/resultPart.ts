// The words for one part of a tool's result. Pure.
import type { ContentBlock } from './wire.js';

interface ResultPart {
  readonly type: string;
  readonly text?: string | undefined;
  readonly source?: { readonly media_type?: string | undefined; readonly data?: string | undefined } | undefined;
}

/** Its text; of an image its kind and size. */
function partText({ type, text, source }: ResultPart): string {
  if (type !== 'image') return text ?? '';
  const kind = (source?.media_type ?? '').replace(/^image\//, '').toUpperCase();
  // Base64 has four characters for three bytes.
  const { data = '' } = source ?? {};
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const bytes = Math.floor(((data.length - padding) * 3) / 4);
  const size =
    bytes < 1_000 ? `${bytes} B` : bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `[Image${kind === '' ? '' : `: ${kind}`}${bytes === 0 ? '' : `, ${size}`}]`;
}

/** The whole result of a tool call. */
export function resultTextOf({ content }: Extract<ContentBlock, { readonly tool_use_id: string }>): string {
  return typeof content === 'string' ? content : (content ?? []).map(partText).join('\n');
}

const [begin, end] = ['<tool_use_error>', '</tool_use_error>'];

/** The tags around an error are for Claude, and more of the CLI's may follow them. An answer has none: only a question that was refused. */
export function withoutErrorTags(text: string): string {
  const start = text.trimStart();
  const stop = start.startsWith(begin) ? start.lastIndexOf(end) : -1;
  return stop < 0 ? text : `${start.slice(begin.length, stop)}${start.slice(stop + end.length)}`.trim();
}
