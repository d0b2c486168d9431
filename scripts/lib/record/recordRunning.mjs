// The recorded scene of what runs during a turn: a command in the background, a command in the foreground, and a subagent.

/** @typedef {import('./recordScenarios.mjs').Scenario} Scenario */

/** @type {Scenario[]} */
export const runningScenarios = [
  {
    name: 'runningTasks',
    middleToo: true,
    async run(start) {
      const about = 'a background command, stopped singly; a command that ends, then one that goes to the background; a subagent';
      const claude = start('runningTasks', about, { args: ['--allowedTools', 'Bash', 'Read'] });
      let nth = 0;
      /** @param {Record<string, unknown> & { subtype: string }} request */
      const ask = async request => {
        const id = `our-${++nth}`;
        claude.request(id, request);
        await Promise.race([claude.next(message => message.response?.request_id === id), claude.quiet(2500)]);
      };
      /** The task that began last. */
      const task = () => {
        const begun = claude.lines.filter(({ dir, line }) => dir === 'out' && line.includes('"task_started"')).at(-1);
        /** @type {unknown} */
        const message = begun === undefined ? {} : JSON.parse(begun.line);
        return /** @type {{ task_id?: string, tool_use_id?: string }} */ (message);
      };
      claude.request('init-1', { subtype: 'initialize', forwardSubagentText: true, perTaskStopAffordance: true });
      await claude.next(message => message.response?.request_id === 'init-1');
      claude.prompt('RUN_BEHIND');
      await claude.result();
      await ask({ subtype: 'get_task_output', task_id: task().task_id ?? 'none' });
      await ask({ subtype: 'stop_task', task_id: task().task_id ?? 'none' });
      await claude.quiet(1000);
      claude.prompt('RUN_SHORT');
      await claude.result();
      claude.prompt('RUN_LONG');
      await claude.quiet(5000);
      await ask({ subtype: 'get_task_output', task_id: task().task_id ?? 'none' });
      await ask({ subtype: 'background_tasks', tool_use_id: task().tool_use_id ?? 'none' });
      await ask({ subtype: 'stop_task', task_id: task().task_id ?? 'none' });
      await claude.result();
      claude.prompt('RUN_AGENT');
      await claude.result();
      await claude.quiet(3000);
      await claude.kill();
    },
  },
];
