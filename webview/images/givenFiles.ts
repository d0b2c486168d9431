// Finds the files in a clipboard or a drop. Knows nothing of their content.

export interface GivenFiles {
  readonly images: readonly File[];
  /** There are files that are no images. */
  readonly hasOthers: boolean;
}

/** The pasted files; none where the clipboard holds words too, as from a table or a page. */
export function pastedFiles(clipboard: DataTransfer | null): GivenFiles {
  return filesIn(clipboard?.types.includes('text/plain') === true ? null : clipboard);
}

export function filesIn(transfer: DataTransfer | null): GivenFiles {
  const all = [...(transfer?.files ?? [])];
  const images = all.filter(({ type }) => type.startsWith('image/'));
  return { images, hasOthers: images.length < all.length };
}
