// States of a chat whose context and cost are known.
import { newsOf } from './asideStates.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { MetersNews, PlanLimit } from '../../src/shared/contract/news.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';
import { pageTime } from './pageTime.js';

const turn = { input: 2_700, cached: 41_200, output: 1_311, cost: 0.0123 };
const session = { input: 13_596, cached: 1_204_880, output: 21_799, cost: 4.2 };

export const metersNews = (known: Partial<MetersNews> = {}) =>
  newsOf({ type: 'meters', compacting: false, used: 68_000, window: 200_000, turn, session, ...known });

export const contextParts = newsOf({
  type: 'contextParts',
  parts: [
    { id: 'system_prompt', tokens: 2_347, kind: 'used' },
    { id: 'system_tools', tokens: 10_017, kind: 'used' },
    { id: 'mcp_tools', tokens: 8_200, kind: 'used' },
    { id: 'memory_files', tokens: 301, kind: 'used' },
    { id: 'A part that a later version adds', tokens: 1_000, kind: 'used' },
    { id: 'messages', tokens: 46_135, kind: 'used' },
    { id: 'autocompact_buffer', tokens: 33_000, kind: 'buffer' },
    { id: 'free_space', tokens: 99_000, kind: 'free' },
  ],
  compactsAt: 167_000,
});

export const noContextParts = newsOf({ type: 'contextParts', parts: null });

/** A time at a fixed distance, so that the pictures do not change within an hour. */
const inHours = (hours: number): number => Math.ceil(pageTime / 3_600_000 + hours) * 3_600_000;

export const limitsNews = (
  limits: readonly PlanLimit[] = [
    { id: 'five_hour', state: 'near', used: 92, resetsAt: inHours(1), threshold: 90 },
    { id: 'seven_day', state: 'reached', used: 100, resetsAt: inHours(60) },
    { id: 'seven_day_opus', state: 'open', used: 40, resetsAt: inHours(24 * 20) },
  ],
): HostMessage => newsOf({ type: 'limits', limits: [...limits] });

const full = metersNews({ used: 171_000 });

export const meterChats: readonly {
  readonly name: string;
  readonly status?: ChatStatus;
  readonly news: readonly HostMessage[];
  readonly presses?: readonly string[];
  readonly replies?: readonly HostMessage[];
}[] = [
  { name: 'the ring of the context', status: { turn: 'idle' }, news: [metersNews()] },
  { name: 'little context left while Claude works', news: [full] },
  {
    name: 'context and cost',
    status: { turn: 'idle' },
    news: [metersNews(), limitsNews()],
    presses: ['Context: 34% used'],
    replies: [contextParts],
  },
  {
    name: 'context and cost of an old CLI',
    news: [metersNews({ sinceStart: true })],
    presses: ['Context: 34% used'],
    replies: [noContextParts],
  },
  {
    name: 'compacting',
    news: [metersNews({ compacting: true }), contextParts],
    presses: ['Claude is compacting the conversation'],
  },
];
