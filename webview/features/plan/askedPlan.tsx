// A plan that waits: the plan, what the person says of its lines and of the whole, and Approve and Keep planning. Approve alone lets Claude begin.
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { deniedMessage, deniedWith } from '../../../src/shared/decisionWords.js';
import { longestNote } from '../../../src/shared/longestNote.js';
import { linesOfPlan } from '../../../src/shared/features/plan/planComments.js';
import type { PlanChoice, PlanMode } from '../../../src/shared/features/plan/choice.js';
import type { PermissionItem } from '../../../src/shared/transcript.js';
import { AskBesidePermission, isForAside } from '../asides/asides.js';
import { useNews } from '../news.js';
import { noteProblem, Said } from '../../chat/askedPermission.js';
import { ExactText } from '../../chat/exactText.js';
import { heldKeyWords } from '../../chat/heldKey.js';
import { KeyedButton, permissionKeys as keys } from '../../chat/permissionButton.js';
import { NoteButton, PermissionNote } from '../../chat/permissionNote.js';
import { OtherFields } from '../../chat/otherFields.js';
import { PartView } from '../../chat/permissionParts.js';
import { usePermissionKeys } from '../../chat/usePermissionKeys.js';
import { useApp } from '../../state/context.js';
import { useViewState } from '../../state/useViewState.js';
import { strings } from '../../strings.js';
import { cardTokens } from '../../ui/cardMarkdown.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Icon } from '../../ui/icon.js';
import { SmallButton } from '../../ui/smallButton.js';
import { hidesSomething } from './planPieces.js';
import { planStrings as words } from './planStrings.js';
import { PlanText } from './planText.js';
import { usePlanWords } from './planWords.js';

/** The field in which the CLI says where it keeps the text, which says nothing of what is planned. */
const planFile = 'planFilePath';

interface AskedPlanProps {
  readonly item: PermissionItem;
  readonly plan: string;
  /** The element of the card, which takes the focus itself. */
  readonly card: RefObject<HTMLElement | null>;
}

export function AskedPlan({ item, plan, card }: AskedPlanProps) {
  const { post, store, scroll } = useApp();
  // One reads a plan from its beginning.
  useLayoutEffect(() => (card.current === null ? undefined : scroll.arrived(card.current)), [card, scroll]);
  const canDecide = store.elsewhere.value === undefined;
  const lines = useMemo(() => linesOfPlan(plan), [plan]);
  const tokens = useMemo(() => cardTokens(plan), [plan]);
  const isHiding = useMemo(() => hidesSomething(plan, tokens), [plan, tokens]);
  const said = usePlanWords(item, lines);
  const { id } = item;
  const [isOpen, setOpen] = useViewState(id, 'plan', true);
  const [asWritten, setWritten] = useViewState(id, 'as written', false);
  const { mode, fresh, choose } = usePlanChoice(item);
  const { note } = said;
  const count = said.comments.filter(({ text }) => text.trim() !== '').length;
  const off = noteProblem(item, said.text);
  const approve = (): void => void (off ?? post({ type: 'approvePlan', id, mode, fresh, note: said.text }));
  const keepPlanning = (): void => post({ type: 'decidePermission', id, decision: 'deny', ...(said.text !== '' && { note: said.text }) });
  const held = usePermissionKeys(card, canDecide, event => isForAside(event) || event.target === note.box.current, {
    note: () => note.open(true),
    deny: keepPlanning,
    allow: off ?? (item.defaultToNo === true ? heldKeyWords.noKey : approve),
  });
  const toCard = (): void => card.current?.focus({ preventScroll: true });
  return (
    <div>
      <div class="cardHead">
        <Icon name="listFlat" />
        <span class="cardLine">
          <span class="cardTitle">{words.title}</span>
        </span>
      </div>
      <div class="permissionText planTop">
        <Disclosure summary={words.lines(lines.length)} open={isOpen} onToggle={setOpen} />
        <SmallButton label={words.asWritten} text={words.asWritten} pressed={asWritten} onPress={() => setWritten(!asWritten)} />
        <SmallButton label={words.open} text={words.open} icon="goToFile" onPress={() => post({ type: 'openPlan', id })} />
      </div>
      {isHiding && !asWritten && <p class="permissionText hint">{words.unseen}</p>}
      {isOpen && <PlanText {...{ plan, tokens, lines, asWritten }} said={canDecide ? said : undefined} />}
      {(item.input ?? [])
        .filter(({ name }) => name !== 'plan' && name !== planFile)
        .map((part, index) => (
          <PartView key={index} part={part} toolName={item.toolName} place={undefined} isTitled={false} />
        ))}
      <OtherFields item={item} parts={(item.input ?? []).filter(({ name }) => name === planFile)} />
      <Said item={item} />
      {!canDecide && <p class="earlyFoot hint">{strings.elsewhere.answerThere}</p>}
      {canDecide && (
        <>
          <PermissionNote note={note} onClosed={toCard} words={words.note} />
          <AskBesidePermission item={item} note={note} />
          {count > 0 && <Reads text={said.text} />}
          <Modes {...{ mode, fresh, choose }} hasNewChat={item.otherAgent === undefined} />
          <Refused id={id} mode={mode} />
          {count > 0 && !fresh && off === undefined && <p class="permissionText hint">{words.goAlong}</p>}
          {said.text.length > longestNote && !fresh && <p class="permissionText hint">{words.long}</p>}
          <div class="cardFoot">
            <KeyedButton
              label={words.approve}
              keys={item.defaultToNo === true ? [] : keys.allow}
              primary={count === 0 && item.defaultToNo !== true}
              offReason={off}
              onPress={approve}
            />
            <KeyedButton
              label={count > 0 ? words.send(count) : words.keepPlanning}
              keys={keys.deny}
              primary={count > 0}
              onPress={keepPlanning}
            />
            <NoteButton note={note} />
            {held !== undefined && <span class="hint">{held}</span>}
          </div>
        </>
      )}
    </div>
  );
}

/** The result of the call, as it goes with *Send comments*. */
function Reads({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="permissionField">
      <Disclosure summary={words.reads} open={isOpen} onToggle={setOpen} />
      {isOpen && (
        <pre role="group" aria-label={words.reads} tabIndex={0} dir="ltr">
          <ExactText text={text === '' ? deniedMessage : deniedWith(text)} />
        </pre>
      )}
    </div>
  );
}

interface ModesProps extends PlanChoice {
  readonly choose: (change: Partial<PlanChoice>) => void;
}

const everyModes: readonly PlanMode[] = ['default', 'acceptEdits'];

/** What the person has chosen, which the host keeps; before that the mode that Claude was in when it began to plan. */
function usePlanChoice({ id, planChoice }: PermissionItem): ModesProps {
  const { post } = useApp();
  const before = useNews('steering')?.beforePlan;
  const modes = useNews('planModes')?.modes ?? everyModes;
  const [chosen, setChosen] = useState(planChoice);
  const choice = chosen ?? { mode: modes.find(one => one === before) ?? 'default', fresh: false };
  return {
    ...choice,
    choose: change => {
      const next = { ...choice, ...change };
      setChosen(next);
      post({ type: 'choosePlan', id, choice: next });
    },
  };
}

/** `hasNewChat`: the plan can go on in a new chat of Parley's. */
function Modes({ mode, fresh, choose, hasNewChat }: ModesProps & { readonly hasNewChat: boolean }) {
  const modes = useNews('planModes')?.modes ?? everyModes;
  const group = useId();
  const hint = useId();
  return (
    <fieldset class="permissionText planModes">
      <legend class="hint">{words.mode}</legend>
      {modes.map(one => (
        <label key={one}>
          <input type="radio" class="optionMark" name={group} checked={one === mode} onChange={() => choose({ mode: one })} />{' '}
          {words.modes[one]}
        </label>
      ))}
      {hasNewChat && (
        <label>
          <input
            type="checkbox"
            class="optionMark"
            checked={fresh}
            aria-describedby={fresh ? hint : undefined}
            onChange={() => choose({ fresh: !fresh })}
          />{' '}
          {words.fresh}
        </label>
      )}
      {fresh && (
        <p id={hint} class="hint">
          {words.freshHint}
        </p>
      )}
    </fieldset>
  );
}

function Refused({ id, mode }: { readonly id: string; readonly mode: PlanMode }) {
  const refused = useNews('planRefused');
  return refused?.id === id && refused.mode === mode ? (
    <p class="permissionText problem" role="alert">
      {words.refused(words.modes[mode], refused.detail)}
    </p>
  ) : null;
}
