// What the person does with an edit before it is allowed.
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { Variant } from '../../../shared/variant.js';
import { ChatEdits } from './proposedEdits.js';
import type { ChatLoop } from '../../chats/chatLoop.js';
import type { ActContext } from '../actContext.js';

/** The edits by the loop of their chat, because a chat that another window has had begins a new one. */
const editsOf = new WeakMap<ChatLoop, ChatEdits>();

function chatEdits({ chat, chats }: ActContext): ChatEdits {
  const known = editsOf.get(chat.loop) ?? new ChatEdits(chat, chats);
  editsOf.set(chat.loop, known);
  return known;
}

export function readEdit({ id }: Variant<FeatureIntent, 'readEdit'>, context: ActContext): Promise<void> {
  return chatEdits(context).read(id);
}

export function openEdit({ id }: Variant<FeatureIntent, 'openEdit'>, context: ActContext): Promise<void> {
  return chatEdits(context).open(id);
}

export function takeHunk({ id, hunk, take }: Variant<FeatureIntent, 'takeHunk'>, context: ActContext): Promise<void> {
  return chatEdits(context).take(id, hunk, take);
}

export function resetEdit({ id }: Variant<FeatureIntent, 'resetEdit'>, context: ActContext): Promise<void> {
  return chatEdits(context).reset(id);
}
