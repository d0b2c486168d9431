// A chat of an earlier window, as it lies on the disk: with a question that it has parked, or with a turn in which it has ended.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import * as vscode from 'vscode';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import type { ChatEvent } from '../../src/chat/events.js';
import { initialState } from '../../src/chat/state.js';
import { step } from '../../src/chat/step.js';
import { choice } from '../support/questions.js';
import { keptChat, storingWindow } from '../support/storedChats.js';

/** Stores a chat as a window leaves it. `id`: the id of the question. */
export async function keepParkedQuestion(storage: string, id: string, question = 'Which?'): Promise<void> {
  const input = { questions: [choice(question, 'Which', ['A', 'B'])], raw: {} };
  const events: ChatEvent[] = [
    { type: 'promptSubmitted', uuid: 'u', text: 'Ask me.' },
    { type: 'initReceived', sessionId: 'a-session', capabilities: [], version: '2.1.329' },
    { type: 'questionAsked', toolUseId: id, requestId: 'r', hook: true, input },
    { type: 'parkRequested' },
    { type: 'turnEnded', outcome: 'deferred' },
    { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' },
  ];
  await keep(storage, events);
}

/** The same. Nothing is known from before the turn. */
export async function keepCutTurn(storage: string): Promise<void> {
  await keep(storage, [
    { type: 'promptSubmitted', uuid: 'u', text: 'Do it.' },
    { type: 'initReceived', sessionId: 'a-session', capabilities: [], version: '2.1.329' },
    { type: 'turnFollowed', turn: {} },
    { type: 'toolStarted', toolUseId: 't', name: 'Bash', summary: 'make' },
  ]);
}

async function keep(storage: string, events: readonly ChatEvent[]): Promise<void> {
  const state = events.reduce((before, event, now) => step(before, event, now).state, initialState('auto'));
  const window = storingWindow(storageFolder(storage, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? ''), 'earlier');
  mkdirSync(window.files.folder, { recursive: true });
  const journal = window.files.begin('kept', window.use);
  journal.changed(() => keptChat(state, { key: 'kept' }));
  assert.ok(await journal.flush());
}
