// Owns: reading a Messages API call the way a script needs it: which prompt is it about, how far has its answer come,
// what did the tools return. Pure functions; knows how the Claude CLI lays out its calls and nothing about HTTP or scripts.

/** @typedef {{ type: string, text?: string, id?: string, name?: string, input?: unknown, tool_use_id?: string, content?: unknown, is_error?: boolean }} ContentBlock */
/** @typedef {{ role: string, content: string | ContentBlock[] }} ApiMessage */
/**
 * @typedef {object} ApiBody
 * @property {string} [model]
 * @property {boolean} [stream]
 * @property {unknown} [system]
 * @property {ApiMessage[]} [messages]
 * @property {{ name: string, input_schema?: unknown }[]} [tools]
 * @property {{ format?: { type?: string, schema?: unknown } }} [output_config]
 */
/**
 * One tool result as the model reads it, with the call it answers.
 * @typedef {object} ToolResult
 * @property {string} toolUseId
 * @property {string} name
 * @property {unknown} input
 * @property {string} text
 * @property {boolean} isError
 */
/**
 * @typedef {object} Conversation
 * @property {string} prompt newest text of the person (or of the agent's caller, in a subagent's call)
 * @property {string | undefined} key the first of the given keys which that prompt contains
 * @property {number} step how many assistant messages the prompt has had already: 0 = the prompt is fresh
 * @property {ToolResult[]} toolResults what came back since the newest assistant message
 */

/**
 * Finds the prompt a call is about and chooses its key. Case does not matter.
 *
 * Quirks of the CLI which decide the shape of this function:
 * - after an interrupt the next prompt shares one user message with the rejected `tool_result`, with
 *   "[Request interrupted by user]" and even with the prompt before it; so within a message the newest text wins;
 * - a deferred question that is answered after a resume is followed by the CLI's own "Continue from where you left off.";
 * - `<system-reminder>` texts stand in user messages, alone or around a prompt; and there may be `system` messages;
 * - a notification (a background task has ended) is a user message without any prompt text: the answer just goes on;
 * - a message sent in mid-turn reaches the model as a `system` message; it counts as a prompt only if it has a key.
 * @param {readonly ApiMessage[]} messages
 * @param {readonly string[]} keys
 * @returns {Conversation}
 */
export function readConversation(messages, keys) {
  const toolResults = newestToolResults(messages);
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined || message.role === 'assistant') continue;
    const texts = (message.role === 'system' ? midTurnTexts(message) : promptTexts(message)).reverse();
    const step = messages.slice(at + 1).filter(later => later.role === 'assistant').length;
    for (const prompt of texts) {
      const key = keys.find(candidate => prompt.toLowerCase().includes(candidate.toLowerCase()));
      if (key !== undefined) return { prompt, key, step, toolResults };
    }
    if (texts[0] !== undefined && message.role === 'user') return { prompt: texts[0], key: undefined, step, toolResults };
  }
  return { prompt: '', key: undefined, step: 0, toolResults };
}

/**
 * The CLI makes calls of its own beside the conversation: titles, summaries, warm-ups, quota checks. They must get a
 * sensible answer and must not be mistaken for a step of a script, although a title call quotes the prompt.
 * @param {ApiBody} body
 */
export function isSideCall(body) {
  // Parley asks for a project card without tools.
  const isCard = textOf(body.system).includes('You write a project card');
  if (((body.tools ?? []).length === 0 && !isCard) || body.output_config?.format?.type === 'json_schema') return true;
  const texts = (body.messages ?? []).filter(message => message.role === 'user').flatMap(promptTexts);
  return texts.length === 1 && /^(Warmup|foo|count|quota)$/.test(texts[0] ?? '');
}

/**
 * The text of a system prompt, however it is given.
 * @param {unknown} content
 * @returns {string}
 */
export function textOf(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((/** @type {ContentBlock} */ block) => block.text ?? '').join('\n');
}

/**
 * @param {ApiMessage} message
 * @returns {string[]}
 */
function promptTexts(message) {
  const texts =
    typeof message.content === 'string'
      ? [message.content]
      : message.content.map(block => (block.type === 'text' ? (block.text ?? '') : ''));
  return texts
    .map(text => text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim())
    .filter(
      text =>
        text !== '' &&
        !/^(\[Request interrupted by user[^\]]*\]$|Continue from where you left off\.$|<local-command-|<command-name>)/.test(text),
    );
}

/**
 * @param {ApiMessage} message
 * @returns {string[]}
 */
function midTurnTexts(message) {
  const surfaced = /The user sent a new message while you were working:\n([\s\S]*?)\n\nThis is how/g;
  return Array.from(textOf(message.content).matchAll(surfaced), ([, text]) => text ?? '');
}

/**
 * @param {readonly ApiMessage[]} messages
 * @returns {ToolResult[]}
 */
function newestToolResults(messages) {
  const lastAssistant = messages.map(message => message.role).lastIndexOf('assistant');
  const calls = new Map(blocksOf(messages[lastAssistant]).flatMap(block => (block.type === 'tool_use' ? [[block.id, block]] : [])));
  return messages
    .slice(lastAssistant + 1)
    .flatMap(blocksOf)
    .filter(block => block.type === 'tool_result')
    .map(block => {
      const call = calls.get(block.tool_use_id);
      return {
        toolUseId: block.tool_use_id ?? '',
        name: call?.name ?? '',
        input: call?.input,
        text: textOf(block.content),
        isError: block.is_error === true,
      };
    });
}

/**
 * @param {ApiMessage | undefined} message
 * @returns {ContentBlock[]}
 */
function blocksOf(message) {
  return Array.isArray(message?.content) ? message.content : [];
}
