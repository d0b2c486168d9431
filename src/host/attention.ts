// Tells the person that Claude waits: a badge on the view, an item in the status bar, a notification, a list. Opens nothing
// and takes no focus by itself; what is pressed in a notification counts as done on the card.
import * as vscode from 'vscode';
import { emptyAnswer } from '../shared/answers.js';
import type { SessionEvent } from '../session/events.js';
import type { PermissionState, QuestionState, SessionState } from '../session/state.js';
import { openQuestions } from '../session/state.js';
import { readSetting } from './settings.js';

export interface AttentionDependencies {
  readonly state: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  /** Whether the chat can be seen. */
  readonly isVisible: () => boolean;
  readonly setBadge: (badge: vscode.ViewBadge | undefined) => void;
  /** By the person's act: opens the view, at what waits. */
  readonly show: () => Promise<void>;
  readonly undoTime: () => number;
}

type Waiting = QuestionState | PermissionState;

/** In characters: longer ones do not fit on a notification's buttons. */
const longestLabel = 24;
const mostButtons = 3;
/** Milliseconds after which the time in the status bar is another. */
const tick = 60_000;

export class Attention implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('parley.waiting', vscode.StatusBarAlignment.Left, 0);
  /** What waits, by id, with the time since when. */
  readonly #since = new Map<string, number>();
  readonly #told = new Set<string>();
  readonly #reminded = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(private readonly dependencies: AttentionDependencies) {
    this.#item.name = vscode.l10n.t('Parley: questions that wait');
    this.#item.command = 'parley.showWaitingQuestions';
  }

  dispose(): void {
    this.#disposed = true;
    clearInterval(this.#timer);
    this.#item.dispose();
  }

  /** The session or what can be seen of it is another. */
  update(): void {
    if (this.#disposed) return;
    const waiting = waitingIn(this.dependencies.state());
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of this.#since.keys()) if (!ids.has(id)) this.#since.delete(id);
    for (const one of waiting) if (!this.#since.has(one.id)) this.#since.set(one.id, sinceOf(one));
    this.#showCount(waiting);
    for (const one of waiting) this.#tell(one);
  }

  /** All that waits; the one that is picked is gone to. */
  async showWaiting(): Promise<void> {
    const waiting = waitingIn(this.dependencies.state());
    if (waiting.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Claude is not waiting for an answer.'));
      return;
    }
    const items = waiting.map(one => ({
      label: titleOf(one),
      description: waitOf(this.#since.get(one.id) ?? Date.now()),
      detail: textOf(one),
    }));
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Questions that wait'),
      matchOnDetail: true,
    });
    if (picked !== undefined) await this.dependencies.show();
  }

  #showCount(waiting: readonly Waiting[]): void {
    const count = waiting.length;
    const oldest = Math.min(...this.#since.values());
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (count === 0 || this.dependencies.isVisible()) {
      this.dependencies.setBadge(undefined);
      this.#item.hide();
      return;
    }
    const text = count === 1 ? vscode.l10n.t('Claude waits for you') : vscode.l10n.t('Claude waits for you, {0} times', count);
    this.dependencies.setBadge({ value: count, tooltip: text });
    this.#item.text = `$(question) ${count} · ${waitOf(oldest)}`;
    this.#item.tooltip = `${text}\n${waiting.map(titleOf).join('\n')}`;
    this.#item.accessibilityInformation = { label: `${text}, ${waitOf(oldest)}` };
    this.#item.show();
    this.#timer = setInterval(() => this.#showCount(waitingIn(this.dependencies.state())), tick);
  }

  /** Once when it comes, and once more when it has waited for as long as the settings say. */
  #tell(one: Waiting): void {
    const isNew = !this.#told.has(one.id);
    const isOverdue = one.kind === 'question' && one.overdueAt !== undefined && !this.#reminded.has(one.id);
    this.#told.add(one.id);
    if (isOverdue) this.#reminded.add(one.id);
    const when = readSetting('parley.questions.notify');
    const isWanted = when === 'always' || (when === 'whenHidden' && !this.dependencies.isVisible());
    if (isWanted && (isNew || isOverdue)) void this.#notify(one, isOverdue);
  }

  async #notify(one: Waiting, again: boolean): Promise<void> {
    const show = vscode.l10n.t('Show');
    const labels = labelsOf(one);
    const text = textOf(one);
    const message = again
      ? vscode.l10n.t('Claude is still waiting: {0}', text)
      : one.kind === 'question'
        ? vscode.l10n.t('Claude asks: {0}', text)
        : vscode.l10n.t('Claude asks for your permission: {0}', text);
    const pressed = await vscode.window.showInformationMessage(message, ...labels, show);
    if (pressed === undefined) return;
    if (pressed === show) return this.dependencies.show();
    this.#answer(one.id, labels.indexOf(pressed));
  }

  #answer(toolUseId: string, position: number): void {
    const { state, dispatch, undoTime } = this.dependencies;
    if (!waitingIn(state()).some(({ id }) => id === toolUseId)) {
      void vscode.window.showInformationMessage(vscode.l10n.t('This question does not wait any more; nothing was sent.'));
      return;
    }
    dispatch({ type: 'questionAnswered', toolUseId, answers: [{ ...emptyAnswer, selected: [position] }], undoTime: undoTime() });
  }
}

function waitingIn(state: SessionState): readonly Waiting[] {
  const questions = openQuestions(state).filter(({ phase, held }) => (phase === 'asked' || phase === 'parked') && held === undefined);
  const asked = state.items.filter(item => item.kind === 'permission' && item.state === 'asked') as readonly PermissionState[];
  return [...questions, ...asked];
}

function sinceOf(one: Waiting): number {
  return (one.kind === 'question' ? one.askedAt : undefined) ?? Date.now();
}

/** The options of a question that buttons can answer: one, of a single choice, with few and short ones. */
function labelsOf(one: Waiting): readonly string[] {
  const [asked, ...others] = one.kind === 'question' ? one.questions : [];
  if (asked?.kind !== 'choice' || others.length > 0 || asked.multiSelect) return [];
  const labels = asked.options.map(({ label }) => label);
  const fit = labels.length <= mostButtons && labels.every(label => label.length <= longestLabel);
  return fit && new Set(labels).size === labels.length ? labels : [];
}

function titleOf(one: Waiting): string {
  if (one.kind === 'permission') return one.toolName;
  return one.questions.map(({ header, question }) => header || question).join(', ');
}

function textOf(one: Waiting): string {
  if (one.kind === 'permission') return `${one.toolName} ${one.summary}`.trim();
  return one.questions.map(({ question }) => question).join(' · ');
}

function waitOf(since: number): string {
  const minutes = Math.floor((Date.now() - since) / tick);
  if (minutes < 1) return vscode.l10n.t('now');
  return minutes < 60 ? vscode.l10n.t('{0} min', minutes) : vscode.l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
