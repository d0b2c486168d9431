// Owns: a Messages API reply as JSON and as a stream of server-sent events in small pieces, at a chosen pace.
// Knows nothing about scripts or about how a reply was chosen.
import { randomUUID } from 'node:crypto';

/** @typedef {{ type: 'text', text: string }} TextBlock */
/** @typedef {{ type: 'thinking', thinking: string }} ThinkingBlock */
/** @typedef {{ type: 'tool_use', name: string, input: Record<string, unknown>, id?: string }} ToolUseBlock */
/** @typedef {TextBlock | ThinkingBlock | ToolUseBlock} Block */
/**
 * @typedef {object} StreamSettings
 * @property {number} chunk characters per delta
 * @property {number} delayMs pause before each delta
 * @property {Promise<unknown> | undefined} hold waited for half-way through the last block
 * @property {'reset' | 'overloaded' | undefined} breaks half-way through the last block: the connection ends, or the stream says that the API is overloaded
 * @property {(event: string, block?: string) => void} note told each event once it was handed to the socket
 */

/** @param {string} text @returns {TextBlock} */
export function text(text) {
  return { type: 'text', text };
}

/** A tool call with an id of its own. @param {string} name @param {Record<string, unknown>} input @returns {ToolUseBlock} */
export function toolUse(name, input) {
  return { type: 'tool_use', id: newId('toolu'), name, input };
}

/**
 * @param {{ model?: string, messages?: unknown[] }} body the call which is answered
 * @param {{ blocks?: readonly Block[], stopReason?: string }} reply
 */
export function wholeMessage(body, { blocks = [], stopReason }) {
  const content = blocks.map(block => (block.type === 'tool_use' ? { ...block, id: block.id ?? newId('toolu') } : block));
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model: body.model ?? 'scripted',
    content,
    stop_reason: stopReason ?? (content.some(block => block.type === 'tool_use') ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: {
      input_tokens: approximateTokens(JSON.stringify(body.messages ?? [])),
      output_tokens: approximateTokens(JSON.stringify(content)),
    },
  };
}

/**
 * Returns early, without an error, when the other side hangs up: that is what an interrupt looks like from here.
 * @param {import('node:http').ServerResponse} response its head already written
 * @param {ReturnType<typeof wholeMessage>} message
 * @param {StreamSettings} settings
 */
export async function streamMessage(response, message, { chunk, delayMs, hold, breaks, note }) {
  const closed = new Promise(resolve => response.once('close', resolve));
  /** @param {string} event @param {object} data @param {string} [block] */
  const write = async (event, data, block) => {
    if (response.destroyed) return;
    const flushed = response.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`);
    note(event, block);
    if (!flushed) await Promise.race([new Promise(resolve => response.once('drain', resolve)), closed]);
  };
  const { content, stop_reason, usage } = message;
  await write('message_start', { message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } } });
  for (const [index, block] of content.entries()) {
    const { start, deltas } = streamed(block, chunk);
    const halfWay = index === content.length - 1 ? Math.floor((deltas.length - 1) / 2) : -1;
    await write('content_block_start', { index, content_block: start }, block.type);
    for (const [nth, delta] of deltas.entries()) {
      if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs));
      await write('content_block_delta', { index, delta }, block.type);
      if (hold && nth === halfWay) await Promise.race([hold, closed]);
      if (breaks !== undefined && nth === halfWay) {
        if (breaks === 'overloaded') await write('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
        // A client drops what it has not read yet when the connection ends.
        await new Promise(resolve => setTimeout(resolve, 300));
        response.socket?.end();
        return;
      }
      if (response.destroyed) return;
    }
    await write('content_block_stop', { index }, block.type);
  }
  await write('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: usage.output_tokens } });
  await write('message_stop', {});
  response.end();
}

/** Roughly what a tokenizer would count. @param {string} text */
export function approximateTokens(text) {
  return Math.ceil(text.length / 4);
}

/**
 * @param {Block} block
 * @param {number} size
 * @returns {{ start: object, deltas: object[] }}
 */
function streamed(block, size) {
  switch (block.type) {
    case 'text':
      return { start: { type: 'text', text: '' }, deltas: pieces(block.text, size).map(text => ({ type: 'text_delta', text })) };
    case 'thinking': {
      const deltas = pieces(block.thinking, size).map(thinking => ({ type: 'thinking_delta', thinking }));
      return {
        start: { type: 'thinking', thinking: '', signature: '' },
        deltas: [...deltas, { type: 'signature_delta', signature: 'scripted' }],
      };
    }
    case 'tool_use': {
      const deltas = pieces(JSON.stringify(block.input), size).map(partial_json => ({ type: 'input_json_delta', partial_json }));
      return { start: { ...block, input: {} }, deltas: [{ type: 'input_json_delta', partial_json: '' }, ...deltas] };
    }
  }
}

/** Cuts between code points, as the real API does. @param {string} text @param {number} size */
function pieces(text, size) {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, nth) => characters.slice(nth * size, (nth + 1) * size).join(''));
}

/** @param {string} kind */
function newId(kind) {
  return `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
}
