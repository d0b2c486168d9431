// The timeouts of an open question: that of the call (`timeoutSeconds`) and that of the settings, but for a dismissal by the settings, which depends on
// what is in sight (`attention/dismissals`).
import type { Effect } from '../../chat/effects.js';
import type { OnTimeout, ChatEvent } from '../../chat/events.js';
import type { Clock } from '../../shared/clock.js';
import type { ChatDependencies } from './chatDependencies.js';

interface Timeouts extends Pick<ChatDependencies, 'waiting' | 'now'> {
  readonly dispatch: (event: ChatEvent) => void;
  readonly clock: Clock;
}

/** `asides`: how often the person has asked Claude beside the conversation. */
export function awaitAnswer(
  { toolUseId, requestId, timeoutSeconds }: Extract<Effect, { type: 'awaitAnswer' }>,
  { waiting, now, dispatch, clock }: Timeouts,
  asides: () => number,
): void {
  const { ms, then } = waiting();
  const before = asides();
  const overdue = (onTimeout: OnTimeout | undefined): void => {
    if (onTimeout !== undefined) dispatch({ type: 'questionOverdue', toolUseId, requestId, onTimeout });
  };
  if (ms > 0 && then !== 'dismiss') clock.after(ms, () => overdue(asNow(then, waiting(), asides() > before)));
  if (timeoutSeconds === undefined) return;
  const dismissal = timeoutSeconds * 1000;
  clock.after(dismissal, () => overdue('dismiss'));
  const until = now() + dismissal;
  // Not from within the step that asks for it.
  queueMicrotask(() => dispatch({ type: 'countdownStarted', toolUseId, requestId, until }));
}

/**
 * `then`, which the settings have said when the question was asked, as far as they still do; undefined: it waits for ever now. While a question waits, a
 * person who asks Claude beside the chat wants a reply, which only this process can give: then it is not parked.
 */
function asNow(then: OnTimeout, now: ReturnType<ChatDependencies['waiting']>, isAskedAbout: boolean): OnTimeout | undefined {
  if (now.ms === 0) return undefined;
  return now.then === then && !isAskedAbout ? then : 'remind';
}
