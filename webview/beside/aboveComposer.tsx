// What stands above the message box: all that runs, and a Stop that does not help at once.
import { RunningPanel } from './runningPanel.js';
import { StopLadder } from './stopLadder.js';

export function AboveComposer() {
  return (
    <>
      <RunningPanel />
      <StopLadder />
    </>
  );
}
