// Takes in earlier answers as decisions, by the person's command: from the chats that Parley has stored and from the CLI's transcripts
// of the folder. Owns which of them are read; must not know how decisions are kept.
import * as vscode from 'vscode';
import type { Decision } from '../../memory/decision.js';
import { replacedBy } from '../../chat/answeredAgain.js';
import type { Holding } from '../../chat/branch.js';
import type { QuestionState } from '../../chat/state.js';
import { isAgentChat } from '../chats/agentChats.js';
import { rootOf } from '../cli/workPlaces.js';
import { showProgress } from '../vscode/plainLater.js';
import { showMessage } from '../vscode/plainUi.js';
import type { DecisionsDependencies } from './decisionsContract.js';
import { decisionsOf } from './decisionsOf.js';
import type { DecisionSources } from './decisionSources.js';
import type { FolderDecisions } from './folderDecisions.js';

const { t } = vscode.l10n;

interface Conversation {
  /** Parley's key, or the CLI's session id. */
  readonly chat: string;
  readonly session: string | undefined;
  /** Absolute path, as far as it is known. */
  readonly folder: string | undefined;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  readonly read: () => Promise<readonly QuestionState[]>;
}

/** What is taken into the decisions of one root. */
interface Taken {
  readonly decisions: Decision[];
  readonly pairs: Holding[];
}

/** Takes in nothing when the person cancels. The ledger has each of them once, and leaves out what was deleted. */
export async function takeInEarlier(dependencies: DecisionsDependencies & { readonly sources: DecisionSources }): Promise<void> {
  const sources = await dependencies.sources.all();
  const [first] = sources;
  if (first === undefined) return;
  const found = await showProgress(t('Looking for earlier answers'), async (say, token) => {
    const taken = new Map(sources.map((source): [FolderDecisions, Taken] => [source, { decisions: [], pairs: [] }]));
    const conversations = await conversationsIn(dependencies);
    const roots = await rootsOf(conversations, sources);
    for (const [position, { chat, session, folder, usedAt, read }] of conversations.entries()) {
      if (token.isCancellationRequested) return undefined;
      say(t('{0} of {1} conversations', position + 1, conversations.length));
      const answered = (await read()).filter(({ phase }) => phase === 'answered');
      const source = roots.get(folder) ?? first;
      const place = { chat, session, folder: source.folder, isOfAgents: isAgentChat(chat), now: usedAt };
      taken.get(source)?.decisions.push(...answered.flatMap(question => decisionsOf(question, place)));
      taken.get(source)?.pairs.push(...answered.flatMap(replacedBy));
    }
    return taken;
  });
  if (found === undefined) return;
  let added = 0;
  for (const [source, taken] of found) added += await takeInto(source, taken);
  await showMessage(added === 0 ? t('All earlier answers are here already.') : t('Earlier answers imported: {0}', added));
}

/** How many of them are new. */
async function takeInto(source: FolderDecisions, { decisions, pairs }: Taken): Promise<number> {
  const { ledger } = source;
  const before = new Set((await ledger.all()).map(({ id }) => id));
  // Also those that can be read, because the disk may have refused them the last time.
  await ledger.add(decisions);
  const added = (await ledger.all()).length - before.size;
  // Of those that were there the person may have said something else since.
  await source.hold(pairs.filter(({ holds }) => !before.has(holds)));
  return added;
}

/** The decisions of the root of each folder. */
async function rootsOf(
  conversations: readonly Conversation[],
  sources: readonly FolderDecisions[],
): Promise<ReadonlyMap<string | undefined, FolderDecisions>> {
  const roots = sources.map(({ folder }) => folder);
  const found = new Map<string | undefined, FolderDecisions>();
  for (const folder of new Set(conversations.flatMap(({ folder: one }) => one ?? []))) {
    const root = await rootOf(folder, roots);
    const source = sources.find(one => one.folder === root);
    if (source !== undefined) found.set(folder, source);
  }
  return found;
}

/** A chat that Parley has stored comes before its transcript, because it knows more of an answer. */
async function conversationsIn({ store, transcripts }: DecisionsDependencies): Promise<readonly Conversation[]> {
  const reading = (await store())?.reading;
  const stored = (await reading?.list(Infinity)) ?? [];
  const past = await transcripts.list(Infinity, new Set());
  const keys = new Map(stored.map(({ key, sessionId }) => [sessionId, key]));
  const folders = new Map(past.map(({ sessionId, folder }) => [sessionId, folder]));
  return [
    ...stored.map(({ key, sessionId, usedAt }) => ({
      chat: key,
      session: sessionId,
      folder: folders.get(sessionId ?? ''),
      usedAt,
      read: async () => (await reading?.questionsOf(key)) ?? [],
    })),
    ...past.map(({ sessionId, folder, usedAt }) => ({
      chat: keys.get(sessionId) ?? sessionId,
      session: sessionId,
      folder,
      usedAt,
      read: () => transcripts.questionsOf(sessionId),
    })),
  ];
}
