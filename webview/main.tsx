// Entry of the webview: builds everything in order, renders it, and posts `ready`. No logic.
import { render } from 'preact';
import type { HostMessage } from '../src/shared/contract/toView.js';
import type { Variant } from '../src/shared/variant.js';
import { Announcer } from './a11y/announcer.js';
import { connectHost } from './state/api.js';
import { Composer } from './chat/composer.js';
import { decideByKey } from './chat/decideByKey.js';
import { sayLinkProblem } from './chat/markdownActions.js';
import { OlderPages } from './chat/olderPages.js';
import { FindState } from './find/findState.js';
import { Reading } from './state/reading.js';
import { ShownChat } from './chat/shownChat.js';
import { Transcript } from './chat/transcript.js';
import { TranscriptScroll } from './chat/transcriptScroll.js';
import { ComposerState } from './state/composerState.js';
import { AppContext } from './state/context.js';
import { composerTarget, FocusTargets, itemTarget, PageFocus, questionTarget } from './a11y/focusTargets.js';
import { PreviewPage, previewInPage } from './previewPage.js';
import { colourCode } from './features/code/colouring.js';
import { Store } from './state/store.js';
import './styles/base.css';
import './styles/chat.css';
import './styles/markdown.css';
import './styles/code.css';
import './styles/composer.css';
import './styles/comments.css';
import './styles/mentions.css';
import './styles/meters.css';
import './styles/card.css';
import './styles/options.css';
import './styles/openCard.css';
import './styles/memory.css';
import './styles/plan.css';
import './styles/back.css';
import './styles/still.css';
import './styles/preview.css';
import { registerToolkit } from './ui/toolkit.js';

/** Milliseconds in which VS Code gives the focus where it does: 20 to 50 on a quiet machine. */
const focusTime = 200;
let focusTimer: ReturnType<typeof setTimeout> | undefined;

const store = new Store();
const focusTargets = new FocusTargets(letter => composer.type(composer.text.peek() + letter));
const pageFocus = new PageFocus();
/** The chat of the last snapshot. */
let shown: string | undefined;
const host = connectHost(store);
const composer = new ComposerState(store, host.post);
const scroll = new TranscriptScroll();
const reading = new Reading(store, host.post, () => {
  scroll.growsAbove();
});
const olderPages = new OlderPages(store, reading);
const find = new FindState(reading, host.post);
const app = { store, viewState: host.viewState, post: host.post, composer, focusTargets, scroll, reading, olderPages, find };

function takeFocus({ target, id, sought }: Variant<HostMessage, 'focus'>): void {
  const waiting = store.asked(id);
  if (sought !== undefined) find.openAt(sought.words, sought.hit);
  else if (target === 'item' && id !== undefined) {
    store.conversation.show(id);
    focusTargets.focus(itemTarget(id));
  } else if (target === 'composer' || waiting === undefined) focusTargets.focus(composerTarget);
  else {
    store.conversation.show(waiting.id);
    focusTargets.focus(waiting.kind === 'question' ? questionTarget(waiting.id) : itemTarget(waiting.id));
  }
}

registerToolkit();
colourCode(host.post);
const root = document.getElementById('root') ?? document.body;
const preview = previewInPage();
if (preview !== undefined) render(<PreviewPage {...preview} post={host.post} />, root);
else {
  render(
    <AppContext.Provider value={app}>
      <main class="app">
        <ShownChat>
          <Transcript />
          <Composer />
        </ShownChat>
        <Announcer />
      </main>
    </AppContext.Provider>,
    root,
  );
  for (const type of ['focus', 'blur'] as const) {
    addEventListener(type, () => {
      host.post({ type: 'pageFocus', focused: type === 'focus' });
    });
  }
  host.begin(reading, {
    draftRestored(chat, text, branch) {
      // The target is in the chat that was shown before.
      if (chat !== shown) pageFocus.forget();
      shown = chat;
      composer.restore(chat, text, branch);
      find.begin(chat);
    },
    attachmentsChanged(attachments) {
      composer.added(attachments);
    },
    imageChosen({ name, base64, chat }) {
      composer.addImage(new Blob([Uint8Array.from(atob(base64), character => character.charCodeAt(0))]), name, chat);
    },
    answerImage({ image }) {
      store.imageDone(image);
    },
    notAttached({ id }) {
      composer.notAdded(id);
    },
    found(hits) {
      if (hits.chat === shown) find.receive(hits);
    },
    returned({ text, because }) {
      composer.takeBack(text, because);
    },
    typedSince({ chat, text }) {
      composer.typedSince(chat, text);
    },
    decide(decision) {
      if (decision.chat === shown) decideByKey(decision);
    },
    linkProblem(problem) {
      sayLinkProblem(problem);
      store.say(problem.text);
    },
    focusGiven({ again = false }) {
      if (again) {
        // VS Code takes the frame around the page for the page once a list has given the focus back to it, and does nothing however often it is asked.
        // Behind the frame in which `focus` begins to wait.
        requestAnimationFrame(() => {
          if (pageFocus.isWaiting) window.focus();
        });
        return;
      }
      // A focus that is asked for twice goes away once between, and takes a list from the person that was opened meanwhile.
      clearTimeout(focusTimer);
      focusTimer = setTimeout(() => {
        if (pageFocus.isWaiting) host.post({ type: 'notFocused' });
      }, focusTime);
    },
    focus(target) {
      focusTargets.asked(target.late === true);
      // After the last message's changes are on the page.
      requestAnimationFrame(() => {
        pageFocus.whenHere(() => {
          takeFocus(target);
        });
      });
    },
  });
  // VS Code may have given the focus before there was anybody to hear of it.
  if (document.hasFocus()) host.post({ type: 'pageFocus', focused: true });
}
