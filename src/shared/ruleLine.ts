// A rule as the CLI's settings hold it, in words. Apart from permissionRules.ts because activation does not need it.
import { lineOf } from './permissionRules.js';
import type { RuleLine } from './permissionRuleSchema.js';

/** The line for a rule of the settings, such as `Bash(git push *)`. The CLI writes a backslash before each bracket inside (2.1.329). */
export function lineOfRule(rule: string): RuleLine {
  const [, tool, content] = /^([^()]+)\((.*)\)$/s.exec(rule) ?? [];
  if (tool === undefined) return { as: /^[\w-]+$/.test(rule) ? 'every' : 'rule', text: rule };
  const line = lineOf(tool, content?.replace(/\\([()\\])/g, '$1'));
  return line.as === 'rule' ? { as: 'rule', text: rule } : line;
}
