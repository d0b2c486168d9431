// Every module loaded by `import()`, bundled apart so that activation reads less code.
export * from './claude/transcripts/heldResults.js';
export * from './claude/transcripts/transcriptFiles.js';
export * from './claude/transcripts/transcriptFollower.js';
export * from './claude/transcripts/transcriptIndex.js';
export * from './host/chats/claudeConnection.js';
export * from './claude/transcripts/sessionRecords.js';
export * from './host/features/chatActs.js';
export * from './host/features/code/themeFile.js';
export * from './host/agents/agentTool.js';
export * from './host/commands/addToChat.js';
export * from './host/commands/chatCommands.js';
export * from './host/commands/afterStart.js';
export * from './host/commands/answeredQuestions.js';
export * from './host/commands/chooseReference.js';
export * from './host/commands/contextImages.js';
export * from './host/commands/findInChats.js';
export * from './host/commands/links.js';
export * from './host/commands/permissionList.js';
export * from './host/cli/claudeLauncher.js';
export * from './host/features/edits/unsavedFiles.js';
export * from './host/cli/logIn.js';
export * from './host/cli/setUpFacts.js';
export * from './host/cli/workPlaces.js';
export * from './host/memory/decisionsView.js';
export * from './host/memory/docCommands.js';
export * from './host/memory/folderMemory.js';
export * from './host/storage/chatStore.js';
export * from './host/storage/archive.js';
export * from './host/storage/chatImages.js';
export * from './host/storage/chatFollower.js';
export * from './host/storage/leftovers.js';
export * from './host/storage/keptTitles.js';
export * from './host/paths/pathPlace.js';
export * from './host/commands/chatList.js';
export * from './host/views/conversationReader.js';
// Puts its words where activation's modules find them.
import './host/views/reasonWords.js';
// Not the other direction, which the webview alone reads.
export { viewMessage } from './shared/contract/toView.js';
export * from './shared/wholeInput.js';
// Puts its code where activation's modules find it.
import './shared/lineDiff.js';
