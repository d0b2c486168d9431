// Everything that the first paint does not need: a file of its own, so that a view that opens reads less code. `state/laterCode.ts` loads it.
export * from './find/findBar.js';
export * from './chat/attachments.js';
export * from './chat/toolDetails.js';
export * from './chat/permissionCard.js';
export * from './images/answerImages.js';
export * from './images/readImage.js';
export * from './question/model/changePrompt.js';
export * from './question/parts/preview.js';
export * from './ui/numberBox.js';
