// What the person does in the features beside the conversation. Import it lazily. Owns which function carries out which act.
import type { FeatureIntent } from '../../shared/contract/featureIntents.js';
import type { Variant } from '../../shared/variant.js';
import type { ActContext } from './actContext.js';
import { addDropped, addMention, findMentions, followEditor, readCommands, readEditor } from './mentions/acts.js';
import { askAside, cancelAside, draftAside } from './asides/acts.js';
import { askBack, askBranch, askForward, closeBack, goBack, openBackFile } from './back/acts.js';
import { forkChat } from './back/fork.js';
import { compact, readMeters } from './meters/acts.js';
import { goToComment } from './comments/acts.js';
import { useCode } from './code/acts.js';
import { openEdit, readEdit, resetEdit, takeHunk } from './edits/acts.js';
import { approvePlan, openPlan } from './plan/acts.js';
import { markSeen, openChange, openChanges, putBack, readChanges, takeBack } from './review/acts.js';
import { backgroundTask, readAgent, readTaskOutput, stopTask } from './running/acts.js';
import { readSteering, setEffort, setMode, setModel } from './steering/acts.js';
import { beginWork, chooseFolder } from './workFolder/acts.js';

type Acts = { readonly [Type in FeatureIntent['type']]: (act: Variant<FeatureIntent, Type>, context: ActContext) => Promise<void> | void };

const acts: Acts = {
  addDropped: (act, context) => addDropped(act, context),
  addMention: (act, context) => addMention(act, context),
  findMentions: (act, context) => findMentions(act, context),
  followEditor: (act, context) => followEditor(act, context),
  readCommands: (_, context) => Promise.resolve(readCommands(context)),
  readEditor: async (act, context) => {
    const begun = beginWork(context);
    readEditor(act, context);
    await begun;
  },
  readSteering: (_, context) => readSteering(context),
  setMode,
  setModel,
  setEffort,
  chooseFolder,
  readTaskOutput: ({ id, known }, context) => readTaskOutput(id, known, context),
  backgroundTask: ({ id }, context) => backgroundTask(id, context),
  stopTask: ({ id }, context) => stopTask(id, context),
  endProcess: (_act, { chat }) => chat.loop.dispatch({ type: 'processEndRequested' }),
  askAside,
  cancelAside,
  draftAside,
  readMeters: (_act, context) => readMeters(context),
  compact: (_act, context) => compact(context),
  readAgent: ({ id }, context) => readAgent(id, context),
  readEdit,
  openEdit,
  takeHunk,
  resetEdit,
  approvePlan,
  openPlan,
  useCode: act => useCode(act),
  goToComment,
  removeComment: ({ id }, { chats }) => chats.goesAlong?.remove(id),
  readChanges,
  openChanges,
  openChange,
  markSeen,
  takeBack,
  putBack,
  askBack,
  askBranch,
  askForward,
  forkChat,
  openBackFile,
  goBack,
  closeBack: (_act, context) => closeBack(context),
};

export async function runFeatureIntent<Type extends FeatureIntent['type']>(
  act: Variant<FeatureIntent, Type>,
  context: ActContext,
): Promise<void> {
  const run: Acts[Type] = acts[act.type];
  await run(act, context);
}
