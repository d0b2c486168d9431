// The first look: what this is, and prompts to try.
import { useApp } from '../context.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';

export function EmptyChat() {
  const { composer } = useApp();
  return (
    <div class="empty">
      <h1>{strings.empty.title}</h1>
      <p>{strings.empty.text}</p>
      <h2>{strings.empty.try}</h2>
      <div class="suggestions">
        {strings.suggestions.map(({ title, prompt }) => (
          <Button
            key={title}
            label={`${title}: ${prompt}`}
            onPress={() => {
              composer.type(prompt);
              // Where sending is off the prompt stays to be sent later.
              composer.send();
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
