// Ids of the weekly limits of one model: the CLI knows such a limit by the model's name alone, which no other limit may be taken for.

const prefix = 'model:';

export function idOfModelLimit(model: string): string {
  return prefix + model;
}

/** The model's name; undefined for any other limit. */
export function modelOfLimit(id: string): string | undefined {
  return id.startsWith(prefix) ? id.slice(prefix.length) : undefined;
}
