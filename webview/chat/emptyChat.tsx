// An empty chat: what Parley is, past chats to continue, and prompts to try.
import { composerTarget } from '../a11y/focusTargets.js';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';

export function EmptyChat() {
  const { composer, focusTargets, store, post } = useApp();
  const earlier = store.earlier.value;
  return (
    <div class="empty">
      <h1>{strings.empty.title}</h1>
      <p>{strings.empty.text}</p>
      {earlier.length > 0 && (
        <>
          <h2>{strings.empty.continueChat}</h2>
          <div class="suggestions">
            {earlier.map(({ id, title, usedAt }) => (
              <Button
                key={id}
                label={`${title}, ${dayText(usedAt)}`}
                onPress={() => {
                  post({ type: 'openChat', id });
                }}
              >
                <div class="suggestion">
                  <div class="suggestionTitle" dir="auto">
                    {title}
                  </div>
                  <div class="suggestionPrompt">{dayText(usedAt)}</div>
                </div>
              </Button>
            ))}
          </div>
        </>
      )}
      <h2>{strings.empty.try}</h2>
      <div class="suggestions">
        {strings.suggestions.map(({ title, prompt }) => (
          <Button
            key={title}
            label={`${title}: ${prompt}`}
            onPress={() => {
              composer.suggest(prompt);
              focusTargets.focus(composerTarget);
            }}
          >
            <div class="suggestion">
              <div class="suggestionTitle">{title}</div>
              <div class="suggestionPrompt">{prompt}</div>
            </div>
          </Button>
        ))}
      </div>
    </div>
  );
}

function dayText(epoch: number): string {
  return new Date(epoch).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
