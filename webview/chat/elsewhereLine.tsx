// The line above the message box while another window or program owns the chat, which is then read-only.
import { useRef } from 'preact/hooks';
import { useFocusKept } from '../a11y/focusKept.js';
import { useApp } from '../state/context.js';
import { Button } from '../ui/button.js';
import { strings } from '../strings.js';

const words = strings.elsewhere;

export function ElsewhereLine() {
  const { post, store } = useApp();
  const line = useRef<HTMLDivElement>(null);
  useFocusKept(line);
  const owner = store.elsewhere.value;
  if (owner === undefined) return null;
  const { turn, takingOver } = store.status.value;
  const works = turn === 'idle' ? '' : words.works;
  const off = takingOver === true ? words.takingOver : undefined;
  return (
    <div ref={line} class="replyLine">
      <span class="replyTo">
        {strings.elsewhere[owner]} {works}
      </span>
      <Button appearance="quiet" label={off ?? words.takeOver} disabledReason={off} onPress={() => post({ type: 'takeOver' })} />
    </div>
  );
}
