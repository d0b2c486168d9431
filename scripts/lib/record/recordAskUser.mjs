// Owns: the recorded scenes of `ask_user`, the tool of Parley's own MCP server, which the recording serves itself.
// `record.mjs` runs them together with those of recordScenarios.mjs.

/** @typedef {import('./recordScenarios.mjs').Scenario} Scenario */
/** @typedef {import('./recordedClaude.mjs').RecordedClaude} RecordedClaude */
/** @typedef {import('./recordedClaude.mjs').Asked} Asked */

const settings = { disableAutoBackground: true, timeout: 86_400_000, alwaysLoad: true };
const args = ['--mcp-config', JSON.stringify({ mcpServers: { parley: { type: 'sdk', name: 'parley', ...settings } } })];
const initialize = {
  subtype: 'initialize',
  sdkMcpServers: ['parley'],
  sdkMcpServerConfigs: { parley: settings },
  hooks: { PreToolUse: [{ matcher: 'AskUserQuestion|mcp__parley__ask_user', hookCallbackIds: ['ask'], timeout: 2_000_000 }] },
};
const tool = {
  name: 'ask_user',
  description: 'Ask the user.',
  inputSchema: { type: 'object' },
  _meta: { 'anthropic/alwaysLoad': true },
};
const fault = 'QuestionValidationError: The user was not asked. Correct this and call again:\n- question must be a text that is not empty.';

/** @param {string} permissionDecision */
const decision = permissionDecision => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision } });

/** Answers as a server until the tool is called. @param {RecordedClaude} claude @returns {Promise<Asked>} */
async function called(claude) {
  for (;;) {
    const asked = await claude.requested('mcp_message', 'can_use_tool');
    const { message, input } = asked.request;
    // A release that cannot defer asks for a permission after the hook.
    if (message === undefined) claude.respond(asked.request_id, { behavior: 'allow', updatedInput: input });
    else if (message.method === 'tools/call') return asked;
    else serve(claude, asked, message.method === 'tools/list' ? { tools: [tool] } : handshake(message));
  }
}

/** @param {{ params?: { protocolVersion?: string } }} message */
const handshake = message => ({
  protocolVersion: message.params?.protocolVersion,
  capabilities: { tools: {} },
  serverInfo: { name: 'parley', version: '1.0.0' },
});

/** @param {RecordedClaude} claude @param {Asked} asked @param {object} result */
const serve = (claude, asked, result) =>
  claude.respond(asked.request_id, { mcp_response: { jsonrpc: '2.0', id: asked.request.message?.id ?? 0, result } });

/** Serves the handshake until the hook asks. @param {RecordedClaude} claude @returns {Promise<Asked>} */
async function hooked(claude) {
  for (;;) {
    const asked = await claude.requested('mcp_message', 'hook_callback');
    const { message } = asked.request;
    if (message === undefined) return asked;
    serve(claude, asked, message.method === 'tools/list' ? { tools: [tool] } : handshake(message));
  }
}

/** @param {string} text @param {boolean} [isError] */
const result = (text, isError = false) => ({ content: [{ type: 'text', text }], ...(isError && { isError }) });

/**
 * @param {string} name
 * @param {string} about
 * @param {string} prompt
 * @param {object} reply
 * @param {{ oldestToo?: boolean, env?: Record<string, string>, quiet?: number }} [options]
 * @returns {Scenario}
 */
function asks(name, about, prompt, reply, { oldestToo = false, env = {}, quiet = 0 } = {}) {
  return {
    name,
    oldestToo,
    async run(start) {
      const claude = start(name, about, { args, env });
      claude.request('init-1', initialize);
      claude.prompt(prompt);
      claude.respond((await hooked(claude)).request_id, decision('allow'));
      const call = await called(claude);
      await claude.quiet(quiet);
      serve(claude, call, reply);
      await claude.result();
      await claude.end();
    },
  };
}

/** @type {Scenario[]} */
export const askUserScenarios = [
  asks('askUserAnswered', 'one question in own words, answered', 'ASK_OWN_TOOL', result('User answered: 3000'), { oldestToo: true }),
  asks('askUserFault', 'an input with a fault, which the result tells', 'ASK_OWN_FAULTY', result(fault, true), { oldestToo: true }),
  asks(
    'askUserForeground',
    'background tasks by themselves after 3 s: the call stays in the foreground',
    'ASK_OWN_TOOL',
    result('User answered: 3000'),
    {
      env: { CLAUDE_AUTO_BACKGROUND_TASKS: '1', CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: '3000' },
      quiet: 4_500,
    },
  ),
  {
    name: 'askUserDeferred',
    async run(start) {
      const parked = start('askUserDeferred', 'the hook defers a call of ask_user: the turn ends, the question is kept', { args });
      parked.request('init-1', initialize);
      parked.prompt('ASK_OWN_TOOL');
      parked.respond((await hooked(parked)).request_id, decision('defer'));
      await parked.result();
      await parked.end();
      const resumed = start('resumedAskUser', 'a deferred call of ask_user comes back without a prompt', {
        args: [...args, '--resume', parked.sessionId ?? ''],
      });
      resumed.request('init-1', initialize);
      resumed.respond((await hooked(resumed)).request_id, decision('allow'));
      serve(resumed, await called(resumed), result('User answered: 3000'));
      await resumed.result();
      await resumed.end();
    },
  },
];
