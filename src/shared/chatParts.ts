// The contract of the parts of the page that stand beside the conversation, all loaded after the first paint. `news` goes from the host to the
// view inside of the message `chat`, and the view keeps the last news of each type; an `act` goes from the view to the host inside of the
// intent `chat`. Both ends ship together, so it is strict.
import * as z from 'zod/mini';
import { asidesNews, canAskNews } from './discuss.js';
import { editsNews } from './edits.js';
import { agentsNews, agentWorkNews } from './agentWork.js';
import { commandsNews, editorNews, mentionsNews } from './mentions.js';
import { contextPartsNews, limitsNews, metersNews } from './meters.js';
import { offersNews } from './offers.js';
import { steeringNews, workPlaceNews } from './steeringNews.js';
import { planModesNews, planRefusedNews } from './plans.js';
import { todosNews } from './todos.js';
import { runningNews, taskOutputNews } from './running.js';

export { chatAct } from './chatActs.js';
export type { ChatAct } from './chatActs.js';

export const chatNews = z.discriminatedUnion('type', [
  offersNews,
  steeringNews,
  workPlaceNews,
  runningNews,
  taskOutputNews,
  commandsNews,
  editorNews,
  mentionsNews,
  canAskNews,
  asidesNews,
  agentsNews,
  agentWorkNews,
  todosNews,
  metersNews,
  contextPartsNews,
  limitsNews,
  editsNews,
  planModesNews,
  planRefusedNews,
]);
export type ChatNews = z.infer<typeof chatNews>;
