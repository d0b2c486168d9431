// The parts that follow one process of the CLI beside its session. Owns their list. Loaded with the connection.
import { Asides } from './asides.js';
import { Agents } from './agents.js';
import { Offers } from './offers.js';
import { PlanModes } from './planModes.js';
import { Todos } from './todos.js';
import type { Loose, PartContext, ProcessPart } from './part.js';
import { Running } from './running.js';

export class ProcessParts {
  readonly asides: Asides;
  readonly agents: Agents;
  readonly running: Running;
  readonly todos: Todos;
  readonly #all: readonly ProcessPart[];

  /** `before`: of the process that this one goes on with the session of. */
  constructor(
    private readonly context: PartContext,
    before?: ProcessParts,
  ) {
    this.asides = new Asides(context);
    this.agents = new Agents(context);
    this.running = new Running(context);
    this.todos = new Todos(context, before?.todos);
    this.#all = [new Offers(context), this.running, this.agents, this.todos, new PlanModes(context), this.asides];
  }

  began(reply: Loose): void {
    this.#each(part => part.began?.(reply));
  }

  observed(kind: string, message: Loose): void {
    this.#each(part => part.observed?.(kind, message));
  }

  ended(): void {
    this.#each(part => part.ended?.());
  }

  /** A part that fails costs no other part, and no line of the CLI. */
  #each(told: (part: ProcessPart) => void): void {
    for (const part of this.#all) {
      try {
        told(part);
      } catch (error) {
        this.context.log.warn(`A part of the chat failed: ${String(error)}`);
      }
    }
  }
}
