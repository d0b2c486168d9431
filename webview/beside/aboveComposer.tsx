// What stands above the message box: Claude's to-do list, all that runs, and a Stop that does not help at once.
import { RunningPanel } from './runningPanel.js';
import { StopLadder } from './stopLadder.js';
import { TodoPanel } from './todoPanel.js';

export function AboveComposer() {
  return (
    <>
      <TodoPanel />
      <RunningPanel />
      <StopLadder />
    </>
  );
}
