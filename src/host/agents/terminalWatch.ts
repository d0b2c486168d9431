// Whether a call that a Claude in a terminal asks for is still asked there, by what the CLI writes: its transcript, and the record of its process. Owns what
// these files prove; must not know what becomes of a card.
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isCode } from '../../disk/fileSystem.js';
import { readSmallFile, withOpen } from '../../disk/smallFile.js';
import { AppendedLines } from '../../claude/transcripts/appendedLines.js';
import { eachLineBefore } from '../../claude/transcripts/linesBackward.js';
import { blocksOf } from '../../claude/transcripts/transcriptLine.js';
import type { Clock } from '../../shared/clock.js';
import { processStart } from '../../claude/process/processStart.js';
import type { Loose } from '../../shared/loose.js';
import { objectOf, objectsIn, textOf } from '../../shared/loose.js';
import type { TerminalDecision } from '../chats/terminalCalls.js';
import type { TerminalCall } from './terminalMessage.js';

/** The result of the call, as the transcript holds it. */
export interface TerminalResult {
  readonly isError: boolean;
  /** What the model reads. */
  readonly text: string;
  /** Who has decided, as 2.1.329 notes it: `hook`, `user_temporary`, …; undefined before. */
  readonly source: string | undefined;
  /** The answers of `AskUserQuestion`. */
  readonly answers: unknown;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** `settled`: the dialog has gone, and the call runs. `gone`: the process has ended. */
type End = { readonly type: 'result'; readonly result: TerminalResult } | { readonly type: 'settled' } | { readonly type: 'gone' };

interface TerminalWatchOptions {
  readonly call: TerminalCall;
  readonly clock: Clock;
  readonly onEnd: (end: End) => void;
  readonly isAlive?: (pid: number) => boolean;
  /** What no two processes of this id share; undefined where nothing tells it at once. */
  readonly startOf?: (pid: number) => Promise<string | undefined>;
}

/** Milliseconds between two looks, which are two calls of `stat` where nothing is new. */
const pause = 200;
/** Bytes of the transcript in front of the line of the call. */
const before = 256 * 1024;
/** Bytes of its end in which that line is looked for. */
const mostLooked = 64 * 1024 * 1024;

export class TerminalWatch {
  readonly #lines: AppendedLines;
  readonly #uses: { readonly id: string; readonly name: string; readonly input: unknown }[] = [];
  readonly #results = new Map<string, TerminalResult>();
  /** The start of the CLI's process, as it was seen first. */
  #start: string | undefined;
  /** The dialog has been seen in the record of the process. */
  #wasAsked = false;
  #isOver = false;
  #cancel: () => void = () => undefined;
  /** The version of the CLI that writes the transcript. */
  version: string | undefined;

  constructor(private readonly options: TerminalWatchOptions) {
    this.#lines = new AppendedLines({
      path: transcriptOf(options.call),
      onLine: ({ text }) => this.#read(text),
      onReplaced: () => undefined,
      onOverlong: () => undefined,
    });
  }

  /** Resolves when what is there has been read. */
  async begin(): Promise<void> {
    const { input } = this.options.call;
    // A file that cannot be read proves nothing.
    const place = await this.#placeOfCall().catch(() => 0);
    const from = place - before - Buffer.byteLength(JSON.stringify(input));
    if (from > 0) await this.#lines.skipTo(from);
    await this.#look();
  }

  /** Where the last call of this tool stands. Behind it can be results of other calls of its message, such as an image. The end of the file where there is none. */
  #placeOfCall(): Promise<number> {
    const { call } = this.options;
    return withOpen(transcriptOf(call), 'links', async file => {
      const { size } = await file.stat();
      let place = size;
      const look = (bytes: Buffer, { offset }: { readonly offset: number }): boolean => {
        const uses = bytes.includes('"tool_use"') ? blocksOf(parsed(bytes.toString())).filter(isUse) : [];
        const isThere = uses.some(({ name }) => name === call.toolName);
        if (isThere) place = offset;
        return isThere;
      };
      await eachLineBefore(file, size, before, look, mostLooked);
      return place;
    });
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel();
  }

  async #look(): Promise<void> {
    // A file that cannot be read proves nothing.
    await this.#lines.read().catch(() => undefined);
    const result = this.#result();
    const end: End | undefined = result === undefined ? await this.#ended() : { type: 'result', result };
    if (this.#isOver) return;
    if (end === undefined || end.type === 'settled') this.#cancel = this.options.clock.after(pause, () => void this.#look());
    if (end !== undefined) this.options.onEnd(end);
  }

  async #ended(): Promise<End | undefined> {
    const { pid, transcript, since, agentId } = this.options.call;
    if (pid === undefined) return undefined;
    if (!(this.options.isAlive ?? isAlive)(pid)) return { type: 'gone' };
    const start = await (this.options.startOf ?? startOf)(pid);
    // Another process has the id of the CLI by now. A start that cannot be read proves nothing.
    if (start !== undefined && start !== (this.#start ??= start)) return { type: 'gone' };
    const path = join(dirname(dirname(dirname(transcript))), 'sessions', `${pid}.json`);
    const { status, statusUpdatedAt } = parsed(await readSmallFile(path).catch(() => '')) ?? {};
    // Up to 2.1.100 the record says nothing of it.
    if (typeof status !== 'string') return undefined;
    const wasAsked = this.#wasAsked;
    this.#wasAsked = status === 'waiting';
    const isAnsweredSince = agentId === undefined && Number(statusUpdatedAt) > since;
    return status !== 'waiting' && (wasAsked || isAnsweredSince) ? { type: 'settled' } : undefined;
  }

  /** The result of the call, whose `tool_use_id` the hook does not tell: of the last one with this input that had none when the hook began. */
  #result(): TerminalResult | undefined {
    const { toolName, input, since } = this.options.call;
    const named = this.#uses.filter(({ id, name }) => name === toolName && !((this.#results.get(id)?.at ?? since) < since));
    const exact = named.filter(one => isDeepStrictEqual(one.input, input));
    // Of several that are alike the CLI asks for one after the other.
    const [first] = exact.length > 0 ? exact : named;
    return first && this.#results.get(first.id);
  }

  #read(text: string): void {
    const line = parsed(text);
    if (line === undefined) return;
    if (typeof line['version'] === 'string') this.version = line['version'];
    for (const block of blocksOf(line)) {
      if (isUse(block)) this.#uses.push({ id: textOf(block['id']), name: textOf(block['name']), input: block['input'] });
      if (block['type'] === 'tool_result') this.#results.set(textOf(block['tool_use_id']), resultIn(block, line));
    }
  }
}

function isUse({ type }: Loose): boolean {
  return type === 'tool_use';
}

/** A subagent has a transcript of its own (2.1.100 and 2.1.329). */
function transcriptOf({ transcript, session, agentId }: TerminalCall): string {
  return agentId === undefined ? transcript : join(dirname(transcript), basename(session), 'subagents', `agent-${agentId}.jsonl`);
}

function resultIn({ content, is_error: isError }: Loose, { toolUseResult, permissionDecision, timestamp }: Loose): TerminalResult {
  const source = objectOf(permissionDecision)?.['source'];
  return {
    isError: isError === true,
    text:
      typeof content === 'string'
        ? content
        : objectsIn(content)
            .map(({ text }) => textOf(text))
            .join('\n'),
    source: typeof source === 'string' ? source : undefined,
    answers: objectOf(toolUseResult)?.['answers'],
    at: Date.parse(textOf(timestamp)),
  };
}

/** How the results of a call begin that a person has refused in the terminal, by Esc or by _No_ (2.0.77, 2.1.100 and 2.1.329). */
const refusedInTerminal = "The user doesn't want to proceed with this tool use.";

/** Whether the CLI has taken what was decided here, and not what was decided in the terminal. */
export function isOurs(decision: TerminalDecision, { isError, text, source, answers }: TerminalResult): boolean {
  if (source !== undefined) return source === 'hook';
  if (decision.behavior === 'deny') return isError && text.includes(decision.message);
  const given = objectOf(decision.updatedInput)?.['answers'];
  return given === undefined ? !(isError && text.startsWith(refusedInTerminal)) : isDeepStrictEqual(given, answers);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** Other systems are asked by a program of theirs, which is too much for each look. */
async function startOf(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? (await processStart(pid))?.ticks : undefined;
}

/** Undefined for what is no JSON object, such as a line whose beginning was not read. */
function parsed(text: string): Loose | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
