// Owns: the recorded scenes in which something ends, fails or is refused.
// `record.mjs` runs them together with those of recordScenarios.mjs.

/** @typedef {import('./recordScenarios.mjs').Scenario} Scenario */
/** @typedef {import('./recordScenarios.mjs').StartOptions} StartOptions */
/** @typedef {import('./recordedClaude.mjs').Asked} Asked */

const databaseQuestion = 'Which database should we use?';
const hook = { subtype: 'initialize', hooks: { PreToolUse: [{ matcher: 'AskUserQuestion', hookCallbackIds: ['ask'], timeout: 86_400 }] } };

/** @param {Asked} asked */
const answer = asked => ({ behavior: 'allow', updatedInput: { ...asked.request.input, answers: { [databaseQuestion]: 'SQLite' } } });
/** @param {string} permissionDecision @param {object} [more] */
const decision = (permissionDecision, more) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...more } });
/** What the hook is told about the call. @param {Asked} hooked */
const toolInput = hooked => /** @type {object} */ (hooked.request.input['tool_input']); // a tool's input is always an object

/**
 * @param {string} name
 * @param {string} about
 * @param {string} prompt
 * @param {StartOptions & { oldestToo?: boolean }} [options]
 * @returns {Scenario}
 */
function failing(name, about, prompt, { oldestToo = false, ...options } = {}) {
  return {
    name,
    oldestToo,
    async run(start) {
      const claude = start(name, about, options);
      claude.prompt(prompt);
      await claude.result();
      await claude.end();
    },
  };
}

/** @type {Scenario[]} */
export const endingScenarios = [
  {
    name: 'interruptedWhilePending',
    oldestToo: true,
    async run(start) {
      const claude = start('interruptedWhilePending', 'interrupt while a question is pending, a late answer, then another prompt');
      claude.prompt('ASK_ONE');
      const asked = await claude.asked();
      claude.request('stop-1', { subtype: 'interrupt' });
      await claude.result();
      claude.respond(asked.request_id, answer(asked));
      claude.prompt('WRITE_RICH_TEXT');
      await claude.result();
      await claude.end();
    },
  },
  {
    name: 'interruptedWhileStreaming',
    oldestToo: true,
    async run(start) {
      const claude = start('interruptedWhileStreaming', 'interrupt in the middle of a text');
      claude.prompt('STOP_HALF_WAY');
      await claude.next(({ type }) => type === 'stream_event');
      await claude.quiet(500);
      claude.request('stop-1', { subtype: 'interrupt' });
      await claude.result();
      await claude.end();
    },
  },
  {
    name: 'literalToolResult',
    oldestToo: true,
    async run(start) {
      const claude = start('literalToolResult', 'a literal tool_result line does not answer a pending question; the control response does');
      claude.prompt('ASK_ONE');
      const asked = await claude.asked();
      const content = [{ type: 'tool_result', tool_use_id: asked.request.tool_use_id, content: '{"answers":{"0":"SQLite"}}' }];
      claude.send({ type: 'user', message: { role: 'user', content } });
      await claude.quiet(2000);
      claude.respond(asked.request_id, answer(asked));
      await claude.result();
      await claude.quiet(1500);
      await claude.end();
    },
  },
  {
    name: 'messageWhilePending',
    oldestToo: true,
    async run(start) {
      const claude = start('messageWhilePending', 'another user message while a question is pending is queued');
      claude.prompt('ASK_ONE');
      const asked = await claude.asked();
      claude.prompt('WRITE_RICH_TEXT');
      await claude.quiet(1500);
      claude.respond(asked.request_id, answer(asked));
      await claude.result();
      await claude.quiet(2000);
      await claude.end();
    },
  },
  {
    name: 'stdinClosed',
    oldestToo: true,
    async run(start) {
      const claude = start('stdinClosed', 'stdin closed while a question is pending');
      claude.prompt('ASK_ONE');
      await claude.asked();
      await claude.end();
    },
  },
  {
    name: 'killedWhilePending',
    oldestToo: true,
    async run(start) {
      const killed = start('killedWhilePending', 'SIGKILL while a question is pending');
      killed.prompt('ASK_ONE');
      const asked = await killed.asked();
      await killed.quiet(1000); // killed at once, the newest release has not written the session down yet
      await killed.kill();
      const resumed = start(
        'resumedAfterKill',
        'after SIGKILL the question is gone; a hand-made tool_result for it does not bring it back',
        { args: ['--resume', killed.sessionId ?? ''] },
      );
      const content = [{ type: 'tool_result', tool_use_id: asked.request.tool_use_id, content: '{"answers":{"0":"SQLite"}}' }];
      resumed.send({ type: 'user', message: { role: 'user', content } });
      await resumed.result();
      resumed.prompt('WRITE_RICH_TEXT');
      await resumed.result();
      await resumed.end();
    },
  },
  {
    name: 'garbageLine',
    oldestToo: true,
    async run(start) {
      const claude = start('garbageLine', 'a line on stdin which is not JSON');
      claude.prompt('ASK_ONE');
      await claude.asked();
      claude.sendLine('this is not JSON');
      await claude.exited;
    },
  },
  failing('refusedOneOption', 'a question with one option is refused before anybody is asked', 'ASK_WITH_ONE_OPTION', { oldestToo: true }),
  failing('refusedFiveQuestions', 'five questions are refused', 'ASK_FIVE'),
  failing('refusedDuplicate', 'the same question twice is refused', 'ASK_THE_SAME_TWICE'),
  failing('refusedDontAsk', 'permission mode dontAsk', 'ASK_ONE', { args: ['--permission-mode', 'dontAsk'], oldestToo: true }),
];

/** @type {Scenario[]} */
export const apiScenarios = [
  failing('notLoggedIn', 'no key and an empty home', 'WRITE_RICH_TEXT', { env: { ANTHROPIC_API_KEY: undefined }, oldestToo: true }),
  failing('invalidKey', 'the API answers 401', 'REFUSED', { oldestToo: true }),
  failing('rateLimited', 'the API answers 429 and says not to retry', 'LIMITED', { oldestToo: true }),
  failing('nearlyRateLimited', 'an account near its limit', 'NEARLY_LIMITED', {
    env: { ANTHROPIC_API_KEY: undefined, CLAUDE_CODE_OAUTH_TOKEN: 'anything' },
    oldestToo: true,
  }),
  failing('overloadedTwice', 'the API answers 529 twice, then as usual', 'OVERLOADED_TWICE', { oldestToo: true }),
  failing('serverError', 'the API answers 500 until the CLI gives up', 'ALWAYS_BROKEN', {
    env: { CLAUDE_CODE_MAX_RETRIES: '2' },
    oldestToo: true,
  }),
  failing('brokenStream', 'the stream says in the middle of a text that the API is overloaded', 'BREAK_OFF', { oldestToo: true }),
];

/** @type {Scenario[]} */
export const controlScenarios = [
  {
    name: 'controlRequests',
    oldestToo: true,
    async run(start) {
      const claude = start('controlRequests', 'initialize before the first prompt, then requests of ours, one of them unknown');
      claude.request('init-1', { subtype: 'initialize' });
      await claude.next(message => message.response?.request_id === 'init-1');
      const requests = [
        { subtype: 'set_permission_mode', mode: 'acceptEdits' },
        { subtype: 'set_model', model: 'sonnet' },
        { subtype: 'list_models' },
        { subtype: 'get_session_cost' },
        { subtype: 'mcp_status' },
        { subtype: 'file_suggestions', query: 'REA' },
        { subtype: 'no_such_request' },
      ];
      for (const [nth, request] of requests.entries()) {
        claude.request(`our-${nth + 1}`, request);
        await Promise.race([claude.next(message => message.response?.request_id === `our-${nth + 1}`), claude.quiet(2000)]);
      }
      claude.prompt('WRITE_RICH_TEXT');
      await claude.result();
      await claude.end();
    },
  },
  {
    name: 'compacted',
    async run(start) {
      const claude = start('compacted', 'a command of the CLI with nothing to do, a turn, then /compact');
      for (const prompt of ['/compact', 'WRITE_RICH_TEXT', '/compact']) {
        claude.prompt(prompt);
        await claude.result();
      }
      await claude.end();
    },
  },
  {
    name: 'hookAllows',
    oldestToo: true,
    async run(start) {
      const claude = start('hookAllows', 'the PreToolUse hook answers; the oldest release asks can_use_tool as well');
      claude.request('init-1', hook);
      claude.prompt('ASK_ONE');
      const asked = await claude.hooked();
      claude.respond(
        asked.request_id,
        decision('allow', { updatedInput: { ...toolInput(asked), answers: { [databaseQuestion]: 'SQLite' } } }),
      );
      const next = await claude.next(message => message.type === 'result' || message.request?.subtype === 'can_use_tool');
      if (next.request) {
        claude.respond(next.request_id, answer({ ...next, request: next.request }));
        await claude.result();
      }
      await claude.end();
    },
  },
  {
    name: 'hookDefers',
    async run(start) {
      const parked = start('hookDefers', 'the hook defers: the turn ends, the question is kept');
      parked.request('init-1', hook);
      parked.prompt('ASK_ONE');
      parked.respond((await parked.hooked()).request_id, decision('defer'));
      await parked.result();
      await parked.end();
      const resumed = start('resumedDeferred', 'a deferred question comes back without a prompt', {
        args: ['--resume', parked.sessionId ?? ''],
      });
      resumed.request('init-1', hook);
      const asked = await resumed.hooked();
      resumed.respond(
        asked.request_id,
        decision('allow', { updatedInput: { ...toolInput(asked), answers: { [databaseQuestion]: 'SQLite' } } }),
      );
      await resumed.result();
      await resumed.end();
    },
  },
];
