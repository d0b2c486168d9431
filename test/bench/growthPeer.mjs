#!/usr/bin/env node
// A stand-in for the CLI that takes no time of its own, so that what is measured is Parley's: `ASK n` asks a question, `STREAM`
// answers in 2,000 pieces; another prompt gets one line. Writes to GROWTH_LOG when it wrote or read what is timed, as JSON lines.
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ type?: string, request_id?: string, request?: { subtype?: string }, response?: { request_id?: string }, message?: { content?: string | { text?: string }[] } }} Line */

if (process.argv.includes('--version')) {
  process.stdout.write('2.1.329 (Claude Code)\n');
  process.exit(0);
}
const resumed = process.argv[process.argv.indexOf('--resume') + 1];
const sessionId = process.argv.includes('--resume') ? resumed : '000000fe-0000-4000-8000-000000000000';
const place = { parent_tool_use_id: null, session_id: sessionId };
let messages = 0;
/** What is done when the answer to the open request comes. @type {(() => void) | undefined} */
let answered;

/** @param {object} line */
const say = line => process.stdout.write(`${JSON.stringify(line)}\n`);
/** Notes the time by the clock that all processes of a machine share. @param {string} what */
const note = what =>
  appendFileSync(process.env['GROWTH_LOG'] ?? '/dev/null', `${JSON.stringify({ what, at: performance.timeOrigin + performance.now() })}\n`);
/** @param {object[]} content */
const assistant = content =>
  say({ type: 'assistant', message: { id: `msg_${messages}`, type: 'message', role: 'assistant', model: 'none', content }, ...place });
/** @param {object} event */
const streamed = event => say({ type: 'stream_event', event, ...place, uuid: 'u' });

function end() {
  say({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: '',
    duration_ms: 1,
    duration_api_ms: 1,
    num_turns: 1,
    total_cost_usd: 0,
    session_id: sessionId,
  });
}

/** @param {string} number */
function ask(number) {
  const id = `toolu_growth_${number}`;
  const options = [
    { label: 'PostgreSQL', description: 'Relational' },
    { label: 'SQLite', description: 'One file' },
  ];
  const input = { questions: [{ question: `Which database, in round ${number}?`, header: 'Database', multiSelect: false, options }] };
  assistant([{ type: 'tool_use', id, name: 'AskUserQuestion', input }]);
  note(`asked ${number}`);
  say({
    type: 'control_request',
    request_id: `request-${number}`,
    request: { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input, tool_use_id: id },
  });
  answered = () => {
    note(`answered ${number}`);
    say({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'Answered.' }] }, ...place });
    assistant([{ type: 'text', text: `Round ${number} is over.` }]);
    end();
  };
}

/** @param {string} file @returns {string[]} */
function piecesIn(file) {
  /** @type {unknown} */
  const pieces = JSON.parse(readFileSync(file, 'utf8'));
  return /** @type {string[]} */ (pieces); // the bench has written them
}

/** @param {string[]} pieces */
async function stream(pieces) {
  streamed({ type: 'message_start', message: { id: `msg_${messages}` } });
  streamed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  const began = performance.now();
  for (const [index, text] of pieces.entries()) {
    const wait = began + index * 4 - performance.now();
    if (wait > 0) await sleep(wait);
    streamed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
  }
  note('streamed');
  assistant([{ type: 'text', text: pieces.join('') }]);
  end();
}

/** @param {Line} line */
function read(line) {
  if (line.type === 'control_request') {
    say({ type: 'control_response', response: { subtype: 'success', request_id: line.request_id, response: {} } });
  } else if (line.type === 'control_response') {
    answered?.();
    answered = undefined;
  } else if (line.type === 'user') {
    messages++;
    const content = line.message?.content ?? '';
    const text = typeof content === 'string' ? content : content.map(block => block.text ?? '').join('');
    say({
      type: 'system',
      subtype: 'init',
      cwd: process.cwd(),
      tools: ['AskUserQuestion'],
      mcp_servers: [],
      model: 'none',
      permissionMode: 'default',
      slash_commands: [],
      claude_code_version: '2.1.329',
      capabilities: [],
      session_id: sessionId,
    });
    const [word = '', rest = ''] = text.split(' ');
    if (word === 'ASK') ask(rest);
    else if (word === 'STREAM') void stream(piecesIn(process.env['GROWTH_PIECES'] ?? ''));
    else {
      assistant([{ type: 'text', text: 'Yes.' }]);
      end();
    }
  }
}

const lines = createInterface({ input: process.stdin });
lines.on('line', text => {
  /** @type {unknown} */
  const line = JSON.parse(text);
  read(/** @type {Line} */ (line)); // only looked at, and every field may be missing
});
lines.once('close', () => process.exit(0));
