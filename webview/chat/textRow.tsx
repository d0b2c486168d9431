// Words from Claude, as they come and when they are whole.
import { Component } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TextItem, ThoughtItem } from '../../src/shared/transcript.js';
import { GrowingCode } from '../ui/codeBlock.js';
import { codeShown } from '../ui/codeShown.js';
import { strings } from '../strings.js';
import { whenIdle } from '../ui/idleQueue.js';
import { inChat } from '../ui/markdownNodes.js';
import { MarkdownBlock } from '../ui/markdownText.js';
import type { Block, BlockGroup } from './streamingBlocks.js';
import { StreamingBlocks } from './streamingBlocks.js';
import { CopyAnswer } from './copyAnswer.js';
import { MessageFoot } from './messageTime.js';

/** Milliseconds of reading in one task. */
const readingTime = 8;
/** A growing text takes at most this part of the time: a block that cannot be read in pieces is shown less often as it becomes long. */
const share = 1 / 4;
/** So many groups at the end of a text are on the page at once; those above wait for an idle moment. */
const shownAtOnce = 2;

export function TextRow({ item }: { readonly item: TextItem | ThoughtItem }) {
  const { groups, isBehind } = useBlocks(item);
  return (
    <div class={isBehind ? 'message markdown unread' : 'message markdown'} aria-busy={item.streaming || isBehind}>
      {'by' in item && item.by === 'cli' && <p class="hint">{strings.chat.fromCli}</p>}
      {groups.map((group, index) => (
        <Group key={index} group={group} waits={isBehind || index < groups.length - shownAtOnce} />
      ))}
    </div>
  );
}

function useBlocks({ text, streaming }: TextItem | ThoughtItem): { readonly groups: readonly BlockGroup[]; readonly isBehind: boolean } {
  const [reader] = useState(() => ({ blocks: new StreamingBlocks(), groups: [] as readonly BlockGroup[], pausedUntil: 0 }));
  const [turn, setTurn] = useState(0);
  const began = performance.now();
  const pauses = streaming && began < reader.pausedUntil;
  reader.groups = useMemo(() => {
    if (pauses) return reader.groups;
    return reader.blocks.read(text, !streaming, () => performance.now() < began + readingTime);
  }, [reader, text, streaming, turn, pauses]);
  const { isBehind } = reader.blocks;
  // After those of the blocks: what they have put on the page counts.
  useLayoutEffect(() => {
    const now = performance.now();
    if (!pauses && !isBehind && now - began > readingTime) reader.pausedUntil = began + (now - began) / share;
    if (!pauses && !isBehind) return undefined;
    const timer = setTimeout(() => setTurn(turn + 1), isBehind ? 0 : reader.pausedUntil - now);
    return () => {
      clearTimeout(timer);
    };
  });
  return { groups: reader.groups, isBehind };
}

interface GroupProps {
  readonly group: BlockGroup;
  /** Decides only when the group is new. */
  readonly waits: boolean;
}

/** Is left alone while its blocks are the same, so that a long answer costs no more per word than a short one. */
class Group extends Component<GroupProps, { readonly shown: boolean }> {
  override state = { shown: !this.props.waits };
  #forget: (() => void) | undefined;

  override componentDidMount(): void {
    if (this.props.waits) this.#forget = whenIdle(() => this.setState({ shown: true }));
  }

  override componentWillUnmount(): void {
    this.#forget?.();
  }

  override shouldComponentUpdate({ group }: GroupProps, { shown }: { readonly shown: boolean }): boolean {
    return group !== this.props.group || shown !== this.state.shown;
  }

  override render({ group }: GroupProps, { shown }: { readonly shown: boolean }) {
    return <div class="blocks">{shown && group.map((block, index) => <BlockOfText key={index} block={block} />)}</div>;
  }
}

function BlockOfText({ block }: { readonly block: Block }) {
  if (block.kind === 'code') return <FencedCode code={block.code} words={block.words} language={block.language} />;
  const look = block.continues !== undefined ? `continued ${block.continues}` : block.token.type === 'heading' ? 'headed' : undefined;
  return <MarkdownBlock tokens={[block.token]} form={inChat} {...(look !== undefined && { class: look })} />;
}

/** Code that grows at its end; what is there stays. */
function FencedCode({ code, words, language }: Omit<Extract<Block, { kind: 'code' }>, 'kind'>) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef({ code: '', block: new GrowingCode(words, language) });
  useLayoutEffect(() => {
    if (!code.startsWith(shown.current.code)) shown.current = { code: '', block: new GrowingCode(words, language) };
    const { block, code: before } = shown.current;
    block.append(code.slice(before.length));
    shown.current.code = code;
    if (block.frame.parentNode !== place.current) place.current?.replaceChildren(block.frame);
    codeShown(block.code);
  }, [code]);
  return <div ref={place} />;
}

/** An answer of Claude's; once it is whole, with its time and the button that copies it. */
export function AnswerRow({ item }: { readonly item: TextItem }) {
  const isWhole = !item.streaming && item.text.trim() !== '';
  return (
    <>
      <TextRow item={item} />
      {isWhole && <MessageFoot at={item.at}>{item.by !== 'cli' && <CopyAnswer text={item.text} />}</MessageFoot>}
    </>
  );
}
