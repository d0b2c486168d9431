// Finds the images in a clipboard or a drop. Knows nothing of their content.

/** The pasted image; undefined where the clipboard holds words too, as from a table or a page. */
export function imageIn(clipboard: DataTransfer | null): File | undefined {
  if (clipboard === null || clipboard.types.includes('text/plain')) return undefined;
  return imagesIn(clipboard)[0];
}

export function imagesIn(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
