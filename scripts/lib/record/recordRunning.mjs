// The recorded scenes of what runs during a turn: a command in the background, a command in the foreground, and a subagent. And of what is scheduled.

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
  {
    name: 'scheduledJobs',
    middleToo: true,
    async run(start) {
      const claude = start('scheduledJobs', 'jobs that Claude schedules: one runs, behind it one is deleted; a wake-up, and its end');
      claude.request('init-1', { subtype: 'initialize', perTaskStopAffordance: true });
      claude.prompt('SCHEDULE_JOBS');
      await claude.result();
      // The turn of the job.
      await claude.result();
      for (const prompt of ['DELETE_JOB', 'WAKE_UP', 'SLEEP_ON', 'LIST_JOBS']) {
        claude.prompt(prompt);
        await claude.result();
      }
      await claude.end();
      const next = start('resumedJobs', 'what a process that resumes the session has of the jobs', {
        args: ['--resume', claude.sessionId ?? ''],
      });
      next.request('init-1', { subtype: 'initialize' });
      next.prompt('LIST_JOBS');
      await next.result();
      await next.end();
    },
  },
];
