// The view _Parley: Decisions_. Owns which rows are shown and when they are read. It reads nothing before it is visible.
import * as vscode from 'vscode';
import { setContextKey } from '../vscode/contextKeys.js';
import type { DecisionAct } from '../vscode/contributions.js';
import { decisionCommand, decisionsViewId } from '../vscode/contributions.js';
import { allWorkFolders } from '../vscode/folders.js';
import { moreRow } from '../vscode/moreRow.js';
import { RowTree } from '../vscode/plainLater.js';
import { readSetting } from '../vscode/settings.js';
import { DecisionCommands } from './decisionCommands.js';
import type { DecisionFilter } from './decisionFilters.js';
import { chooseFilter, filterText, indexFilterOf, isFiltered } from './decisionFilters.js';
import type { DecisionRow } from './decisionItems.js';
import { rowsOf } from './decisionItems.js';
import type { Found } from './decisionSources.js';
import { DecisionSources } from './decisionSources.js';
import type { DecisionsDependencies } from './decisionsContract.js';

/** Rows that are read at first, and with each _Show more_. */
const step = 200;

const { t } = vscode.l10n;

export class DecisionsView {
  readonly #sources: DecisionSources;
  readonly #tree: RowTree<DecisionRow>;
  readonly #commands: DecisionCommands;
  readonly #subscriptions: readonly vscode.Disposable[];
  #filter: DecisionFilter = {};
  #limit = step;
  #wasRead = false;
  #listening: Promise<() => void> | undefined;

  constructor(private readonly dependencies: DecisionsDependencies) {
    const { memory } = dependencies;
    this.#sources = new DecisionSources({
      all: () => allWorkFolders().flatMap(folder => memory?.load(folder).then(({ decisions }) => decisions) ?? []),
    });
    this.#tree = new RowTree(decisionsViewId, () => this.#rows());
    this.#commands = new DecisionCommands({
      ...dependencies,
      sources: this.#sources,
      selection: () => this.#selection,
      isInSight: () => this.#tree.visible,
    });
    this.#subscriptions = [
      this.#tree,
      this.#tree.onDidChangeVisibility(() => this.#visibilityChanged()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        // The reading that follows listens to the folders that are there now.
        void this.#stopListening();
        this.#refresh();
      }),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (!change.affectsConfiguration('parley.memory.decisions')) return;
        this.#settingChanged();
        this.#refresh();
      }),
    ];
    this.#settingChanged();
  }

  /** @param given what VS Code has given the command */
  async run(act: DecisionAct, given: readonly unknown[]): Promise<void> {
    if (act === 'filter') {
      const filter = await chooseFilter(this.#filter, this.#sources);
      if (filter !== undefined) this.#show(filter);
    } else if (act === 'showAll') this.#show({});
    else if (act === 'more') {
      this.#limit += step;
      this.#refresh();
    } else if (act === 'delete' && given.length > 0) {
      // Its key gives no row where none has the focus, and asks for none.
      const rows = this.#tree.rowsOf(given);
      if (rows.length > 0) await this.#commands.run(act, [rows[0], rows]);
    } else await this.#commands.run(act, given);
  }

  async end(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.dispose();
    await this.#stopListening();
  }

  get #selection(): readonly Found[] {
    return this.#tree.visible ? this.#tree.selection.flatMap(({ found }) => found ?? []) : [];
  }

  #show(filter: DecisionFilter): void {
    this.#filter = filter;
    this.#limit = step;
    setContextKey('parley.decisionsFiltered', isFiltered(filter));
    this.#refresh();
  }

  #settingChanged(): void {
    setContextKey('parley.decisionsOff', !readSetting('parley.memory.decisions'));
  }

  /** VS Code asks for the rows of a view that is not visible once it is. */
  #refresh(): void {
    if (this.#wasRead) this.#tree.refresh();
  }

  #visibilityChanged(): void {
    if (!this.#tree.visible) void this.#stopListening();
    else this.#refresh();
  }

  async #listen(): Promise<void> {
    const listening = (this.#listening ??= this.#sources.onDidChange(() => this.#refresh()));
    try {
      await listening;
    } catch (error) {
      // The next reading tries again.
      if (this.#listening === listening) this.#listening = undefined;
      throw error;
    }
  }

  async #stopListening(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    // Whoever has begun to listen says why that failed.
    (await listening?.catch(() => undefined))?.();
  }

  async #rows(): Promise<readonly DecisionRow[]> {
    this.#wasRead = true;
    try {
      // Before the reading, so that no change is between the two.
      await this.#listen();
      const limit = this.#limit;
      const found = await this.#find(limit + 1);
      const hasFolders = (await this.#sources.all()).length > 1;
      const shown = found.slice(0, limit);
      const context = { known: new Map(found.map(one => [one.decision.id, one])), hasFolders };
      this.#tree.say(this.#messageFor(shown.length));
      const rows = rowsOf(shown, context);
      return found.length > limit ? [...rows, moreRow(limit, decisionCommand('more'))] : rows;
    } catch (error) {
      this.dependencies.log.error(`The decisions could not be read: ${String(error)}`);
      this.#tree.say(t('The decisions could not be read: {0}', String(error)));
      return [];
    }
  }

  async #find(limit: number): Promise<readonly Found[]> {
    if (!isFiltered(this.#filter)) return this.#sources.newest(limit);
    const found = await this.#sources.search(this.#filter.words ?? '', indexFilterOf(this.#filter, limit, Date.now()));
    return found.toSorted((one, other) => other.decision.at - one.decision.at);
  }

  /** Empty where an empty view speaks for itself (`viewsWelcome`). */
  #messageFor(shown: number): string {
    const filter = filterText(this.#filter);
    if (filter !== '') return shown === 0 ? t('Nothing was found: {0}', filter) : t('Only: {0}', filter);
    if (shown === 0 || readSetting('parley.memory.decisions')) return '';
    return t('This is turned off: your answers are not remembered, and Claude is told no decisions.');
  }
}
