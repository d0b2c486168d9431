// What follows Stop where the turn does not end at once: which step it is at, and the last step for whoever does not wait for it.
import type { Ref } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useFocusKept } from '../../a11y/focusKept.js';
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
  const line = useRef<HTMLDivElement>(null);
  useFocusKept(line);
  // With a note the host says that the process is being ended.
  return turn === 'stopping' && note === undefined && store.elsewhere.value === undefined ? <Waiting line={line} /> : null;
}

function Waiting({ line }: { readonly line: Ref<HTMLDivElement> }) {
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
    <div ref={line} class={isLate ? 'stopLadder' : ''} role="status">
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
