// The words for one part of a tool's result. Pure.

interface ResultPart {
  readonly type: string;
  readonly text?: string | undefined;
  readonly source?: { readonly media_type?: string | undefined; readonly data?: string | undefined } | undefined;
}

/** Its text; of an image its kind and size. */
export function partText({ type, text, source }: ResultPart): string {
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
