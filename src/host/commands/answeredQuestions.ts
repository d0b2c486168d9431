// The list of all questions that are over, in the chats that are open and in those that the CLI has kept: to find what was
// decided, and to go to where it was.
import * as vscode from 'vscode';
import { answerParts, askedNow, isFinal } from '../../shared/answers.js';
import { answerWithNames, textWithNames } from '../../shared/imageNames.js';
import { serverName } from '../../shared/serverName.js';
import type { QuestionState, ChatState } from '../../chat/state.js';
import type { PastChats } from './pastChats.js';
import { anyReferenceIn } from './references.js';
import { timeText } from '../vscode/timeText.js';
import type { ListItem } from '../vscode/plainUi.js';
import { moreItem } from '../vscode/moreRow.js';
import { List } from '../vscode/plainLater.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import { chatTitle, folderOf } from '../chats/chat.js';

interface QuestionPick extends ListItem {
  readonly chat: string;
  readonly id: string;
  readonly endedAt: number;
}

/** How many of the chats on the disk are read first, each of them whole. */
const firstRead = 50;
/** So many times more of them are read where the person asks for more. */
const growth = 10;

interface AnsweredDependencies {
  /** `chat`: its key. */
  readonly imageFolder: (chat: string) => string | undefined;
  readonly chats: Chats;
  readonly pastChats: PastChats;
  readonly log: Log;
}

/** @param words are typed already */
export function showAnsweredQuestions(dependencies: AnsweredDependencies, most = firstRead, words = ''): void {
  const { chats, pastChats, log, imageFolder } = dependencies;
  let isOpen = true;
  const list = new List<QuestionPick | ListItem>(
    {
      words,
      title: vscode.l10n.t('Answered questions'),
      placeHolder: vscode.l10n.t('Search questions and answers'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
    {
      picked: pick => {
        if ('chat' in pick) void pastChats.open(pick.chat, { target: 'item', id: pick.id });
        else showAnsweredQuestions(dependencies, most * growth, list.words);
      },
      hidden: () => {
        isOpen = false;
        list.dispose();
      },
    },
  );
  const known = new Set<string>();
  // A chat in memory holds its last questions only, so its files are read as well. VS Code reports a pick by its position in the list, so
  // a row that is shown keeps its position: what is read later comes behind it.
  const add = (picks: readonly QuestionPick[]): void => {
    const added = picks.filter(pick => !known.has(nameOf(pick))).sort((one, other) => other.endedAt - one.endedAt);
    for (const pick of added) known.add(nameOf(pick));
    if (added.length > 0) list.items = [...list.items, ...added];
  };
  const chatOf = (id: string, title: string): Chat => {
    const folder = imageFolder(id);
    return { id, title, anyReference: folder && anyReferenceIn(folder, folderOf(chats.get(id))) };
  };
  add(chats.all.flatMap(chat => picksOf(chatOf(chat.key, chatTitle(chat) ?? ''), questionsIn(chat.loop.state))));
  list.busy = true;
  list.show();
  const readPast = async (): Promise<void> => {
    const read = await pastChats.list(most);
    for (const past of read) {
      const questions = await pastChats.questionsOf(past);
      if (!isOpen) return;
      add(picksOf(chatOf(past.id, past.title), questions));
    }
    if (isOpen && read.length === most) list.items = [...list.items, moreItem(vscode.l10n.t('The newest {0} chats are searched.', most))];
  };
  readPast()
    .catch((error: unknown) => log.error(`Earlier questions could not be read: ${String(error)}`))
    .finally(() => (list.busy = false));
}

const nameOfImage = (position: number): string => vscode.l10n.t('Image {0}', position);

function nameOf({ id, label }: QuestionPick): string {
  return `${id} ${label}`;
}

function questionsIn({ items }: ChatState): readonly QuestionState[] {
  return items.filter(item => item.kind === 'question');
}

interface Chat {
  readonly id: string;
  readonly title: string;
  /** The same as in `splitImages`. */
  readonly anyReference: string | undefined;
}

function picksOf(chat: Chat, questions: readonly QuestionState[]): readonly QuestionPick[] {
  return questions
    .filter(({ phase }) => isFinal(phase))
    .flatMap(question => {
      const shown = askedNow(question.questions, question.draft);
      return [
        ...pageOf(chat, question),
        ...question.questions.flatMap((asked, index) => (shown[index] === true ? [pickOf(chat, question, asked.question, index)] : [])),
      ];
    });
}

/** What a server said about the page that it wanted to be opened. */
function pageOf(chat: Chat, question: QuestionState): readonly QuestionPick[] {
  return question.elicitation?.page === undefined ? [] : [pickOf(chat, question, question.title ?? '', 0)];
}

function pickOf(chat: Chat, question: QuestionState, label: string, index: number): QuestionPick {
  const { id, endedAt = 0 } = question;
  const when = endedAt === 0 ? '' : timeText(endedAt);
  // Nothing for Claude; the title of their chat names other agents.
  const asker =
    question.elicitation === undefined ? '' : vscode.l10n.t('asked by the MCP server “{0}”', serverName(question.elicitation.server));
  const detail = [asker, chat.title, when].filter(part => part !== '').join(' · ');
  return { chat: chat.id, id, endedAt, label, description: outcomeOf(question, index, chat.anyReference), detail };
}

/** What became of one question, in a few words. @param anyReference as in `splitImages` */
export function outcomeOf(
  { phase, questions, draft, settlement, elicitation }: QuestionState,
  index: number,
  anyReference: string | undefined,
): string {
  const [asked, given] = [questions[index], draft[index]];
  const parts = asked === undefined ? [] : answerParts(asked, given && answerWithNames(given, anyReference, nameOfImage));
  if (settlement?.type === 'reply') return textWithNames(settlement.text, anyReference, nameOfImage);
  if (phase === 'answered' && elicitation?.page !== undefined) return vscode.l10n.t('opened');
  if (phase === 'answered') return parts.length === 0 ? vscode.l10n.t('skipped') : parts.join(', ');
  if (phase === 'dismissed' && settlement?.type === 'dismiss' && settlement.declined === true) return vscode.l10n.t('declined');
  if (phase === 'dismissed') return vscode.l10n.t('dismissed');
  return phase === 'lost' && parts.length > 0 ? vscode.l10n.t('not delivered: {0}', parts.join(', ')) : vscode.l10n.t('no answer');
}
