// An option's preview or image as a page of its own, in an editor tab. The page carries the text, or the image's address.
import { useLayoutEffect } from 'preact/hooks';
import type { Post } from './state/post.js';
import { actOnMarkdown } from './chat/markdownActions.js';
import { Preview } from './question/preview.js';
import { LargeImage } from './images/optionImage.js';
import { setCodeColours } from './features/code/themeColours.js';

type PreviewPageProps = { readonly label: string; readonly codeColours?: readonly string[] } & (
  | { readonly text: string }
  | { readonly image: string }
);

/** Undefined where the page is a chat. */
export function previewInPage(): PreviewPageProps | undefined {
  const data = document.getElementById('preview')?.textContent;
  // Safe to cast, because our own host has written the page.
  return data === undefined ? undefined : (JSON.parse(data) as PreviewPageProps);
}

export function PreviewPage({ label, codeColours, post, ...shown }: PreviewPageProps & { readonly post: Post }) {
  useLayoutEffect(() => setCodeColours(codeColours), [codeColours]);
  const act = (event: MouseEvent): void => {
    actOnMarkdown(event, post);
  };
  return (
    <main class="app previewPage" onClick={act} onAuxClick={act}>
      {'image' in shown ? <LargeImage label={label} address={shown.image} /> : <Preview label={label} text={shown.text} />}
    </main>
  );
}
