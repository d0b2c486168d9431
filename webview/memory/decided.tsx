// Earlier decisions on an open card: asks the host for them, shows them, and fills one in as a draft. Must not send an answer. Earlier
// questions and answers are shown as text, never as Markdown.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EarlierDecision } from '../../src/shared/contract/toView.js';
import { oneLine } from '../../src/shared/plain.js';
import type { Answer } from '../../src/shared/question.js';
import { daysBetween, fullTime } from '../../src/shared/timeAgo.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { questionTitle } from '../question/model/draft.js';
import type { QuestionPartProps } from '../question/open/cardContract.js';
import { useApp } from '../state/context.js';
import { SmallButton } from '../ui/smallButton.js';
import { ageWords } from './ageWords.js';
import { WithPart } from './withPart.js';
import { questionWords } from '../question/words.js';
import { memoryWords } from './words.js';

const words = memoryWords.decided;

/** The most characters of what was said and asked then, of a branch or a file, and of what was said in the name of a button. */
const longest = { said: 160, asked: 300, name: 120, button: 24 };
/** More files are counted. */
const mostFiles = 3;

/** The items whose earlier decisions were announced: a chat that is shown again says nothing new. */
const announced = new Set<string>();

/** Asks for what was decided before when the card is shown, and announces it, because it comes after the card. Shows nothing. */
export function ReadDecided({ item: { id, questions } }: { readonly item: QuestionItem }) {
  const { store, post } = useApp();
  const snapshots = store.snapshots.value;
  useLayoutEffect(() => {
    post({ type: 'readDecided', question: id });
  }, [post, id, snapshots]);
  const found = store.decided.value.get(id);
  useLayoutEffect(() => {
    if (found === undefined || found.length === 0 || announced.has(id)) return;
    announced.add(id);
    store.aside.value = found
      .filter(({ isRefused }) => isRefused !== true)
      .map(decided => {
        const asked = questions.length > 1 ? questions[decided.position] : undefined;
        const sentence = saidWords(decided).replace('{0}', () => oneLine(decided.said, longest.said));
        return asked === undefined ? sentence : questionWords.card.about(questionTitle(asked, decided.position), sentence);
      })
      .join(' ');
  }, [store, id, questions, found]);
  return null;
}

interface DecidedProps extends QuestionPartProps {
  readonly decided: EarlierDecision;
  /** The id of the words, which describe the question's control. */
  readonly id: string;
}

export function Decided({ asked, index, state, decided, id }: DecidedProps) {
  const { store, post } = useApp();
  const { decision, answer } = decided;
  const title = questionTitle(asked, index);
  const isRefused = decided.isRefused === true;
  /** What stood there at the press; undefined once the host has replied. */
  const judged = useRef<boolean | undefined>(undefined);
  // Only once the host has said so, because the disk may refuse it: then its reply is the same as before, and what another view changes later is not
  // of this press. The strip stays where it is, so that a press by mistake can be taken back.
  useLayoutEffect(() => {
    const { current: before } = judged;
    judged.current = undefined;
    if (before === undefined || before === isRefused) return;
    const sentence = (isRefused ? words.refused : saidWords(decided)).replace('{0}', () => oneLine(decided.said, longest.said));
    store.say(questionWords.card.about(title, sentence));
  }, [decided]);
  return (
    <div class="decidedBefore">
      <div id={id} class="decidedWords">
        <p dir="auto">
          <WithPart words={isRefused ? words.refused : saidWords(decided)}>
            <strong dir="auto" title={fullTime(decided.at, document.documentElement.lang)}>
              {oneLine(decided.said, longest.said)}
            </strong>
          </WithPart>
        </p>
        {!isRefused && <More {...{ asked, decided }} />}
      </div>
      {!isRefused && answer !== undefined && asked.options.length > 0 && (
        <kbd class="shortcut" aria-hidden="true">
          s
        </kbd>
      )}
      <div class="smallActs">
        {!isRefused && answer !== undefined && <FillIn {...{ asked, index, state, answer }} said={decided.said} />}
        {!isRefused && (
          <SmallButton
            label={words.showNamed(title)}
            text={words.show}
            onPress={() => {
              post({ type: 'openDecision', decision });
            }}
          />
        )}
        {/* The same button before and after, so that it keeps the focus. */}
        <SmallButton
          label={isRefused ? memoryWords.docChange.undoNamed(title) : words.notTheSameNamed(title)}
          text={isRefused ? memoryWords.docChange.undo : words.notTheSame}
          onPress={() => {
            judged.current = isRefused;
            post({ type: 'judgeLikeness', question: state.id, position: index, decision, isSame: isRefused });
          }}
        />
      </div>
    </div>
  );
}

/** What makes it doubtful that the same holds now. */
function More({ asked, decided }: Pick<DecidedProps, 'asked' | 'decided'>) {
  const { branch, changed } = decided;
  const files = changed.slice(0, mostFiles);
  return (
    <>
      {decided.asked.trim() !== asked.question.trim() && <p dir="auto">{words.asked(oneLine(decided.asked, longest.asked))}</p>}
      {(branch !== undefined || files.length > 0) && (
        <p dir="auto">
          {branch !== undefined && (
            <WithPart words={words.branch}>
              <code dir="ltr">{oneLine(branch, longest.name)}</code>
            </WithPart>
          )}{' '}
          {files.length > 0 && (
            <WithPart words={words.changed(files.length, changed.length - files.length)}>
              {files.map((file, position) => (
                <>
                  {position > 0 && ', '}
                  <code dir="ltr">{oneLine(file, longest.name)}</code>
                </>
              ))}
            </WithPart>
          )}
        </p>
      )}
    </>
  );
}

/** A button beside the question that leads to what was decided: that stands behind the options, which may reach below the fold. */
export function ToDecided({ asked, index, id }: Pick<DecidedProps, 'asked' | 'index' | 'id'>) {
  return (
    <span class="toDecided">
      <SmallButton
        label={words.earlierNamed(questionTitle(asked, index))}
        text={words.earlier}
        icon="arrowDown"
        onPress={() => {
          const place = document.getElementById(id)?.parentElement;
          place?.querySelector('button')?.focus({ preventScroll: true });
          place?.scrollIntoView({ block: 'nearest' });
        }}
      />
    </span>
  );
}

/** An edit of the draft like any other; own words that it takes the place of can be put back. */
function FillIn({ asked, index, state, answer, said }: QuestionPartProps & { readonly answer: Answer; readonly said: string }) {
  const [replaced, setReplaced] = useState<Answer | undefined>(undefined);
  const place = useRef<HTMLSpanElement>(null);
  const given = state.given(index);
  const isFilledIn = isSame(given, answer);
  const title = questionTitle(asked, index);
  const short = [...said].length <= longest.button ? oneLine(said, longest.button) : undefined;
  return (
    <>
      <span ref={place} data-same>
        <SmallButton
          label={isFilledIn ? words.filledInNamed(title) : words.fillInNamed(short, title)}
          text={isFilledIn ? words.filledIn : words.fillIn(short === undefined ? undefined : isolated(short))}
          disabled={isFilledIn}
          onPress={() => {
            setReplaced(answer.other && given.otherText.trim() !== '' && given.otherText !== answer.otherText ? given : undefined);
            state.change(index, { ...answer, note: given.note, otherText: answer.other ? answer.otherText : given.otherText });
          }}
        />
      </span>
      {isFilledIn && replaced !== undefined && (
        <SmallButton
          label={words.putBack}
          text={words.putBack}
          onPress={() => {
            state.change(index, { ...replaced, note: given.note });
            place.current?.querySelector('button')?.focus();
          }}
        />
      )}
    </>
  );
}

/** Puts the words between the marks of Unicode that keep their direction out of the sentence around them. */
function isolated(said: string): string {
  return `\u2068${said}\u2069`;
}

function isSame(given: Answer, answer: Answer): boolean {
  return (
    !given.skipped &&
    given.other === answer.other &&
    (!answer.other || given.otherText === answer.otherText) &&
    given.selected.join() === answer.selected.join()
  );
}

/** A sentence with `{0}` in the place of the answer. */
function saidWords({ at }: EarlierDecision): string {
  const { lang } = document.documentElement;
  if (daysBetween(at, Date.now()) <= 0) return words.saidToday;
  return words.said(new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(at), ageWords(at, Date.now(), lang));
}
