// Tells the person that an answer is not kept as a decision, and writes it when the person says so. Owns the words and how often they are said;
// must not know where the answers are held.
import * as vscode from 'vscode';
import { isCode } from '../../disk/fileSystem.js';
import type { Log } from '../chats/chatDependencies.js';
import { showMessage } from '../vscode/plainUi.js';
import { messageOf } from '../../shared/error.js';

const { t } = vscode.l10n;

interface UnwrittenOptions {
  /** Absolute path of the folder that cannot be written. */
  readonly folder: string;
  /** Writes what is held; rejects where the disk refuses again. */
  readonly write: () => Promise<void>;
  readonly log: Pick<Log, 'error'>;
}

export class UnwrittenNotice {
  /** Causes that the person knows. */
  readonly #told = new Set<string>();

  constructor(private readonly options: UnwrittenOptions) {}

  /** Tells each cause once. Resolves when the person has closed the message, or all is written. */
  async tell(error: unknown): Promise<void> {
    const cause = causeOf(error);
    if (this.#told.has(cause)) return;
    this.#told.add(cause);
    await this.#show(error);
  }

  /** All is written, so the next failure is a new one. */
  forget(): void {
    this.#told.clear();
  }

  async #show(error: unknown): Promise<void> {
    const text = `${this.#sentence(error)} ${t('Until this window closes, Parley has the answer in memory.')}`;
    if ((await showMessage(text, [t('Try Again')], { level: 'warning' })) === undefined) return;
    try {
      await this.options.write();
    } catch (again) {
      this.options.log.error(`Answers are still not remembered: ${String(again)}`);
      this.#told.add(causeOf(again));
      return this.#show(again);
    }
    this.forget();
    await showMessage(t('Your answers are kept as decisions now.'));
  }

  #sentence(error: unknown): string {
    if (isCode(error, 'ENOSPC', 'EDQUOT'))
      return t('Your answer was sent, but it is not kept as a decision, because the disk is full. Make room, then try again.');
    if (isCode(error, 'EACCES', 'EPERM', 'EROFS'))
      return t(
        'Your answer was sent, but it is not kept as a decision, because {0} cannot be written. Make the folder writable, then try again.',
        this.options.folder,
      );
    const reason = messageOf(error);
    return t('Your answer was sent, but it is not kept as a decision. Try again once the cause is gone: {0}.', reason.replace(/\.$/, ''));
  }
}

function causeOf(error: unknown): string {
  return error instanceof Error ? ('code' in error ? String(error.code) : error.name) : String(error);
}
