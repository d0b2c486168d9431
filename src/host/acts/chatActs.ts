// What the person does in the parts of the page beside the conversation. Import it lazily. Owns which function carries out which act.
import type { ChatAct } from '../../shared/chatParts.js';
import type { HostMessage } from '../../shared/messages.js';
import type { Variant } from '../../shared/variant.js';
import type { SessionLog } from '../sessions/sessionLoop.js';
import type { Session } from '../sessions/session.js';
import type { Sessions } from '../sessions/sessions.js';
import { backgroundTask, readTaskOutput, stopTask } from './running.js';

export interface ActContext {
  readonly session: Session;
  readonly sessions: Sessions;
  readonly log: SessionLog;
  /** To the view in which the person acted. */
  readonly post: (message: HostMessage) => void;
}

type Acts = { readonly [Type in ChatAct['type']]: (act: Variant<ChatAct, Type>, context: ActContext) => Promise<void> };

const acts: Acts = {
  async setModel({ model }, { session, log }) {
    const reply = await session.loop.ask({ subtype: 'set_model', model });
    if (!reply.ok) log.warn(`The model was not changed: ${reply.why} ${reply.detail}`);
  },
  readTaskOutput: ({ id, known }, context) => readTaskOutput(id, known, context),
  backgroundTask: ({ id }, context) => backgroundTask(id, context),
  stopTask: ({ id }, context) => stopTask(id, context),
};

export async function runChatAct<Type extends ChatAct['type']>(act: Variant<ChatAct, Type>, context: ActContext): Promise<void> {
  const run: Acts[Type] = acts[act.type];
  await run(act, context);
}
