// The CLI's reply to `list_permission_rules`. Pure.
import * as z from 'zod/mini';
import { newToolName } from '../../shared/tools.js';
import type { SettingsRule } from './ruleText.js';
import { ruleBehaviors } from './ruleText.js';

export interface ToldRule extends SettingsRule {
  /** The CLI's name of the place, such as `session` or `policySettings`. */
  readonly source: string;
}

const reply = z.object({
  state: z.object({ rules: z.array(z.object({ behavior: z.string(), source: z.string(), rule: z.string() })) }),
});

/** `{state: {rules: [{behavior, source, rule}]}}` (2.1.329; 2.1.100 does not know the request). Empty for any other form. */
export function rulesTold(response: unknown): readonly ToldRule[] {
  const read = reply.safeParse(response);
  if (!read.success) return [];
  return read.data.state.rules.flatMap(({ behavior: named, ...rule }) => {
    const behavior = ruleBehaviors.find(known => known === named);
    return behavior === undefined ? [] : [{ ...rule, behavior }];
  });
}

/** Whether a rule that the CLI tells is this one of a file. It tells a backslash before each bracket inside, which the file may lack, and `Bash` for `Bash(*)` (2.1.329). */
export function isSameRule(told: SettingsRule, inFile: SettingsRule): boolean {
  return told.behavior === inFile.behavior && asTold(told.rule) === asTold(inFile.rule);
}

function asTold(rule: string): string {
  const named = rule.replace(/^\w+(?=\(|$)/, name => newToolName(name));
  return named.replace(/\(\*?\)$/, '').replace(/\\([()\\])/g, '$1');
}
