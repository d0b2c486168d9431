// The conversation: chunks of rows, each row its own item's only. Stays at the end until the person scrolls away.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { WentBackRow } from '../features/back/backRows.js';
import { ChangesRow } from '../features/review/changesRow.js';
import { DocChangeRow } from '../memory/docChangeRow.js';
import { ToldRow } from '../memory/toldRow.js';
import { QuestionCard } from '../question/questionCard.js';
import type { RowChunk } from '../state/conversation.js';
import { ReadOnlyRows } from '../state/context.js';
import type { Store } from '../state/store.js';
import { isAsked } from '../state/itemStates.js';
import { strings } from '../strings.js';
import { Find } from '../find/find.js';
import { whenIdle } from '../ui/idleQueue.js';
import { AnswerRow } from './textRow.js';
import { EmptyChat } from './emptyChat.js';
import { GapRow } from './gapRow.js';
import { actOnMarkdown } from './markdownActions.js';
import { DayLine } from './messageTime.js';
import { PermissionCard } from './permissionCard.js';
import { canGoBack, NoticeRow, PromptRow } from './rows.js';
import { ThoughtRow } from './thoughtRow.js';
import { ToolRow } from './toolRow.js';

export function Transcript() {
  const { store, scroll, post, olderPages } = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (scroller.current && content.current ? scroll.attach(scroller.current, content.current) : undefined), [scroll]);
  useLayoutEffect(() => (scroller.current ? olderPages.attach(scroller.current) : undefined), [olderPages]);
  const slots = store.conversation.slots.value;
  const empty = slots.length === 0;
  useLayoutEffect(() => {
    // What there is to read in an empty chat begins at its top.
    if (empty) scroll.showBeginning();
    else scroll.begin();
  }, [empty, scroll]);
  // The first words of a chat wait for nothing that is out of sight.
  useEffect(() => (empty ? undefined : whenIdle(() => (store.hasFeet.value = true))), [empty, store]);
  const sent = store.sent.value;
  useLayoutEffect(() => {
    if (sent > 0) scroll.jumpToLatest();
  }, [sent, scroll]);
  const act = (event: MouseEvent): void => {
    actOnMarkdown(event, post, words => store.say(words));
  };
  return (
    <div class="transcript">
      <Find />
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
          {slots.map(slot => (slot.kind === 'gap' ? <GapRow key={slot.key} gap={slot} /> : <Chunk key={slot.key} chunk={slot} />))}
        </div>
      </div>
    </div>
  );
}

function Chunk({ chunk }: { readonly chunk: RowChunk }) {
  const { olderPages } = useApp();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (element.current === null ? undefined : olderPages.watchChunk(element.current, chunk)), [olderPages, chunk]);
  const readOnly = chunk.readOnly.value;
  if (!chunk.rendered.value) return <div ref={element} class="rowChunk" style={{ height: `${olderPages.heightOf(chunk)}px` }} />;
  return (
    <div ref={element} class="rowChunk">
      <ReadOnlyRows.Provider value={readOnly}>
        {chunk.ids.value.map(id => (
          <Row key={id} id={id} />
        ))}
      </ReadOnlyRows.Provider>
    </div>
  );
}

function Row({ id }: { readonly id: string }) {
  const { store } = useApp();
  const item = store.item(id)?.value;
  const begin = store.days.beginAt(id).value;
  return item === undefined ? null : (
    <>
      {begin && <DayLine begin={begin} />}
      <div class={isAsked(item) ? 'row asked' : 'row'} data-item={id} data-vscode-context={menuOf(item, store)}>
        {rowOf(item)}
      </div>
    </>
  );
}

/** What VS Code gives the commands of its menu on the row (`webview/context`), and their `when` clauses. */
function menuOf(item: TranscriptItem, store: Store): string | undefined {
  if (item.kind !== 'prompt' || item.goOn) return undefined;
  const names = { webviewSection: 'parleyMessage', parleyChat: store.chat.value, parleyMessage: item.id };
  return JSON.stringify({ ...names, parleyCanGoBack: canGoBack(item, store) });
}

function rowOf(item: TranscriptItem) {
  switch (item.kind) {
    case 'prompt':
      return <PromptRow item={item} />;
    case 'text':
      return <AnswerRow item={item} />;
    case 'tool':
      return <ToolRow item={item} />;
    case 'question':
      return <QuestionCard item={item} />;
    case 'notice':
      return <NoticeRow item={item} />;
    case 'permission':
      return <PermissionCard item={item} />;
    case 'thought':
      return <ThoughtRow item={item} />;
    case 'told':
      return <ToldRow item={item} />;
    case 'docChange':
      return <DocChangeRow item={item} />;
    case 'changes':
      return <ChangesRow item={item} />;
    case 'wentBack':
      return <WentBackRow item={item} />;
  }
}
