// What stands above the message box: all that runs.
import { RunningPanel } from './runningPanel.js';

export function AboveComposer() {
  return <RunningPanel />;
}
