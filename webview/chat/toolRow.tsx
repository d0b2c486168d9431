// The row of a tool call: a sentence, which unfolds to the whole input and the result. Several looks one behind the other are one line.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { oneLine } from '../../src/shared/plain.js';
import { planTool } from '../../src/shared/tools.js';
import type { ToolItem } from '../../src/shared/transcript.js';
import { useOpenedByHit } from '../find/openedByHit.js';
import type { LookRun } from '../state/looks.js';
import { useApp } from '../state/context.js';
import { AgentWork } from './agentWork.js';
import { ToolDetails } from './toolDetails.js';
import { useViewState } from '../state/useViewState.js';
import { strings } from '../strings.js';
import { Disclosure } from '../ui/disclosure.js';
import { Icon } from '../ui/icon.js';
import type { CallPiece, Tense } from './callWords.js';
import { callSentence, callWords } from './callWords.js';
import { PathText } from './pathText.js';

export function ToolRow({ item }: { readonly item: ToolItem }) {
  const { store } = useApp();
  const [open, setOpen] = useViewState(item.id, 'open', false);
  useOpenedByHit(item.id, setOpen);
  const run = store.looks.runOf(item.id).value;
  const [isUnfolded, unfold] = useUnfolded(run);
  const row = useRef<HTMLDivElement>(null);
  const isFirst = run?.first === item.id;
  // What the person has opened, or is led to, stays in sight.
  const isFolded = run !== undefined && !isUnfolded && !open;
  const hadFocus = isFolded && row.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    // The line of the run may be drawn only after this row.
    if (hadFocus && run)
      queueMicrotask(() =>
        document.querySelector<HTMLElement>(`[data-item="${CSS.escape(run.first)}"] button`)?.focus({ preventScroll: true }),
      );
  });
  if (isFolded && !isFirst) return null;
  return (
    <div ref={row}>
      {run !== undefined && isFirst && (
        <Disclosure
          summary={<span class="callText">{callWords.looked(run.files, run.searches)}</span>}
          open={isUnfolded}
          onToggle={unfold}
        />
      )}
      {!isFolded && <OneCall {...{ item, open, setOpen, isInRun: run !== undefined }} />}
    </div>
  );
}

/** Whether the person has unfolded the run; each of its rows has to know. */
function useUnfolded(run: LookRun | undefined): readonly [is: boolean, set: (is: boolean) => void] {
  const { store, viewState } = useApp();
  const key = `${store.chat.peek()} ${run?.first ?? ''} looks`;
  // The rows of the run draw themselves anew.
  const { turned } = store.looks;
  if (run === undefined) return [false, () => undefined];
  return [
    turned.value >= 0 && viewState.get(key) === true,
    is => {
      viewState.set(key, is || undefined);
      turned.value++;
    },
  ];
}

interface OneCallProps {
  readonly item: ToolItem;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly isInRun: boolean;
}

function OneCall({ item, open, setOpen, isInRun }: OneCallProps) {
  const { store } = useApp();
  const permission = store.permissionOf(item.id).value;
  const sentence = callSentence(item, tenseOf(item), store.workFolder.value);
  const state = stateOf(item, sentence.hasTense, permission === 'allowed');
  const line = (
    <>
      <span class="callText">
        {sentence.pieces.map((piece, at) => (
          <Piece key={at} piece={piece} />
        ))}
      </span>
      <Facts item={item} />
      {state !== '' && (
        <span class="toolState">
          {item.state === 'failed' && <Icon name="error" />}
          {state}
        </span>
      )}
    </>
  );
  return (
    <div class={isInRun ? 'callInRun' : undefined}>
      <Disclosure summary={line} open={open} onToggle={setOpen} />
      {open && <ToolDetails item={item} />}
      <AgentWork item={item} />
    </div>
  );
}

function Piece({ piece: { as, text, whole = text } }: { readonly piece: CallPiece }) {
  if (as === 'text') return <span class="callWord">{oneLine(text)}</span>;
  if (as === 'path') return <PathText text={text} isPath whole={whole} />;
  return (
    <span class={as === 'code' ? 'oneLine' : 'oneLine words'} dir="auto" title={oneLine(whole)}>
      {oneLine(text)}
    </span>
  );
}

/** What is told in numbers, behind the sentence. */
function Facts({ item: { found, changes, seconds } }: { readonly item: ToolItem }) {
  return (
    <>
      {changes !== undefined && (
        <span class="callFact">
          <span class="linesAdded">{`+${changes.added}`}</span> <span class="linesRemoved">{`−${changes.removed}`}</span>
        </span>
      )}
      {found !== undefined && <span class="callFact">{`· ${callWords.found(found)}`}</span>}
      {seconds !== undefined && <span class="callFact">{`· ${callWords.seconds(seconds)}`}</span>}
    </>
  );
}

function tenseOf({ state, standing }: ToolItem): Tense {
  if (standing === 'asked' || standing === 'waiting' || state === 'denied') return 'wants';
  if (state === 'running' || state === 'stopped' || standing === 'background' || standing === 'sent') return 'during';
  return 'done';
}

/** The word at the end of the row; empty where the sentence says it. */
function stateOf({ name, state, standing }: ToolItem, hasTense: boolean, isAllowed: boolean): string {
  const word = standing ?? (state === 'denied' && name === planTool ? 'planningAgain' : state);
  if (name === planTool && state === 'done') return strings.tool.approved;
  const isSaid = hasTense && (word === 'running' || word === 'done');
  if (isAllowed && standing === undefined) return isSaid ? strings.tool.wasAllowed : strings.tool.allowed(strings.tool[word]);
  return isSaid ? '' : strings.tool[word];
}
