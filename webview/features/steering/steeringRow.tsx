// How Claude works in this chat, in the row below the message box: permission mode, and model with its effort, each with the menu that changes it.
import { useEffect } from 'preact/hooks';
import type { OfferedModel, SteeringNews } from '../../../src/shared/contract/news.js';
import type { Mode } from '../../../src/shared/features/steering/modes.js';
import { bypass, modes } from '../../../src/shared/features/steering/modes.js';
import { useApp } from '../../state/context.js';
import type { IconName } from '../../ui/icon.js';
import { Icon } from '../../ui/icon.js';
import { MenuButton } from './menuButton.js';
import { useNews } from '../news.js';
import type { RadioEntry, RadioGroup } from '../../ui/radioMenu.js';
import { SteeringNote } from './steeringNote.js';
import { steeringWords as words } from './steeringWords.js';
import { useIsSteered } from './useIsSteered.js';

export function SteeringRow() {
  const { post, store } = useApp();
  const news = useNews('steering');
  const place = useNews('workFolder');
  const models = useNews('offers')?.models ?? [];
  const isSteered = useIsSteered();
  const asks = isSteered || store.elsewhere.value !== undefined;
  const shown = store.snapshots.value;
  // The folders of the window may have changed.
  const surrounds = place === undefined ? undefined : store.setUp.value;
  useEffect(() => {
    if (asks) post({ type: 'readSteering' });
  }, [asks, shown, surrounds, post]);
  if (!isSteered || news === undefined) return null;
  const model = modelOf(news, models);
  const mode = modeNameOf(news.mode);
  const modeLabel = news.mode === undefined ? mode : words.mode(mode);
  const modelText = words.withEffort(nameOf(news, models), news.effort === undefined ? undefined : effortNameOf(news.effort));
  const isModelKnown = news.model !== undefined || news.runs !== undefined;
  const modelLabel = isModelKnown ? words.model(modelText) : modelText;
  const modeGroup: RadioGroup = {
    entries: modeEntries(news, models),
    chosen: news.mode,
    onChoose: value => {
      if (isMode(value) && (value !== news.mode || news.nextMode !== undefined)) post({ type: 'setMode', mode: value });
    },
  };
  const modelGroup: RadioGroup = {
    name: words.modelGroup,
    entries: models.map(entryOf),
    chosen: news.model ?? model?.value,
    onChoose: value => {
      if (value !== (news.model ?? model?.value)) post({ type: 'setModel', model: value });
    },
  };
  const effortGroup: RadioGroup = {
    name: words.effortGroup,
    entries: effortsOf(model),
    chosen: news.effort ?? '',
    onChoose: value => {
      if (value !== (news.effort ?? '')) post({ type: 'setEffort', effort: value === '' ? null : value });
    },
  };
  return (
    <div class="steering" role="group" aria-label={words.group}>
      <MenuButton
        label={modeLabel}
        text={mode}
        title={news.mode === undefined ? words.fromSettings : modeLabel}
        icon={<ModeIcon mode={news.mode} />}
        warns={news.mode === bypass}
        groups={[modeGroup]}
      />
      <MenuButton
        label={modelLabel}
        text={modelText}
        title={isModelKnown ? modelLabel : words.fromSettings}
        groups={[modelGroup, effortGroup]}
        hint={models.length === 0 ? words.noModels : undefined}
        onOpen={() => post({ type: 'readSteering' })}
      />
    </div>
  );
}

/** What was refused, or begins later. Its lines stand above the row. */
export function SteeringNotes() {
  const news = useNews('steering');
  const models = useNews('offers')?.models ?? [];
  return useIsSteered() && news !== undefined ? <SteeringNote text={noteOf(news, models)} /> : null;
}

function noteOf(news: SteeringNews, models: readonly OfferedModel[]): string {
  if (news.refused !== undefined) return words.refused[news.refused];
  if (news.nextMode !== undefined) return words.next(modeNameOf(news.nextMode));
  if (news.effortStays === true) return words.effortStays;
  return news.nextModel === undefined ? '' : words.nextModel(nameOf({ type: 'steering', model: news.nextModel }, models));
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
  return mode === undefined ? words.defaultMode : isMode(mode) ? words.modes[mode][0] : mode;
}

/** The CLI has the mode `auto` for some models only. */
function modeEntries({ mode: current }: SteeringNews, models: readonly OfferedModel[]): readonly RadioEntry[] {
  return modes
    .filter(mode => mode !== 'auto' || mode === current || models.some(model => model.auto === true))
    .map(mode => ({
      value: mode,
      name: words.modes[mode][0],
      what: words.modes[mode][1],
      icon: <ModeIcon mode={mode} />,
      warns: mode === bypass,
    }));
}

/** The model as it is offered: the chosen one, else the one that runs; before anything is known the default. */
function modelOf({ model, runs }: SteeringNews, models: readonly OfferedModel[]): OfferedModel | undefined {
  const { [0]: first } = models;
  if (model !== undefined) return models.find(({ value }) => value === model);
  return runs === undefined ? first : models.find(({ id }) => id === runs);
}

/**
 * What runs counts more than what was chosen, because Claude may run another model than the chosen one. The CLI offers the model that runs by
 * default a second time, under its own name, which says more.
 */
function nameOf({ model, runs }: SteeringNews, models: readonly OfferedModel[]): string {
  if (runs !== undefined) {
    const same = models.filter(({ id, value }) => id === runs && value !== 'default');
    return (same.find(({ value }) => value === model) ?? same.at(-1))?.name ?? ownNameOf(runs);
  }
  if (model === undefined || model === 'default') return words.defaultModel;
  return models.find(({ value }) => value === model)?.name ?? model;
}

/** `claude-sonnet-4-5-20250929` is Sonnet 4.5. An id of another form stays as it is. */
function ownNameOf(id: string): string {
  const [, family, version] = /^claude-([a-z]+)-(\d+(?:-\d+)*?)(?:-\d{8})?$/.exec(id) ?? [];
  if (family === undefined || version === undefined) return id;
  return `${family.charAt(0).toUpperCase()}${family.slice(1)} ${version.replaceAll('-', '.')}`;
}

function entryOf({ value, name, description }: OfferedModel): RadioEntry {
  return { value, name, what: description };
}

function effortsOf(model: OfferedModel | undefined): readonly RadioEntry[] {
  const offered = (model?.efforts ?? []).map(value => ({ value, name: effortNameOf(value), what: '' }));
  return offered.length === 0 ? [] : [{ value: '', name: words.defaultEffort, what: words.fromSettings }, ...offered];
}

function effortNameOf(effort: string): string {
  return new Map(Object.entries(words.efforts)).get(effort) ?? effort;
}
