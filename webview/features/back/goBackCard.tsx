// The card on which the person goes back in the chat, or to another branch of it: what goes, what stays, and the button without which nothing happens. Above
// the message box, because the message may be far away by now.
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { BackWhat } from '../../../src/shared/contract/featureIntents.js';
import type { BackCard } from '../../../src/shared/features/back/news.js';
import { backTarget, composerTarget } from '../../a11y/focusTargets.js';
import { isEscape } from '../../a11y/escapeKey.js';
import { useApp } from '../../state/context.js';
import { useViewState } from '../../state/useViewState.js';
import { Button } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { useNews } from '../news.js';
import { backWords as words } from './backWords.js';
import { FilesOfCard } from './filesOfCard.js';

export function GoBackCard() {
  const { store } = useApp();
  const { card, isGoing } = useNews('back') ?? {};
  const last = useRef('');
  if (card !== undefined) last.current = card.id;
  const { clear } = useChoice(last.current);
  const isOver = card === undefined && isGoing !== true;
  // The next card begins as every one does, but for one that comes again because more would go than it said.
  useEffect(() => {
    if (isOver && last.current !== '') clear();
  }, [isOver]);
  if (isGoing === true) {
    return (
      <div class="stopLadder" role="status">
        {words.going}
      </div>
    );
  }
  return card === undefined || store.elsewhere.value !== undefined ? null : <Card key={`${card.to} ${card.id}`} card={card} />;
}

const none: readonly string[] = [];

/** What the person has chosen on the card. */
function useChoice(id: string) {
  const [chosen, setWhat] = useViewState<string>(`back ${id}`, 'what', '');
  const [others, setOthers] = useViewState<readonly string[]>(`back ${id}`, 'others', none);
  const clear = (): void => {
    setWhat('');
    setOthers(none);
  };
  return { chosen, setWhat, others, setOthers, clear };
}

/** What can go back, the first of them at first. */
function whatsOf({ to, files, refused }: BackCard): readonly BackWhat[] {
  if (to === 'files') return files === undefined ? [] : ['files'];
  if (refused !== undefined) return files === undefined ? [] : ['files'];
  if (files === undefined) return ['talk'];
  return to === 'branch' ? ['both', 'talk'] : files.own.length === 0 ? ['talk', 'both', 'files'] : ['both', 'talk', 'files'];
}

function Card({ card }: { readonly card: BackCard }) {
  const { focusTargets, post } = useApp();
  const form = useRef<HTMLFormElement>(null);
  const whats = whatsOf(card);
  const { chosen, setWhat, others, setOthers } = useChoice(card.id);
  const what = whats.find(one => one === chosen) ?? whats[0];
  useLayoutEffect(() => focusTargets.register(backTarget, () => form.current?.focus()), [focusTargets]);
  const leave = (): void => focusTargets.focus(composerTarget);
  const close = (): void => {
    post({ type: 'closeBack' });
    leave();
  };
  const { id, to, text, refused, files, noFiles } = card;
  return (
    <form
      ref={form}
      class="card goBack"
      aria-label={words.form}
      tabIndex={-1}
      onSubmit={event => event.preventDefault()}
      onKeyDown={event => {
        if (!isEscape(event)) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div class="cardHead">
        <Icon name="discard" />
        <span class="cardLine">
          <span class="cardTitle">{words.titles[to]}</span>
        </span>
      </div>
      <div class="goBackBody" role="group" aria-label={words.titles[to]} tabIndex={0}>
        <blockquote class="goBackMessage" dir="auto">
          {text === '' ? words.noWords : text}
        </blockquote>
        {refused !== undefined && <p class="permissionText problem">{words.refused[refused]}</p>}
        {what !== undefined && whats.length > 1 && (
          <Whats whats={whats} what={what} count={files === undefined ? 0 : files.own.length + files.more} onWhat={setWhat} />
        )}
        {what !== undefined && <Consequences card={card} what={what} />}
        {files !== undefined && (what === 'both' || what === 'files') && (
          <FilesOfCard
            files={files}
            ticked={others}
            onTick={path => setOthers(others.includes(path) ? others.filter(one => one !== path) : [...others, path])}
          />
        )}
        {noFiles !== undefined && (
          <p class="permissionText hint">
            {words.noFiles[noFiles]}{' '}
            {noFiles === 'disabled' && (
              <button type="button" class="rowAct" onClick={() => post({ type: 'runAction', action: 'openSnapshotSetting' })}>
                {words.openSettings}
              </button>
            )}
          </p>
        )}
      </div>
      <div class="cardFoot">
        {what !== undefined && to !== 'fork' && (
          <Button
            label={words.acts[to]}
            appearance="primary"
            onPress={() => {
              post({ type: 'goBack', id, what, others: what === 'talk' ? [] : [...others] });
              leave();
            }}
          />
        )}
        <Button label={what === undefined ? words.close : words.cancel} onPress={close} />
      </div>
    </form>
  );
}

interface WhatsProps {
  readonly whats: readonly BackWhat[];
  readonly what: BackWhat;
  /** The files that go back by themselves. */
  readonly count: number;
  readonly onWhat: (what: BackWhat) => void;
}

function Whats({ whats, what, count, onWhat }: WhatsProps) {
  const group = useId();
  return (
    <fieldset class="permissionText planModes">
      <legend class="hint">{words.what}</legend>
      {whats.map(one => (
        <label key={one}>
          <input type="radio" class="optionMark" name={group} checked={one === what} onChange={() => onWhat(one)} />{' '}
          {words.whats[one](count)}
        </label>
      ))}
    </fieldset>
  );
}

function Consequences({ card, what }: { readonly card: BackCard; readonly what: BackWhat }) {
  const { to, messages, works, background, ends, stays, files } = card;
  const talks = what !== 'files';
  const lines = [
    to === 'message' && talks && (messages > 1 ? words.messages(messages) : words.oneMessage),
    to === 'question' && talks && words.again,
    works && (stays.questions > 0 ? words.asks : words.works),
    talks && background && words.background,
    (talks || works) && ends.questions > 0 && words.questions(ends.questions),
    (talks || works) && ends.permissions > 0 && words.permissions(ends.permissions),
    talks && stays.questions > 0 && words.parked(stays.questions),
    talks && stays.messages > 0 && words.waiting(stays.messages),
    to === 'message' && talks && words.kept,
    to === 'question' && talks && words.keptAgain,
    what === 'talk' && files !== undefined && words.filesStay,
  ].filter(line => typeof line === 'string');
  if (lines.length === 0) return null;
  return (
    <ul class="permissionText goBackLines">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
