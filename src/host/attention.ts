// Tells the person that Claude waits: a badge on the view, an item in the status bar, a notification, a list. Opens nothing
// and takes no focus by itself; what is pressed in a notification counts as done on the card.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { emptyAnswer } from '../shared/answers.js';
import { plain } from '../shared/plain.js';
import { inputFields, tellingField } from '../shared/toolInput.js';
import type { PermissionState, QuestionState, SessionState } from '../session/state.js';
import { waitingQuestions } from '../session/state.js';
import { StatusItem, isShownWhole, pickItem, showMessage } from './plainUi.js';
import type { Session } from './sessions.js';
import { titleOf as sessionTitleOf } from './sessions.js';
import { readSetting } from './settings.js';

export interface AttentionDependencies {
  readonly sessions: () => readonly Session[];
  /** Whether this session can be seen. */
  readonly isVisible: (session: Session) => boolean;
  readonly setBadge: (badge: vscode.ViewBadge | undefined) => void;
  /** By the person's act: opens the view, at what waits in this session. */
  readonly show: (session: Session) => Promise<void>;
  readonly undoTime: () => number;
}

interface Waiting {
  readonly session: Session;
  readonly item: QuestionState | PermissionState;
}

/** In characters: longer ones do not fit on a notification's buttons. */
const longestLabel = 24;
const mostButtons = 3;
/** Milliseconds after which the time in the status bar is another. */
const tick = 60_000;
/** Milliseconds that VS Code has to show again what was in sight in the window before: of that nobody has to be told. */
const startTime = 3_000;

export class Attention implements vscode.Disposable {
  readonly #item = new StatusItem('parley.waiting', vscode.l10n.t('Parley: questions that wait'), 'parley.showWaitingQuestions');
  /** What waits, by id, with the time since when. */
  readonly #since = new Map<string, number>();
  readonly #told = new Set<string>();
  readonly #reminded = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #start: NodeJS.Timeout | undefined;
  readonly #startedAt = Date.now();
  #disposed = false;

  constructor(private readonly dependencies: AttentionDependencies) {
    this.#start = setTimeout(() => {
      this.#start = undefined;
      this.update();
    }, startTime);
  }

  dispose(): void {
    this.#disposed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#start);
    this.#item.dispose();
  }

  /** A session, or what can be seen of it, is another. */
  update(): void {
    if (this.#disposed) return;
    const waiting = this.#waiting();
    const ids = new Set(waiting.map(({ item }) => item.id));
    for (const id of this.#since.keys()) if (!ids.has(id)) this.#since.delete(id);
    for (const { item } of waiting) if (!this.#since.has(item.id)) this.#since.set(item.id, sinceOf(item));
    this.#showCount();
    for (const one of waiting) if (this.#start === undefined || sinceOf(one.item) >= this.#startedAt) this.#tell(one);
  }

  /** All that waits; the one that is picked is gone to. */
  async showWaiting(): Promise<void> {
    const waiting = this.#waiting();
    if (waiting.length === 0) {
      void showMessage(vscode.l10n.t('Claude is not waiting for an answer.'));
      return;
    }
    const items = waiting.map(({ session, item }) => ({
      session,
      label: titleOf(item),
      description: [waitOf(this.#since.get(item.id) ?? Date.now()), sessionTitleOf(session) ?? ''].join(' · '),
      detail: textOf(item),
    }));
    const picked = await pickItem(items, {
      title: vscode.l10n.t('Questions that wait'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked !== undefined) await this.dependencies.show(picked.session);
  }

  /** The session in which a question has waited longest, the one that is seen before all others. */
  get first(): Session | undefined {
    const waiting = this.#waiting();
    return (waiting.find(({ session }) => this.dependencies.isVisible(session)) ?? waiting[0])?.session;
  }

  #waiting(): readonly Waiting[] {
    // Of what waits in another window, that one tells.
    const own = this.dependencies.sessions().filter(({ elsewhere }) => elsewhere === undefined);
    const all = own.flatMap(session => waitingIn(session.loop.state).map(item => ({ session, item })));
    return all.sort((one, other) => (this.#since.get(one.item.id) ?? Infinity) - (this.#since.get(other.item.id) ?? Infinity));
  }

  #showCount(): void {
    const hidden = this.#waiting().filter(({ session }) => !this.dependencies.isVisible(session));
    clearInterval(this.#timer);
    this.#timer = undefined;
    const [oldest] = hidden;
    if (oldest === undefined) {
      this.dependencies.setBadge(undefined);
      this.#item.hide();
      return;
    }
    const count = hidden.length;
    const text = count === 1 ? vscode.l10n.t('Claude waits for you') : vscode.l10n.t('Claude waits for you, {0} times', count);
    const time = waitOf(this.#since.get(oldest.item.id) ?? Date.now());
    this.dependencies.setBadge({ value: count, tooltip: text });
    this.#item.show({
      codicon: 'question',
      text: `${count} · ${time}`,
      tooltipLines: [text, ...hidden.map(({ item }) => titleOf(item))],
      accessibleName: `${text}, ${time}`,
    });
    this.#timer = setInterval(() => this.#showCount(), tick);
  }

  /** Once when it comes, and once more when it has waited for as long as the settings say. */
  #tell(one: Waiting): void {
    const { session, item } = one;
    const isNew = !this.#told.has(item.id);
    const isOverdue = item.kind === 'question' && item.overdueAt !== undefined && !this.#reminded.has(item.id);
    this.#told.add(item.id);
    if (isOverdue) this.#reminded.add(item.id);
    const when = readSetting('parley.questions.notify');
    const isWanted = when === 'always' || (when === 'whenHidden' && !this.dependencies.isVisible(session));
    if (isWanted && (isNew || isOverdue)) void this.#notify(one, isOverdue);
  }

  async #notify({ session, item }: Waiting, again: boolean): Promise<void> {
    const show = vscode.l10n.t('Show');
    const labels = labelsOf(item, show);
    const text = labels.length === 0 ? textOf(item) : wholeTextOf(item);
    const message = again
      ? vscode.l10n.t('Claude is still waiting: {0}', text)
      : item.kind === 'question'
        ? vscode.l10n.t('Claude asks: {0}', text)
        : vscode.l10n.t('Claude asks for your permission: {0}', text);
    const pressed = await showMessage(message, [...labels, show]);
    if (pressed === undefined) return;
    if (pressed === labels.length) return this.dependencies.show(session);
    this.#answer(session, item, pressed);
  }

  #answer({ loop }: Session, shown: Waiting['item'], position: number): void {
    const toolUseId = shown.id;
    const now = this.#waiting().find(({ item }) => item.id === toolUseId)?.item;
    // A question that is asked anew may have other options at the same positions.
    if (now?.kind !== 'question' || shown.kind !== 'question' || !isDeepStrictEqual(now.questions, shown.questions)) {
      void showMessage(vscode.l10n.t('This question does not wait any more; nothing was sent.'));
      return;
    }
    const answers = [{ ...emptyAnswer, selected: [position] }];
    loop.dispatch({ type: 'questionAnswered', toolUseId, answers, undoTime: this.dependencies.undoTime() });
  }
}

function waitingIn(state: SessionState): readonly (QuestionState | PermissionState)[] {
  const asked = state.items.filter(item => item.kind === 'permission').filter(item => item.state === 'asked');
  return [...waitingQuestions(state), ...asked];
}

function sinceOf(one: Waiting['item']): number {
  return (one.kind === 'question' ? one.askedAt : undefined) ?? Date.now();
}

/**
 * The options of a question that buttons can answer: one, of a single choice, with few and short ones. No two of the buttons, `show`
 * among them, may look the same once VS Code shows them.
 */
function labelsOf(one: Waiting['item'], show: string): readonly string[] {
  const [asked, ...others] = one.kind === 'question' ? one.questions : [];
  if (asked?.kind !== 'choice' || others.length > 0 || asked.multiSelect) return [];
  // A button answers what the notification shows: all of the question, with all that its options say.
  if (!isShownWhole(wholeTextOf(one)) || asked.options.some(({ preview = '' }) => preview !== '')) return [];
  const labels = asked.options.map(({ label }) => plain(label));
  const fit = labels.length <= mostButtons && labels.every(label => label !== '' && [...label].length <= longestLabel);
  return fit && new Set([...labels, show]).size === labels.length + 1 ? labels : [];
}

function titleOf(one: Waiting['item']): string {
  if (one.kind === 'permission') return one.toolName;
  return one.questions.map(({ header, question }) => header || question).join(', ');
}

function textOf(one: Waiting['item']): string {
  if (one.kind === 'permission') return actOf(one);
  return one.questions.map(({ question }) => question).join(' · ');
}

/** With what the options say beside their labels. */
function wholeTextOf(one: Waiting['item']): string {
  if (one.kind === 'permission') return actOf(one);
  const said = one.questions.flatMap(({ question, description, options }) => {
    const described = options.filter(option => option.description !== undefined && option.description !== '');
    return [question, description ?? '', ...described.map(option => `${option.label}: ${option.description}`)];
  });
  return [one.title ?? '', ...said].filter(part => part !== '').join(' · ');
}

/** All that is permitted; what Claude says about it does not come before it. */
function actOf({ toolName, input = {} }: PermissionState): string {
  const first = tellingField(input)?.name;
  const fields = inputFields(input).map(({ name, text }) => (name === first ? text : `${name}: ${text}`));
  return `${toolName} ${fields.join(' · ')}`.trim();
}

function waitOf(since: number): string {
  const minutes = Math.floor((Date.now() - since) / tick);
  if (minutes < 1) return vscode.l10n.t('now');
  return minutes < 60 ? vscode.l10n.t('{0} min', minutes) : vscode.l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
