// The person steers a chat: permission mode, model and effort. A process that runs is asked; without one the choice waits for the next process.
import * as vscode from 'vscode';
import type { ControlReply } from '../../../claude/stream/controlRequests.js';
import type { ChatState } from '../../../chat/state.js';
import { runsBeside } from '../../../chat/state.js';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { ChatNews } from '../../../shared/contract/news.js';
import type { Steering } from '../../../shared/features/steering/modes.js';
import { bypass } from '../../../shared/features/steering/modes.js';
import type { Variant } from '../../../shared/variant.js';
import { startMode } from '../../cli/startMode.js';
import { steeringNewsOf } from './follow.js';
import type { Steered } from './follow.js';
import type { Chat } from '../../chats/chat.js';
import { showMessage } from '../../vscode/plainUi.js';
import { readEnvironment } from '../../vscode/settings.js';
import type { ActContext } from '../actContext.js';
import { beginWork } from '../workFolder/acts.js';

const { t } = vscode.l10n;

type Offers = Variant<ChatNews, 'offers'>;

const modelsKey = 'parley.models';

/** The models are those that any chat of this window, or an earlier window here, was offered last: the chat itself knows them once its CLI runs. */
export async function readSteering(context: ActContext): Promise<void> {
  const { chat, chats, remembered, post } = context;
  const steered = await running(chat);
  if (steered === undefined) await tellNext(context);
  else steered.tell();
  await beginWork(context);
  const known = [chat, ...chats.all].map(({ news }) => news.get('offers')).find((news): news is Offers => news?.type === 'offers');
  const kept = remembered.get<Offers['models']>(modelsKey) ?? [];
  if (known !== undefined && JSON.stringify(known.models) !== JSON.stringify(kept)) await remembered.update(modelsKey, known.models);
  if (!chat.news.has('offers')) post({ type: 'news', chat: chat.key, news: known ?? { type: 'offers', models: kept, commands: [] } });
}

export async function setMode({ mode }: Variant<FeatureIntent, 'setMode'>, context: ActContext): Promise<void> {
  const { chat, chats } = context;
  if (mode !== bypass) return set({ mode }, context, steered => steered.setMode(mode));
  const asked = chat.loop;
  if (!(await isBypassWanted(chat)) || chat.loop !== asked || chats.get(chat.key) !== chat) return;
  const steered = await running(chat);
  const reply = await steered?.setMode(mode);
  if (steered === undefined || reply === undefined || reply.ok) return reply?.ok === true ? undefined : choose({ mode }, context);
  chat.loop.dispatch({ type: 'steered', change: { mode } });
  steered.tell();
  // The next prompt starts one for the chosen mode.
  chat.loop.dispatch({ type: 'processUnneeded', restarts: true });
}

export function setModel({ model }: Variant<FeatureIntent, 'setModel'>, context: ActContext): Promise<void> {
  return set({ model }, context, steered => steered.setModel(model));
}

export function setEffort({ effort }: Variant<FeatureIntent, 'setEffort'>, context: ActContext): Promise<void> {
  const chosen = effort ?? undefined;
  return set({ effort: chosen }, context, steered => steered.setEffort(chosen));
}

async function set(change: Steering, context: ActContext, ask: (steered: Steered) => Promise<ControlReply>): Promise<void> {
  const steered = await running(context.chat);
  const reply = await (steered && ask(steered));
  if (reply === undefined || (!reply.ok && reply.why === 'ended')) await choose(change, context);
}

/** Stores the choice for the next process. */
function choose(change: Steering, context: ActContext): Promise<void> {
  context.chat.loop.dispatch({ type: 'steered', change });
  return tellNext(context);
}

/** How the next process begins. Where one has begun meanwhile, it tells itself. */
async function tellNext({ chat, chats, startsWithMode }: ActContext): Promise<void> {
  const begins = await startMode({ ...process.env, ...readEnvironment() });
  const mode = chat.loop.state.steering?.mode ?? begins;
  const isTaken = await startsWithMode(mode);
  const { steering = {} } = chat.loop.state;
  if (isRunning(chat.loop.state) || (steering.mode ?? begins) !== mode) return;
  chats.tell(chat.key, steeringNewsOf({ ...steering, mode: isTaken ? mode : 'default' }));
}

/** Undefined where the next prompt gets another process. */
async function running({ loop }: Chat): Promise<Steered | undefined> {
  return isRunning(loop.state) ? (await loop.parts())?.steered : undefined;
}

function isRunning({ process }: ChatState): boolean {
  return process === 'starting' || process === 'running';
}

async function isBypassWanted(chat: Chat): Promise<boolean> {
  const { state } = chat.loop;
  const steered = await running(chat);
  const isBusy = state.turn !== 'idle' || runsBeside(state);
  const what = t(
    'Let Claude do everything without asking? It then runs any command, and reads, changes and deletes any file that you can, also outside of this folder. You see it only afterwards. Only your own rules and hooks can still stop it.',
  );
  const cost =
    steered?.needsStartForBypass !== true
      ? ''
      : isBusy
        ? t('Claude has to restart for this. It first finishes what it is doing, and asks as before until then. The conversation stays.')
        : t('Claude has to restart for this. The conversation stays.');
  return (await showMessage(`${what} ${cost}`.trim(), [t('Bypass Permissions')], { level: 'warning', modal: true })) !== undefined;
}
