// States of the row below the message box.
import type { OfferedModel, SteeringNews } from '../../src/shared/contract/news.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { metersNews } from './meterStates.js';
import { commentChats } from './commentStates.js';
import { newsOf } from './asideStates.js';
import { runningChats } from './runningStates.js';

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];
export const models: readonly OfferedModel[] = [
  {
    value: 'default',
    name: 'Default (recommended)',
    description: 'Use the default model (currently Opus 5.5)',
    efforts,
    id: 'claude-opus-5-5',
    auto: true,
  },
  { value: 'opus', name: 'Opus', description: 'Best for everyday, complex tasks', efforts, id: 'claude-opus-5-5', auto: true },
  { value: 'haiku', name: 'Haiku', description: 'Fastest for quick answers', efforts: [], id: 'claude-haiku-5-5' },
];

export const steering = (news: Omit<SteeringNews, 'type'>) => newsOf({ type: 'steering', ...news });
export const offered = (all: readonly OfferedModel[] = models): HostMessage => newsOf({ type: 'offers', models: [...all], commands: [] });

const roots = [
  { name: 'server', path: '/work/server' },
  { name: 'library', path: '/work/library' },
] as const;

const chats: readonly { readonly name: string; readonly news: readonly HostMessage[]; readonly presses?: readonly string[] }[] = [
  { name: 'steering before anything is known', news: [steering({})] },
  { name: 'steering', news: [steering({ mode: 'acceptEdits', runs: 'claude-opus-5-5', effort: 'xhigh' }), offered()] },
  {
    name: 'steering that waits for bypass',
    presses: ['Permission mode: Ask first'],
    news: [steering({ mode: 'default', nextMode: 'bypassPermissions', runs: 'claude-sonnet-4-5-20250929' }), offered()],
  },
  {
    name: 'steering in bypass',
    news: [
      newsOf({ type: 'workFolder', name: 'server', path: '/work/server', roots: [] }),
      steering({ mode: 'bypassPermissions', runs: 'claude-opus-5-5', effort: 'max' }),
      offered(),
    ],
  },
  {
    name: 'a folder that is gone',
    news: [newsOf({ type: 'workFolder', name: 'server', path: '/work/server', roots: [], gone: 'disk' }), steering({ mode: 'plan' })],
  },
  {
    name: 'steering, models to choose',
    presses: ['Model: Opus · high'],
    news: [steering({ mode: 'plan', runs: 'claude-opus-5-5', model: 'opus', effort: 'high', refused: 'model' }), offered()],
  },
  { name: 'steering, no model to choose yet', presses: ['Default model'], news: [steering({ mode: 'default' })] },
];

/** Every state of what stands beside the conversation. `show`: the conversation, by default a usual one whose turn runs. */
export const chatsBeside = (show: Parameters<typeof runningChats>[0]) => [
  ...runningChats(show),
  ...commentChats(show),
  {
    name: 'steering while Claude works',
    hostMessages: [
      show(undefined, { turn: 'running' }),
      steering({ mode: 'default', runs: 'claude-opus-5-5', effort: 'high' }),
      offered(),
      metersNews(),
    ],
  },
  {
    name: 'steering, with a status that is too long for its line',
    hostMessages: [
      show(undefined, { turn: 'running', note: 'Claude’s service is overloaded and takes no more requests. Retrying (5/10)' }),
      newsOf({ type: 'workFolder', name: 'server', path: roots[0].path, roots: [] }),
      steering({ mode: 'acceptEdits', runs: 'claude-opus-5-5', effort: 'xhigh' }),
      metersNews(),
    ],
  },
  ...chats.map(({ news, ...state }) => ({ ...state, hostMessages: [show(undefined, { turn: 'idle' }), ...news] })),
  {
    name: 'steering, folders to choose',
    presses: ['Works in: server'],
    hostMessages: [
      show([], { turn: 'idle' }),
      newsOf({ type: 'workFolder', name: 'server', path: roots[0].path, roots: [...roots] }),
      steering({}),
    ],
  },
];
