// Intents of the view → session events and host actions. The view knows intents only; the result reaches it as state.
import { randomUUID } from 'node:crypto';
import type { SessionEvent } from '../../session/events.js';
import { hasPrompt } from '../../session/outbox.js';
import { isReplying } from '../../session/replies.js';
import type { SessionState } from '../../session/state.js';
import type { Elsewhere } from '../../session/view.js';
import type { Intent } from '../../shared/messages.js';
import type { ActionId, ReturnReason } from '../../shared/transcript.js';
import type { AnswerActions } from '../commands/answerActions.js';
import type { StartBlocker } from '../vscode/folders.js';
import type { SessionLog } from '../sessions/sessionLoop.js';

export interface IntentDependencies {
  readonly log: SessionLog;
  readonly state: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly saveComposerDraft: (text: string) => void;
  /** Called when the person has pressed Send, which empties the message box. */
  readonly emptied: () => void;
  /** Returns a text that could not be sent to the message box. */
  readonly giveBack: (text: string, because: ReturnReason) => void;
  readonly newChat: () => Promise<void>;
  readonly openChat: (id: string) => Promise<void>;
  readonly takeOver: () => Promise<void>;
  readonly runAction: (action: ActionId) => Promise<void>;
  readonly openLink: (href: string) => Promise<void>;
  readonly answerActs: AnswerActions;
  /** Milliseconds in which answers can be undone. */
  readonly undoTime: () => number;
  /** Applies the CLI's transcript to the chat. */
  readonly catchUp: () => Promise<void>;
  /** The other owner of the chat; undefined when this window owns it. */
  readonly elsewhere: () => Elsewhere;
  readonly gate: () => StartBlocker;
}

/** Makes the handler of the intents in one session, except `ready` and the reading of older items, which `ChatWebview` handles itself. */
export function createIntentHandler(dependencies: IntentDependencies): (intent: Intent) => void {
  const { log, dispatch, answerActs } = dependencies;
  const run = (name: string, work: Promise<void>): void => {
    work.catch((error: unknown) => log.error(`${name} failed: ${String(error)}`));
  };
  const start = (event: SessionEvent): void => {
    const gate = dependencies.gate();
    if (gate === undefined) dispatch(event);
    else log.warn(`Nothing is started here: ${gate}.`);
  };
  const sendPrompt = (text: string): void => {
    const uuid = randomUUID();
    dependencies.emptied();
    start({ type: 'promptSubmitted', uuid, text });
    if (hasPrompt(dependencies.state(), uuid)) return;
    dependencies.giveBack(text, dependencies.elsewhere() ?? dependencies.gate() ?? 'question');
  };
  const sendAgain = (id: string): void => {
    const again = (): void => start({ type: 'promptResubmitted', id, uuid: randomUUID() });
    // Read the transcript first: it may show that Claude has the prompt, and a prompt taken in mid-turn would run a second time.
    if (dependencies.gate() === undefined) run('Sending again', dependencies.catchUp().then(again));
    else again();
  };
  const reply = (toolUseId: string, text: string): void => {
    dependencies.emptied();
    dispatch({ type: 'questionReplied', toolUseId, text });
    if (isReplying(dependencies.state(), toolUseId, text)) return;
    dependencies.giveBack(text, dependencies.elsewhere() ?? 'questionEnded');
  };
  return intent => {
    switch (intent.type) {
      case 'sendPrompt':
        return sendPrompt(intent.text);
      case 'saveComposerDraft':
        return dependencies.saveComposerDraft(intent.text);
      case 'resendPrompt':
        return sendAgain(intent.id);
      case 'sendLostAnswers':
        return start({ type: 'lostAnswersSent', toolUseId: intent.id, uuid: randomUUID() });
      case 'draftAnswer': {
        const { id: toolUseId, question, answer, on } = intent;
        return dispatch({ type: 'answerDrafted', toolUseId, question, answer, on });
      }
      case 'beginAnswer':
        return dispatch({ type: 'answerBegun', toolUseId: intent.id });
      case 'answerQuestion':
        return dispatch({ type: 'questionAnswered', toolUseId: intent.id, answers: intent.answers, undoTime: dependencies.undoTime() });
      case 'undoAnswer':
        return dispatch({ type: 'answerUndone', toolUseId: intent.id });
      case 'addReference':
        return run('A reference', answerActs.addReference(intent));
      case 'addImage':
        return run('An image', answerActs.addImage(intent));
      case 'openPreview':
        return answerActs.openPreview(intent);
      case 'chooseLayout':
        return run('The layout', answerActs.chooseLayout(intent));
      case 'dismissQuestion':
        return dispatch({ type: 'questionDismissed', toolUseId: intent.id });
      case 'replyInstead':
        return reply(intent.id, intent.text);
      case 'decidePermission':
        return dispatch({ type: 'permissionDecided', requestId: intent.id, decision: intent.decision });
      case 'interrupt':
        return dispatch({ type: 'interruptRequested' });
      case 'newChat':
        return run('New chat', dependencies.newChat());
      case 'takeOver':
        return run('Taking over', dependencies.takeOver());
      case 'openChat':
        return run('An earlier chat', dependencies.openChat(intent.id));
      case 'runAction':
        return run(intent.action, dependencies.runAction(intent.action));
      case 'openLink':
        return run('Opening a link', dependencies.openLink(intent.href));
      case 'reportError':
        return log.error(`The view reports: ${intent.text}`);
      case 'ready':
      case 'readPage':
      case 'find':
      case 'findMore':
      case 'cancelFind':
      case 'goToHit':
      case 'readToolInput':
        return undefined;
    }
  };
}
