// The set-up of an empty chat, in the states that a person meets.
import type { ChatStatus, SetUpCard } from '../../src/shared/transcript.js';

export const notLoggedIn: SetUpCard = {
  lines: [
    { isDone: true, text: 'Claude CLI 2.1.329', detail: '' },
    { isDone: false, text: 'You’re not logged in.', detail: 'Log in once; the chat notices by itself.' },
  ],
  actions: [
    { id: 'logIn', label: 'Log in' },
    { id: 'useApiKey', label: 'I use an API key' },
  ],
};

const noFolder: SetUpCard = {
  lines: [{ isDone: false, text: 'No folder is open.', detail: 'Claude works on the files of a folder.' }],
  actions: [{ id: 'openFolder', label: 'Open Folder' }],
};

const loggedIn: SetUpCard = {
  lines: [
    { isDone: true, text: 'Claude CLI 2.1.329', detail: '' },
    { isDone: true, text: 'You’re logged in.', detail: '' },
  ],
  actions: [],
};

export const setUpCards: readonly { readonly name: string; readonly status: ChatStatus; readonly setUp: SetUpCard }[] = [
  { name: 'empty chat without a folder', status: { turn: 'idle', blocked: 'noFolder' }, setUp: noFolder },
  { name: 'empty chat, not logged in', status: { turn: 'idle' }, setUp: notLoggedIn },
  { name: 'empty chat, logged in just now', status: { turn: 'idle' }, setUp: loggedIn },
];
