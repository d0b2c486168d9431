// The picture of an option: a small one on the card, which opens in an editor tab, or a sentence where it cannot be shown. The host reads and
// checks it; the page shows what the host has put into the folder of the chat's images.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { isData } from '../../src/shared/optionImages.js';
import type { ImageProblem, OptionImage as Shown } from '../../src/shared/optionImages.js';
import { oneLine } from '../../src/shared/plain.js';
import { useApp } from '../state/context.js';
import type { ReadOptionImage, Store } from '../state/store.js';
import { Icon } from '../ui/icon.js';
import { strings } from '../strings.js';

interface OptionImageProps {
  /** The image by the option's name for it. */
  readonly image: string;
  /** The id of the question's item. */
  readonly question: string;
  /** The person has acted on the question. */
  readonly settled?: boolean;
  readonly label: string;
  /** False where keys come to it by another way. */
  readonly inTabOrder?: boolean;
}

export function OptionImage({ image, question, settled = false, label, inTabOrder = true }: OptionImageProps) {
  const shown = useShown(question, image, settled);
  if (shown === undefined) return null;
  if ('problem' in shown) return <Problem problem={shown.problem} image={image} />;
  return <Picture file={shown.file} label={label} inTabOrder={inTabOrder} otherwise={<Problem problem="unreadable" image={image} />} />;
}

interface PictureProps {
  /** A name in the folder of the chat's images. */
  readonly file: string;
  readonly label: string;
  readonly inTabOrder?: boolean;
  /** Shown where the picture cannot be. */
  readonly otherwise: ComponentChildren;
}

/** A small picture, which opens in an editor tab. */
export function Picture({ file, label, inTabOrder = true, otherwise }: PictureProps) {
  const { store, post } = useApp();
  const [broken, setBroken] = useState<string | undefined>(undefined);
  const folder = store.images.value?.address;
  const address = `${folder ?? ''}/${file}`;
  if (folder === undefined || broken === address) return <>{otherwise}</>;
  return (
    <button
      type="button"
      class="picture"
      aria-label={strings.optionImage.enlarge(label)}
      title={strings.optionImage.enlarge(label)}
      tabIndex={inTabOrder ? undefined : -1}
      onClick={() => {
        post({ type: 'openImage', file, label });
      }}
    >
      <img
        src={address}
        alt={label}
        decoding="async"
        draggable={false}
        onError={() => {
          setBroken(address);
        }}
      />
    </button>
  );
}

/** The most characters of a file's name in a sentence. */
const longestName = 100;

function Problem({ problem, image }: { readonly problem: ImageProblem; readonly image: string }) {
  const { problems, broken } = strings.optionImage;
  return (
    <p class="pictureProblem hint">
      <Icon name="warning" />
      <span>{isData(image) ? broken : problems[problem](oneLine(image.replace(/^.*[\\/]/s, ''), longestName))}</span>
    </p>
  );
}

/** The image in the preview's own editor tab. */
export function LargeImage({ address, label }: { readonly address: string; readonly label: string }) {
  const [broken, setBroken] = useState(false);
  return (
    <div class="preview">
      <div class="previewHead hint">
        <span class="previewName" dir="auto">
          {label}
        </span>
      </div>
      <div class="largeImage" tabIndex={0} role="group" aria-label={label}>
        {broken ? (
          <p class="hint">{strings.optionImage.broken}</p>
        ) : (
          <img
            src={address}
            alt={label}
            onError={() => {
              setBroken(true);
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Asks for the image when its option comes on the page. Undefined while the host reads. */
function useShown(question: string, image: string, settled: boolean): Shown | undefined {
  const { store, post, reading } = useApp();
  const snapshots = store.snapshots.value;
  const read = useMemo(
    () => known(store, question, image) ?? { question, image, shown: signal<Shown | undefined>(undefined) },
    [store, question, image, snapshots],
  );
  useLayoutEffect(() => {
    if (known(store, question, image) === read) return undefined;
    const id = reading.nextId();
    store.optionImages.set(id, read);
    post({ type: 'readOptionImage', id, question, image, ...(settled && { settled }) });
    return () => {
      // An image that is here is not asked for again, as when the options are filtered. What failed is, because its file may be there by then.
      if (!isHere(read)) store.optionImages.delete(id);
    };
  }, [store, post, reading, question, image, read]);
  return read.shown.value;
}

/** An image that the host has kept for this question: a later one may name a file that has changed since. */
function known(store: Store, question: string, image: string): ReadOptionImage | undefined {
  return [...store.optionImages.values()].find(read => read.question === question && read.image === image && isHere(read));
}

function isHere({ shown }: ReadOptionImage): boolean {
  const value = shown.peek();
  return value !== undefined && 'file' in value;
}
