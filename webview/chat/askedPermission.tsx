// A permission that waits: its act, all that it permits, what Claude and the CLI say about it, and Allow and Deny.
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { mcpTool } from '../../src/shared/mcpTool.js';
import { oneLine } from '../../src/shared/plain.js';
import type { TickedRules } from '../../src/shared/permissionRules.js';
import type { PermissionItem, PermissionPart, Place } from '../../src/shared/transcript.js';
import { actOf, planTool, toolOf } from '../../src/shared/tools.js';
import { AskBesidePermission, isForAside } from '../features/asides/asides.js';
import { AskedByAgent } from '../question/agents/askedByAgent.js';
import { useApp } from '../state/context.js';
import { useViewState } from '../state/useViewState.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { ExactText } from './exactText.js';
import { heldKeyWords } from './heldKey.js';
import { fieldInWords, isAsWithout } from './fieldWords.js';
import { OtherFields } from './otherFields.js';
import { languageOfPart } from './partColours.js';
import { sizeOf } from './permissionParts.js';
import { KeyedButton, permissionKeys as keys } from './permissionButton.js';
import { usePermissionKeys } from './usePermissionKeys.js';
import { PermissionAlways } from './permissionAlways.js';
import { planStrings } from '../features/plan/planStrings.js';
import { editWords } from '../features/edits/editWords.js';
import { PermissionEdit } from '../features/edits/permissionEdit.js';
import { NoteButton, PermissionNote, useNote } from './permissionNote.js';
import { permissionWords } from './permissionWords.js';
import { AnyPart } from './wholeInputView.js';
import { strings } from '../strings.js';

interface AskedPermissionProps {
  readonly item: PermissionItem;
  /** The element of the card, which takes the focus itself. */
  readonly card: RefObject<HTMLElement | null>;
}

export function AskedPermission({ item, card }: AskedPermissionProps) {
  const { post, store } = useApp();
  const canDecide = store.elsewhere.value === undefined;
  const noEdit = item.edit?.why;
  const note = useNote(item);
  const unopened = item.tooLong === 'unopened' ? permissionWords.openFirst : noteProblem(item, note.text);
  const off = noEdit === undefined ? unopened : editWords.why[noEdit];
  const [choosing, setChoosing] = useViewState(item.id, 'always', false);
  const pressed = useRef(false);
  const decide = (decision: 'allow' | 'deny', always?: TickedRules): void => {
    const { id, place: shown, changes } = item;
    const given = note.text.trim() === '' ? {} : { note: note.text };
    if (decision === 'deny' || off === undefined)
      post({
        type: 'decidePermission',
        id,
        decision,
        ...given,
        ...(shown !== undefined && { shown }),
        ...(always && { always: { ticked: [...always.ticked], place: always.place } }),
        ...(changes !== undefined && { changes }),
      });
  };
  const held = usePermissionKeys(card, canDecide, event => isForAside(event) || event.target === note.box.current, {
    note: () => note.open(true),
    deny: () => decide('deny'),
    // The CLI wants *Allow* to be pressed itself here.
    allow: off ?? (item.defaultToNo === true ? heldKeyWords.noKey : () => decide('allow')),
  });
  const parts = item.input ?? [];
  const isTitled = (part: PermissionPart): boolean => isTitledBy(item.toolName, part);
  const isEmptyPlan = item.toolName === planTool && !parts.some(isPlanText);
  const main = parts.find(part => part.as !== 'path' && isTitled(part));
  const shown = parts.filter(part => part.as === 'path' || isTitled(part) || (!isAsWithout(part) && fieldInWords(part) === undefined));
  const others = parts.filter(part => !shown.includes(part));
  return (
    <div>
      <div class="cardHead">
        <Icon name="shield" />
        <span class="cardLine">
          <span class="cardTitle" title={mcpTool(item.toolName) && oneLine(item.toolName)}>
            {titleOf(item)}
          </span>
          <span>{main && sizeOf(main)}</span>
          {item.waiting !== undefined && <span>{permissionWords.oneOf(item.waiting)}</span>}
        </span>
      </div>
      {shown
        .filter(part => (noEdit !== 'nothing' || part.as === 'path') && !(isEmptyPlan && part.name === 'plan'))
        .map((part, index) => (
          <AnyPart
            key={index}
            id={item.id}
            part={part}
            toolName={item.toolName}
            place={item.place}
            isTitled={isTitled(part)}
            language={languageOfPart(item.toolName, part, parts)}
          />
        ))}
      <OtherFields item={item} parts={others} />
      {isEmptyPlan && <p class="permissionText problem">{planStrings.noText}</p>}
      <Said item={item} />
      {item.lookAgain && <LookAgain item={item} />}
      {!canDecide && <p class="earlyFoot hint">{strings.elsewhere.answerThere}</p>}
      {canDecide && choosing && off === undefined && item.always !== undefined && (
        <PermissionAlways
          item={item}
          pressed={pressed}
          onChosen={rules => decide('allow', rules)}
          onClosed={() => {
            setChoosing(false);
            card.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {canDecide && <PermissionEdit item={item} />}
      {canDecide && <PermissionNote note={note} onClosed={() => card.current?.focus({ preventScroll: true })} />}
      {canDecide && <AskBesidePermission item={item} note={note} />}
      {canDecide && (
        <div class="cardFoot">
          <KeyedButton
            label={permissionWords.allow}
            keys={item.defaultToNo === true ? [] : keys.allow}
            primary={off === undefined && item.defaultToNo !== true && !isEmptyPlan}
            offReason={off}
            onPress={() => decide('allow')}
          />
          <KeyedButton label={permissionWords.deny} keys={keys.deny} onPress={() => decide('deny')} />
          {item.tooLong !== undefined && (
            <Button
              appearance={item.tooLong === 'opened' ? 'quiet' : 'primary'}
              label={permissionWords.open}
              onPress={() => post({ type: 'openPermission', id: item.id })}
            />
          )}
          {item.always !== undefined && (
            <Button
              appearance="quiet"
              label={permissionWords.always}
              disabledReason={off}
              expanded={choosing}
              onPress={() => {
                pressed.current = !choosing;
                setChoosing(!choosing);
              }}
            />
          )}
          <NoteButton note={note} />
          {off !== undefined && noEdit === undefined && <span class="hint">{off}</span>}
          {held !== undefined && held !== off && <span class="hint">{held}</span>}
        </div>
      )}
    </div>
  );
}

/** No hook runs behind a call in the terminal that would take the note along. */
export function noteProblem({ otherAgent }: PermissionItem, note: string): string | undefined {
  return otherAgent === undefined || note.trim() === '' ? undefined : permissionWords.noteWithDeny;
}

function isPlanText(part: PermissionPart): boolean {
  return part.name === 'plan' && (part.as !== 'text' || part.text.trim() !== '');
}

function titleOf({ toolName, input = [] }: PermissionItem): string {
  const path = input.find(({ as }) => as === 'path');
  const { titles } = permissionWords;
  const act = actOf(toolName);
  const ofServer = mcpTool(toolName);
  if (ofServer) return titles.useOf(ofServer.tool, ofServer.server);
  if (act === 'run') return titles.run;
  if (act === 'fetch') return titles.fetch;
  if (act === 'planFirst') return titles.planFirst;
  if (act === 'plan') return strings.permissionAsked(toolName);
  // The file is named below, letter by letter.
  if (path?.as !== 'path' || path.cut === true) return titles.use(oneLine(toolName));
  const ofFile = act === 'write' ? titles.write : act === 'cell' ? titles.cell : act === 'read' ? titles.read : undefined;
  return (act === 'edit' || act === 'edits' ? titles.change : ofFile) ?? titles.use(oneLine(toolName));
}

function isTitledBy(toolName: string, { as, name }: PermissionPart): boolean {
  const tool = toolOf(toolName);
  return as === 'diff' ? tool?.act === 'edit' : tool?.titled?.includes(name) === true;
}

const { user, project, local, policy } = permissionWords.ruleSources;

/** The words for the CLI's names of the sources. Any other source is shown by the CLI's name. */
const ruleSources: ReadonlyMap<string, string> = new Map([
  ['userSettings', user],
  ['projectSettings', project],
  ['localSettings', local],
  ['policySettings', policy],
]);

/** The place has changed since the card was shown: what it was, and what it is, where both are known. */
function LookAgain({ item: { place, wasShown, input = [] } }: { readonly item: PermissionItem }) {
  const { notFoundOut, lookAgain, before, now } = permissionWords;
  const path = input.find(({ as }) => as === 'path');
  const leadsTo = (one: Place | undefined): string | undefined =>
    typeof one === 'object' ? (one.target ?? one.relative ?? (path?.as === 'path' ? path.text : undefined)) : undefined;
  const [was, is] = [leadsTo(wasShown), leadsTo(place)];
  return (
    <div class="permissionText outside" role="alert">
      <p>{place === 'unknown' ? notFoundOut : lookAgain}</p>
      {was !== undefined && is !== undefined && was !== is && (
        <>
          <Fact label={before} path={was} />
          <Fact label={now} path={is} />
        </>
      )}
    </div>
  );
}

function Fact({ label, path }: { readonly label: string; readonly path: string }) {
  return (
    <p dir="ltr">
      <span class="hint">{label}</span>{' '}
      <span class="exactPath">
        <ExactText text={path} isPath />
      </span>
    </p>
  );
}

/** Claude's words about its act, and what the CLI says about its request. */
export function Said({ item }: { readonly item: PermissionItem }) {
  const { description, reason, blockedPath, ruleSource, agentId, agentName, place } = item;
  const settings = ruleSources.get(ruleSource ?? '');
  // The card has that path already, behind "Leads to".
  const isSaid = typeof place === 'object' && place.target === blockedPath;
  const words = permissionWords;
  const agent = agentName ?? agentId;
  const facts = [
    ...(description === '' ? [] : [[words.says, description] as const]),
    ...(reason === '' ? [] : [[words.reason, reason] as const]),
    ...(blockedPath === undefined || isSaid ? [] : [[words.blockedPath, blockedPath] as const]),
    ...(ruleSource === undefined
      ? []
      : [settings === undefined ? ([words.rule, ruleSource] as const) : ([words.ruleIn(settings)] as const)]),
    ...(agent === undefined ? [] : [[words.agent, agent] as const]),
  ];
  return (
    <>
      {item.otherAgent && <AskedByAgent agent={item.otherAgent} isOpen />}
      {facts.map(([label, text]) => (
        <p key={label} class="permissionText" dir="auto">
          <span class="hint">{label}</span>
          {text !== undefined && (
            <>
              {' '}
              <ExactText text={text} />
            </>
          )}
        </p>
      ))}
    </>
  );
}
