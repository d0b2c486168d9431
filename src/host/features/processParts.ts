// The parts that follow one process of the CLI beside its session. Owns their list. Loaded with the connection.
import { Asides } from './asides/follow.js';
import { Agents } from './running/agents.js';
import { Meters } from './meters/follow.js';
import { Offers } from './steering/offers.js';
import { PlanModes } from './plan/follow.js';
import { Todos } from './todos/follow.js';
import type { Loose } from '../../shared/loose.js';
import type { PartContext, ProcessPart } from './part.js';
import { Running } from './running/follow.js';
import { Steered } from './steering/follow.js';
import { WorkingPlace } from './workFolder/follow.js';

export class ProcessParts {
  readonly asides: Asides;
  readonly agents: Agents;
  readonly meters: Meters;
  readonly running: Running;
  readonly todos: Todos;
  readonly steered: Steered;
  readonly #all: readonly ProcessPart[];

  /** `before`: of the process that this one goes on with the session of. */
  constructor(
    private readonly context: PartContext,
    before?: ProcessParts,
  ) {
    this.asides = new Asides(context);
    this.agents = new Agents(context);
    this.meters = new Meters(context, before?.meters);
    this.running = new Running(context);
    this.todos = new Todos(context, before?.todos);
    this.steered = new Steered(context);
    this.#all = [
      new Offers(context),
      this.steered,
      this.running,
      this.agents,
      this.todos,
      new PlanModes(context),
      new WorkingPlace(context),
      this.asides,
      this.meters,
    ];
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
