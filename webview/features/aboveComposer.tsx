// What stands above the message box: Claude's to-do list, all that runs, what is scheduled, a Stop that does not help at once, that Claude compacts, and that the
// chat is not saved.
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { GoBackCard } from './back/goBackCard.js';
import { setCodeColours } from './code/themeColours.js';
import { useApp } from '../state/context.js';
import { meterWords } from './meters/meterWords.js';
import { useNews } from './news.js';
import { RunningPanel } from './running/runningPanel.js';
import { ScheduledPanel } from './running/scheduledPanel.js';
import { StopLadder } from './running/stopLadder.js';
import { TodoPanel } from './todos/todoPanel.js';

export function AboveComposer() {
  return (
    <>
      <FontSize />
      <CodeColours />
      <TodoPanel />
      <RunningPanel />
      <ScheduledPanel />
      <StopLadder />
      <Compacting />
      <NotStored />
      <GoBackCard />
    </>
  );
}

/** The page begins with the size of the settings; this follows a change of them. */
function FontSize() {
  const { store } = useApp();
  const { fontSize } = store.preferences.value;
  const isLoaded = store.loaded.value;
  useLayoutEffect(() => {
    if (!isLoaded) return;
    if (fontSize === undefined) document.body.style.removeProperty('--vscode-font-size');
    else document.body.style.setProperty('--vscode-font-size', `${fontSize}px`);
  }, [fontSize, isLoaded]);
  return null;
}

/** The theme's, wherever code is shown. */
function CodeColours() {
  const { codeColours } = useApp().store.preferences.value;
  useLayoutEffect(() => {
    setCodeColours(codeColours);
  }, [codeColours?.join()]);
  return null;
}

/** Stays for as long as the disk refuses the chat: the notice of VS Code goes by itself. */
function NotStored() {
  const { notStored } = useApp().store.status.value;
  return notStored === undefined ? null : (
    <p class="problem" role="status">
      {notStored}
    </p>
  );
}

/** A summary takes as long as a long answer, and says nothing meanwhile. */
function Compacting() {
  const { store } = useApp();
  const isCompacting = useNews('meters')?.compacting === true;
  useEffect(() => {
    if (isCompacting) store.say(meterWords.compactingNow);
  }, [isCompacting, store]);
  return isCompacting ? <div class="stopLadder">{meterWords.compactingNow}</div> : null;
}
