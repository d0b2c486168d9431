// What is stored costs nothing, only what is shown: pages and hits of a transcript, the list of chats, the list of files behind `@`, a window
// that opens again, and one while others work, each at a size and at a hundred times as much.
import { chatRows } from './largeChats.js';
import { fileRows } from './largeFiles.js';
import { elsewhereRows } from './largeElsewhere.js';
import { reloadRows } from './largeReload.js';
import { transcriptRows } from './largeTranscripts.js';
import { windowRows } from './largeWindow.js';

export const sections = {
  transcript: transcriptRows,
  chats: chatRows,
  files: fileRows,
  elsewhere: elsewhereRows,
  window: windowRows,
  reload: reloadRows,
};
