// The set-up of an empty chat, in the states that a person meets.
import type { ChatStatus, SetUpCard } from '../../src/shared/chatStatus.js';

export const notLoggedIn: SetUpCard = {
  lines: [
    { isDone: true, text: 'Claude CLI 2.1.329', detail: '' },
    { isDone: false, text: 'You’re not logged in.', detail: 'This card updates once you are logged in.' },
  ],
  actions: [
    { id: 'logIn', label: 'Log in' },
    { id: 'useApiKey', label: 'I use an API key' },
  ],
};

const noFolder: SetUpCard = {
  lines: [{ isDone: false, text: 'No folder is open.', detail: 'Open a folder for Claude to work in.' }],
  actions: [{ id: 'openFolder', label: 'Open Folder' }],
};

const loggedIn: SetUpCard = {
  lines: [
    { isDone: true, text: 'Claude CLI 2.1.329', detail: '' },
    { isDone: true, text: 'You’re logged in.', detail: '' },
  ],
  actions: [],
};

const untrusted: SetUpCard = {
  lines: [{ isDone: false, text: 'This folder is not trusted.', detail: 'Trust this folder to use Claude here.' }],
  actions: [{ id: 'manageTrust', label: 'Manage Trust' }],
};

const missing: SetUpCard = {
  lines: [
    {
      isDone: false,
      text: 'The Claude CLI was not found.',
      detail:
        'Parley looked in PATH and where installers put it. If it is elsewhere, set its path: “which claude” in a terminal shows it. This card updates once it is found.',
    },
  ],
  actions: [
    { id: 'openInstallGuide', label: 'How to install' },
    { id: 'openSettings', label: 'Open Settings' },
  ],
};

const elsewhere: SetUpCard = {
  lines: [
    {
      isDone: false,
      text: 'Claude CLI not found at the path in your settings.',
      detail: '/home/somebody/.local/share/claude/versions/2.1.329/bin/claude',
    },
  ],
  actions: [
    { id: 'openSettings', label: 'Open Settings' },
    { id: 'openInstallGuide', label: 'How to install' },
  ],
};

const tooOld: SetUpCard = {
  lines: [{ isDone: false, text: 'Claude CLI 1.0.30 is too old; 2.0.77 or newer is needed.', detail: '' }],
  actions: [
    { id: 'updateCli', label: 'Update' },
    { id: 'openSettings', label: 'Open Settings' },
  ],
};

export const setUpCards: readonly { readonly name: string; readonly status: ChatStatus; readonly setUp: SetUpCard }[] = [
  { name: 'empty chat without a folder', status: { turn: 'idle', blocked: 'noFolder' }, setUp: noFolder },
  { name: 'empty chat in an untrusted folder', status: { turn: 'idle', blocked: 'untrusted' }, setUp: untrusted },
  { name: 'empty chat without the CLI', status: { turn: 'idle' }, setUp: missing },
  { name: 'empty chat with a wrong path of the CLI', status: { turn: 'idle' }, setUp: elsewhere },
  { name: 'empty chat with a CLI that is too old', status: { turn: 'idle' }, setUp: tooOld },
  { name: 'empty chat, not logged in', status: { turn: 'idle' }, setUp: notLoggedIn },
  { name: 'empty chat, logged in just now', status: { turn: 'idle' }, setUp: loggedIn },
];
