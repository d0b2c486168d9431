// The conversation: pages of rows, each row its own item's only. Stays at the end until the person scrolls away.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { QuestionCard } from '../question/questionCard.js';
import type { Page } from '../store.js';
import { isAsked } from '../store.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { EmptyChat } from './emptyChat.js';
import { actOnMarkdown } from './markdownActs.js';
import { useHiddenPages } from './olderPages.js';
import { PermissionCard } from './permissionCard.js';
import { NoticeRow, PromptRow, ToolRow } from './rows.js';
import { TextRow } from './textRow.js';

export function Transcript() {
  const { store, scroll, post } = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (scroller.current && content.current ? scroll.attach(scroller.current, content.current) : undefined), [scroll]);
  const pages = store.pages.value;
  const empty = pages.length === 0;
  useLayoutEffect(() => {
    // What there is to read in an empty chat begins at its top.
    if (empty) scroll.showBeginning();
    else scroll.jumpToLatest();
  }, [empty, scroll]);
  const hidden = useHiddenPages(pages, scroll);
  const act = (event: MouseEvent): void => {
    actOnMarkdown(event, post);
  };
  return (
    <div class="transcript">
      {/* Not live: a screen reader would read every word as it streams, and a card twice. The announcer says what waits. */}
      <div
        ref={scroller}
        class="scroller"
        role="log"
        aria-live="off"
        aria-label={strings.chat.conversation}
        tabIndex={0}
        onClick={act}
        onAuxClick={act}
      >
        <div ref={content} class="rows">
          {empty && store.loaded.value ? <EmptyChat /> : <h1 class="visuallyHidden">{strings.empty.title}</h1>}
          {pages.map((page, index) => index >= hidden && <PageOfRows key={index} page={page} />)}
        </div>
      </div>
      {!empty && <JumpToLatest />}
    </div>
  );
}

/** A page that is far away costs one box, however many rows it has. */
function PageOfRows({ page }: { readonly page: Page }) {
  return (
    <div class="page">
      {page.value.map(id => (
        <Row key={id} id={id} />
      ))}
    </div>
  );
}

function Row({ id }: { readonly id: string }) {
  const { store } = useApp();
  const item = store.item(id)?.value;
  return item === undefined ? null : <div class={isAsked(item) ? 'row asked' : 'row'}>{rowOf(item)}</div>;
}

function rowOf(item: TranscriptItem) {
  switch (item.kind) {
    case 'prompt':
      return <PromptRow item={item} />;
    case 'text':
      return <TextRow item={item} />;
    case 'tool':
      return <ToolRow item={item} />;
    case 'question':
      return <QuestionCard item={item} />;
    case 'permission':
      return <PermissionCard item={item} />;
    case 'notice':
      return <NoticeRow item={item} />;
  }
}

function JumpToLatest() {
  const { scroll } = useApp();
  if (scroll.following.value) return null;
  return (
    <div class="jump">
      <Button
        look="icon"
        label={strings.chat.jumpToLatest}
        icon="arrowDown"
        onPress={() => {
          scroll.jumpToLatest();
        }}
      />
    </div>
  );
}
