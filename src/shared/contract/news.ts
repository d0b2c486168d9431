// All news: what the host tells a view of the features. They go in the message `news`, and the view keeps the last of each type. Both ends
// ship together, so it is strict.
import * as z from 'zod/mini';
import { asidesNews, canAskNews } from '../features/asides/news.js';
import { backNews } from '../features/back/news.js';
import { commentsNews } from '../features/comments/news.js';
import { editsNews } from '../features/edits/news.js';
import { agentsNews, agentWorkNews } from '../features/running/agentWork.js';
import { commandsNews, editorNews, mentionsNews } from '../features/mentions/news.js';
import { contextPartsNews, limitsNews, metersNews } from '../features/meters/news.js';
import { offersNews } from '../features/steering/offers.js';
import { steeringNews } from '../features/steering/news.js';
import { workFolderNews } from '../features/workFolder/news.js';
import { planModesNews, planRefusedNews } from '../features/plan/news.js';
import { changesNews } from '../features/review/news.js';
import { todosNews } from '../features/todos/news.js';
import { runningNews, taskOutputNews } from '../features/running/news.js';

export const chatNews = z.discriminatedUnion('type', [
  offersNews,
  steeringNews,
  workFolderNews,
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
  commentsNews,
  changesNews,
  backNews,
]);
export type ChatNews = z.infer<typeof chatNews>;
