// What is particular to each client of MCP, by the name that it gives in `clientInfo`. Pure.
import { askTool } from '../claude/ask/names.js';
import { oneLine } from '../shared/plain.js';

interface KnownClient {
  /** The beginning of the name, in small letters. */
  readonly begins: string;
  /** What a person calls it, where it gives another name and no title. */
  readonly shown?: string;
  /** Seconds that it waits for a tool where nobody has told it otherwise. */
  readonly waits?: number;
  /** What the tool is called there. */
  readonly tool?: string;
}

/**
 * Seen with the programs themselves in November 2026, but for VS Code and Cursor, which are by their sources and documents: Codex 0.171.0, Gemini CLI 0.61.0,
 * Qwen Code 0.24.4, opencode 1.18.33, Kilo Code 7.7.9, Copilot CLI 1.0.102, Kimi Code 2.1.0, Cline 3.0.65, and Claude Code.
 */
const known: readonly KnownClient[] = [
  // Longer calls go to the background, where their results are lost.
  { begins: 'claude-code', shown: 'Claude Code', waits: 120 },
  { begins: 'codex', shown: 'Codex', waits: 300 },
  // Without a terminal, and in other editors, it hides every tool that is called as its own one for asking.
  { begins: 'gemini-cli', shown: 'Gemini CLI', waits: 600, tool: 'ask_in_vscode' },
  { begins: 'qwen', shown: 'Qwen Code', waits: 600 },
  { begins: 'copilot-cli', shown: 'Copilot CLI', waits: 180 },
  { begins: '@cline/', shown: 'Cline' },
  { begins: 'kimi-code', shown: 'Kimi Code' },
  { begins: 'kilo', shown: 'Kilo Code' },
  { begins: 'cursor', shown: 'Cursor' },
  // No limit of its own.
  { begins: 'visual studio code', waits: 86_400 },
];

/** Seconds before the end of a client's patience at which a call comes back, so that its words still arrive. */
const margin = 10;
/** Seconds. No client is known that waits for less than a minute. */
const unknown = 60;

const longestName = 80;

function clientOf(name: string): KnownClient | undefined {
  return known.find(({ begins }) => name.toLowerCase().startsWith(begins));
}

/** Milliseconds after which a call of this client has to be back. `told`: the seconds in the command that the person has put into its configuration. */
export function limitOf(client: string, told: number | undefined): number {
  const seconds = told ?? clientOf(client)?.waits ?? unknown;
  return Math.max(seconds - margin, seconds / 2) * 1_000;
}

/** What the tool is called for this client. */
export function toolNameFor(client: string): string {
  return clientOf(client)?.tool ?? askTool;
}

/** What a person calls this client. No agent from outside passes for the Claude of Parley's own chats, whatever it calls itself. */
export function shownName(name: string, title: string): string {
  const seen = [title, name].find(text => oneLine(text.replace(/\p{DI}/gu, '')) !== '') ?? 'Unnamed agent';
  const shown = (clientOf(name)?.shown ?? seen).slice(0, longestName);
  return looksLikeOurs(shown) ? `${shown} (another agent)` : shown;
}

/** Letters of two alphabets in one name are there to look like another one. */
function looksLikeOurs(name: string): boolean {
  const letters = name.normalize('NFKD').replace(/\P{L}/gu, '');
  return (
    /^(?:claude|parley)/i.test(letters) || (/\p{Script=Latin}/u.test(letters) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letters))
  );
}
