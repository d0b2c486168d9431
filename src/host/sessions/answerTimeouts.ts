// The timeouts of an open question: that of the call (`timeoutSeconds`) and that of the settings.
import type { Effect } from '../../session/effects.js';
import type { OnTimeout, SessionEvent } from '../../session/events.js';
import type { SessionDependencies } from './sessionDependencies.js';

interface Timeouts extends Pick<SessionDependencies, 'waiting' | 'now'> {
  readonly dispatch: (event: SessionEvent) => void;
  /** Calls back once after `ms`. */
  readonly later: (callback: () => void, ms: number) => void;
}

/** Milliseconds. Before them the person cannot have read the question, so that no setting dismisses it sooner. */
export const shortestDismissal = 30_000;

/** Of two timeouts that dismiss, the earlier one counts. */
export function awaitAnswer(
  { toolUseId, requestId, timeoutSeconds }: Extract<Effect, { type: 'awaitAnswer' }>,
  { waiting, now, dispatch, later }: Timeouts,
): void {
  const { ms, then } = waiting();
  const wanted = timeoutSeconds === undefined ? Infinity : timeoutSeconds * 1000;
  const dismissal = Math.min(wanted, ms > 0 && then === 'dismiss' ? Math.max(ms, shortestDismissal) : Infinity);
  const overdue = (onTimeout: OnTimeout | undefined): void => {
    if (onTimeout !== undefined) dispatch({ type: 'questionOverdue', toolUseId, requestId, onTimeout });
  };
  if (ms > 0 && then !== 'dismiss') later(() => overdue(asNow(then, waiting())), ms);
  if (dismissal === Infinity) return;
  later(() => {
    const onTimeout = dismissal === wanted ? 'dismiss' : asNow('dismiss', waiting());
    // The settings have changed since and dismiss no more, so the countdown on the card ends.
    if (onTimeout !== 'dismiss') dispatch({ type: 'answerBegun', toolUseId });
    overdue(onTimeout);
  }, dismissal);
  const until = now() + dismissal;
  // Not from within the step that asks for it.
  queueMicrotask(() => dispatch({ type: 'countdownStarted', toolUseId, requestId, until }));
}

/** `then`, which the settings have said when the question was asked, as far as they still do; undefined: it waits for ever now. */
function asNow(then: OnTimeout, now: ReturnType<SessionDependencies['waiting']>): OnTimeout | undefined {
  if (now.ms === 0) return undefined;
  return now.then === then ? then : 'remind';
}
