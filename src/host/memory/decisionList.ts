// The list in which a person searches decisions as they type. Owns the list; what is found comes from decisionSources.
import * as vscode from 'vscode';
import type { Log } from '../chats/chatDependencies.js';
import { List } from '../vscode/plainLater.js';
import type { DecisionFilter } from './decisionFilters.js';
import { chooseFilter, filterText, indexFilterOf } from './decisionFilters.js';
import type { DecisionPick } from './decisionItems.js';
import { pickOf } from './decisionItems.js';
import type { DecisionSources, Found } from './decisionSources.js';

const { t } = vscode.l10n;

/** Rows that VS Code is given at a time. */
const mostRows = 200;

interface SearchOptions {
  readonly title: string;
  readonly sources: DecisionSources;
  readonly log: Pick<Log, 'error'>;
  /** A row above all others, without a decision. */
  readonly first?: string;
  /** Ids of decisions that are not shown. */
  readonly except?: readonly string[];
}

/** Undefined when the list was closed, `'first'` for the row above all others. */
export async function pickDecision(options: SearchOptions): Promise<Found | 'first' | undefined> {
  let search: Search = { words: '', filter: {} };
  for (;;) {
    const outcome = await searchOnce(options, search);
    if (outcome.type !== 'filter') return outcome.type === 'picked' ? (outcome.found ?? 'first') : undefined;
    // VS Code hides the list while another one is open, and the words are kept.
    const { words } = outcome;
    search = { words, filter: (await chooseFilter(search.filter, options.sources)) ?? search.filter };
  }
}

interface Search {
  readonly words: string;
  readonly filter: DecisionFilter;
}

type Outcome =
  | { readonly type: 'picked'; readonly found: Found | undefined }
  | { readonly type: 'filter'; readonly words: string }
  | { readonly type: 'closed' };

function searchOnce(options: SearchOptions, { words, filter }: Search): Promise<Outcome> {
  return new Promise(resolve => {
    let typed = filter.words ?? words;
    let asked = 0;
    let isOpen = true;
    const list = new List<DecisionPick>(
      {
        title: options.title,
        placeHolder: t('Search questions, answers and notes'),
        words: typed,
        titleButton: { iconPath: new vscode.ThemeIcon('filter'), tooltip: t('Filter…') },
      },
      {
        picked: ({ found }) => resolve({ type: 'picked', found }),
        hidden: () => {
          isOpen = false;
          list.dispose();
          // What was picked or pressed has resolved it already.
          setImmediate(() => resolve({ type: 'closed' }));
        },
        typed: value => {
          typed = value;
          void find();
        },
        titlePressed: () => {
          resolve({ type: 'filter', words: typed });
          list.hide();
        },
      },
    );
    const find = async (): Promise<void> => {
      const mine = ++asked;
      list.busy = true;
      try {
        const { picks, title } = await rowsFor(options, typed, filter);
        if (mine !== asked || !isOpen) return;
        list.setTitle(title);
        list.replaceItems(picks);
      } catch (error) {
        options.log.error(`Decisions could not be searched: ${String(error)}`);
        list.setTitle(t('The decisions could not be read: {0}', String(error)));
      } finally {
        if (mine === asked && isOpen) list.busy = false;
      }
    };
    // While the person looks at the first rows and types.
    find()
      .then(() => options.sources.readAhead())
      .catch((error: unknown) => options.log.error(`Decisions could not be read ahead: ${String(error)}`));
    list.show();
  });
}

async function rowsFor(
  { title, sources, first, except = [] }: SearchOptions,
  words: string,
  filter: DecisionFilter,
): Promise<{ readonly picks: readonly DecisionPick[]; readonly title: string }> {
  const found = await sources.search(words, indexFilterOf(filter, mostRows, Date.now()));
  const hasFolders = (await sources.all()).length > 1;
  const picks = found.filter(({ decision }) => !except.includes(decision.id)).map(one => pickOf(one, hasFolders));
  const { words: _, ...rest } = filter;
  const limited = found.length < mostRows ? '' : t('the first {0}', mostRows);
  return {
    picks: first === undefined ? picks : [{ label: first, codicon: 'dash', alwaysShow: true }, ...picks],
    title: [title, filterText(rest), limited].filter(part => part !== '').join(' · '),
  };
}
