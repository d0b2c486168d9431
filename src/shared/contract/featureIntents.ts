// The union of the acts of all features, from the view to the host. `news` has the other direction.
import * as z from 'zod/mini';
import { askBackAct, askBranchAct, askForwardAct, closeBackAct, forkChatAct, goBackAct, openBackFileAct } from '../features/back/acts.js';
import { useCodeAct } from '../features/code/acts.js';
import { askAsideAct, cancelAsideAct, draftAsideAct } from '../features/asides/acts.js';
import { goToCommentAct, removeCommentAct } from '../features/comments/acts.js';
import { openEditAct, readEditAct, resetEditAct, takeHunkAct } from '../features/edits/acts.js';
import {
  addDroppedAct,
  addMentionAct,
  findMentionsAct,
  followEditorAct,
  readCommandsAct,
  readEditorAct,
} from '../features/mentions/acts.js';
import { compactAct, readMetersAct } from '../features/meters/acts.js';
import { approvePlanAct, openPlanAct } from '../features/plan/acts.js';
import { markSeenAct, openChangeAct, openChangesAct, putBackAct, readChangesAct, takeBackAct } from '../features/review/acts.js';
import { backgroundTaskAct, endProcessAct, readAgentAct, readTaskOutputAct, stopTaskAct } from '../features/running/acts.js';
import { chooseFolderAct } from '../features/workFolder/acts.js';
import { readSteeringAct, setEffortAct, setModeAct, setModelAct } from '../features/steering/acts.js';

export const featureIntent = z.discriminatedUnion('type', [
  readSteeringAct,
  setModeAct,
  setModelAct,
  setEffortAct,
  chooseFolderAct,
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
  readMetersAct,
  compactAct,
  readEditAct,
  openEditAct,
  takeHunkAct,
  resetEditAct,
  approvePlanAct,
  openPlanAct,
  useCodeAct,
  goToCommentAct,
  removeCommentAct,
  readChangesAct,
  openChangesAct,
  openChangeAct,
  markSeenAct,
  takeBackAct,
  putBackAct,
  askBackAct,
  askBranchAct,
  askForwardAct,
  forkChatAct,
  openBackFileAct,
  goBackAct,
  closeBackAct,
]);
export type FeatureIntent = z.infer<typeof featureIntent>;
