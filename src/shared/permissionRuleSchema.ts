// The forms of the rules that the CLI suggests, and of the lines that tell them.
import * as z from 'zod/mini';

const rule = z.strictObject({ toolName: z.string(), ruleContent: z.optional(z.string()) });

/** What may be added with one press. A suggestion with anything else in it is not offered, because it could not be told. */
export const permissionUpdate = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('addRules'), rules: z.array(rule), behavior: z.literal('allow'), destination: z.string() }),
  z.strictObject({ type: z.literal('addDirectories'), directories: z.array(z.string()), destination: z.string() }),
  z.strictObject({ type: z.literal('setMode'), mode: z.literal('acceptEdits'), destination: z.string() }),
]);
export type PermissionUpdate = z.infer<typeof permissionUpdate>;

/** `rule`: no plain words say it, so `text` is the rule as the CLI writes it. */
export const ruleLine = z.strictObject({
  as: z.enum(['every', 'exact', 'prefix', 'domain', 'below', 'rule', 'directory', 'edits']),
  text: z.string(),
});
export type RuleLine = z.infer<typeof ruleLine>;
