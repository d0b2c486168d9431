// An option's preview as a page of its own, in an editor tab. What it shows stands in the page.
import type { Post } from './api.js';
import { actOnMarkdown } from './chat/markdownActs.js';
import { Preview } from './question/preview.js';

interface PreviewPageProps {
  readonly label: string;
  readonly text: string;
}

/** Undefined where the page is a chat. */
export function previewInPage(): PreviewPageProps | undefined {
  const data = document.getElementById('preview')?.textContent;
  // From our own host, which has written the page.
  return data === undefined ? undefined : (JSON.parse(data) as PreviewPageProps);
}

export function PreviewPage({ label, text, post }: PreviewPageProps & { readonly post: Post }) {
  const act = (event: MouseEvent): void => {
    actOnMarkdown(event, post);
  };
  return (
    <main class="app previewPage" onClick={act} onAuxClick={act}>
      <Preview label={label} text={text} />
    </main>
  );
}
