// What a person does with decisions: go to one, say what holds, delete. Owns which decisions a command is about and what is asked before.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Judgement } from '../../memory/decision.js';
import type { DecisionAct } from '../vscode/contributions.js';
import { allWorkFolders } from '../vscode/folders.js';
import { askForText } from '../vscode/plainLater.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import { chooseForExport, exportDecisions, importDecisions } from './decisionExchange.js';
import { pickDecision } from './decisionList.js';
import type { DecisionRow } from './decisionItems.js';
import { decisionText } from './decisionItems.js';
import type { DecisionsDependencies } from './decisionsContract.js';
import type { DecisionSources, Found } from './decisionSources.js';
import { takeInEarlier } from './earlierAnswers.js';
import { messageOf } from '../../shared/error.js';

const { t } = vscode.l10n;

interface CommandsDependencies extends DecisionsDependencies {
  readonly sources: DecisionSources;
  /** The selection in the view, while it is visible. */
  readonly selection: () => readonly Found[];
  /** The view shows what becomes of a decision. */
  readonly isInSight: () => boolean;
}

/** Acts of the view itself. */
type ViewAct = 'filter' | 'showAll' | 'more';

const setting = 'parley.memory.decisions';

export class DecisionCommands {
  constructor(private readonly dependencies: CommandsDependencies) {}

  /** Says what went wrong, to the person and in the log. */
  async run(act: Exclude<DecisionAct, ViewAct>, given: readonly unknown[]): Promise<void> {
    try {
      if (this.dependencies.memory === undefined) await showMessage(t('Open a folder first: decisions belong to a folder.'));
      else await this.#run(act, given);
    } catch (error) {
      this.dependencies.log.error(`${act} of decisions failed: ${String(error)}`);
      await showMessage(t('That did not work: {0}', messageOf(error)), [], { level: 'error' });
    }
  }

  async #run(act: Exclude<DecisionAct, ViewAct>, given: readonly unknown[]): Promise<void> {
    switch (act) {
      case 'search':
        return this.#open(await this.#pick(t('Decisions')));
      case 'open':
        return this.#open((await this.#chosen(given))[0]);
      case 'supersede':
        return this.#supersede(await this.#chosen(given));
      case 'limit':
        return this.#judge(given, { type: 'once' });
      case 'accept':
      case 'restore':
        return this.#judge(given, { type: 'accept' });
      case 'tell':
        return this.#judge(given, { type: 'tell', told: true });
      case 'untell':
        return this.#judge(given, { type: 'tell', told: false });
      case 'delete':
        return this.#delete(await this.#chosen(given));
      case 'remember':
        return turnOn();
      case 'takeIn':
        return (await this.#mayAdd()) ? takeInEarlier(this.dependencies) : undefined;
      case 'export': {
        const chosen = this.#given(given);
        const wanted = chosen.length > 0 ? chosen : await chooseForExport(this.dependencies.sources);
        return exportDecisions(wanted);
      }
      case 'import':
        return (await this.#mayAdd()) ? importDecisions(this.dependencies.sources) : undefined;
    }
  }

  /** VS Code gives the row that the command was called on and, where several are selected, all of them; a key gives nothing. */
  #given([row, rows]: readonly unknown[]): readonly Found[] {
    const clicked = (Array.isArray(rows) ? rows : [row]) as readonly (DecisionRow | undefined)[];
    const found = clicked.flatMap(one => one?.found ?? []);
    return found.length > 0 ? found : this.dependencies.selection();
  }

  /** The given decisions; where there are none, the person is asked for one. */
  async #chosen(given: readonly unknown[]): Promise<readonly Found[]> {
    const chosen = this.#given(given);
    if (chosen.length > 0) return chosen;
    const picked = await this.#pick(t('Which decision?'));
    return picked === undefined ? [] : [picked];
  }

  async #pick(title: string): Promise<Found | undefined> {
    const { sources, log } = this.dependencies;
    const picked = await pickDecision({ title, sources, log });
    return picked === 'first' ? undefined : picked;
  }

  async #judge(given: readonly unknown[], judgement: Judgement): Promise<void> {
    await this.#note(await this.#chosen(given), judgement);
  }

  async #note(chosen: readonly Found[], judgement: Judgement): Promise<void> {
    const [first] = chosen;
    await this.dependencies.sources.judge(chosen, judgement);
    if (first === undefined || this.dependencies.isInSight()) return;
    void showMessage(chosen.length === 1 ? notedText(judgement, decisionText(first)) : t('Noted for {0} decisions.', chosen.length));
  }

  async #open(found: Found | undefined): Promise<void> {
    if (found === undefined) return;
    const { decision, source } = found;
    const place = decision.source;
    if (place !== undefined && (await this.dependencies.pastChats.openFirst([place.chat, place.session], place.item))) return;
    const isElsewhere = place !== undefined && !allWorkFolders().includes(source.folder);
    await showMessage(
      isElsewhere
        ? t('The conversation is in the folder {0}. Open that folder in a window of its own to see it.', basename(source.folder))
        : t('The conversation of this decision is gone.'),
    );
  }

  async #supersede(chosen: readonly Found[]): Promise<void> {
    if (chosen.length === 0) return;
    const reason = await askForText(t('Why does it no longer hold?'), '', t('A few words are enough.'));
    if (reason === undefined) return;
    const { sources, log } = this.dependencies;
    const title = t('Which decision holds in its place?');
    const next = await pickDecision({ title, sources, log, first: t('None'), except: chosen.map(({ decision }) => decision.id) });
    if (next === undefined) return;
    const by = next === 'first' ? {} : { by: next.decision.id };
    await this.#note(chosen, { type: 'supersede', reason: reason.trim(), ...by });
  }

  async #delete(chosen: readonly Found[]): Promise<void> {
    const [first] = chosen;
    if (first === undefined) return;
    const asked =
      chosen.length === 1
        ? t('Delete this decision for good? “{0}”', first.decision.question.question.slice(0, 150))
        : t('Delete {0} decisions for good?', chosen.length);
    const explained = t(
      'What you delete goes from the disk, and Claude is not told about it from its next start. The conversation where you answered still shows the answer, and exported files stay.',
    );
    const pressed = await showMessage(`${asked} ${explained}`, [t('Delete')], { level: 'warning', modal: true });
    if (pressed !== undefined) await this.dependencies.sources.delete(chosen);
  }

  /** Nothing is added while the person has turned it off. */
  async #mayAdd(): Promise<boolean> {
    if (readSetting(setting)) return true;
    const text = t('This is turned off: your answers are not remembered, and Claude is told no decisions.');
    if ((await showMessage(text, [t('Turn On')])) === undefined) return false;
    await turnOn();
    return true;
  }
}

/** What has become of a decision, for the person who does not see the view. */
function notedText(judgement: Judgement, decision: string): string {
  switch (judgement.type) {
    case 'supersede':
      return t('No longer holds: {0}', decision);
    case 'once':
      return t('Held only that time: {0}', decision);
    case 'tell':
      return judgement.told ? t('Claude is told this decision: {0}', decision) : t('Claude is not told this decision: {0}', decision);
    case 'accept':
    case 'like':
    case 'notLike':
      return t('Holds: {0}', decision);
  }
}

/** Wherever it is turned off: a workspace can turn it off too. */
async function turnOn(): Promise<void> {
  const { Workspace, Global } = vscode.ConfigurationTarget;
  const configuration = vscode.workspace.getConfiguration();
  const { globalValue, workspaceValue } = configuration.inspect(setting) ?? {};
  if (globalValue === false) await configuration.update(setting, true, Global);
  if (workspaceValue === false) await configuration.update(setting, undefined, Workspace);
}
