// The scenes recorded with the real CLI, one for each behaviour that the project has to understand.
// A scene drives one or more runs; each run becomes a fixture named after it.

/** @typedef {import('./recordedClaude.mjs').RecordedClaude} RecordedClaude */
/** @typedef {import('./recordedClaude.mjs').Asked} Asked */
/** @typedef {{ args?: readonly string[], env?: Record<string, string | undefined> }} StartOptions */
/** @typedef {(name: string, about: string, options?: StartOptions) => RecordedClaude} Start */
/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {boolean} [oldestToo] also recorded with the oldest release, because it differs or because it must not
 * @property {boolean} [middleToo] also recorded with the first release that keeps a question
 * @property {(start: Start) => Promise<void>} run
 */

const databaseQuestion = 'Which database should we use?';
const featuresQuestion = 'Which features go into the first release?';
const recommended = 'PostgreSQL (Recommended)';

/** @param {Asked} asked @param {object} more */
const allowed = (asked, more) => ({ behavior: 'allow', updatedInput: { questions: asked.request.input['questions'], ...more } });

/**
 * A prompt, its permission request, a reply, the end of the turn.
 * @param {string} name
 * @param {string} about
 * @param {string} prompt
 * @param {(asked: Asked, claude: RecordedClaude) => void} reply
 * @param {{ oldestToo?: boolean }} [options]
 * @returns {Scenario}
 */
function replied(name, about, prompt, reply, options = {}) {
  return {
    name,
    ...options,
    async run(start) {
      const claude = start(name, about);
      claude.prompt(prompt);
      reply(await claude.asked(), claude);
      await claude.result();
      await claude.end();
    },
  };
}

/**
 * A question with this answer.
 * @param {string} name
 * @param {string} about
 * @param {string} prompt
 * @param {(asked: Asked) => object} reply
 * @param {{ oldestToo?: boolean }} [options]
 */
const answered = (name, about, prompt, reply, options) =>
  replied(name, about, prompt, (asked, claude) => claude.respond(asked.request_id, reply(asked)), options);

/**
 * A prompt which needs no reply from us.
 * @param {string} name
 * @param {string} about
 * @param {string} prompt
 * @param {StartOptions & { oldestToo?: boolean }} [options]
 * @returns {Scenario}
 */
function plain(name, about, prompt, { oldestToo = false, ...options } = {}) {
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
export const answerScenarios = [
  answered(
    'answeredLabels',
    'one question, an offered label',
    'ASK_ONE',
    asked => allowed(asked, { answers: { [databaseQuestion]: recommended } }),
    { oldestToo: true },
  ),
  answered(
    'answeredSeveral',
    'a single and a multi select; labels with a comma and with quotation marks are JSON-quoted',
    'ASK_BOTH',
    asked =>
      allowed(asked, { answers: { [databaseQuestion]: 'SQLite', [featuresQuestion]: 'Login, "Search, filters", "Say \\"hello\\""' } }),
    { oldestToo: true },
  ),
  answered(
    'answeredTyped',
    "an answer of one's own",
    'ASK_ONE',
    asked => allowed(asked, { answers: { [databaseQuestion]: 'DuckDB, because it is already here' } }),
    { oldestToo: true },
  ),
  answered(
    'answeredWithNote',
    'a label with a note',
    'ASK_ONE',
    asked =>
      allowed(asked, {
        answers: { [databaseQuestion]: 'SQLite' },
        annotations: { [databaseQuestion]: { notes: 'only until we have users' } },
      }),
    { oldestToo: true },
  ),
  answered(
    'answeredByResponse',
    'a free reply to the whole set; the answers beside it are lost',
    'ASK_ONE',
    asked => allowed(asked, { answers: { [databaseQuestion]: 'SQLite' }, response: 'Let us talk about hosting first.' }),
    { oldestToo: true },
  ),
  answered('answeredEmpty', 'answers is an empty object', 'ASK_ONE', asked => allowed(asked, { answers: {} })),
  answered('answeredWithoutAnswers', 'no answers at all', 'ASK_ONE', asked => allowed(asked, {}), { oldestToo: true }),
  answered('answeredByIndex', 'answers keyed by position are silently lost', 'ASK_ONE', asked =>
    allowed(asked, { answers: { 0: 'SQLite' } }),
  ),
  answered('answeredPartly', 'one of two questions answered', 'ASK_BOTH', asked =>
    allowed(asked, { answers: { [featuresQuestion]: 'Login' } }),
  ),
  answered('answeredSkipped', 'one answered, the other marked as skipped', 'ASK_BOTH', asked =>
    allowed(asked, { answers: { [featuresQuestion]: 'Login' }, annotations: { [databaseQuestion]: { unanswered: 'skipped' } } }),
  ),
  answered('answeredByArray', 'a multi select as an array', 'ASK_BOTH', asked =>
    allowed(asked, { answers: { [databaseQuestion]: 'SQLite', [featuresQuestion]: ['Login', 'Search, filters'] } }),
  ),
  answered('answeredWithoutQuestions', 'updatedInput without questions', 'ASK_ONE', () => ({
    behavior: 'allow',
    updatedInput: { answers: { [databaseQuestion]: 'SQLite' } },
  })),
  answered(
    'deniedGoesOn',
    'deny with interrupt false',
    'ASK_ONE',
    () => ({ behavior: 'deny', interrupt: false, message: 'Dismissed: nobody answered.' }),
    { oldestToo: true },
  ),
  answered(
    'deniedInterrupts',
    'deny with interrupt true',
    'ASK_ONE',
    () => ({ behavior: 'deny', interrupt: true, message: 'Stop here, please.' }),
    { oldestToo: true },
  ),
  replied('answeredByError', 'a control_response of subtype error', 'ASK_ONE', (asked, claude) =>
    claude.send({
      type: 'control_response',
      response: { subtype: 'error', request_id: asked.request_id, error: 'The card could not be shown.' },
    }),
  ),
  {
    name: 'answeredTwice',
    async run(start) {
      const claude = start('answeredTwice', 'the first answer wins');
      claude.prompt('ASK_ONE');
      const asked = await claude.asked();
      claude.respond(asked.request_id, allowed(asked, { answers: { [databaseQuestion]: 'SQLite' } }));
      claude.respond(asked.request_id, allowed(asked, { answers: { [databaseQuestion]: 'MongoDB' } }));
      await claude.result();
      await claude.end();
    },
  },
];

/** @type {Scenario[]} */
export const toolScenarios = [
  plain('streamedText', 'Markdown in many pieces', 'WRITE_RICH_TEXT', { oldestToo: true }),
  plain('thinking', 'a thinking block before the text', 'THINK_ALOUD', { oldestToo: true }),
  plain('readSucceeds', 'a tool which needs no permission', 'READ_A_FILE', { oldestToo: true }),
  plain('readFails', 'a tool which fails', 'READ_NOTHING', { oldestToo: true }),
  answered('bashAllowed', 'a command, allowed once', 'RUN_A_COMMAND', asked => ({ behavior: 'allow', updatedInput: asked.request.input }), {
    oldestToo: true,
  }),
  answered('bashDenied', 'a command, denied', 'RUN_A_COMMAND', () => ({ behavior: 'deny', message: 'Not now.', interrupt: false }), {
    oldestToo: true,
  }),
  answered('writeAllowedAlways', 'a file written, with the suggested rule', 'WRITE_A_FILE', asked => ({
    behavior: 'allow',
    updatedInput: asked.request.input,
    updatedPermissions: asked.request.permission_suggestions,
  })),
  {
    name: 'twoQuestionsAndBash',
    oldestToo: true,
    async run(start) {
      const claude = start('twoQuestionsAndBash', 'two questions pending at the same time, then a permission request');
      claude.prompt('ASK_TWICE_AND_BASH');
      const first = await claude.asked();
      const second = await claude.asked();
      claude.respond(second.request_id, allowed(second, { answers: { [featuresQuestion]: 'Login' } }));
      await claude.quiet(1500); // does its result wait for the first?
      claude.respond(first.request_id, allowed(first, { answers: { [databaseQuestion]: 'SQLite' } }));
      const command = await claude.asked();
      await claude.quiet(1500); // which results come before the permission is given?
      claude.respond(command.request_id, { behavior: 'allow', updatedInput: command.request.input });
      await claude.result();
      await claude.end();
    },
  },
  {
    name: 'planAccepted',
    oldestToo: true,
    async run(start) {
      const claude = start('planAccepted', 'ExitPlanMode asks like a permission', { args: ['--permission-mode', 'plan'] });
      claude.prompt('MAKE_A_PLAN');
      const asked = await claude.asked();
      claude.respond(asked.request_id, { behavior: 'allow', updatedInput: asked.request.input });
      await claude.result();
      await claude.end();
    },
  },
  {
    name: 'agentRuns',
    oldestToo: true,
    async run(start) {
      const claude = start('agentRuns', 'a subagent: parent_tool_use_id, and tasks which end after the turn');
      claude.prompt('SEND_AN_AGENT');
      await claude.result();
      await claude.quiet(3000);
      await claude.end();
    },
  },
];
