// Owns: building scripts for fakeClaude.mjs and reading its log. Messages here are the least the protocol allows, so that
// a test notices when the project starts to depend on more.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./fakeClaude.mjs').Step} Step */
/** @typedef {{ kind: 'start', args: string[], cwd: string, pid: number } | { kind: 'stdin', line: string } | { kind: 'signal', signal: string } | { kind: 'child', pid: number }} LogEntry */

/** Windows starts no shell script. */
export const fakeClaude = fileURLToPath(new URL(process.platform === 'win32' ? './fakeClaude.mjs' : './fakeClaude.sh', import.meta.url));

const place = { parent_tool_use_id: null, session_id: 'fake-session' };

export const fakeQuestion = {
  question: 'Which database should we use?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL', description: 'Relational' },
    { label: 'MongoDB', description: 'Documents' },
  ],
};

/** @param {{ capabilities?: string[], version?: string }} [options] */
export function initLine({ capabilities = [], version = '2.1.329' } = {}) {
  return {
    type: 'system',
    subtype: 'init',
    session_id: 'fake-session',
    cwd: '/',
    tools: ['AskUserQuestion'],
    mcp_servers: [],
    model: 'fake',
    permissionMode: 'default',
    slash_commands: [],
    claude_code_version: version,
    capabilities,
  };
}

/** @param {...object} content */
export function assistantLine(...content) {
  return { type: 'assistant', message: { id: 'msg_fake_1', type: 'message', role: 'assistant', model: 'fake', content }, ...place };
}

/** @param {string} [toolUseId] @param {object[]} [questions] */
export function askBlock(toolUseId = 'toolu_fake_1', questions = [fakeQuestion]) {
  return { type: 'tool_use', id: toolUseId, name: 'AskUserQuestion', input: { questions } };
}

/** @param {string} [toolUseId] @param {string} [requestId] @param {object[]} [questions] */
export function askRequestLine(toolUseId = 'toolu_fake_1', requestId = 'request-1', questions = [fakeQuestion]) {
  return {
    type: 'control_request',
    request_id: requestId,
    request: { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: { questions }, tool_use_id: toolUseId },
  };
}

/** What the model reads, echoed. @param {string} content @param {string} [toolUseId] */
export function toolResultLine(content, toolUseId = 'toolu_fake_1') {
  return { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: toolUseId, content }] }, ...place };
}

/** @param {string} [text] */
export function resultLine(text = 'Done.') {
  return {
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    result: text,
    session_id: 'fake-session',
    total_cost_usd: 0,
  };
}

/**
 * A peer which speaks stream-json but no control requests: it asks in an assistant message, waits for the literal
 * `tool_result` line, and tells what it read. It asks anew with each prompt, `rounds` times.
 * @param {{ rounds?: number, questions?: object[] }} [options]
 * @returns {{ control: 'ignore', steps: Step[] }}
 */
export function literalPeer({ rounds = 1, questions = [fakeQuestion] } = {}) {
  const steps = Array.from({ length: rounds }, (_, nth) => {
    const id = `toolu_fake_${nth + 1}`;
    return [
      { await: { contains: '"type":"user"' } },
      { say: [initLine(), assistantLine(askBlock(id, questions))] },
      { echoToolResult: id },
    ];
  });
  return { control: 'ignore', steps: steps.flat() };
}

/**
 * Writes a script into a directory and returns the environment which makes fakeClaude.mjs play it.
 * @param {string} directory
 * @param {readonly Step[] | { control?: 'answer' | 'ignore', steps: readonly Step[] }} script
 */
export function fakeClaudeEnv(directory, script) {
  const file = join(directory, 'fake-claude-script.json');
  writeFileSync(file, JSON.stringify(script));
  return { FAKE_CLAUDE_SCRIPT: file, FAKE_CLAUDE_LOG: join(directory, 'fake-claude-log.jsonl') };
}

/** The log without a line that the fake CLI is still writing. @param {string} file @returns {LogEntry[]} */
export function readFakeLog(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map(line => {
      /** @type {unknown} */
      const entry = JSON.parse(line);
      return /** @type {LogEntry} */ (entry); // written by fakeClaude.mjs
    });
}
