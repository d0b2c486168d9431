// A small picture of an image of the chat, or the mark that its file is gone. Its name stands beside it.
import { useState } from 'preact/hooks';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { Icon } from '../ui/icon.js';

/** `file`: a name in the folder of the chat's images. */
export function Thumbnail({ file }: { readonly file: string }) {
  const folder = useApp().store.images.value?.address;
  const [gone, setGone] = useState<string | undefined>(undefined);
  const address = `${folder ?? ''}/${file}`;
  if (folder === undefined || gone === address) {
    return (
      <span class="goneImage">
        <Icon name="warning" />
        {strings.image.gone}
      </span>
    );
  }
  return (
    <img
      class="thumbnail"
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => {
        setGone(address);
      }}
    />
  );
}
