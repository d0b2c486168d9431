// The permission modes in which an approved plan can be carried out. Owns that news alone; host/features/plan/acts.ts approves.
import { objectsIn } from '../../../shared/loose.js';
import type { Loose } from '../../../shared/loose.js';
import type { PartContext, ProcessPart } from '../part.js';

export class PlanModes implements ProcessPart {
  constructor(private readonly context: PartContext) {}

  /** `supportsAutoMode` of the models (2.1.329). 2.0.77 and 2.1.100 take any word for a mode, so their reply proves nothing. */
  began(reply: Loose): void {
    const hasAuto = objectsIn(reply['models']).some(({ supportsAutoMode }) => supportsAutoMode === true);
    this.context.tell({ type: 'planModes', modes: ['default', 'acceptEdits', ...(hasAuto ? (['auto'] as const) : [])] });
  }
}
