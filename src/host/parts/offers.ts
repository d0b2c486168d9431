// What the CLI offers: its models and commands. Owns the reading of the reply to `initialize` and of changes of the commands.
import type { OfferedCommand, OfferedModel } from '../../shared/offers.js';
import type { Loose, PartContext, ProcessPart } from './part.js';

/** `initialize` replies `{models: [{value, displayName, description, supportedEffortLevels}], commands: [{name, description, argumentHint}]}` (2.1.329). */
export class Offers implements ProcessPart {
  #models: readonly OfferedModel[] = [];

  constructor(private readonly context: PartContext) {}

  began(reply: Loose): void {
    this.#models = objectsIn(reply['models']).flatMap(modelOf);
    this.#tell(reply);
  }

  /** `system/commands_changed` brings the whole list anew, in the form of the reply (2.1.329; 2.1.100 and 2.0.77 never send it). */
  observed(kind: string, message: Loose): void {
    if (kind === 'system/commands_changed') this.#tell(message);
  }

  #tell(message: Loose): void {
    this.context.tell({ type: 'offers', models: [...this.#models], commands: objectsIn(message['commands']).flatMap(commandOf) });
  }
}

function modelOf(raw: Loose): readonly OfferedModel[] {
  const { value, displayName, description, supportedEffortLevels: levels } = raw;
  if (typeof value !== 'string') return [];
  const efforts = Array.isArray(levels) ? levels.filter(level => typeof level === 'string') : [];
  return [{ value, name: textOr(displayName, value), description: textOr(description, ''), efforts }];
}

function commandOf({ name, description, argumentHint }: Loose): readonly OfferedCommand[] {
  return typeof name === 'string' ? [{ name, description: textOr(description, ''), hint: textOr(argumentHint, '') }] : [];
}

function objectsIn(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
