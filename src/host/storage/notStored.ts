// Why the disk refuses a chat, by what a person can do about it.
import { isCode } from '../../disk/fileSystem.js';
import { messageOf } from '../../shared/error.js';

export interface NotStored {
  readonly code: 'full' | 'readOnly' | 'other';
  /** The system's words. */
  readonly detail: string;
}

export function notStored(error: unknown): NotStored {
  const detail = messageOf(error);
  if (isCode(error, 'ENOSPC', 'EDQUOT')) return { code: 'full', detail };
  return { code: isCode(error, 'EROFS', 'EACCES', 'EPERM') ? 'readOnly' : 'other', detail };
}
