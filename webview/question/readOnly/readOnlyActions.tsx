// The actions on an ended card.
import { useContext } from 'preact/hooks';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { ReadOnlyRows, useApp } from '../../state/context.js';
import { backTarget, composerTarget } from '../../a11y/focusTargets.js';
import { Button } from '../../ui/button.js';
import { CopyAnswer } from '../../chat/copyAnswer.js';
import { canChange, canSendLost, isNotFetched } from '../model/outcome.js';
import { questionWords } from '../words.js';
import { answerParts, askedNow } from '../../../src/shared/answers.js';
import type { Answer, Question } from '../../../src/shared/question.js';

export function ReadOnlyActions({ item }: { readonly item: QuestionItem }) {
  const { post, composer, focusTargets, store } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const isHere = store.elsewhere.value === undefined;
  const sendable = canSendLost(item) && !readOnly && isHere;
  if (isNotFetched(item) && item.reads !== undefined)
    return (
      <div class="cardFoot">
        <CopyAnswer text={item.reads} label={questionWords.agent.copy} />
      </div>
    );
  if (!sendable && !canChange(item)) return null;
  // A subagent's question is in a conversation of its own.
  const canAgain = canChange(item) && item.agent === undefined && isHere;
  return (
    <div class="cardFoot">
      {sendable && (
        <Button
          appearance="primary"
          label={questionWords.sendLost}
          disabledReason={composer.noMessageBecause.value}
          onPress={() => {
            post({ type: 'sendLostAnswers', id: item.id });
            // The button goes, and the focus with it.
            focusTargets.focus(composerTarget);
          }}
        />
      )}
      {canChange(item) && (
        <Button
          appearance="secondary"
          label={questionWords.change}
          onPress={() => {
            composer.prepare(changePrompt(item));
            focusTargets.focus(composerTarget);
          }}
        />
      )}
      {canAgain && (
        <>
          <Button
            appearance="secondary"
            label={questionWords.again}
            onPress={() => {
              post({ type: 'askBack', id: item.id, edit: true });
              focusTargets.focus(backTarget);
            }}
          />
          <p class="hint">{questionWords.changeOrAgain}</p>
        </>
      )}
    </div>
  );
}

/** The beginning of the prompt; the person types the new answer behind it. */
function changePrompt(item: QuestionItem): string {
  const { questions, draft } = item;
  const shown = askedNow(questions, draft);
  const words = questions.flatMap((asked, index) =>
    shown[index] === true ? [{ question: asked.question.trim(), was: whatItWas(item, asked, draft[index]) }] : [],
  );
  const [first] = words;
  if (first !== undefined && words.length === 1) return questionWords.changePrompt.one(first.question, first.was);
  return questionWords.changePrompt.several(words.map(({ question, was }) => questionWords.changePrompt.line(question, was)));
}

function whatItWas({ phase, reply, reason }: QuestionItem, asked: Question, given: Answer | undefined): string {
  if (reply !== undefined) return questionWords.changePrompt.replied(reply);
  const parts = answerParts(asked, given);
  const note = given?.note.trim() ?? '';
  const end = phase === 'withdrawn' ? 'withdrawn' : reason === 'timedOut' ? 'timedOut' : 'dismissed';
  return [
    ...(phase === 'answered' ? [] : [questionWords.changePrompt[end]]),
    ...(parts.length > 0
      ? [ended((phase === 'answered' ? questionWords.changePrompt.answered : questionWords.changePrompt.filledIn)(parts))]
      : []),
    ...(parts.length === 0 && phase === 'answered' ? [questionWords.changePrompt.skipped] : []),
    ...(note === '' ? [] : [ended(questionWords.changePrompt.note(note))]),
  ].join(' ');
}

/** Adds a full stop unless the person's text has one. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
