// What one part of a process gets and may be told. Types alone.
import type { ControlReply, ControlRequest, RequestOptions } from '../../claude/stream/controlRequests.js';
import type { ChatNews } from '../../shared/contract/news.js';
import type { Steering } from '../../shared/features/steering/modes.js';
import type { Loose } from '../../shared/loose.js';
import type { Clock } from '../../shared/clock.js';

export interface PartContext {
  /** The CLI's; undefined where it is not known. */
  readonly version: string | undefined;
  /** The permission mode with which the CLI was started; undefined where it was not told one. */
  readonly startedIn?: string | undefined;
  /** The same as `ControlRequests.send`. */
  readonly ask: (request: ControlRequest, options?: RequestOptions) => Promise<ControlReply>;
  /** The same as `ControlRequests.knows`. */
  readonly knows: (subtype: string) => boolean;
  /** Sends news to every view of the chat; a view that opens later gets the last news of each type. */
  readonly tell: (news: ChatNews) => void;
  /** What this call had begun was stopped. */
  readonly stopped: (toolUseId: string) => void;
  /** What is chosen for the chat now. */
  readonly chosen: () => Steering;
  /** Keeps these fields with the chat. */
  readonly choose: (change: Steering) => void;
  readonly log: { warn(text: string): void; debug(text: string): void };
  /** Calls back once after `ms`; returns how to cancel. */
  readonly clock: Clock;
}

/** One part that follows one process of the CLI. */
export interface ProcessPart {
  /** The reply to `initialize`. */
  began?(reply: Loose): void;
  /** Any message but a stream event; `kind` is `type` or `system/subtype`. */
  observed?(kind: string, message: Loose): void;
  /** The process has ended; no reply comes any more. */
  ended?(): void;
}
