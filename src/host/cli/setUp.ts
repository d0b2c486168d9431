// What is missing before Claude can answer. Asks once, when an empty chat has been painted, and again only after something that can
// change the answer: a step that the person has begun, a setting, trust, a folder, and a return to the window while a step is missing.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { SetUpCard } from '../../shared/chatStatus.js';
import type { Emitter, EventOf } from '../chats/emitter.js';
import { emitter } from '../chats/emitter.js';
import type { Log } from '../chats/chatDependencies.js';
import { isMissing, setUpCardOf } from '../views/setUpCard.js';
import { setContextKey } from '../vscode/contextKeys.js';
import { startBlocker } from '../vscode/folders.js';
import type { TerminalTask } from './logIn.js';
import type { SetUpFacts } from './setUpFacts.js';

interface SetUpDependencies {
  readonly log: Log;
  readonly readFacts: () => Promise<SetUpFacts>;
  /** The person has come back to this window. */
  readonly onDidFocus: EventOf<void>;
}

export class SetUp implements vscode.Disposable {
  #facts: SetUpFacts | undefined;
  /**
   * Claude has answered in this window since the settings of the CLI were changed. That proves a log-in which the CLI does not tell of: it is asked in no
   * work folder, and a folder's own files can have a key too.
   */
  #hasAnswered = false;
  /** Somebody has seen an empty chat, or begun a step. */
  #isWanted = false;
  /** The person has begun a step, which may be done when the person comes back. */
  #hasBegun = false;
  /** Something was missing in this window: then the chat says that it is there now. */
  #wasMissing = false;
  #isReading = false;
  #readAgain = false;
  readonly #terminals = new Set<vscode.Terminal>();
  /** The card may be another. */
  readonly onDidChange: Emitter<void>;
  /** Somebody was logged out, and is logged in now. */
  readonly onDidLogIn: Emitter<void>;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly dependencies: SetUpDependencies) {
    const { log, onDidFocus } = dependencies;
    this.onDidChange = emitter(log);
    this.onDidLogIn = emitter(log);
    const placeChanged = (): void => {
      this.onDidChange.fire();
      this.#check();
    };
    this.#subscriptions = vscode.Disposable.from(
      onDidFocus(() => this.cameBack()),
      vscode.workspace.onDidGrantWorkspaceTrust(placeChanged),
      vscode.workspace.onDidChangeWorkspaceFolders(placeChanged),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (!change.affectsConfiguration('parley.claude')) return;
        this.#prove(false);
        this.#check();
      }),
      vscode.window.onDidEndTerminalShellExecution(({ terminal }) => this.#ended(terminal)),
      vscode.window.onDidCloseTerminal(terminal => {
        this.#ended(terminal);
        this.#terminals.delete(terminal);
      }),
    );
  }

  dispose(): void {
    this.#isWanted = false;
    this.#subscriptions.dispose();
  }

  get card(): SetUpCard {
    return setUpCardOf(startBlocker(), this.#facts && this.#counted(this.#facts), this.#wasMissing);
  }

  #counted(facts: SetUpFacts): SetUpFacts {
    return this.#hasAnswered && facts.found && facts.logIn === 'out' ? { ...facts, logIn: 'in' } : facts;
  }

  /** Whether the success of a task that begins now will be seen: only what is known to be missing can be seen to be there. */
  notices(task: TerminalTask): boolean {
    const facts = this.#facts;
    if (facts === undefined) return false;
    return task === 'update' ? !facts.found : facts.found && facts.logIn === 'out';
  }

  /** A turn has ended with Claude's answer, or because nobody is logged in. */
  turnEnded(end: 'answered' | 'notLoggedIn'): void {
    this.#prove(end === 'answered');
  }

  #prove(hasAnswered: boolean): void {
    const shown = this.card;
    this.#hasAnswered = hasAnswered;
    if (!isDeepStrictEqual(shown, this.card)) this.onDidChange.fire();
  }

  /** An empty chat has been painted. */
  shown(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#check();
  }

  /** The person has begun a step, in this terminal if it runs in one. */
  stepBegun(terminal?: vscode.Terminal): void {
    this.#isWanted = true;
    this.#hasBegun = true;
    if (terminal !== undefined) this.#terminals.add(terminal);
    // Only who is known to be logged out can be seen to have logged in.
    if (this.#facts === undefined) this.#check();
  }

  /** The person looks at the window, or at the chat, again, and may have taken a step elsewhere, as in a terminal of their own. */
  cameBack(): void {
    const facts = this.#facts;
    if (this.#hasBegun || (facts !== undefined && isMissing(this.#counted(facts)))) this.#check();
  }

  #ended(terminal: vscode.Terminal): void {
    if (this.#terminals.has(terminal)) this.#check();
  }

  #check(): void {
    // Without a folder the CLI and the log-in are checked too, because the walkthrough tells of them.
    if (!this.#isWanted || !vscode.workspace.isTrusted) return;
    this.#readAgain = true;
    if (this.#isReading) return;
    this.#isReading = true;
    this.#read()
      .catch((error: unknown) => this.dependencies.log.error(`The set-up could not be checked: ${String(error)}`))
      .finally(() => (this.#isReading = false));
  }

  async #read(): Promise<void> {
    while (this.#readAgain) {
      this.#readAgain = false;
      const facts = await this.dependencies.readFacts();
      if (this.#isWanted) this.#take(facts);
    }
  }

  #take(read: SetUpFacts): void {
    const [before, shown] = [this.#facts, this.card];
    this.#facts = read;
    const facts = this.#counted(read);
    const missing = isMissing(facts);
    this.#wasMissing ||= missing;
    if (!missing) this.#hasBegun = false;
    setContextKey('parley.cliReady', facts.found);
    if (facts.found && facts.logIn !== 'unknown') setContextKey('parley.loggedIn', facts.logIn === 'in');
    this.dependencies.log.info(`Set-up: ${read.found ? `CLI ${read.version}, logged in: ${read.logIn}` : read.problem.code}`);
    if (!isDeepStrictEqual(shown, this.card)) this.onDidChange.fire();
    if (before?.found === true && before.logIn === 'out' && read.found && read.logIn === 'in') this.onDidLogIn.fire();
  }
}
