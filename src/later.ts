// What is not needed to wake, in a bundle of its own: reading a bundle costs time, whether it is run or not. The build leads
// every `import()` of these here. Of what both bundles hold there are two copies, so nothing here may keep a state for the other.
export * from './claude/history.js';
export * from './claude/lineReader.js';
export * from './claude/running.js';
export * from './host/answeredQuestions.js';
export * from './host/claudeLauncher.js';
export * from './host/dialogs.js';
export * from './host/leftovers.js';
export * from './host/sessionList.js';
export * from './shared/messages.js';
