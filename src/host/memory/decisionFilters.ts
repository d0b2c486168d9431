// Which decisions the person wants to see: by words, asker, time and folder. Owns the choice of these and how it is said.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Filter } from '../../memory/findDecisions.js';
import type { Asker } from '../../memory/decision.js';
import { askForText } from '../vscode/plainLater.js';
import type { ListItem } from '../vscode/plainUi.js';
import { pickItem } from '../vscode/plainUi.js';
import { askerText } from './decisionItems.js';
import type { DecisionSources } from './decisionSources.js';

const { t } = vscode.l10n;

const periods = ['today', 'week', 'month'] as const;
type Period = (typeof periods)[number];

/** What is absent filters nothing. */
export interface DecisionFilter {
  readonly words?: string;
  readonly asker?: Asker;
  readonly period?: Period;
  /** Absolute path. */
  readonly folder?: string;
}

const day = 24 * 3_600_000;

/** @param now epoch milliseconds */
export function indexFilterOf({ asker, period, folder }: DecisionFilter, limit: number, now: number): Filter {
  return {
    limit,
    ...(asker !== undefined && { asker }),
    ...(folder !== undefined && { folder }),
    ...(period !== undefined && { since: sinceOf(period, now) }),
  };
}

function sinceOf(period: Period, now: number): number {
  if (period === 'today') return new Date(now).setHours(0, 0, 0, 0);
  return now - (period === 'week' ? 7 : 30) * day;
}

export function isFiltered(filter: DecisionFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** What is filtered by; empty for nothing. */
export function filterText({ words, asker, period, folder }: DecisionFilter): string {
  const parts = [
    words === undefined ? '' : `“${words}”`,
    asker === undefined ? '' : askerText(asker),
    period === undefined ? '' : periodText(period),
    folder === undefined ? '' : basename(folder),
  ];
  return parts.filter(part => part !== '').join(' · ');
}

function periodText(period: Period): string {
  switch (period) {
    case 'today':
      return t('today');
    case 'week':
      return t('in the last 7 days');
    case 'month':
      return t('in the last 30 days');
  }
}

interface Choice extends ListItem {
  readonly choose: () => Promise<DecisionFilter | undefined> | DecisionFilter;
}

/** Lets the person change one part of the filter; undefined when they cancel. */
export async function chooseFilter(filter: DecisionFilter, sources: DecisionSources): Promise<DecisionFilter | undefined> {
  const { words, asker, period, folder } = filter;
  const folders = (await sources.all()).map(source => source.folder);
  const choices: Choice[] = [
    { label: t('Words…'), description: words ?? '', codicon: 'whole-word', choose: () => chooseWords(filter) },
    { label: t('Asked by…'), description: asker ? askerText(asker) : '', codicon: 'account', choose: () => chooseAsker(filter, sources) },
    { label: t('Time…'), description: period ? periodText(period) : '', codicon: 'calendar', choose: () => choosePeriod(filter) },
    ...(folders.length < 2
      ? []
      : [
          {
            label: t('Folder…'),
            description: folder === undefined ? '' : basename(folder),
            codicon: 'root-folder',
            choose: () => chooseFolder(filter, folders),
          },
        ]),
    ...(isFiltered(filter) ? [{ label: t('Show all'), codicon: 'clear-all', choose: () => ({}) }] : []),
  ];
  const chosen = await pickItem(choices, { placeHolder: t('Which decisions do you want to see?') });
  return chosen?.choose();
}

async function chooseWords({ words, ...rest }: DecisionFilter): Promise<DecisionFilter | undefined> {
  const typed = await askForText(t('Show decisions with these words'), words ?? '');
  if (typed === undefined) return undefined;
  return typed.trim() === '' ? rest : { ...rest, words: typed.trim() };
}

interface ValueItem<T> extends ListItem {
  /** Undefined filters nothing. */
  readonly value: T | undefined;
}

async function chooseAsker({ asker: _, ...rest }: DecisionFilter, sources: DecisionSources): Promise<DecisionFilter | undefined> {
  const askers = (await sources.askers()).map((value): ValueItem<Asker> => ({ label: askerText(value), value }));
  const chosen = await pickItem([{ label: t('asked by anyone'), value: undefined }, ...askers], { placeHolder: t('Asked by…') });
  return chosen && { ...rest, ...(chosen.value !== undefined && { asker: chosen.value }) };
}

async function choosePeriod({ period: _, ...rest }: DecisionFilter): Promise<DecisionFilter | undefined> {
  const items = periods.map((value): ValueItem<Period> => ({ label: periodText(value), value }));
  const chosen = await pickItem([{ label: t('at any time'), value: undefined }, ...items], { placeHolder: t('Time…') });
  return chosen && { ...rest, ...(chosen.value !== undefined && { period: chosen.value }) };
}

async function chooseFolder({ folder: _, ...rest }: DecisionFilter, folders: readonly string[]): Promise<DecisionFilter | undefined> {
  const items = folders.map((value): ValueItem<string> => ({ label: basename(value), description: value, value }));
  const chosen = await pickItem([{ label: t('in any folder'), value: undefined }, ...items], { placeHolder: t('Folder…') });
  return chosen && { ...rest, ...(chosen.value !== undefined && { folder: chosen.value }) };
}
