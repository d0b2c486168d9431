// The line above the message box while another window or program owns the chat, which is then read-only.
import { useState } from 'preact/hooks';
import { useApp } from '../state/context.js';
import { Button } from '../ui/button.js';
import { strings } from '../strings.js';

const words = strings.elsewhere;

export function ElsewhereLine({ owner }: { readonly owner: 'otherWindow' | 'otherComputer' | 'terminal' }) {
  const { post, store } = useApp();
  const [asked, setAsked] = useState(false);
  const works = store.status.value.turn === 'idle' ? '' : words.works;
  return (
    <div class="replyLine">
      <span class="replyTo">
        {strings.elsewhere[owner]} {works}
      </span>
      <Button
        appearance="quiet"
        label={asked ? words.takingOver : words.takeOver}
        disabledReason={asked ? words.takingOver : undefined}
        onPress={() => {
          // VS Code asks the person about a chat on another computer: who says no may press again.
          setAsked(owner !== 'otherComputer');
          post({ type: 'takeOver' });
        }}
      />
    </div>
  );
}
