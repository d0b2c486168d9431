// What the CLI offers: its models and commands. Owns the reading of the reply to `initialize` and of changes of the commands.
import type { OfferedCommand, OfferedModel } from '../../../shared/contract/news.js';
import { plain } from '../../../shared/plain.js';
import type { Loose } from '../../../shared/loose.js';
import type { PartContext, ProcessPart } from '../part.js';
import { objectsIn } from '../../../shared/loose.js';

/** Commands that are told, and characters of each text. A folder brings its own commands along, and no list shows more of them. */
const mostCommands = 1_000;
const longestText = 400;

/** `initialize` replies `{models: [{value, displayName, description, supportedEffortLevels, …}], commands: [{name, description, argumentHint}]}` (2.1.329). */
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
    this.context.tell({
      type: 'offers',
      models: [...this.#models],
      commands: objectsIn(message['commands']).flatMap(commandOf).slice(0, mostCommands),
    });
  }
}

function modelOf(raw: Loose): readonly OfferedModel[] {
  const { value, displayName, description, supportedEffortLevels: levels, resolvedModel: id, supportsAutoMode } = raw;
  if (!isPlain(value)) return [];
  const efforts = Array.isArray(levels) ? levels.filter(isPlain) : [];
  const more = { ...(isPlain(id) && { id }), ...(supportsAutoMode === true && { auto: true as const }) };
  const [name, described] = [textOr(displayName, value), textOr(description, '')].map(text => plain(text, longestText));
  return [{ value, name: name ?? '', description: described ?? '', efforts, ...more }];
}

function commandOf({ name, description, argumentHint }: Loose): readonly OfferedCommand[] {
  // A name that is cut would be another command's.
  if (typeof name !== 'string' || name.length > longestText) return [];
  const [described, hint] = [description, argumentHint].map(text => textOr(text, '').slice(0, longestText));
  return [{ name, description: described ?? '', hint: hint ?? '' }];
}

/** A value that is made plain would be another one. */
function isPlain(value: unknown): value is string {
  return typeof value === 'string' && plain(value) === value;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
