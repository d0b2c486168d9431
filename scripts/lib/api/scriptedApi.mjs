// Owns: a Messages API on loopback which plays a script, so that the real Claude CLI runs with no network and no account.
// Knows HTTP, the streaming format and how a script is chosen; what the scripts say is the caller's business.
import { createServer } from 'node:http';
import { approximateTokens, streamMessage, text, wholeMessage } from './apiStream.mjs';
import { isSideCall, readConversation, textOf } from './apiConversation.mjs';

/** @typedef {import('./apiConversation.mjs').ApiBody} ApiBody */
/** @typedef {import('./apiConversation.mjs').ApiMessage} ApiMessage */
/** @typedef {import('./apiConversation.mjs').ToolResult} ToolResult */
/** @typedef {import('./apiStream.mjs').Block} Block */
/**
 * @typedef {object} ApiError
 * @property {number} status
 * @property {string} type e.g. `authentication_error`, `rate_limit_error`, `overloaded_error`
 * @property {string} [message]
 */
/**
 * @typedef {object} Reply
 * @property {readonly Block[]} [blocks]
 * @property {number} [chunk] characters per delta
 * @property {number} [delayMs] pause between deltas
 * @property {Promise<unknown>} [hold] waited for half-way through the last block (to hold a reply back before its first
 *   byte, make the step an async function)
 * @property {'reset' | 'overloaded'} [breaks] half-way through the last block (see apiStream.mjs)
 * @property {ApiError} [error] answered instead of blocks
 * @property {Record<string, string>} [headers]
 * @property {string} [stopReason]
 */
/**
 * What a step is told about the call it answers.
 * @typedef {object} Call
 * @property {string} prompt
 * @property {string | undefined} key
 * @property {number} step 0 for the prompt, 1 for the first batch of tool results, …
 * @property {number} attempt 0, then 1, 2, … when the CLI tries the same call again
 * @property {readonly ToolResult[]} toolResults
 * @property {ApiBody} body
 */
/** @typedef {Reply | ((call: Call) => readonly Block[] | Reply | Promise<readonly Block[] | Reply>)} Step */
/** @typedef {Record<string, Step | readonly Step[]>} Replies a lone step is the first; after the last, Claude repeats what it read */
/**
 * @typedef {object} ApiRequest
 * @property {number} at milliseconds, `performance.timeOrigin + performance.now()`, comparable between processes
 * @property {boolean} side a call of the CLI's own (title, warm-up, quota), not part of a conversation
 * @property {string | undefined} key
 * @property {string} prompt
 * @property {number} step
 * @property {number} attempt
 * @property {readonly ToolResult[]} toolResults
 * @property {ApiMessage[]} messages
 * @property {string[]} tools
 * @property {string} system
 * @property {string | undefined} apiKey what the CLI sent as credential
 * @property {ApiBody} body
 */
/**
 * @typedef {object} ApiWrite one streamed event, noted when it was handed to the socket
 * @property {number} at
 * @property {string} event
 * @property {number} request position in `requests`
 * @property {string} [block] kind of the block the event belongs to
 */
/**
 * @typedef {object} ScriptedApiOptions
 * @property {Replies} replies
 * @property {Step} [otherwise] answers prompts without a key
 * @property {number} [port]
 * @property {number} [chunk] default characters per delta
 * @property {number} [delayMs] default pause between deltas
 * @property {(line: string) => void} [log]
 * @property {(asked: string) => string | undefined} [titleOf] the title of the chat that the text asks one for
 */
/**
 * @typedef {object} ScriptedApi
 * @property {number} port
 * @property {string} url
 * @property {ApiRequest[]} requests
 * @property {ApiWrite[]} writes
 * @property {(predicate: (request: ApiRequest) => boolean) => Promise<ApiRequest>} waitForRequest past or future
 * @property {(script: { replies: Replies, otherwise?: Step | undefined }) => void} play another script from now on
 * @property {() => Promise<void>} close
 */

/**
 * @param {ScriptedApiOptions} options
 * @returns {Promise<ScriptedApi>}
 */
export async function startScriptedApi({
  replies,
  otherwise,
  port = 0,
  chunk = 24,
  delayMs = 0,
  log = () => {},
  titleOf = () => undefined,
}) {
  /** @type {ApiRequest[]} */
  const requests = [];
  /** @type {ApiWrite[]} */
  const writes = [];
  /** @type {Set<{ settle(request: ApiRequest): void, abandon(error: Error): void }>} */
  const waiters = new Set();
  let script = { replies, otherwise };

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async function answer(request, response) {
    const json = await bodyOf(request);
    const path = (request.url ?? '').replace(/\?.*/, '');
    log(`${request.method} ${path} ${json.length} characters`);
    if (path.endsWith('/count_tokens')) return sendJson(response, 200, { input_tokens: approximateTokens(json) });
    // Reachability checks and telemetry: polite, empty, not recorded.
    if (request.method !== 'POST' || !path.endsWith('/messages')) return sendJson(response, 200, {});

    /** @type {unknown} */
    const decoded = JSON.parse(json); // the CLI's own: a failure here is a bug worth a stack trace
    const body = /** @type {ApiBody} */ (decoded);
    const messages = body.messages ?? [];
    const side = isSideCall(body);
    const { prompt, key, step, toolResults } = readConversation(messages, Object.keys(script.replies));
    const attempt = requests.filter(
      earlier => !earlier.side && earlier.prompt === prompt && earlier.messages.length === messages.length,
    ).length;
    const call = { prompt, key, step, attempt, toolResults, body };
    const apiKey = request.headers['x-api-key'] ?? request.headers.authorization;
    /** @type {ApiRequest} */
    const record = {
      at: now(),
      side,
      ...call,
      messages,
      tools: (body.tools ?? []).map(tool => tool.name),
      system: textOf(body.system),
      apiKey: apiKey?.toString(),
    };
    const index = requests.push(record) - 1;
    for (const waiter of waiters) waiter.settle(record);
    log(`  ${side ? 'side call' : `key ${key} step ${step} attempt ${attempt}`}: ${JSON.stringify(prompt).slice(0, 200)}`);

    const reply = side ? sideReply(body, titleOf) : await play(call, key === undefined ? script.otherwise : script.replies[key]);
    if (reply.error) return sendError(response, reply);
    if (!body.stream) return sendJson(response, 200, wholeMessage(body, reply), reply.headers);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...reply.headers });
    await streamMessage(response, wholeMessage(body, reply), {
      chunk: reply.chunk ?? chunk,
      delayMs: reply.delayMs ?? delayMs,
      hold: reply.hold,
      breaks: reply.breaks,
      note: (event, block) => writes.push({ at: now(), event, request: index, ...(block !== undefined && { block }) }),
    });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((/** @type {unknown} */ thrown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      log(`  failed: ${error.stack}`);
      if (response.headersSent) response.destroy();
      else sendError(response, { error: { status: 500, type: 'api_error', message: `script failed: ${error.message}` } });
    });
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address()); // listening on TCP: never a pipe name

  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    requests,
    writes,
    play(next) {
      script = { replies: next.replies, otherwise: next.otherwise };
    },
    waitForRequest(predicate) {
      const past = requests.find(predicate);
      if (past) return Promise.resolve(past);
      return new Promise((resolve, reject) => {
        const waiter = {
          /** @param {ApiRequest} request */
          settle(request) {
            if (!predicate(request)) return;
            waiters.delete(waiter);
            resolve(request);
          },
          abandon: reject,
        };
        waiters.add(waiter);
      });
    },
    close() {
      for (const waiter of waiters) waiter.abandon(new Error('the scripted API was closed before such a request came'));
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

/**
 * @param {Call} call
 * @param {Step | readonly Step[] | undefined} script
 * @returns {Promise<Reply>}
 */
async function play(call, script) {
  const steps = script === undefined ? [] : /** @type {readonly Step[]} */ ([script].flat());
  const step = steps[call.step];
  if (step === undefined) return { blocks: [text(closingWords(call))] };
  const reply = typeof step === 'function' ? await step(call) : step;
  return isBlocks(reply) ? { blocks: reply } : reply;
}

/** @param {readonly Block[] | Reply} reply @returns {reply is readonly Block[]} */
function isBlocks(reply) {
  return Array.isArray(reply);
}

/** @param {Call} call */
function closingWords({ toolResults, prompt }) {
  if (toolResults.length === 0) return `You said: ${prompt}`;
  return toolResults.map(result => `I read: ${result.text}`).join('\n\n');
}

/**
 * A call of the CLI's own gets what it asks for: an object of its schema, or a short text.
 * @param {ApiBody} body
 * @param {NonNullable<ScriptedApiOptions['titleOf']>} titleOf
 * @returns {Reply}
 */
function sideReply(body, titleOf) {
  const format = body.output_config?.format;
  const title = titleOf(textOf(body.messages?.at(-1)?.content)) ?? 'Scripted conversation';
  return { blocks: [text(format?.type === 'json_schema' ? JSON.stringify(sampleOf(format.schema, title)) : title)] };
}

/**
 * @param {unknown} schema
 * @param {string} words
 * @returns {unknown}
 */
function sampleOf(schema, words) {
  const {
    type,
    properties = {},
    enum: choices,
  } = /** @type {{ type?: string, properties?: Record<string, unknown>, enum?: unknown[] }} */ (schema ?? {});
  if (choices?.length) return choices[0];
  if (type === 'object') return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sampleOf(inner, words)]));
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'number' || type === 'integer' ? 0 : words;
}

/** @param {import('node:http').ServerResponse} response @param {Reply} reply */
function sendError(response, { error, headers }) {
  const { status = 500, type = 'api_error', message = type } = error ?? {};
  sendJson(response, status, { type: 'error', error: { type, message }, request_id: 'req_scripted' }, headers);
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {object} data @param {Record<string, string>} [headers] */
function sendJson(response, status, data, headers) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(data));
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<string>} */
async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function now() {
  return performance.timeOrigin + performance.now();
}
