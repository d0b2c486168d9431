// Takes in earlier answers as decisions, by the person's command: from the chats that Parley has stored and from the CLI's transcripts
// of the folder. Owns which of them are read; must not know how decisions are kept.
import * as vscode from 'vscode';
import type { Decision } from '../../memory/decision.js';
import type { QuestionState } from '../../chat/state.js';
import { isAgentChat } from '../chats/agentChats.js';
import { showProgress } from '../vscode/plainLater.js';
import { showMessage } from '../vscode/plainUi.js';
import type { DecisionsDependencies } from './decisionsContract.js';
import { decisionsOf } from './decisionsOf.js';
import type { DecisionSources } from './decisionSources.js';

const { t } = vscode.l10n;

interface Conversation {
  /** Parley's key, or the CLI's session id. */
  readonly chat: string;
  readonly session: string | undefined;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  readonly read: () => Promise<readonly QuestionState[]>;
}

/** Takes in nothing when the person cancels. The ledger has each of them once, and leaves out what was deleted. */
export async function takeInEarlier(dependencies: DecisionsDependencies & { readonly sources: DecisionSources }): Promise<void> {
  const [source] = await dependencies.sources.all();
  if (source === undefined) return;
  const found = await showProgress(t('Looking for earlier answers'), async (say, token) => {
    const decisions: Decision[] = [];
    const conversations = await conversationsIn(dependencies);
    for (const [position, { chat, session, usedAt, read }] of conversations.entries()) {
      if (token.isCancellationRequested) return undefined;
      say(t('{0} of {1} conversations', position + 1, conversations.length));
      const answered = (await read()).filter(({ phase }) => phase === 'answered');
      const place = { chat, session, folder: source.folder, isOfAgents: isAgentChat(chat), now: usedAt };
      decisions.push(...answered.flatMap(question => decisionsOf(question, place)));
    }
    return decisions;
  });
  if (found === undefined) return;
  const before = (await source.ledger.all()).length;
  // Also those that can be read, because the disk may have refused them the last time.
  await source.ledger.add(found);
  const added = (await source.ledger.all()).length - before;
  await showMessage(added === 0 ? t('All earlier answers are here already.') : t('Earlier answers imported: {0}', added));
}

/** A chat that Parley has stored comes before its transcript, because it knows more of an answer. */
async function conversationsIn({ store, transcripts }: DecisionsDependencies): Promise<readonly Conversation[]> {
  const reading = (await store())?.reading;
  const stored = (await reading?.list(Infinity)) ?? [];
  const keys = new Map(stored.map(({ key, sessionId }) => [sessionId, key]));
  return [
    ...stored.map(({ key, sessionId, usedAt }) => ({
      chat: key,
      session: sessionId,
      usedAt,
      read: async () => (await reading?.questionsOf(key)) ?? [],
    })),
    ...(await transcripts.list(Infinity, new Set())).map(({ sessionId, usedAt }) => ({
      chat: keys.get(sessionId) ?? sessionId,
      session: sessionId,
      usedAt,
      read: () => transcripts.questionsOf(sessionId),
    })),
  ];
}
