// How two windows talk: lines of JSON through a socket, described in docs/windows.md. Owns the protocol's version, its limits and the
// border between bytes and lines; must not know who listens or who connects.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { createLineSplitter } from '../../claude/process/lines.js';

/** The highest version that this window speaks. */
export const protocolVersion = 1;
/** Bytes of a line without its end. */
export const maxLineBytes = 64 * 1024;
export const maxConnections = 64;
/** Requests of one connection that are not answered yet. While there are so many, nothing more is read from the connection. */
export const maxPendingRequests = 64;
/** Chats that one connection can follow. */
export const maxFollowed = 10_000;
/** Characters of a chat's key. */
const maxKeyLength = 200;

export type AskAnswer = { readonly given: true } | { readonly refused: string };

/** Calls `onLine` with each whole line, and `onOverlong` once when a line is over the limit, whether or not it ever ends. */
export function readLines(socket: Socket, onLine: (text: string) => void, onOverlong: () => void): void {
  /** Bytes since the last line's end. */
  let unfinished = 0;
  const splitter = createLineSplitter({
    // The rest of a chunk must not be read when an earlier line of it has ended the connection.
    onLine: text => socket.destroyed || onLine(text),
    onOverlong: () => socket.destroyed || onOverlong(),
    maxBytes: maxLineBytes,
  });
  socket.on('data', chunk => {
    const lastEnd = chunk.lastIndexOf(0x0a);
    unfinished = lastEnd === -1 ? unfinished + chunk.length : chunk.length - 1 - lastEnd;
    splitter.push(chunk);
    if (unfinished > maxLineBytes && !socket.destroyed) onOverlong();
  });
}

export function writeLine(socket: Socket, message: object): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** Takes the same time for all tokens, also for one of another length or another type. */
export function isSameToken(given: unknown, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(token));
}

export function isKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxKeyLength;
}

export function isVersion(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
