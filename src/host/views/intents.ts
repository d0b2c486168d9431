// What the person does in a chat → its events and host actions. The view knows intents only; the result reaches it as state.
import { randomUUID } from 'node:crypto';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { ChatEvent } from '../../chat/events.js';
import { hasPrompt } from '../../chat/outbox.js';
import { isReplying, replyWith } from '../../chat/replies.js';
import { openQuestions } from '../../chat/state.js';
import { takenBack, waitingPrompt } from '../../chat/waitingPrompts.js';
import type { ChatState } from '../../chat/state.js';
import type { Elsewhere } from '../../chat/view.js';
import type { ChatIntent } from '../../shared/contract/fromView.js';
import type { Variant } from '../../shared/variant.js';
import type { ReturnReason } from '../../shared/chatStatus.js';
import type { AnswerActions } from '../commands/answerActions.js';
import type { ContextActions } from '../commands/contextActions.js';
import type { PromptBlocker } from '../vscode/folders.js';
import type { Log } from '../chats/chatDependencies.js';

interface IntentDependencies {
  readonly log: Log;
  readonly state: () => ChatState;
  readonly dispatch: (event: ChatEvent) => void;
  readonly saveComposerDraft: (text: string) => void;
  readonly composerDraft: () => string;
  /** Called when the person has pressed Send, which empties the message box. Takes the attachments with these ids out of it. */
  readonly emptied: (attachments: readonly string[]) => readonly KeptAttachment[];
  /** Returns words and attachments that could not be sent to the message box. */
  readonly giveBack: (text: string, attachments: readonly KeptAttachment[], because: ReturnReason) => void;
  /** How words name an image of the chat, by its file. */
  readonly imageReference: (file: string) => string;
  /** The image of the `addImage` with this id is in the answer, or the person has been told why not. */
  readonly imageDone: (image: string) => void;
  readonly takeOver: () => Promise<void>;
  readonly openLink: (href: string) => Promise<void>;
  /** Opens a web address in the browser; false where the person did not want to. */
  readonly openPage: (address: string) => Promise<boolean>;
  readonly answerActs: AnswerActions;
  readonly contextActs: ContextActions;
  /** Opens all that the permission permits in an editor tab. */
  readonly openPermission: (id: string) => Promise<void>;
  /** Opens the whole input and result of a tool call in an editor tab. */
  readonly openToolCall: (id: string) => Promise<void>;
  /** Milliseconds in which answers can be undone. */
  readonly undoTime: () => number;
  /** Applies the CLI's transcript to the chat. */
  readonly catchUp: () => Promise<void>;
  /** The other owner of the chat; undefined when this window owns it. */
  readonly elsewhere: () => Elsewhere;
  readonly gate: () => PromptBlocker;
}

/** Makes the handler of what the person does in one chat. */
export function createIntentHandler(dependencies: IntentDependencies): (intent: ChatIntent) => void {
  const { log, dispatch, answerActs, contextActs } = dependencies;
  const run = (name: string, work: Promise<void>): void => {
    work.catch((error: unknown) => log.error(`${name} failed: ${String(error)}`));
  };
  const start = (event: ChatEvent): void => {
    const gate = dependencies.gate();
    if (gate === undefined) dispatch(event);
    else log.warn(`Nothing is started here: ${gate}.`);
  };
  const sendPrompt = ({ text, attachments: seen = [], way = 'after' }: Variant<ChatIntent, 'sendPrompt'>): void => {
    const uuid = randomUUID();
    const attachments = dependencies.emptied(seen);
    // Nothing is left where an attachment was removed in another view.
    if (text.trim() === '' && attachments.length === 0) return;
    const { peer } = dependencies.state();
    // A CLI that cannot take a message in mid-turn gets it after the turn.
    const possible = way === 'next' && peer.takesBack !== true ? 'after' : way;
    start({
      type: 'promptSubmitted',
      uuid,
      text,
      ...(attachments.length > 0 && { attachments }),
      ...(possible !== 'next' && { way: possible }),
    });
    if (hasPrompt(dependencies.state(), uuid)) return;
    dependencies.giveBack(text, attachments, dependencies.elsewhere() ?? dependencies.gate() ?? 'question');
  };
  const sendAgain = (id: string): void => {
    const again = (): void => start({ type: 'promptResubmitted', id, uuid: randomUUID() });
    // Read the transcript first: it may show that Claude has the prompt, and a prompt taken in mid-turn would run a second time.
    if (dependencies.gate() === undefined) run('Sending again', dependencies.catchUp().then(again));
    else again();
  };
  const edit = (id: string): void => {
    const waiting = waitingPrompt(dependencies.state(), id);
    if (waiting !== undefined) dispatch({ type: 'promptTakenOut', uuid: id });
    // Another window may have the chat, or the prompt has just been sent: then its words are not the person's to change.
    const isOut = waiting !== undefined && waitingPrompt(dependencies.state(), id) === undefined;
    const words = isOut ? waiting : takenBack(dependencies.state(), id);
    // The row of a message that could not be sent stays, and with it the button.
    const isThere = !isOut && words !== undefined && beginsWith(dependencies.composerDraft(), words.text.trimEnd());
    if (words !== undefined && !isThere) dependencies.giveBack(words.text, words.attachments ?? [], 'takenOut');
  };
  const reply = ({ id: toolUseId, text, attachments: seen = [] }: Variant<ChatIntent, 'replyInstead'>): void => {
    const attachments = dependencies.emptied(seen);
    const whole = replyWith(text, attachments, dependencies.imageReference);
    if (whole.text.trim() === '') return;
    dispatch({ type: 'questionReplied', toolUseId, ...whole });
    if (isReplying(dependencies.state(), toolUseId, whole.text)) return;
    dependencies.giveBack(text, attachments, dependencies.elsewhere() ?? 'questionEnded');
  };
  const opening = new Set<string>();
  const openServerPage = async (toolUseId: string): Promise<void> => {
    const page = openQuestions(dependencies.state()).find(({ id, phase }) => id === toolUseId && phase === 'asked')?.elicitation?.page;
    // A second press comes while VS Code asks the person too.
    if (page === undefined || opening.has(toolUseId)) return;
    opening.add(toolUseId);
    const isOpened = await dependencies.openPage(page.address).finally(() => opening.delete(toolUseId));
    // Otherwise the elicitation stays open.
    if (!isOpened) return;
    dispatch({ type: 'questionAnswered', toolUseId, answers: [], undoTime: 0 });
  };
  return intent => {
    switch (intent.type) {
      case 'sendPrompt':
        return sendPrompt(intent);
      case 'hurryPrompt':
        return start({ type: 'promptHurried', uuid: intent.id, way: intent.way });
      case 'movePrompt':
        return dispatch({ type: 'promptMoved', uuid: intent.id, by: intent.by });
      case 'editPrompt':
        return edit(intent.id);
      case 'takeBackPrompt':
        return dispatch({ type: 'promptWantedBack', id: intent.id });
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
      case 'answerQuestion': {
        const { id: toolUseId, answers, on } = intent;
        return dispatch({
          type: 'questionAnswered',
          toolUseId,
          answers,
          ...(on !== undefined && { on }),
          undoTime: dependencies.undoTime(),
        });
      }
      case 'undoAnswer':
        return dispatch({ type: 'answerUndone', toolUseId: intent.id });
      case 'addReference':
        return run('A reference', answerActs.addReference(intent));
      case 'addImage':
        return run(
          'An image',
          answerActs.addImage(intent).finally(() => dependencies.imageDone(intent.image)),
        );
      case 'addContext':
        return run('Adding context', contextActs.addContext());
      case 'attachImage':
        return run('An image', contextActs.attachImage(intent));
      case 'removeAttachment':
        return contextActs.removeAttachment(intent);
      case 'openPreview':
        return answerActs.openPreview(intent);
      case 'openImage':
        return answerActs.openImage(intent);
      case 'dismissQuestion':
        return dispatch({ type: 'questionDismissed', toolUseId: intent.id, ...(intent.declined && { declined: true }) });
      case 'openServerPage':
        return run('Opening a page', openServerPage(intent.id));
      case 'replyInstead':
        return reply(intent);
      case 'decidePermission':
        return dispatch({
          type: 'permissionDecided',
          requestId: intent.id,
          decision: intent.decision,
          ...(intent.shown !== undefined && { shown: intent.shown }),
          ...(intent.note !== undefined && { note: intent.note }),
          ...(intent.always !== undefined && { always: intent.always }),
          ...(intent.changes !== undefined && { changes: intent.changes }),
        });
      case 'draftNote':
        return dispatch({ type: 'noteDrafted', requestId: intent.id, text: intent.text });
      case 'choosePlan':
        return dispatch({ type: 'planChosen', requestId: intent.id, choice: intent.choice });
      case 'openPermission':
        return run('Opening a permission', dependencies.openPermission(intent.id));
      case 'openToolCall':
        return run('Opening a tool call', dependencies.openToolCall(intent.id));
      case 'interrupt':
        return dispatch({ type: 'interruptRequested' });
      case 'takeOver':
        return run('Taking over', dependencies.takeOver());
      case 'openLink':
        return run('Opening a link', dependencies.openLink(intent.href));
    }
  };
}

/** Whether these words stand in front in the message box, as `joinDrafts` puts them there. */
function beginsWith(draft: string, words: string): boolean {
  return words !== '' && (draft.trimEnd() === words || draft.startsWith(`${words}\n\n`));
}
