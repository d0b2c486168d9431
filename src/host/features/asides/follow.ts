// Whether the person can ask Claude beside the conversation. Owns that news alone; host/features/asides/acts.ts asks.
import type { PartContext, ProcessPart } from '../part.js';

export class Asides implements ProcessPart {
  constructor(private readonly context: PartContext) {}

  began(): void {
    this.refresh();
  }

  ended(): void {
    this.context.tell({ type: 'canAsk', can: false });
  }

  /** Tells the views again after a reply, which may have been that this version does not know the request. */
  refresh(): void {
    this.context.tell({ type: 'canAsk', can: this.context.knows('side_question') });
  }
}
