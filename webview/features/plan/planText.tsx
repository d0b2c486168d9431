// A plan to read and to comment on: as Markdown by blocks, or as written by lines. Each passage has a button, and its comments below it.
import type { ComponentChildren } from 'preact';
import type { Token } from 'marked';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isEscape } from '../../a11y/escapeKey.js';
import type { PlanComment } from '../../../src/shared/features/plan/planComments.js';
import { ExactWords } from '../../chat/exactText.js';
import { GrowingTextBox } from '../../ui/growingTextBox.js';
import { inCard } from '../../ui/markdownNodes.js';
import { MarkdownBlock } from '../../ui/markdownText.js';
import { SmallButton } from '../../ui/smallButton.js';
import { planPieces } from './planPieces.js';
import { planStrings as words } from './planStrings.js';
import type { Lines, PlanSaid } from './planWords.js';
import { isOn, withComment } from './planWords.js';

interface PlanTextProps {
  readonly plan: string;
  /** The tokens of the whole plan. */
  readonly tokens: readonly Token[];
  readonly lines: readonly string[];
  readonly asWritten: boolean;
  /** Undefined where this window cannot decide. */
  readonly said: PlanSaid | undefined;
}

export function PlanText({ plan, tokens, lines, asWritten, said }: PlanTextProps) {
  const pieces = useMemo(() => (asWritten ? [] : planPieces(plan, tokens)), [plan, tokens, asWritten]);
  const [written, setWritten] = useState<Lines | undefined>(undefined);
  // One whose last letter was deleted is written still, also where no passage has its lines.
  const isEmpty = written !== undefined && said?.comments.some(one => isOn(one, written)) === false;
  const all = withComment(said?.comments ?? [], isEmpty ? { ...written, text: '' } : undefined);
  const passages = asWritten
    ? lines.map((line, index) => ({ first: index + 1, last: index + 1, show: <WrittenLine number={index + 1} line={line} /> }))
    : pieces.map(({ first, last, tokens: shown }) => ({
        first,
        last,
        show: <Block tokens={shown} />,
      }));
  return (
    <div
      class={asWritten ? 'planText written' : 'planText markdown inCard'}
      role="group"
      aria-label={words.plan}
      dir={asWritten ? 'ltr' : 'auto'}
    >
      {passages.map(({ first, last, show }, index) => {
        const before = passages[index - 1]?.last ?? 0;
        // A comment is shown behind its last line, also where the passages have other borders than it.
        const comments = all.filter(one => one.last > before && (one.last <= last || index === passages.length - 1));
        return (
          <Passage key={first} {...{ first, last, comments, said, written }} onWrite={setWritten}>
            {show}
          </Passage>
        );
      })}
    </div>
  );
}

function Block({ tokens }: { readonly tokens: readonly Token[] }) {
  const [token] = tokens;
  // Markdown leaves it out.
  if (token?.type === 'def') return <p class="planBlock hint planSaid">{token.raw.trimEnd()}</p>;
  return <MarkdownBlock tokens={tokens} form={inCard} class={token?.type === 'heading' ? 'planHeading' : 'planBlock'} />;
}

function WrittenLine({ number, line }: { readonly number: number; readonly line: string }) {
  return (
    <code class="planLine">
      <span class="planNumber" aria-hidden="true">
        {number}
      </span>
      <span class="planWords">
        <ExactWords text={line} />
      </span>
    </code>
  );
}

interface PassageProps extends Lines {
  readonly comments: readonly PlanComment[];
  readonly said: PlanSaid | undefined;
  /** The lines whose comment is being written. */
  readonly written: Lines | undefined;
  readonly onWrite: (on: Lines | undefined) => void;
  readonly children: ComponentChildren;
}

function Passage({ first, last, comments, said, written, onWrite, children }: PassageProps) {
  return (
    <div class="planPassage">
      <div class="planRow">
        {children}
        {said !== undefined && <SmallButton label={words.comment(first, last)} icon="add" onPress={() => onWrite({ first, last })} />}
      </div>
      {said !== undefined &&
        comments.map(comment => (
          <Comment
            key={`${comment.first}-${comment.last}`}
            comment={comment}
            isOpen={written !== undefined && isOn(written, comment)}
            onText={text => said.comment(comment, text)}
            onWrite={onWrite}
          />
        ))}
    </div>
  );
}

interface CommentProps {
  readonly comment: PlanComment;
  readonly isOpen: boolean;
  readonly onText: (text: string) => void;
  readonly onWrite: (on: Lines | undefined) => void;
}

function Comment({ comment, isOpen, onText, onWrite }: CommentProps) {
  const { first, last, text } = comment;
  const box = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (isOpen) box.current?.focus();
    // The button that stands where the box was.
    else if (wasOpen.current && document.activeElement === document.body) frame.current?.querySelector('button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  /** What is left has the focus: the button of the passage. */
  const leave = (): void => {
    frame.current?.closest('.planPassage')?.querySelector<HTMLElement>('.planRow > .smallButton')?.focus();
  };
  return (
    <div ref={frame} class="planComment">
      {isOpen ? (
        <div data-aside class="note">
          <GrowingTextBox
            label={words.comment(first, last)}
            placeholder={words.placeholder}
            text={text}
            boxRef={box}
            onText={onText}
            onKeyDown={event => {
              const isDone = isEscape(event) || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
              if (!isDone || event.isComposing) return;
              event.preventDefault();
              event.stopPropagation();
              leave();
              onWrite(undefined);
            }}
          />
        </div>
      ) : (
        <p class="planSaid" dir="auto">
          <span class="hint">{words.you}</span> {text}
        </p>
      )}
      <div class="smallActs">
        {!isOpen && <SmallButton label={words.change(first, last)} text={words.changeShort} onPress={() => onWrite(comment)} />}
        <SmallButton
          label={words.remove(first, last)}
          text={words.removeShort}
          onPress={() => {
            leave();
            onText('');
            if (isOpen) onWrite(undefined);
          }}
        />
      </div>
    </div>
  );
}
