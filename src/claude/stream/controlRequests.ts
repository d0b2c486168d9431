// Requests of ours to one process of the CLI, and their replies. Owns which request waits; must not know what a reply means.
import { isAtLeast } from '../version.js';
import type { Clock } from '../../shared/clock.js';

/** A request that the CLI knows: `subtype` and the fields of that subtype. */
export type ControlRequest = Readonly<Record<string, unknown>> & { readonly subtype: string };

/**
 * `unsupported`: this version of the CLI does not know the request. `failed`: the CLI has refused it, in its own words. `silent`: no reply within
 * the limit; the CLI may still carry it out. `ended`: the process has ended, or could not be written to. `cancelled`: nobody waits any more.
 */
export type ControlReply =
  | { readonly ok: true; readonly response: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly why: 'unsupported' | 'failed' | 'silent' | 'ended' | 'cancelled'; readonly detail: string };

/** A `control_response`, as far as it is read. */
export interface ControlResponse {
  readonly request_id: string;
  readonly subtype: string;
  readonly error?: string | null | undefined;
  readonly response?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface RequestOptions {
  /** Milliseconds; a request that asks the model has none. */
  readonly limit?: number;
  /** Takes the request back. */
  readonly signal?: AbortSignal;
}

interface RequestEnvironment {
  /** Resolves with whether the line is written. */
  readonly write: (line: string) => Promise<boolean>;
  /** Calls back once after `ms`; returns how to cancel. */
  readonly clock: Clock;
  /** The CLI's; undefined where it is not known. */
  readonly version: string | undefined;
  /** What each version does not know, as `VERSION SUBTYPE`. Shared by the chats of a window. */
  readonly unsupported: Set<string>;
}

/** 2.0.77 gives no reply to a request that it does not know; these it knows. 2.1.100 and newer reply to every request. */
const knownToOldest: ReadonlySet<string> = new Set([
  'initialize',
  'interrupt',
  'mcp_status',
  'rewind_files',
  'set_model',
  'set_permission_mode',
]);
const firstToReply = '2.1.100';

export class ControlRequests {
  readonly #waiting = new Map<string, (reply: ControlReply) => void>();
  #count = 0;
  #ended = false;

  constructor(private readonly environment: RequestEnvironment) {}

  /** Whether the request may be sent: false once this version has said that it does not know it. */
  knows(subtype: string): boolean {
    const { version, unsupported } = this.environment;
    if (version !== undefined && !isAtLeast(version, firstToReply) && !knownToOldest.has(subtype)) return false;
    return !unsupported.has(keyOf(version, subtype));
  }

  /** Never rejects. */
  async send(request: ControlRequest, { limit, signal }: RequestOptions = {}): Promise<ControlReply> {
    const { environment } = this;
    const { subtype } = request;
    if (this.#ended) return ended;
    if (signal?.aborted === true) return cancelled;
    if (!this.knows(subtype)) return { ok: false, why: 'unsupported', detail: '' };
    const id = `parley-request-${++this.#count}`;
    let settle: (reply: ControlReply) => void = () => undefined;
    const replied = new Promise<ControlReply>(resolve => (settle = resolve));
    this.#waiting.set(id, settle);
    const takeBack = (): void => {
      void environment.write(JSON.stringify({ type: 'control_cancel_request', request_id: id }));
      settle(cancelled);
    };
    signal?.addEventListener('abort', takeBack);
    const stop = limit === undefined ? undefined : environment.clock.after(limit, () => settle({ ok: false, why: 'silent', detail: '' }));
    const written = environment.write(JSON.stringify({ type: 'control_request', request_id: id, request }));
    void written.then(isWritten => (isWritten ? undefined : settle(ended)));
    const reply = await replied;
    signal?.removeEventListener('abort', takeBack);
    stop?.();
    this.#waiting.delete(id);
    if (!reply.ok && reply.why === 'unsupported') environment.unsupported.add(keyOf(environment.version, subtype));
    return reply;
  }

  /** Replies to requests of others, and late ones, are ignored. */
  replied({ request_id: id, subtype, error, response }: ControlResponse): void {
    const settle = this.#waiting.get(id);
    if (settle === undefined) return;
    if (subtype === 'success') return settle({ ok: true, response: response ?? {} });
    const detail = error ?? '';
    settle({ ok: false, why: detail.startsWith('Unsupported control request') ? 'unsupported' : 'failed', detail });
  }

  /** The process has ended: no reply comes. */
  end(): void {
    this.#ended = true;
    for (const settle of this.#waiting.values()) settle(ended);
  }
}

const ended: ControlReply = { ok: false, why: 'ended', detail: '' };
const cancelled: ControlReply = { ok: false, why: 'cancelled', detail: '' };

function keyOf(version: string | undefined, subtype: string): string {
  return `${version ?? ''} ${subtype}`;
}
