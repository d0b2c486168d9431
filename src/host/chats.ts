// How the person gets from one chat to another: those that are open, in the side bar or in tabs, and those that the CLI has kept.
import { isDeepStrictEqual } from 'node:util';
import type { EarlierChat } from '../shared/transcript.js';
import { pastState } from '../session/past.js';
import type { PastSession } from '../claude/history.js';
import type { FocusTarget, Page } from './page.js';
import type { Panel } from './panel.js';
import type { Session, Sessions } from './sessions.js';
import { isEmpty, titleOf } from './sessions.js';
import { readSetting } from './settings.js';
import type { Tabs } from './tabs.js';
import type { Transcripts } from './transcripts.js';

export interface ChatsDependencies {
  readonly sessions: Sessions;
  readonly panel: Panel;
  readonly tabs: Tabs;
  readonly transcripts: Transcripts;
}

/** How many an empty chat offers. */
const mostOffered = 3;

export class Chats {
  #past: readonly PastSession[] = [];

  constructor(private readonly dependencies: ChatsDependencies) {}

  get pages(): readonly Page[] {
    const { panel, tabs } = this.dependencies;
    return [...(panel.page === undefined ? [] : [panel.page]), ...tabs.pages];
  }

  /** Where the person is. */
  get active(): Session {
    return this.dependencies.tabs.active ?? this.dependencies.sessions.current;
  }

  isVisible(session: Session): boolean {
    const { panel, tabs, sessions } = this.dependencies;
    return tabs.isVisible(session) || (panel.isVisible && session === sessions.current);
  }

  /** What an empty chat offers to go on with, the newest first. */
  get offered(): readonly EarlierChat[] {
    const { sessions, tabs } = this.dependencies;
    const open = sessions.all.filter(session => session !== sessions.current && !isEmpty(session) && !tabs.has(session));
    const mine = open.map(session => ({ id: session.key, title: titleOf(session) ?? '', usedAt: session.usedAt }));
    const past = this.#unopened(this.#past).map(({ sessionId, title, usedAt }) => ({ id: sessionId, title, usedAt }));
    return [...mine, ...past].sort((one, other) => other.usedAt - one.usedAt).slice(0, mostOffered);
  }

  /** Those that the CLI has kept and that are not open here, the newest first. */
  async past(limit: number): Promise<readonly PastSession[]> {
    return this.#unopened(await this.dependencies.transcripts.list(limit));
  }

  async refreshOffered(): Promise<void> {
    const { transcripts, sessions } = this.dependencies;
    if (!this.pages.some(({ session }) => isEmpty(session))) return;
    const before = this.offered;
    // Some of them may be open.
    this.#past = await transcripts.list(mostOffered + sessions.all.length);
    if (isDeepStrictEqual(before, this.offered)) return;
    for (const page of this.pages) page.surroundingsChanged();
  }

  /** By the person: goes there, wherever that is. */
  async show(session: Session, target: FocusTarget = { target: 'composer' }): Promise<void> {
    const { tabs, sessions, panel } = this.dependencies;
    if (tabs.show(session, target)) return;
    sessions.show(session.key);
    await panel.focus(target);
  }

  /** By the person: one that is open, or one that the CLI has kept. */
  async open(id: string, target?: FocusTarget): Promise<void> {
    const session = this.dependencies.sessions.get(id) ?? (await this.#take(id));
    if (session !== undefined) await this.show(session, target);
  }

  /** By the person: into a tab of its own, where it stays until that is closed. */
  openInEditor(): void {
    const { tabs } = this.dependencies;
    if (!tabs.show(this.active)) tabs.open(this.active);
  }

  async #take(id: string): Promise<Session | undefined> {
    const { sessions, transcripts } = this.dependencies;
    const past =
      this.#past.find(({ sessionId }) => sessionId === id) ?? (await this.past(Infinity)).find(({ sessionId }) => sessionId === id);
    const entries = past && (await transcripts.read(past));
    if (past === undefined || entries === undefined) return undefined;
    const { sessionId: key, title, usedAt } = past;
    const state = pastState(key, entries, readSetting('parley.questions.route'));
    sessions.put({ key, title, usedAt, seenUntil: usedAt, composerDraft: '', state }, undefined);
    return sessions.get(key);
  }

  #unopened(past: readonly PastSession[]): readonly PastSession[] {
    const open = new Set(this.dependencies.sessions.all.map(({ loop }) => loop.state.sessionId));
    return past.filter(({ sessionId }) => !open.has(sessionId));
  }
}
