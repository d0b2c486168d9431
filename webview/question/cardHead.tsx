// The head of a card: who asks and its stage, or how and when it ended.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { askedNow, isFinal } from '../../src/shared/answers.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { Button } from '../ui/button.js';
import type { IconName } from '../ui/icon.js';
import { Icon } from '../ui/icon.js';
import { ProgressRing } from '../ui/marks.js';
import { TimeAgo } from '../chat/timeAgo.js';
import { useApp } from '../state/context.js';
import { whoAsks } from './model/asker.js';
import { askerWordsOf } from './askerWordsOf.js';
import { endingOf } from './model/essence.js';
import { withImageNames } from './model/imageNames.js';
import { questionWords } from './words.js';

interface CardHeadProps {
  readonly item: QuestionItem;
  readonly collapsed: boolean;
  readonly onCollapse: (collapsed: boolean) => void;
}

export function CardHead({ item, collapsed, onCollapse }: CardHeadProps) {
  const toggle = useRef<HTMLSpanElement>(null);
  const wasCollapsed = useRef(collapsed);
  useLayoutEffect(() => {
    // Collapsing hides the focused control, so the focus goes to the button that expands the card. No card takes the focus by
    // itself.
    const hidesFocus = document.activeElement?.closest('[hidden]')?.closest('form') === toggle.current?.closest('form');
    if (collapsed && !wasCollapsed.current && hidesFocus) toggle.current?.querySelector<HTMLElement>('vscode-button')?.focus();
    wasCollapsed.current = collapsed;
  }, [collapsed]);
  return (
    <div class="cardHead">
      {item.phase === 'sending' ? <ProgressRing /> : <Icon name={icons[item.phase]} />}
      <span class="cardLine">
        {isFinal(item.phase) ? <EndedTitle item={item} /> : <span class="cardTitle">{whoAsks(item)}</span>}
        <span>{item.endedAt === undefined ? stateText(item) : <TimeAgo epoch={item.endedAt} />}</span>
      </span>
      <span ref={toggle} class="cardToggle">
        <Button
          appearance="icon"
          icon={collapsed ? 'chevronDown' : 'chevronUp'}
          label={collapsed ? questionWords.expand : questionWords.collapse}
          expanded={!collapsed}
          onPress={() => {
            onCollapse(!collapsed);
          }}
        />
      </span>
    </div>
  );
}

function EndedTitle({ item }: { readonly item: QuestionItem }) {
  const { outcome, words } = endingOf(withImageNames(item, useApp().store.images.value?.anyReference), askerWordsOf(item));
  return (
    <span class="cardEnding">
      <span class="cardTitle">{outcome}</span>
      {words !== '' && (
        <>
          {' · '}
          <span dir="auto">{words}</span>
        </>
      )}
    </span>
  );
}

const icons: Record<QuestionItem['phase'], IconName> = {
  announced: 'question',
  asked: 'question',
  sending: 'question',
  answered: 'check',
  dismissed: 'circleSlash',
  replied: 'commentDiscussion',
  withdrawn: 'circleSlash',
  refused: 'circleSlash',
  lost: 'warning',
};

function stateText({ phase, questions, draft }: QuestionItem): string {
  if (phase === 'asked') return questions.length === 0 ? '' : questionWords.count(askedNow(questions, draft).filter(Boolean).length);
  return phase === 'sending' ? questionWords.heads.sending : '';
}
