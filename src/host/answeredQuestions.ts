// The list of all questions that are over, in the chats that are open and in those that the CLI has kept: to find what was
// decided, and to go to where it was.
import * as vscode from 'vscode';
import { answerParts, isFinal } from '../shared/answers.js';
import { pastState } from '../session/past.js';
import type { QuestionState, SessionState } from '../session/state.js';
import type { Chats } from './chats.js';
import type { ListItem } from './plainUi.js';
import { List } from './plainUi.js';
import type { SessionLog } from './sessionLoop.js';
import type { Sessions } from './sessions.js';
import { titleOf } from './sessions.js';
import type { Transcripts } from './transcripts.js';

interface QuestionPick extends ListItem {
  readonly chat: string;
  readonly id: string;
  readonly endedAt: number;
}

/** How many of the chats that the CLI has kept are looked through. */
const mostRead = 50;

export interface AnsweredDependencies {
  readonly sessions: Sessions;
  readonly chats: Chats;
  readonly transcripts: Transcripts;
  readonly log: SessionLog;
}

export function showAnsweredQuestions({ sessions, chats, transcripts, log }: AnsweredDependencies): void {
  let isOpen = true;
  const list = new List<QuestionPick>(
    {
      title: vscode.l10n.t('Answered questions'),
      placeHolder: vscode.l10n.t('Find a question or an answer'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
    {
      picked: ({ chat, id }) => void chats.open(chat, { target: 'item', id }),
      hidden: () => {
        isOpen = false;
        list.dispose();
      },
    },
  );
  const add = (picks: readonly QuestionPick[]): void => {
    if (picks.length > 0) list.items = [...list.items, ...picks].sort((one, other) => other.endedAt - one.endedAt);
  };
  add(sessions.all.flatMap(session => picksOf(session.key, titleOf(session) ?? '', session.loop.state)));
  list.busy = true;
  list.show();
  const readPast = async (): Promise<void> => {
    for (const past of await chats.past(mostRead)) {
      const entries = await transcripts.read(past);
      if (!isOpen) return;
      if (entries !== undefined) add(picksOf(past.sessionId, past.title, pastState(past.sessionId, entries, 'auto')));
    }
    list.busy = false;
  };
  readPast().catch((error: unknown) => log.error(`Earlier questions could not be read: ${String(error)}`));
}

function picksOf(chat: string, title: string, { items }: SessionState): readonly QuestionPick[] {
  return items
    .filter(item => item.kind === 'question')
    .filter(({ phase }) => isFinal(phase))
    .flatMap(question => question.questions.map((asked, index) => pickOf(chat, title, question, asked.question, index)));
}

function pickOf(chat: string, title: string, question: QuestionState, label: string, index: number): QuestionPick {
  const { id, endedAt = 0 } = question;
  const when = endedAt === 0 ? '' : new Date(endedAt).toLocaleString();
  const detail = [title, when].filter(part => part !== '').join(' · ');
  return { chat, id, endedAt, label, description: outcomeOf(question, index), detail };
}

function outcomeOf({ phase, questions, draft, settlement }: QuestionState, index: number): string {
  const asked = questions[index];
  const parts = asked === undefined ? [] : answerParts(asked, draft[index]);
  if (settlement?.type === 'reply') return settlement.text;
  if (phase === 'answered') return parts.length === 0 ? vscode.l10n.t('skipped') : parts.join(', ');
  if (phase === 'dismissed') return vscode.l10n.t('dismissed');
  return phase === 'lost' && parts.length > 0 ? vscode.l10n.t('not delivered: {0}', parts.join(', ')) : vscode.l10n.t('no answer');
}
