// The line above the message box while another window or program owns the chat, which is then read-only.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { composerTarget } from '../a11y/focusTargets.js';
import { useApp } from '../state/context.js';
import { Button } from '../ui/button.js';
import { strings } from '../strings.js';

const words = strings.elsewhere;

export function ElsewhereLine({ owner }: { readonly owner: 'otherWindow' | 'otherComputer' | 'terminal' }) {
  const { focusTargets, post, store } = useApp();
  const line = useRef<HTMLDivElement>(null);
  const { turn, takingOver } = store.status.value;
  const works = turn === 'idle' ? '' : words.works;
  const off = takingOver === true ? words.takingOver : undefined;
  // Once the chat is taken over the button goes, and the focus with it.
  useLayoutEffect(
    () => () => (line.current?.contains(document.activeElement) === true ? focusTargets.focus(composerTarget) : undefined),
    [focusTargets],
  );
  return (
    <div ref={line} class="replyLine">
      <span class="replyTo">
        {strings.elsewhere[owner]} {works}
      </span>
      <Button appearance="quiet" label={off ?? words.takeOver} disabledReason={off} onPress={() => post({ type: 'takeOver' })} />
    </div>
  );
}
