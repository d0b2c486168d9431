// What follows Stop where the turn does not end at once: which step it is at, and the last step for whoever does not wait for it.
import { useEffect, useState } from 'preact/hooks';
import { composerTarget } from '../../a11y/focusTargets.js';
import { runningStrings } from './runningStrings.js';
import { useApp } from '../../state/context.js';
import { Button } from '../../ui/button.js';

const words = runningStrings.stop;

/** Milliseconds that a turn may take to end before anything is said of it. Most end within 100. */
const unremarked = 1_000;

export function StopLadder() {
  const { store } = useApp();
  const { turn, note } = store.status.value;
  // With a note the host says that the process is being ended.
  return turn === 'stopping' && note === undefined && store.elsewhere.value === undefined ? <Waiting /> : null;
}

function Waiting() {
  const { focusTargets, post, store } = useApp();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, unremarked);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return (
    <div class={isLate ? 'stopLadder' : ''} role="status">
      {isLate && (
        <>
          <span>{store.status.value.subagentAsks === true ? words.waitsForYou : words.waits}</span>
          <Button
            label={words.endNow}
            onPress={() => {
              post({ type: 'endProcess' });
              focusTargets.focus(composerTarget);
            }}
          />
        </>
      )}
    </div>
  );
}
