// Every module loaded by `import()`, bundled apart so that activation reads less code.
export * from './claude/transcripts/heldResults.js';
export * from './claude/transcripts/transcriptFiles.js';
export * from './claude/transcripts/transcriptFollower.js';
export * from './claude/transcripts/transcriptIndex.js';
export * from './host/sessions/claudeConnection.js';
export * from './claude/transcripts/sessionRecords.js';
export * from './host/acts/chatActs.js';
export * from './host/colours/themeFile.js';
export * from './host/agents/agentTool.js';
export * from './host/around/addToChat.js';
export * from './host/around/around.js';
export * from './host/around/afterStart.js';
export * from './host/commands/answeredQuestions.js';
export * from './host/commands/chooseReference.js';
export * from './host/commands/contextImages.js';
export * from './host/commands/findInChats.js';
export * from './host/commands/links.js';
export * from './host/commands/permissionList.js';
export * from './host/cli/claudeLauncher.js';
export * from './host/edits/unsavedFiles.js';
export * from './host/cli/logIn.js';
export * from './host/cli/setUpFacts.js';
export * from './host/cli/workPlaces.js';
export * from './host/memory/decisionsView.js';
export * from './host/memory/docCommands.js';
export * from './host/memory/folderMemory.js';
export * from './host/sessions/chatStore.js';
export * from './host/sessions/archive.js';
export * from './host/sessions/chatImages.js';
export * from './host/sessions/chatFollower.js';
export * from './host/sessions/leftovers.js';
export * from './host/sessions/keptTitles.js';
export * from './host/sessions/pathPlace.js';
export * from './host/commands/chatList.js';
export * from './host/views/conversationReader.js';
// Puts its words where activation's modules find them.
import './host/views/reasonWords.js';
// Not the other direction, which the webview alone reads.
export { viewMessage } from './shared/messages.js';
export * from './shared/wholeInput.js';
// Puts its code where activation's modules find it.
import './shared/lineDiff.js';
