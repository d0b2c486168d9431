// A small picture of an image of the chat. Decoration: its name stands beside it.
import { useApp } from '../state/context.js';

/** `file`: a name in the folder of the chat's images. */
export function Thumbnail({ file }: { readonly file: string }) {
  const folder = useApp().store.images.value;
  return folder === undefined ? null : <img class="thumbnail" src={`${folder}/${file}`} alt="" loading="lazy" decoding="async" />;
}
