// Owns which press of a key is Escape: the one alone. With Shift it is the key of *Stop*, which VS Code hears only where no part of the page takes it.

export function isEscape({ key, shiftKey, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent): boolean {
  return key === 'Escape' && !shiftKey && !ctrlKey && !altKey && !metaKey && !isComposing;
}
