// The rows of the conversation whose code the first paint does not need.
import type { DocChangeItem, PermissionItem, ThoughtItem, ToldItem } from '../../src/shared/transcript.js';
import { DocChangeRow } from '../memory/docChangeRow.js';
import { ToldRow } from '../memory/toldRow.js';
import { PermissionCard } from './permissionCard.js';
import { ThoughtRow } from './thoughtRow.js';

export function LaterRow({ item }: { readonly item: PermissionItem | ThoughtItem | ToldItem | DocChangeItem }) {
  switch (item.kind) {
    case 'permission':
      return <PermissionCard item={item} />;
    case 'thought':
      return <ThoughtRow item={item} />;
    case 'told':
      return <ToldRow item={item} />;
    case 'docChange':
      return <DocChangeRow item={item} />;
  }
}
