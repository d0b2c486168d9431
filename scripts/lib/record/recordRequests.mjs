// The recorded scene of the control requests that a chat sends of its own accord, with what each version of the CLI replies.

/** @typedef {import('./recordScenarios.mjs').Scenario} Scenario */

const nobody = '00000000-0000-4000-8000-00000000ffff';

/** Each with fields that change nothing outside of the session. */
const requests = [
  { subtype: 'no_such_request' },
  { subtype: 'set_permission_mode', mode: 'plan' },
  { subtype: 'set_permission_mode', mode: 'bypassPermissions' },
  { subtype: 'set_permission_mode', mode: 'default' },
  { subtype: 'set_model', model: 'sonnet' },
  { subtype: 'apply_flag_settings', settings: { effortLevel: 'low' } },
  { subtype: 'list_models' },
  { subtype: 'list_permission_rules' },
  { subtype: 'get_context_usage', detail: 'summary' },
  { subtype: 'get_usage' },
  { subtype: 'get_session_cost' },
  { subtype: 'get_plan' },
  { subtype: 'mcp_status' },
  { subtype: 'mcp_reconnect', serverName: 'none' },
  { subtype: 'mcp_toggle', serverName: 'none', enabled: false },
  { subtype: 'file_suggestions', query: 'READ' },
  { subtype: 'side_question', question: 'Which words were written?', history: [] },
  { subtype: 'cancel_async_message', message_uuid: nobody },
  { subtype: 'background_tasks' },
  { subtype: 'get_task_output', task_id: 'none' },
  { subtype: 'stop_task', task_id: 'none' },
  { subtype: 'rewind_files', user_message_id: nobody, dry_run: true },
  { subtype: 'export_conversation' },
];

/** @type {Scenario[]} */
export const requestScenarios = [
  {
    name: 'chatRequests',
    oldestToo: true,
    middleToo: true,
    async run(start) {
      const claude = start('chatRequests', 'after a turn: the control requests of a chat, one at a time; 2.0.77 is silent about some', {
        args: ['--replay-user-messages'],
        env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' },
      });
      claude.request('init-1', { subtype: 'initialize', forwardSubagentText: true, perTaskStopAffordance: true });
      await claude.next(message => message.response?.request_id === 'init-1');
      const content = [{ type: 'text', text: 'WRITE_RICH_TEXT' }];
      claude.send({
        type: 'user',
        uuid: '00000000-0000-4000-8000-00000000aaaa',
        origin: { kind: 'human' },
        message: { role: 'user', content },
      });
      await claude.result();
      for (const [nth, request] of requests.entries()) {
        const id = `our-${nth + 1}`;
        claude.request(id, request);
        await Promise.race([claude.next(message => message.response?.request_id === id), claude.quiet(1500)]);
      }
      await claude.end();
    },
  },
  {
    name: 'queuedMessages',
    oldestToo: true,
    middleToo: true,
    async run(start) {
      const about = 'messages in mid-turn: taken back, run after an interrupt, and with priority now; 2.0.77 knows the interrupt only';
      const claude = start('queuedMessages', about, { args: ['--replay-user-messages'] });
      /** @param {string} digit @param {string} text @param {object} [more] */
      const say = (digit, text, more = {}) => {
        const uuid = `00000000-0000-4000-8000-00000000000${digit}`;
        claude.send({
          type: 'user',
          uuid,
          ...more,
          origin: { kind: 'human' },
          message: { role: 'user', content: [{ type: 'text', text }] },
        });
        return uuid;
      };
      /** @param {string} id @param {Record<string, unknown> & { subtype: string }} request */
      const ask = async (id, request) => {
        claude.request(id, request);
        await Promise.race([claude.next(message => message.response?.request_id === id), claude.quiet(1500)]);
      };
      claude.request('init-1', { subtype: 'initialize' });
      await claude.next(message => message.response?.request_id === 'init-1');
      say('1', 'WAIT_FOR_MORE');
      await claude.next(message => message.type === 'stream_event');
      const second = say('2', 'Second');
      await ask('back-1', { subtype: 'cancel_async_message', message_uuid: second });
      await ask('back-2', { subtype: 'cancel_async_message', message_uuid: second });
      say('3', 'Third');
      claude.request('stop-1', { subtype: 'interrupt' });
      await claude.result();
      await claude.quiet(3000);
      say('4', 'WAIT_FOR_MORE');
      await claude.next(message => message.type === 'stream_event');
      say('5', 'Fifth', { priority: 'now' });
      await claude.quiet(3000);
      await claude.kill();
    },
  },
];
