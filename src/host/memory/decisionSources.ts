// The decisions of all folders of the workspace, as one. Must not end them: the window's memory does.
import type { Filter } from '../../memory/findDecisions.js';
import type { Asker, Judgement, KnownDecision } from '../../memory/decision.js';
import type { FolderDecisions } from './folderDecisions.js';

/** A decision and the folder in which it was made. */
export interface Found {
  readonly decision: KnownDecision;
  readonly source: FolderDecisions;
}

interface DecisionSourcesOptions {
  /** The decisions of the window's folders, the same for a folder at each call; empty where none is open. */
  readonly all: () => readonly Promise<FolderDecisions>[];
}

export class DecisionSources {
  constructor(private readonly options: DecisionSourcesOptions) {}

  /** Empty where no folder is open. */
  all(): Promise<readonly FolderDecisions[]> {
    return Promise.all(this.options.all());
  }

  /** The newest decisions, at most `limit`. */
  async newest(limit: number): Promise<readonly Found[]> {
    const found = await Promise.all((await this.all()).map(source => newestOf(source, limit)));
    return newestFirst(found.flat()).slice(0, limit);
  }

  /** All decisions, in no order. */
  async everything(): Promise<readonly Found[]> {
    const found = await Promise.all(
      (await this.all()).map(async source => (await source.ledger.all()).map((decision): Found => ({ decision, source }))),
    );
    return found.flat();
  }

  /** The best matches of each folder, the folders one after the other; without words the newest first. */
  async search(words: string, filter: Filter): Promise<readonly Found[]> {
    const sources = (await this.all()).filter(({ folder }) => filter.folder === undefined || folder === filter.folder);
    const { folder: _, ...rest } = filter;
    const found = await Promise.all(
      sources.map(async source => (await source.search(words, rest)).map((decision): Found => ({ decision, source }))),
    );
    const all = words.trim() === '' ? newestFirst(found.flat()) : found.flat();
    return all.slice(0, filter.limit);
  }

  /** The same as `FolderDecisions.readAhead`, of each folder. */
  async readAhead(): Promise<void> {
    await Promise.all((await this.all()).map(source => source.readAhead()));
  }

  /** Each asker once, the one who asked last first. */
  async askers(): Promise<readonly Asker[]> {
    const found = new Map<string, Asker>();
    for (const { ledger } of await this.all())
      for (const { asker } of (await ledger.all()).toReversed())
        found.set(JSON.stringify([asker.kind, 'name' in asker && asker.name]), asker);
    return [...found.values()];
  }

  async judge(found: readonly Found[], judgement: Judgement): Promise<void> {
    for (const { decision, source } of found) await source.judge(decision.id, judgement);
  }

  /** Also those of a folder that has gone from the window since they were found. */
  async delete(found: readonly Found[]): Promise<void> {
    for (const source of new Set(found.map(one => one.source))) {
      const ids = found.filter(one => one.source === source).map(({ decision }) => decision.id);
      await source.ledger.delete(ids);
    }
  }

  /** Returns how to stop. */
  async onDidChange(listener: () => void): Promise<() => void> {
    const stops = (await this.all()).map(({ ledger }) => ledger.onDidChange(listener));
    return () => {
      for (const stop of stops) stop();
    };
  }
}

async function newestOf(source: FolderDecisions, limit: number): Promise<readonly Found[]> {
  const found: Found[] = [];
  for await (const decision of source.ledger.newest()) if (found.push({ decision, source }) >= limit) break;
  return found;
}

function newestFirst(found: readonly Found[]): readonly Found[] {
  return found.toSorted((one, other) => other.decision.at - one.decision.at);
}
