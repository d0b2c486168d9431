// What nobody needs in order to go on: a value of an unexpected form counts as another.
import * as z from 'zod/mini';

/** Does what `z.catch` does, with which the bundle would hold all helpers of the library. */
export function orElse<T extends z.core.SomeType>(schema: T, value: z.output<T>): z.ZodMiniCatch<T> {
  return new (z.ZodMiniCatch as unknown as Catch<T>)({ type: 'catch', innerType: schema, catchValue: () => value });
}

/** The library's constructor makes the schema of every type, and is typed for none. */
type Catch<T extends z.core.SomeType> = new (definition: {
  readonly type: 'catch';
  readonly innerType: T;
  readonly catchValue: () => z.output<T>;
}) => z.ZodMiniCatch<T>;
