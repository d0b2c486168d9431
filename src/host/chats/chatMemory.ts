// The memory as a chat uses it. Types alone; host/memory has the code.
import type { MemoryResult } from '../../claude/stream/memoryServer.js';
import type { Holding } from '../../chat/branch.js';
import type { QuestionState } from '../../chat/state.js';
import type { Told } from '../../shared/told.js';
import type { MemoryTool } from '../../shared/memoryTools.js';

/** What Claude is told when a process starts. */
export interface Telling {
  readonly told: Told;
  /** Put behind the CLI's system prompt. */
  readonly text: string;
  /** The number of lines in `text`, which is smaller than that of `told` where the person has removed some since the session began. */
  readonly count: number;
  /** The project card has changed since the session began. */
  readonly isOlder: boolean;
}

export interface ChatMemory {
  /** The tools that the present settings give Claude. */
  tools(): readonly MemoryTool[];
  /** `input`: from the model, of any form. */
  call(tool: MemoryTool, input: unknown, toolUseId: string): Promise<MemoryResult>;
  /** `known`: what a resumed session was told when it began. Undefined where there is nothing to tell. */
  tell(known: Told | undefined): Promise<Telling | undefined>;
  /** Keeps the answers; what cannot be kept is logged. */
  remember(questions: readonly QuestionState[]): void;
  /** Lets one of two answers to one question hold, the first pair first; what cannot be kept is logged. `held`: the disk has it. */
  hold(pairs: readonly Holding[], held: () => void): void;
}
