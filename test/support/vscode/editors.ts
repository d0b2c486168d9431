// The editor groups of the stand-in with their tabs: texts, differences of two texts, webviews. One group is active, and in each group one tab.
import type * as vscode from 'vscode';
import { EventEmitter, TabInputText, TabInputTextDiff, Uri, constants } from './basics.js';
import type { Documents, TextDocument } from './documents.js';
import { labelOf } from './documents.js';
import type { Range } from './ranges.js';
import { Selection } from './ranges.js';

export interface TextEditor {
  readonly document: TextDocument;
  readonly viewColumn: number;
  selection: Selection;
}

export interface TabContent {
  label: string;
  readonly input: unknown;
  readonly isPreview: boolean;
  /** Those of a difference are two, of which the right one has the cursor. */
  readonly editors: readonly TextEditor[];
  readonly closed?: () => void;
}

export interface OpenTab extends TabContent {
  readonly group: Group;
  readonly isActive: boolean;
  readonly isDirty: boolean;
  readonly isPinned: boolean;
}

interface Group {
  readonly tabs: OpenTab[];
  activeTab: OpenTab | undefined;
  readonly viewColumn: number;
  readonly isActive: boolean;
}

interface TabChange {
  readonly opened?: readonly OpenTab[];
  readonly closed?: readonly OpenTab[];
}

type Placed = { readonly viewColumn?: number; readonly preview?: boolean; readonly preserveFocus?: boolean; readonly selection?: Range };

export class Editors {
  #groups: Group[] = [];
  #active: Group;
  readonly #changed = new EventEmitter<vscode.TabChangeEvent>();
  readonly #laidOut = new EventEmitter<void>();
  /** Fires after each change of what is in sight. */
  readonly onDidLayOut = this.#laidOut.event;
  readonly tabGroups: Pick<vscode.TabGroups, 'all' | 'activeTabGroup' | 'onDidChangeTabs' | 'close'>;

  constructor(private readonly documents: Documents) {
    this.#active = this.#addGroup();
    const [all, active] = [(): readonly Group[] => this.#groups, (): Group => this.#active];
    const tabGroups = {
      get all() {
        return all();
      },
      get activeTabGroup() {
        return active();
      },
      onDidChangeTabs: this.#changed.event,
      close: (given: OpenTab | Group | readonly (OpenTab | Group)[]) => {
        this.close([given].flat().flatMap(one => ('tabs' in one ? one.tabs : [one])));
        return Promise.resolve(true);
      },
    };
    // What Parley reads of it.
    this.tabGroups = tabGroups as unknown as Editors['tabGroups'];
  }

  get active(): TextEditor | undefined {
    return this.#active.activeTab?.editors.at(-1);
  }

  get visible(): readonly TextEditor[] {
    return this.#groups.flatMap(({ activeTab }) => activeTab?.editors ?? []);
  }

  /** Opens a tab, or goes to the one that has the same input in this group. */
  open(
    { viewColumn, preserveFocus = false }: Placed,
    contentIn: (group: Group) => TabContent,
    isSame: (input: unknown) => boolean,
  ): OpenTab {
    const group = this.#groupAt(viewColumn);
    const known = group.tabs.find(({ input }) => isSame(input));
    const tab = known ?? this.#addTab(group, contentIn(group));
    group.activeTab = tab;
    if (!preserveFocus) this.#active = group;
    this.#laidOut.fire();
    if (known === undefined) this.#fire({ opened: [tab] });
    return tab;
  }

  goTo(tab: OpenTab, preserveFocus = false): void {
    tab.group.activeTab = tab;
    if (!preserveFocus) this.#active = tab.group;
    this.#laidOut.fire();
  }

  isActive(tab: OpenTab): boolean {
    return this.#active === tab.group && tab.isActive;
  }

  close(tabs: readonly OpenTab[]): void {
    const closed = tabs.filter(tab => tab.group.tabs.includes(tab));
    if (closed.length === 0) return;
    for (const tab of closed) this.#take(tab);
    this.#laidOut.fire();
    this.#fire({ closed });
    for (const tab of closed) tab.closed?.();
  }

  closeAll(): void {
    this.close(this.#groups.flatMap(({ tabs }) => tabs));
  }

  closeActive(): void {
    this.close(this.#active.activeTab === undefined ? [] : [this.#active.activeTab]);
  }

  async showText(given: TextDocument | vscode.Uri, place: number | Placed = {}, preserveFocus = false): Promise<TextEditor> {
    const document = 'getText' in given ? given : await this.documents.open(given);
    const placed = typeof place === 'number' ? { viewColumn: place, preserveFocus } : place;
    const isSame = (input: unknown): boolean => input instanceof TabInputText && input.uri.toString() === document.uri.toString();
    const tab = this.open(
      placed,
      ({ viewColumn }) => ({
        label: labelOf(document),
        input: new TabInputText(document.uri),
        isPreview: placed.preview ?? true,
        editors: [this.#editor(document, viewColumn)],
      }),
      isSame,
    );
    const [editor] = tab.editors;
    if (editor === undefined) throw new Error('a tab without an editor');
    if (placed.selection !== undefined) editor.selection = new Selection(placed.selection.start, placed.selection.end);
    return editor;
  }

  async showDiff(before: vscode.Uri, after: vscode.Uri, title?: string, placed: Placed = {}): Promise<void> {
    const [left, right] = await Promise.all([before, after].map(uri => this.documents.open(uri)));
    if (left === undefined || right === undefined) throw new Error('a difference of less than two texts');
    const isSame = (input: unknown): boolean =>
      input instanceof TabInputTextDiff &&
      input.original.toString() === before.toString() &&
      input.modified.toString() === after.toString();
    this.open(
      placed,
      ({ viewColumn }) => ({
        label: title ?? `${labelOf(left)} ↔ ${labelOf(right)}`,
        input: new TabInputTextDiff(Uri.from(before), Uri.from(after)),
        isPreview: placed.preview ?? true,
        editors: [left, right].map(document => this.#editor(document, viewColumn)),
      }),
      isSame,
    );
  }

  #editor(document: TextDocument, viewColumn: number): TextEditor {
    this.documents.shown.add(document);
    return { document, viewColumn, selection: new Selection(0, 0, 0, 0) };
  }

  #addGroup(): Group {
    const [isActive, columnOf] = [(group: Group) => this.#active === group, (group: Group) => this.#groups.indexOf(group) + 1];
    const group: Group = {
      tabs: [],
      activeTab: undefined,
      get viewColumn() {
        return columnOf(this);
      },
      get isActive() {
        return isActive(this);
      },
    };
    this.#groups.push(group);
    return group;
  }

  #groupAt(column: number = constants.ViewColumn.Active): Group {
    const at = this.#groups.indexOf(this.#active);
    const wanted = column === constants.ViewColumn.Active ? at : column === constants.ViewColumn.Beside ? at + 1 : column - 1;
    // VS Code leaves no column out: beyond the last one comes the next.
    return this.#groups[wanted] ?? (this.#groups.at(-1)?.tabs.length === 0 ? this.#active : this.#addGroup());
  }

  #addTab(group: Group, content: TabContent): OpenTab {
    const tab: OpenTab = {
      ...content,
      group,
      isDirty: false,
      isPinned: false,
      get isActive() {
        return this.group.activeTab === this;
      },
    };
    const replaced = content.isPreview ? group.tabs.find(({ isPreview }) => isPreview) : undefined;
    group.tabs.splice(group.activeTab === undefined ? 0 : group.tabs.indexOf(group.activeTab) + 1, 0, tab);
    if (replaced !== undefined) {
      this.#take(replaced);
      replaced.closed?.();
    }
    return tab;
  }

  #take(tab: OpenTab): void {
    const { group } = tab;
    const at = group.tabs.indexOf(tab);
    group.tabs.splice(at, 1);
    if (group.activeTab === tab) group.activeTab = group.tabs[Math.min(at, group.tabs.length - 1)];
    if (group.tabs.length === 0 && this.#groups.length > 1) {
      this.#groups = this.#groups.filter(other => other !== group);
      if (this.#active === group) this.#active = this.#groups[0] ?? group;
    }
    const left = new Set(this.#groups.flatMap(({ tabs }) => tabs.flatMap(({ editors }) => editors.map(({ document }) => document))));
    for (const { document } of tab.editors) {
      if (left.has(document)) continue;
      document.isClosed = true;
      this.documents.shown.delete(document);
    }
  }

  #fire({ opened = [], closed = [] }: TabChange): void {
    this.#changed.fire({ opened, closed, changed: [] });
  }
}
