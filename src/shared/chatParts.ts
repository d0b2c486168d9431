// The contract of the parts of the page that stand beside the conversation, all loaded after the first paint. `news` goes from the host to the
// view inside of the message `chat`, and the view keeps the last news of each type; an `act` goes from the view to the host inside of the
// intent `chat`. Both ends ship together, so it is strict.
import * as z from 'zod/mini';
import { asidesNews, askAsideAct, cancelAsideAct, canAskNews, draftAsideAct } from './discuss.js';
import { agentsNews, agentWorkNews, readAgentAct } from './agentWork.js';
import {
  addDroppedAct,
  addMentionAct,
  commandsNews,
  editorNews,
  findMentionsAct,
  followEditorAct,
  mentionsNews,
  readCommandsAct,
  readEditorAct,
} from './mentions.js';
import { offersNews, setModelAct } from './offers.js';
import { approvePlanAct, openPlanAct, planModesNews, planRefusedNews } from './plans.js';
import { todosNews } from './todos.js';
import { backgroundTaskAct, endProcessAct, readTaskOutputAct, runningNews, stopTaskAct, taskOutputNews } from './running.js';

export const chatNews = z.discriminatedUnion('type', [
  offersNews,
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
  planModesNews,
  planRefusedNews,
]);
export type ChatNews = z.infer<typeof chatNews>;

export const chatAct = z.discriminatedUnion('type', [
  setModelAct,
  readTaskOutputAct,
  backgroundTaskAct,
  stopTaskAct,
  endProcessAct,
  addDroppedAct,
  addMentionAct,
  findMentionsAct,
  followEditorAct,
  readCommandsAct,
  readEditorAct,
  askAsideAct,
  cancelAsideAct,
  draftAsideAct,
  readAgentAct,
  approvePlanAct,
  openPlanAct,
]);
export type ChatAct = z.infer<typeof chatAct>;
