// The memory of one work folder, once something asks for it: what Claude is told and may look up, and what the person does about that in a chat.
// The decisions are folderDecisions', the Product Doc is folderDoc's.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { KnownDecision } from '../../memory/decision.js';
import type { Outcome } from '../../memory/productDocFile.js';
import type { CardLine } from '../../memory/projectCard.js';
import { untoldKey } from '../../memory/projectCard.js';
import { decisionLine, mayBeTold, quoted, tellingText } from '../../memory/telling.js';
import { find } from '../../chat/items.js';
import type { QuestionState } from '../../chat/state.js';
import type { Told } from '../../shared/told.js';
import type { HostMessage, ToldLine } from '../../shared/contract/toView.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import type { Variant } from '../../shared/variant.js';
import type { MemoryResult } from '../../claude/stream/memoryServer.js';
import { failedCall } from '../../claude/stream/memoryServer.js';
import type { Telling } from '../chats/chatMemory.js';
import type { Chat } from '../chats/chat.js';
import { worksIn } from '../chats/chat.js';
import { isToldElsewhere } from '../vscode/elsewhere.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import { openDoc } from './docOpening.js';
import { problemForPerson } from './docWords.js';
import type { AnsweredIn } from './folderDecisions.js';
import { FolderDecisions, ledgerFolderIn } from './folderDecisions.js';
import { FolderDoc } from './folderDoc.js';
import type { MemoryIntent } from '../../shared/contract/fromView.js';
import type { MemoryDependencies } from './memoryContract.js';
import { UnwrittenNotice } from './unwrittenNotice.js';

type Post = (message: HostMessage) => void;

/** The most decisions that a call of `find_decisions` gets. */
const mostFound = 20;
const longestQuery = 1_000;
/** UTF-16 units of a reason in its result. */
const longestReason = 200;

/** The key of a line that Claude was told: a decision by its id, or a line of the project card. */
const keyOf = { decision: (id: string) => `decision:${id}`, card: (line: CardLine) => `card:${untoldKey(line)}` };

export class FolderMemory {
  readonly decisions: FolderDecisions;
  readonly doc: FolderDoc;
  readonly #unwritten: UnwrittenNotice;
  /** Changes of the Product Doc that are being undone: a second press of the same button says nothing of a conflict. */
  readonly #undoing = new Set<object>();

  /** `storage`: of all windows on the work folder `folder`. */
  constructor(private readonly dependencies: Omit<MemoryDependencies, 'globalStorage'> & { readonly storage: string }) {
    const { storage, folder, log, readsAgents } = dependencies;
    const now = (): number => Date.now();
    this.decisions = new FolderDecisions({ storage, folder, log, now, answeredAgain: vscode.l10n.t('You answered the question again.') });
    this.doc = new FolderDoc({ storage, folder, log, now, readsAgents });
    this.#unwritten = new UnwrittenNotice({ folder: ledgerFolderIn(storage), write: () => this.decisions.writeHeld(), log });
  }

  async end(): Promise<void> {
    await this.doc.end();
    await this.decisions.end();
  }

  async remember(chat: AnsweredIn, questions: readonly QuestionState[]): Promise<void> {
    try {
      await this.decisions.remember(questions, chat);
      this.#unwritten.forget();
    } catch (error) {
      // The answer is settled, so nothing waits for what the person does about it.
      void this.#unwritten.tell(error);
      throw error;
    }
  }

  /** `at`: absolute path of the folder in which the chat works; without it the work folder. */
  async tell(known: Told | undefined, at?: string): Promise<Telling | undefined> {
    const [decisions, present] = await Promise.all([this.#decisionsToTell(known, at), this.#cardToTell()]);
    const card = known === undefined || present.length === 0 ? present : await this.#stillTold(known.card);
    const text = tellingText(decisions, card);
    if (text === '') return undefined;
    // What a setting or a disk keeps back at one start is told again at the next one.
    const told = known ?? { decisions: decisions.map(({ id }) => id), card };
    return { told, text, count: decisions.length + card.length, isOlder: known !== undefined && textOf(card) !== textOf(present) };
  }

  /** Never rejects: a failure is logged, and the model reads it. */
  async call(tool: MemoryTool, input: unknown, by: { readonly chat: string; readonly toolUseId: string }): Promise<MemoryResult> {
    const fields = Object(input) as Readonly<Record<string, unknown>>;
    try {
      switch (tool) {
        case 'find_decisions':
          return await this.#find(fields['query']);
        case 'read_product_doc':
          return await this.doc.tools.read(by.chat, fields);
        case 'update_product_doc': {
          const { result, changed } = await this.doc.tools.update(by.chat, fields);
          const chat = this.dependencies.chats().get(by.chat);
          if (changed !== undefined)
            // The call itself has a row under its id.
            chat?.loop.dispatch({ type: 'docChanged', id: `change:${by.toolUseId}`, ...changed });
          return result;
        }
      }
    } catch (error) {
      this.dependencies.log.error(`${tool} failed: ${String(error)}`);
      return failedCall(error);
    }
  }

  async perform(chat: Chat, intent: MemoryIntent, post: Post): Promise<void> {
    switch (intent.type) {
      case 'readDecided':
        return this.#postDecided(chat, intent.question, post);
      case 'judgeLikeness': {
        const question = find(chat.loop.state, intent.question, 'question');
        const { position, decision, isSame } = intent;
        try {
          if (question !== undefined) await this.decisions.judgeLikeness(question, position, decision, isSame ? 'like' : 'notLike');
        } finally {
          await this.#postDecided(chat, intent.question, post);
        }
        return;
      }
      case 'openDecision':
        return this.#openDecision(intent.decision);
      case 'readTold':
        return this.#postTold(chat, intent.id, post);
      case 'tellLine':
        await this.#tellLine(intent);
        return this.#postTold(chat, intent.id, post);
      case 'undoDocChange':
        return this.#undo(chat, intent.id);
      case 'openProductDoc': {
        const row = intent.change === undefined ? undefined : find(chat.loop.state, intent.change, 'docChange');
        return row === undefined ? openDoc(this.doc) : this.doc.acts.showConflict(row.change);
      }
    }
  }

  async #decisionsToTell(known: Told | undefined, at: string | undefined): Promise<readonly KnownDecision[]> {
    if (!readSetting('parley.memory.decisions') || !readSetting('parley.memory.tellDecisions')) return [];
    // A resumed session is not told decisions that were deleted, superseded or removed since it began.
    if (known !== undefined) return (await this.decisions.byId(known.decisions)).filter(mayBeTold);
    try {
      return await this.decisions.toTell(at);
    } catch (error) {
      // A new session gets the project card also where the ledger cannot be read.
      this.dependencies.log.error(`Claude is told no decisions: ${String(error)}`);
      return [];
    }
  }

  async #cardToTell(): Promise<readonly CardLine[]> {
    return readSetting('parley.memory.productDoc') && readSetting('parley.memory.tellProjectCard') ? this.doc.card.lines() : [];
  }

  /** Leaves out the sections that the person has taken out or deleted since: a deleted text may have been a secret. */
  async #stillTold(card: readonly CardLine[]): Promise<readonly CardLine[]> {
    const [untold, names] = await Promise.all([this.doc.untold.all(), this.doc.card.sectionNames()]);
    return card.filter(line => untold.ok && !isOut(line, untold.keys) && (line.section === '' || names.has(line.section)));
  }

  async #find(query: unknown): Promise<MemoryResult> {
    if (typeof query !== 'string' || query.trim() === '')
      return { text: 'MemoryError: query must be a text that is not empty.', isError: true };
    const found = await this.decisions.find(query.slice(0, longestQuery), mostFound);
    if (found.length === 0) return { text: 'Nothing that the user has decided here fits this.' };
    return { text: found.map(decision => `- ${decisionLine(decision)}${standingOf(decision)}`).join('\n') };
  }

  async #postDecided(chat: Chat, id: string, post: Post): Promise<void> {
    const question = find(chat.loop.state, id, 'question');
    const isOn = question !== undefined && readSetting('parley.memory.decisions');
    post({ type: 'decided', question: id, found: isOn ? [...(await this.decisions.earlier(question, worksIn(chat)))] : [] });
  }

  async #openDecision(id: string): Promise<void> {
    const [decision] = await this.decisions.byId([id]);
    const place = decision?.source;
    if (place === undefined || !(await this.dependencies.openItem([place.chat, place.session], place.item)))
      void showMessage(vscode.l10n.t('The conversation of this decision is gone.'));
  }

  async #postTold({ key, loop }: Chat, id: string, post: Post): Promise<void> {
    const { told } = loop.state;
    if (told === undefined) return post({ type: 'toldLines', chat: key, id, lines: [] });
    const untold = await this.doc.untold.all();
    const decisions = await this.decisions.byId(told.decisions);
    const card = told.card.map(line => lineOf(keyOf.card(line), line.text, !untold.ok || isOut(line, untold.keys)));
    const decided = decisions.map(decision => lineOf(keyOf.decision(decision.id), decisionLine(decision), decision.untold === true));
    const problem = untold.ok ? {} : { problem: problemForPerson(untold.problem, '') };
    post({ type: 'toldLines', chat: key, id, lines: [...card, ...decided], ...problem });
  }

  async #tellLine({ key, told }: Variant<MemoryIntent, 'tellLine'>): Promise<void> {
    const [, kind, name = ''] = /^(decision|card):(.*)$/s.exec(key) ?? [];
    const { storage } = this.dependencies;
    if (kind === 'decision') sayRefused(await this.decisions.tell(name, told), ledgerFolderIn(storage));
    if (kind === 'card') sayRefused(await this.doc.untold.tell(name, told), join(storage, 'memory'));
  }

  async #undo(chat: Chat, id: string): Promise<void> {
    if (isToldElsewhere(chat) || (await this.doc.acts.saysUnsaved())) return;
    const item = find(chat.loop.state, id, 'docChange');
    if (item?.state !== 'done' || this.#undoing.has(item.change)) return;
    this.#undoing.add(item.change);
    const problem = await this.doc.tools.undo(item).finally(() => this.#undoing.delete(item.change));
    if (problem === undefined) chat.loop.dispatch({ type: 'docChanged', id, change: item.change, state: 'undone' });
    else if (problem.code !== 'conflict' && problem.code !== 'structure') await this.doc.acts.tell(problem);
    else void showMessage(vscode.l10n.t('“{0}” has changed since then, so it is left as it is.', item.change.name));
  }
}

/** @param place absolute path of what could not be written */
function sayRefused(written: Outcome<object>, place: string): void {
  if (!written.ok) void showMessage(problemForPerson(written.problem, place), [], { level: 'error' });
}

function textOf(card: readonly CardLine[]): string {
  return card.map(({ text }) => text).join('\n');
}

/** Taken out by the person, alone or with its section. `keys`: those of `untoldKey`. */
function isOut(line: CardLine, keys: ReadonlySet<string>): boolean {
  return keys.has(line.section) || keys.has(untoldKey(line));
}

function lineOf(key: string, text: string, isRemoved: boolean): ToldLine {
  return { key, text, ...(isRemoved && { isRemoved }) };
}

function standingOf({ status, superseded, asker }: KnownDecision): string {
  // A file may say that something held which the user never decided.
  const from = asker.kind === 'file' ? 'from a file, ' : '';
  if (status === 'superseded') return ` (${from}no longer holds: ${quoted(superseded?.reason ?? '', longestReason)})`;
  if (status === 'once') return ` (${from}held only that time)`;
  return status === 'proposed' ? ` (${from}proposed, not accepted)` : '';
}
