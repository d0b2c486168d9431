// An option's preview as a page of its own, in an editor tab. The page carries its text.
import type { Post } from './state/post.js';
import { actOnMarkdown } from './chat/markdownActions.js';
import { later } from './state/laterCode.js';

interface PreviewPageProps {
  readonly label: string;
  readonly text: string;
}

/** Undefined where the page is a chat. */
export function previewInPage(): PreviewPageProps | undefined {
  const data = document.getElementById('preview')?.textContent;
  // Safe to cast, because our own host has written the page.
  return data === undefined ? undefined : (JSON.parse(data) as PreviewPageProps);
}

export function PreviewPage({ label, text, post }: PreviewPageProps & { readonly post: Post }) {
  const Preview = later.value?.Preview;
  const act = (event: MouseEvent): void => {
    actOnMarkdown(event, post);
  };
  return (
    <main class="app previewPage" onClick={act} onAuxClick={act}>
      {Preview && <Preview label={label} text={text} />}
    </main>
  );
}
