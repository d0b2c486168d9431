// An empty chat: what Parley is, what is missing before Claude can answer, past chats to continue, and prompts to begin with.
import { useEffect } from 'preact/hooks';
import { composerTarget } from '../a11y/focusTargets.js';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { wrappedPath } from '../ui/wrappedPath.js';
import { TimeAgo, wordsOf } from './timeAgo.js';

export function EmptyChat() {
  const { store, post } = useApp();
  const earlier = store.earlier.value;
  const { blocked } = store.status.value;
  const canAsk = blocked !== 'noFolder' && blocked !== 'untrusted' && !store.setUp.value.lines.some(({ isDone }) => !isDone);
  return (
    <div class="empty">
      <h1>{strings.empty.title}</h1>
      <p>{strings.empty.text}</p>
      <SetUp />
      {earlier.length > 0 && (
        <>
          <h2>{strings.empty.continueChat}</h2>
          <div class="suggestions">
            {earlier.map(({ id, title, usedAt, waits }) => (
              <Button
                key={id}
                label={`${title}, ${waits ?? wordsOf(usedAt)}`}
                onPress={() => {
                  post({ type: 'openChat', id });
                }}
              >
                <div class="suggestion">
                  <div class="suggestionTitle" dir="auto">
                    {title}
                  </div>
                  <div class={waits === undefined ? 'suggestionPrompt' : 'suggestionWaits'}>
                    {waits === undefined ? <TimeAgo epoch={usedAt} /> : waits}
                  </div>
                </div>
              </Button>
            ))}
          </div>
        </>
      )}
      {/* Claude could not answer while a step of the set-up is missing. */}
      {canAsk && <Suggestions />}
    </div>
  );
}

/** The steps until Claude can answer. Nothing where all was there from the beginning. */
function SetUp() {
  const { store, post } = useApp();
  const { lines, actions } = store.setUp.value;
  const isMissing = lines.some(({ isDone }) => !isDone);
  useEffect(() => {
    if (!isMissing) return undefined;
    const cameBack = (): void => {
      post({ type: 'checkSetUp' });
    };
    window.addEventListener('focus', cameBack);
    return () => {
      window.removeEventListener('focus', cameBack);
    };
  }, [isMissing, post]);
  // Live, because a step may be done in a terminal or a browser. The region stays when it is empty, so that its first words are heard.
  return (
    <div class={lines.length === 0 ? undefined : 'setUp'} role="status" aria-label={strings.empty.setUp}>
      {lines.map(({ isDone, text, detail }) => (
        <div key={text} class={`setUpLine ${isDone ? 'done' : 'missing'}`}>
          <Icon name={isDone ? 'check' : 'warning'} />
          <div>
            <span class="visuallyHidden">{isDone ? strings.empty.done : strings.empty.missing}: </span>
            <span class="setUpText">{text}</span>
            {detail !== '' && <div key={detail} class="setUpDetail" ref={element => element?.replaceChildren(...wrappedPath(detail))} />}
          </div>
        </div>
      ))}
      {actions.length > 0 && (
        <div class="setUpActions">
          {actions.map(({ id, label }, index) => (
            <Button
              key={id}
              label={label}
              appearance={index === 0 ? 'primary' : 'quiet'}
              onPress={() => {
                post({ type: 'runAction', action: id });
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function Suggestions() {
  const { composer, focusTargets } = useApp();
  return (
    <>
      <h2>{strings.empty.try}</h2>
      <div class="suggestions" role="group" aria-label={strings.empty.try}>
        {strings.suggestions.map(prompt => (
          <Button
            key={prompt}
            label={prompt}
            onPress={() => {
              composer.suggest(prompt);
              focusTargets.focus(composerTarget);
            }}
          />
        ))}
      </div>
    </>
  );
}
