// The row below the message box: permission mode, model and effort of the chat and, among several roots, the one in which it works, each with the
// menu that changes it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatNews } from '../../../src/shared/chatParts.js';
import type { OfferedModel } from '../../../src/shared/offers.js';
import type { Mode } from '../../../src/shared/steering.js';
import { bypass, modes } from '../../../src/shared/steering.js';
import type { SteeringNews } from '../../../src/shared/steeringNews.js';
import type { Variant } from '../../../src/shared/variant.js';
import { useApp } from '../../state/context.js';
import type { IconName } from '../../ui/icon.js';
import { Icon } from '../../ui/icon.js';
import { useNews } from '../news.js';
import type { RadioEntry } from '../../ui/radioMenu.js';
import { RadioMenu } from '../../ui/radioMenu.js';
import { steeringWords as words } from './steeringWords.js';

/** Nothing can be sent in such a chat. */
const notSteered: ReadonlySet<string | undefined> = new Set([
  'noFolder',
  'untrusted',
  'otherWindow',
  'otherComputer',
  'terminal',
  'agents',
]);

type What = 'mode' | 'model' | 'effort' | 'folder';

export function SteeringRow() {
  const { post, store } = useApp();
  const news = useNews('steering');
  const place = useNews('workPlace');
  const models = useNews('offers')?.models ?? [];
  const [open, setOpen] = useState<What | undefined>(undefined);
  const row = useRef<HTMLDivElement>(null);
  const { blocked } = store.status.value;
  // Nothing can be sent, so nothing is steered.
  const isShown = store.loaded.value && !notSteered.has(blocked);
  const hasPlace = isShown || store.elsewhere.value !== undefined;
  const shown = store.snapshots.value;
  // The folders of the window may have changed.
  const surrounds = place === undefined ? undefined : store.setUp.value;
  useEffect(() => {
    if (hasPlace) post({ type: 'chat', act: { type: 'readSteering' } });
  }, [hasPlace, shown, surrounds, post]);
  useEffect(() => setOpen(undefined), [shown]);
  if (!isShown && hasPlace && place !== undefined) return <WorkPlace place={place} />;
  if (!isShown && store.loaded.value) return null;
  // The box above must not move when the news come.
  if (!isShown || news === undefined) return <div class="steeringPlace" />;
  const model = modelOf(news, models);
  const close = (): void => {
    row.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    setOpen(undefined);
  };
  const menuOf = (what: What, label: string, entries: readonly RadioEntry[], chosen: string | undefined, choose: (value: string) => void) =>
    open === what && (
      <RadioMenu
        {...{ label, entries, chosen, onClose: close }}
        onChoose={value => {
          close();
          if (value !== chosen || news.nextMode !== undefined) choose(value);
        }}
      />
    );
  const buttonOf = (what: What, label: string, text: string, icon?: ComponentChildren, warns = false) => (
    <button
      type="button"
      class={`steer ${warns ? 'warns' : ''}`}
      aria-haspopup="menu"
      aria-expanded={open === what}
      aria-label={label}
      title={what === 'folder' ? place?.path : label === words.fromSettings[what] ? words.fromSettingsHint : label}
      onClick={() => {
        if (open === undefined && (what === 'model' || what === 'effort')) post({ type: 'chat', act: { type: 'readSteering' } });
        setOpen(open === what ? undefined : what);
      }}
    >
      {icon}
      <span class="steerWords" dir="auto">
        {text}
      </span>
    </button>
  );
  const mode = modeNameOf(news.mode);
  const modelName = nameOf(news, models);
  const labels = {
    mode: news.mode === undefined ? mode : words.mode(mode),
    model: news.model === undefined && news.runs === undefined ? modelName : words.model(modelName),
    effort: effortOf(news.effort),
  };
  // Once a message is sent the chat stays where it is; the host says so only with its next news.
  const canChoose =
    place !== undefined && place.roots.length > 0 && (place.gone !== undefined || store.conversation.slots.value.length === 0);
  return (
    <div
      ref={row}
      class="steering"
      role="group"
      aria-label={words.group}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && row.current?.contains(relatedTarget) === true)) setOpen(undefined);
      }}
    >
      {menuOf('mode', labels.mode, modeEntries(news, models), news.mode, value => {
        if (isMode(value)) post({ type: 'chat', act: { type: 'setMode', mode: value } });
      })}
      {menuOf('model', labels.model, models.map(entryOf), news.model ?? model?.value, value =>
        post({ type: 'chat', act: { type: 'setModel', model: value } }),
      )}
      {open === 'model' && models.length === 0 && <p class="hint">{words.noModels}</p>}
      {menuOf('effort', labels.effort, effortsOf(model), news.effort ?? '', value =>
        post({ type: 'chat', act: { type: 'setEffort', effort: value === '' ? null : value } }),
      )}
      {canChoose &&
        menuOf('folder', words.folder(place.name), place.roots.map(rootEntryOf), place.path, value =>
          post({ type: 'chat', act: { type: 'chooseFolder', path: value } }),
        )}
      <SteeringNote text={noteOf(news, models)} />
      <div class="steers">
        {buttonOf('mode', labels.mode, mode, <ModeIcon mode={news.mode} />, news.mode === bypass)}
        {buttonOf('model', labels.model, modelName)}
        {(model?.efforts ?? []).length > 0 && buttonOf('effort', labels.effort, labels.effort)}
      </div>
      {place !== undefined &&
        (canChoose ? (
          <div class="steers">{buttonOf('folder', words.folder(place.name), words.folder(place.name), <Icon name="folder" />)}</div>
        ) : (
          <WorkPlace place={place} />
        ))}
      {canChoose && place.gone !== undefined && <SteeringNote text={words.gone.choose} />}
    </div>
  );
}

type Place = Variant<ChatNews, 'workPlace'>;

function WorkPlace({ place: { name, path, gone } }: { readonly place: Place }) {
  return (
    <>
      <p class="workPlace" title={path} dir="auto">
        {words.folder(name)}
      </p>
      {gone !== undefined && <SteeringNote text={words.gone[gone]} />}
    </>
  );
}

/** What was refused, or begins later. */
function noteOf(news: SteeringNews, models: readonly OfferedModel[]): string {
  if (news.refused !== undefined) return words.refused[news.refused];
  if (news.nextMode !== undefined) return words.next(modeNameOf(news.nextMode));
  if (news.effortStays === true) return words.effortStays;
  return news.nextModel === undefined ? '' : words.nextModel(nameOf({ type: 'steering', model: news.nextModel }, models));
}

function SteeringNote({ text }: { readonly text: string }) {
  const { store } = useApp();
  useEffect(() => {
    if (text !== '') store.aside.value = text;
  }, [text, store]);
  return text === '' ? null : <p class="steeringNote">{text}</p>;
}

function ModeIcon({ mode = '' }: { readonly mode?: string | undefined }) {
  return <Icon name={icons.get(mode) ?? 'shield'} />;
}

const icons: ReadonlyMap<string, IconName> = new Map([
  ['plan', 'checklist'],
  ['acceptEdits', 'edit'],
  ['auto', 'autoMode'],
  ['dontAsk', 'circleSlash'],
  [bypass, 'warning'],
]);

function isMode(value: string): value is Mode {
  return modes.some(mode => mode === value);
}

/** A mode of a later CLI has the CLI's own name. */
function modeNameOf(mode: string | undefined): string {
  return mode === undefined ? words.fromSettings.mode : isMode(mode) ? words.modes[mode][0] : mode;
}

/** The CLI has the mode `auto` for some models only. */
function modeEntries({ mode: current }: SteeringNews, models: readonly OfferedModel[]): readonly RadioEntry[] {
  return modes
    .filter(mode => mode !== 'auto' || mode === current || models.some(model => model.auto === true))
    .map(mode => ({
      ...{ value: mode, name: words.modes[mode][0], what: words.modes[mode][1], icon: <ModeIcon mode={mode} /> },
      warns: mode === bypass,
    }));
}

/** The model as it is offered: the chosen one, else the one that runs; before anything is known the default. */
function modelOf({ model, runs }: SteeringNews, models: readonly OfferedModel[]): OfferedModel | undefined {
  const { [0]: first } = models;
  if (model !== undefined) return models.find(({ value }) => value === model);
  return runs === undefined ? first : models.find(({ id }) => id === runs);
}

/** What runs counts more than what was chosen, because Claude may run another model than the chosen one. */
function nameOf({ model, runs }: SteeringNews, models: readonly OfferedModel[]): string {
  if (runs !== undefined) {
    const same = models.filter(({ id }) => id === runs);
    return (same.find(({ value }) => value === model) ?? same.at(-1))?.name ?? runs.replace(/^claude-/, '').replace(/-\d{8}$/, '');
  }
  if (model === undefined) return words.fromSettings.model;
  return model === 'default' ? words.defaultModel : (models.find(({ value }) => value === model)?.name ?? model);
}

function entryOf({ value, name, description }: OfferedModel): RadioEntry {
  return { value, name, what: description };
}

function rootEntryOf({ name, path }: Place['roots'][number]): RadioEntry {
  return { value: path, name, what: path };
}

function effortsOf(model: OfferedModel | undefined): readonly RadioEntry[] {
  const offered = (model?.efforts ?? []).map(value => ({ value, name: effortNameOf(value), what: '' }));
  return [{ value: '', name: words.fromSettingsHint, what: '' }, ...offered];
}

function effortOf(effort: string | undefined): string {
  return effort === undefined ? words.fromSettings.effort : words.effort(effortNameOf(effort));
}

function effortNameOf(effort: string): string {
  return new Map(Object.entries(words.efforts)).get(effort) ?? effort;
}
