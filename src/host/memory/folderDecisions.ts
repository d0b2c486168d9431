// The decisions of one work folder, with the words by which they are found. Owns when both are read; must not know who asks.
import { join } from 'node:path';
import { changedSince, namedFiles } from '../../memory/namedFiles.js';
import type { Judgement, KnownDecision } from '../../memory/decision.js';
import type { Filter, Findable } from '../../memory/findDecisions.js';
import { decisionsLike, decisionsWith, findable, isWanted } from '../../memory/findDecisions.js';
import { gitPlaceOf, placeInWorktree } from '../../memory/gitPlace.js';
import { HeldDecisions } from '../../memory/heldDecisions.js';
import { openLedger } from '../../memory/ledger.js';
import { problemOf } from '../../memory/productDocDisk.js';
import type { Outcome } from '../../memory/productDocFile.js';
import { sameAnswer } from '../../memory/sameAnswer.js';
import { Slices } from '../../memory/slices.js';
import { chooseDecisions, mayBeTold } from '../../memory/telling.js';
import { replacedBy } from '../../chat/answeredAgain.js';
import type { Holding } from '../../chat/branch.js';
import type { QuestionState } from '../../chat/state.js';
import { answerParts, askedNow } from '../../shared/answers.js';
import type { EarlierDecision } from '../../shared/contract/toView.js';
import type { Question } from '../../shared/question.js';
import type { Log } from '../chats/chatDependencies.js';
import { decisionsOf } from './decisionsOf.js';
import { within } from '../../claude/process/within.js';

interface FolderDecisionsOptions {
  readonly storage: string;
  readonly folder: string;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Why a decision holds no longer whose question was answered again, in words. */
  readonly answeredAgain: string;
}

/** The chat in which questions were answered. `at`: absolute path of the folder in which it works; without it the work folder. */
export interface AnsweredIn {
  readonly key: string;
  readonly session: string | undefined;
  readonly isOfAgents: boolean;
  readonly at?: string | undefined;
}

/** Number of the newest decisions from which those that Claude is told are chosen. */
const mostLookedAt = 100;

/** Milliseconds that a decision under way is waited for: a disk that does not answer costs Claude no other one. */
const writeLimit = 500;

/** How many of the most alike decisions are compared with the question: the best one may be of another server, or the same item. */
const mostAlike = 10;

/** Milliseconds. A work folder that does not answer costs the decision its branch and commit, and nothing else. */
const placeLimit = 5_000;

const noQuestion: Question = { kind: 'text', question: '', header: '', multiSelect: false, options: [] };

export class FolderDecisions {
  readonly ledger: HeldDecisions;
  /** The words of each decision, by its id. */
  readonly #known = new Map<string, Findable>();
  /** The end of the last update of those. */
  #updated: Promise<void> | undefined;
  #isOutdated = true;
  #stopListening: (() => void) | undefined;
  /** Settles when all writes so far have ended. */
  #writing: Promise<unknown> = Promise.resolve();
  /** Which answer holds, as far as the disk has refused to say so. */
  #owed: readonly Holding[] = [];
  /** The decision that the person has called not the same in this window, by item, then by position. */
  readonly #refused = new Map<string, Map<number, string>>();

  constructor(private readonly options: FolderDecisionsOptions) {
    const { storage, log, now } = options;
    this.ledger = new HeldDecisions(openLedger({ folder: ledgerFolderIn(storage), log, now }));
  }

  /** Absolute path of the work folder. */
  get folder(): string {
    return this.options.folder;
  }

  /** The storage that all windows on the work folder share. */
  get storage(): string {
    return this.options.storage;
  }

  /** Finds decisions of any status, the best matches first; without words the newest. */
  async search(words: string, filter: Filter): Promise<readonly KnownDecision[]> {
    // The newest are there at once, without a look at all the others.
    if (words.trim() === '' && this.ledger.held.length === 0) return this.#newest(filter);
    return decisionsWith(words, await this.#upToDate(), filter);
  }

  /** Reads all of them, so that what is sought next is there: 10,000 take a second. Never rejects: what could not be read is read again when it is sought, and told then. */
  async readAhead(): Promise<void> {
    await this.#upToDate().catch(() => undefined);
  }

  async #newest(filter: Filter): Promise<readonly KnownDecision[]> {
    const found: KnownDecision[] = [];
    for await (const decision of this.ledger.newest()) {
      if (decision.at < (filter.since ?? -Infinity) || found.length >= filter.limit) break;
      if (isWanted(decision, filter)) found.push(decision);
    }
    return found;
  }

  /** Keeps the answers of these questions. Rejects where the disk refuses them; then they are held in memory. */
  async remember(questions: readonly QuestionState[], { key, session, isOfAgents, at }: AnsweredIn): Promise<void> {
    const { folder, now } = this.options;
    const pairs = questions.flatMap(replacedBy);
    const keep = async (): Promise<void> => {
      const place = await within(this.#placeAt(at).then(gitPlaceOf), placeLimit, () => ({}));
      const given = { ...place, chat: key, session, folder, isOfAgents, now: now() };
      await this.ledger.keep(questions.flatMap(question => decisionsOf(question, given)));
    };
    const kept = keep();
    const said = this.#say(kept, pairs);
    const both = [kept, ...(pairs.length === 0 ? [] : [said])];
    // A failure is told when nothing of it is under way any more: what the person does then comes behind it.
    await Promise.allSettled(both);
    await Promise.all(both);
  }

  /** Writes what is held in memory, and says which answer holds, as far as the disk has refused either; rejects where it does again. */
  async writeHeld(): Promise<void> {
    await this.ledger.writeHeld();
    await this.#say(Promise.resolve(), []);
  }

  /** The person says what becomes of a decision: what the disk has refused to say of it does not count any more. */
  async judge(id: string, judgement: Judgement): Promise<void> {
    await this.ledger.judge(id, judgement);
    if (judgement.type !== 'tell') this.#owed = this.#owed.filter(({ holds, before }) => holds !== id && before !== id);
  }

  /** Lets one of two answers to one question hold. What the person has judged otherwise since stays. */
  hold(pairs: readonly Holding[]): Promise<void> {
    return this.#say(Promise.resolve(), pairs);
  }

  async #hold(pairs: readonly Holding[]): Promise<void> {
    for (const { holds, before } of pairs) {
      const known = new Map((await this.ledger.find([holds, before])).map(one => [one.id, one]));
      const [next, last] = [known.get(holds), known.get(before)];
      if (next?.superseded?.by === before) await this.ledger.judge(holds, { type: 'accept' });
      if (next !== undefined && last?.status === 'current')
        await this.ledger.judge(before, { type: 'supersede', reason: this.options.answeredAgain, by: holds });
    }
  }

  /**
   * What is kept begins at once, because it is of other questions. Which answer holds is said in the order of the calls: the branch that was shown last counts.
   * What the disk refuses of it is said with the next call.
   */
  #say(kept: Promise<void>, pairs: readonly Holding[]): Promise<void> {
    const said = Promise.allSettled([kept, this.#writing]).then(async () => {
      this.#owed = [...this.#owed, ...pairs];
      await this.#hold(this.#owed);
      this.#owed = [];
    });
    this.#writing = said.catch(() => undefined);
    return said;
  }

  async end(): Promise<void> {
    this.#stopListening?.();
    await this.#writing;
    await this.writeHeld().catch((error: unknown) =>
      this.options.log.error(`Answers are lost as decisions with this window: ${String(error)}`),
    );
    await this.ledger.end();
  }

  /** The decisions that a new session is told: the newest first, decisions of other branches last. `at`: where its chat works. */
  async toTell(at?: string): Promise<readonly KnownDecision[]> {
    const { branch } = await gitPlaceOf(await this.#placeAt(at));
    // What the person has decided a moment ago is told too.
    await within(this.#writing, writeLimit, () => undefined);
    const newest: KnownDecision[] = [];
    // Proposals of files may have any date, so many of them could keep the person's own decisions away.
    for await (const decision of this.ledger.newest()) if (mayBeTold(decision) && newest.push(decision) >= mostLookedAt) break;
    const isElsewhere = (one: KnownDecision): boolean => one.branch !== undefined && branch !== undefined && one.branch !== branch;
    return chooseDecisions([...newest.filter(one => !isElsewhere(one)), ...newest.filter(isElsewhere)]);
  }

  /** The decisions of `ids` that are still there, in the order of `ids`. */
  byId(ids: readonly string[]): Promise<readonly KnownDecision[]> {
    return this.ledger.find(ids);
  }

  /** The decisions that a model may read, best match first. They include superseded ones, which the caller must mark. */
  async find(query: string, limit: number): Promise<readonly KnownDecision[]> {
    const all = await this.#upToDate();
    const asked = { ...noQuestion, question: query };
    const alike = decisionsLike(asked, all, limit).map(({ decision }) => decision);
    const found = new Set([...alike, ...decisionsWith(query, all, { limit: limit * 2 })]);
    return [...found].filter(one => mayBeTold({ ...one, status: 'current' })).slice(0, limit);
  }

  /** The person says whether Claude is told the decision. Never rejects. */
  async tell(id: string, told: boolean): Promise<Outcome<object>> {
    try {
      await this.ledger.judge(id, { type: 'tell', told });
      return { ok: true };
    } catch (error) {
      this.options.log.error(`Whether Claude is told a decision could not be written: ${String(error)}`);
      return { ok: false, problem: problemOf(error) };
    }
  }

  /** The person says that the decision does not answer the question at that place of the item, or does so after all. */
  async judgeLikeness(item: QuestionState, position: number, decision: string, type: 'like' | 'notLike'): Promise<void> {
    const question = item.questions[position]?.question;
    if (question === undefined) return;
    await this.ledger.judge(decision, { type, question });
    const refused = this.#refused.get(item.id) ?? new Map<number, string>();
    if (type === 'notLike') refused.set(position, decision);
    else refused.delete(position);
    this.#refused.set(item.id, refused);
  }

  /**
   * The earlier decisions that the questions of this item are like, at most one for each. One that the person has just called not the same there
   * is among them and says so, because that can be taken back. `at`: where its chat works.
   */
  async earlier(item: QuestionState, at?: string): Promise<readonly EarlierDecision[]> {
    const all = await this.#upToDate();
    const place = await this.#placeAt(at);
    const { branch } = await gitPlaceOf(place);
    const shown = askedNow(item.questions, item.draft);
    // What the person told a server is offered to that server alone.
    const server = item.elicitation?.server;
    const fits = ({ source, asker }: KnownDecision): boolean =>
      source?.item !== item.id && (asker.kind !== 'server' || asker.name === server);
    const found = item.questions.flatMap((asked, position) => {
      if (shown[position] !== true) return [];
      const refused = this.#known.get(this.#refused.get(item.id)?.get(position) ?? '')?.decision;
      const decision =
        refused?.status === 'current' && refused.notLike.includes(asked.question)
          ? refused
          : decisionsLike(asked, all, mostAlike).find(one => fits(one.decision))?.decision;
      return decision === undefined ? [] : [{ asked, position, decision }];
    });
    return Promise.all(
      found.map(async ({ asked, position, decision }): Promise<EarlierDecision> => {
        const answer = sameAnswer(decision, asked);
        return {
          position,
          decision: decision.id,
          asked: decision.question.question,
          at: decision.at,
          said: answerParts(decision.question, decision.answer).join(', '),
          ...(decision.branch !== undefined && decision.branch !== branch && { branch: decision.branch }),
          changed: [...(await changedSince(place, namedFiles(decision), decision.at))],
          ...(answer !== undefined && { answer }),
          ...(decision.notLike.includes(asked.question) && { isRefused: true as const }),
        };
      }),
    );
  }

  /** The work folder, or its place in another worktree in which a chat works. A command may also have taken Claude into another repository. */
  #placeAt(at: string | undefined): Promise<string> {
    const { folder } = this.options;
    return at === undefined ? Promise.resolve(folder) : placeInWorktree(folder, at);
  }

  /** All that is on the disk now. */
  async #upToDate(): Promise<readonly Findable[]> {
    this.#stopListening ??= this.ledger.onDidChange(() => (this.#isOutdated = true));
    if (this.#updated === undefined || this.#isOutdated) {
      this.#isOutdated = false;
      this.#updated = (this.#updated ?? Promise.resolve()).catch(() => undefined).then(() => this.#update());
      // What could not be read is read again at the next look-up.
      this.#updated.catch(() => (this.#isOutdated = true));
    }
    await this.#updated;
    return [...this.#known.values()];
  }

  /** Takes the words out of what is new, in pieces: a decision that is as before costs a comparison. */
  async #update(): Promise<void> {
    const all = await this.#all();
    const slices = new Slices();
    const there = new Set<string>();
    for (const decision of all) {
      there.add(decision.id);
      if (this.#known.get(decision.id)?.decision !== decision) this.#known.set(decision.id, findable(decision));
      if (slices.isOver) await slices.pause();
    }
    for (const id of this.#known.keys()) if (!there.has(id)) this.#known.delete(id);
  }

  /** The decisions of the ledger. Where it cannot be read, those that are known already and those that are held; rejects where none is held. */
  async #all(): Promise<readonly KnownDecision[]> {
    try {
      return await this.ledger.all();
    } catch (error) {
      const { held } = this.ledger;
      if (held.length === 0) throw error;
      this.options.log.error(`The decisions in ${this.options.folder} could not be read: ${String(error)}`);
      this.#isOutdated = true;
      const known = [...this.#known.values()].map(({ decision }) => decision);
      return [...new Map([...known, ...held].map(one => [one.id, one])).values()];
    }
  }
}

/** `storage`: of all windows on the work folder. */
export function ledgerFolderIn(storage: string): string {
  return join(storage, 'decisions');
}
