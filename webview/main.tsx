// Where the webview begins: builds everything in order, shows it, and then says that it is ready. No logic.
import { render } from 'preact';
import { Announcer } from './announcer.js';
import type { FocusTarget } from './api.js';
import { connectHost } from './api.js';
import { Composer } from './chat/composer.js';
import { Transcript } from './chat/transcript.js';
import { TranscriptScroll } from './chat/transcriptScroll.js';
import { ComposerState } from './composerState.js';
import { AppContext } from './context.js';
import { composerTarget, FocusTargets, itemTarget, questionTarget } from './focusTargets.js';
import { PreviewPage, previewInPage } from './previewPage.js';
import { Store } from './store.js';
import './styles/base.css';
import './styles/chat.css';
import './styles/markdown.css';
import './styles/composer.css';
import './styles/card.css';
import './styles/options.css';
import './styles/openCard.css';
import './styles/still.css';
import './styles/preview.css';
import { registerToolkit } from './ui/toolkit.js';

const store = new Store();
const focusTargets = new FocusTargets();
const host = connectHost(store);
const composer = new ComposerState(store, host.post);
const app = { store, post: host.post, composer, focusTargets, scroll: new TranscriptScroll() };

function takeFocus({ target, id }: FocusTarget): void {
  const question = store.firstOpenQuestion();
  if (target === 'item' && id !== undefined) focusTargets.focus(itemTarget(id));
  else focusTargets.focus(target === 'question' && question !== undefined ? questionTarget(question.id) : composerTarget);
}

registerToolkit();
const root = document.getElementById('root') ?? document.body;
const preview = previewInPage();
if (preview !== undefined) render(<PreviewPage {...preview} post={host.post} />, root);
else {
  render(
    <AppContext.Provider value={app}>
      <main class="app">
        <Transcript />
        <Composer />
        <Announcer />
      </main>
    </AppContext.Provider>,
    root,
  );
  host.begin({
    draftRestored(session, text) {
      composer.restore(session, text);
    },
    textReturned(text, because) {
      composer.takeBack(text, because);
    },
    focusAsked(target) {
      // After what the last message changed is on the page.
      requestAnimationFrame(() => {
        takeFocus(target);
      });
    },
  });
}
