// The words of the ring, and of the table that it opens.
import type { MetersNews, PlanLimit } from '../../../src/shared/contract/news.js';
import { modelOfLimit } from '../../../src/shared/modelLimits.js';
import { numberText, t } from '../../l10n.js';

const parts: ReadonlyMap<string, string> = new Map([
  ['system_prompt', t('System prompt')],
  ['system_tools', t('Tools')],
  ['mcp_tools', t('MCP tools')],
  ['mcp_instructions', t('Notes of MCP servers')],
  ['custom_agents', t('Subagents')],
  ['memory_files', t('Memory files')],
  ['skills', t('Skills')],
  ['messages', t('Messages')],
  ['autocompact_buffer', t('Reserved for compaction')],
  ['compact_buffer', t('Reserved for compaction')],
  ['free_space', t('Free')],
]);

const limits: ReadonlyMap<string, string> = new Map([
  ['five_hour', t('5-hour limit')],
  ['seven_day', t('Weekly limit')],
  ['seven_day_opus', t('Weekly limit for Opus')],
  ['seven_day_sonnet', t('Weekly limit for Sonnet')],
  ['seven_day_overage_included', t('Weekly limit with extra usage')],
  ['seven_day_oauth_apps', t('Weekly limit for other apps')],
  ['overage', t('Extra usage')],
]);

/** The share in percent. */
export function shareOf(used: number, window: number): number {
  return Math.min(100, (used / window) * 100);
}

/** `share`: in percent. One that is not nothing is not shown as nothing. */
function percent(share: number, few = (least: string) => t('less than {0}', least)): string {
  const isFew = share > 0 && share < 1;
  const text = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(isFew ? 0.01 : Math.round(share) / 100);
  return isFew ? few(text) : text;
}

export const meterWords = {
  table: t('Context and cost'),
  /** The words of the ring. */
  ring: ({ used, window, compacting }: MetersNews): string => {
    if (compacting) return t('Claude is compacting the conversation');
    // After a compaction an older CLI does not say how much is left.
    if (used === undefined) return t('Context and cost');
    return window === undefined ? t('Context: {0} tokens', numberText(used)) : t('Context: {0} used', percent(shareOf(used, window)));
  },
  compactingNow: t('Claude is compacting the conversation. That can take a minute or two.'),
  compacting: t('Claude is compacting the conversation'),
  ofWindow: (used: number, window: number) => t('{0} of {1} tokens', numberText(used), numberText(window)),
  context: t('Context'),
  part: (id: string) => parts.get(id) ?? id,
  partHead: t('Part'),
  tokens: t('Tokens'),
  share: t('Share'),
  /** The words in a cell of the table. */
  percent: (share: number) => percent(share, least => `<${least}`),
  number: (value: number) => numberText(value),
  reading: t('Reading…'),
  noParts: t('This needs a running Claude CLI of version 2.1.100 or newer.'),
  inVain: t('Claude has not said what is in its context. Close this and open it again to ask once more.'),
  compactsAt: (tokens: number, share: number) => t('Claude compacts by itself at {0} tokens ({1}).', numberText(tokens), percent(share)),
  compactsNever: t('Claude does not compact by itself.'),
  compact: t('Compact now'),
  compactHint: t('Claude keeps a summary instead of the full conversation. You can still scroll through everything.'),
  isWorking: t('Not while Claude works'),
  waitsForYou: t('Not while Claude waits for you'),
  messagesWait: t('Not while messages wait'),
  spent: t('Tokens and cost'),
  turn: t('Last turn'),
  session: t('Session'),
  sinceStart: t('Since Claude’s last start'),
  input: t('Input'),
  cached: t('Cached'),
  output: t('Output'),
  cost: t('Cost'),
  estimate: t('Cost is the Claude CLI’s estimate, not a bill.'),
  money: (dollars: number) =>
    new Intl.NumberFormat(document.documentElement.lang, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: 2,
      maximumFractionDigits: dollars > 0 && dollars < 0.1 ? 4 : 2,
    }).format(dollars),
  limits: t('Limits of your plan'),
  limit: (id: string) => {
    const model = modelOfLimit(id);
    return limits.get(id) ?? (model === undefined ? t('Limit “{0}”', id) : t('Weekly limit for {0}', model));
  },
  limitState: ({ state, used }: PlanLimit) => (state === 'reached' ? t('reached') : used === undefined ? '' : t('{0} used', percent(used))),
  hasReset: t('has reset'),
  resets: (time: string) => t('resets {0}', time),
};
