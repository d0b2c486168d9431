import assert from 'node:assert/strict';
import type { ControlReply, ControlRequest } from '../../../../src/claude/stream/controlRequests.js';
import { ControlRequests } from '../../../../src/claude/stream/controlRequests.js';
import { decode } from '../../../../src/claude/stream/decode.js';
import { readRecording } from '../../../support/replay.js';

interface Line {
  readonly type: string;
  readonly request_id: string;
  readonly request?: { readonly subtype: string };
}

describe('requests to the CLI', () => {
  function connected(version: string | undefined = '2.1.329', unsupported = new Set<string>()) {
    const lines: Line[] = [];
    const timers: { readonly ms: number; readonly run: () => void; cancelled: boolean }[] = [];
    let isOpen = true;
    const requests = new ControlRequests({
      write: line => {
        if (isOpen) lines.push(JSON.parse(line) as Line);
        return Promise.resolve(isOpen);
      },
      clock: {
        after: (ms, run) => {
          const timer = { ms, run, cancelled: false };
          timers.push(timer);
          return () => (timer.cancelled = true);
        },
      },
      version,
      unsupported,
    });
    const idAt = (index: number): string => lines[index]?.request_id ?? assert.fail('no such line');
    return { requests, lines, timers, unsupported, idAt, close: () => (isOpen = false) };
  }

  it('give each reply to the request that it names, in any order', async () => {
    const { requests, lines, idAt } = connected();
    const cost = requests.send({ subtype: 'get_session_cost' });
    const plan = requests.send({ subtype: 'get_plan' });
    assert.deepEqual(
      lines.map(({ request }) => request?.subtype),
      ['get_session_cost', 'get_plan'],
    );
    requests.replied({ request_id: 'another', subtype: 'success', response: { text: 'of nobody' } });
    requests.replied({ request_id: idAt(1), subtype: 'success', response: { exists: false } });
    requests.replied({ request_id: idAt(0), subtype: 'success' });
    assert.deepEqual(await plan, { ok: true, response: { exists: false } });
    assert.deepEqual(await cost, { ok: true, response: {} });
  });

  it('are not sent again to a version that has said that it does not know them', async () => {
    const window = connected('2.1.100');
    const first = window.requests.send({ subtype: 'get_plan' });
    const error = 'Unsupported control request subtype: get_plan';
    window.requests.replied({ request_id: window.idAt(0), subtype: 'error', error });
    assert.deepEqual(await first, { ok: false, why: 'unsupported', detail: error });
    assert.equal(window.requests.knows('get_plan'), false);
    const nextChat = connected('2.1.100', window.unsupported);
    assert.equal((await nextChat.requests.send({ subtype: 'get_plan' })).ok, false);
    assert.deepEqual(nextChat.lines, []);
    assert.equal(connected('2.1.329', window.unsupported).requests.knows('get_plan'), true);
  });

  it('tell in the words of the CLI that it has refused one', async () => {
    const { requests, idAt, unsupported } = connected();
    const mode = requests.send({ subtype: 'set_permission_mode', mode: 'bypassPermissions' });
    requests.replied({ request_id: idAt(0), subtype: 'error', error: 'Cannot set permission mode' });
    assert.deepEqual(await mode, { ok: false, why: 'failed', detail: 'Cannot set permission mode' });
    assert.equal(unsupported.size, 0);
  });

  it('go to 2.0.77, which is silent about the others, only where it knows them', async () => {
    const { requests, lines } = connected('2.0.77');
    assert.deepEqual(await requests.send({ subtype: 'get_plan' }), { ok: false, why: 'unsupported', detail: '' });
    void requests.send({ subtype: 'set_model', model: 'sonnet' });
    assert.deepEqual(
      lines.map(({ request }) => request?.subtype),
      ['set_model'],
    );
  });

  it('wait no longer than their limit, and nothing is concluded from the silence', async () => {
    const { requests, timers, idAt } = connected();
    const usage = requests.send({ subtype: 'get_usage' }, { limit: 500 });
    assert.equal(timers[0]?.ms, 500);
    timers[0].run();
    assert.deepEqual(await usage, { ok: false, why: 'silent', detail: '' });
    assert.equal(requests.knows('get_usage'), true);
    requests.replied({ request_id: idAt(0), subtype: 'success' });
    const next = requests.send({ subtype: 'get_usage' }, { limit: 500 });
    requests.replied({ request_id: idAt(1), subtype: 'success', response: { session: {} } });
    assert.equal((await next).ok, true);
    assert.equal(timers[1]?.cancelled, true);
  });

  it('are taken back with the same id', async () => {
    const { requests, lines, idAt } = connected();
    const stop = new AbortController();
    const answer = requests.send({ subtype: 'side_question', question: 'Why?' }, { signal: stop.signal });
    stop.abort();
    assert.deepEqual(await answer, { ok: false, why: 'cancelled', detail: '' });
    assert.deepEqual(lines[1], { type: 'control_cancel_request', request_id: idAt(0) });
    assert.equal((await requests.send({ subtype: 'side_question' }, { signal: stop.signal })).ok, false);
    assert.equal(lines.length, 2);
  });

  it('end with the process', async () => {
    const { requests, close } = connected();
    const ended: ControlReply = { ok: false, why: 'ended', detail: '' };
    const waiting = requests.send({ subtype: 'get_plan' });
    requests.end();
    assert.deepEqual(await waiting, ended);
    assert.deepEqual(await requests.send({ subtype: 'get_plan' }), ended);
    const broken = connected();
    broken.close();
    close();
    assert.deepEqual(await broken.requests.send({ subtype: 'get_plan' }), ended);
  });

  for (const { name, unknown } of [
    { name: 'chatRequests', unknown: ['no_such_request'] },
    {
      name: 'chatRequests.middle',
      unknown: [
        ...['no_such_request', 'list_models', 'list_permission_rules', 'get_usage', 'get_session_cost', 'get_plan', 'file_suggestions'],
        ...['background_tasks', 'get_task_output', 'export_conversation'],
      ],
    },
    {
      name: 'chatRequests.oldest',
      unknown: [
        ...['no_such_request', 'apply_flag_settings', 'list_models', 'list_permission_rules', 'get_context_usage', 'get_usage'],
        ...['get_session_cost', 'get_plan', 'mcp_reconnect', 'mcp_toggle', 'file_suggestions', 'side_question'],
        ...['cancel_async_message', 'background_tasks', 'get_task_output', 'stop_task', 'export_conversation'],
      ],
    },
  ]) {
    it(`${name}: each request has the outcome that this version gave it`, async () => {
      const { version, lines } = readRecording(name);
      const { requests, lines: sent, idAt } = connected(version);
      const outcomes: { readonly subtype: string; readonly reply: Promise<ControlReply> }[] = [];
      const ids = new Map<string, string>();
      for (const { dir, line } of lines) {
        const decoded = decode(line);
        if (decoded.outcome !== 'message') continue;
        const { message } = decoded;
        if (message.type === 'control_response') {
          const { request_id: id, ...response } = message.response;
          requests.replied({ ...response, request_id: ids.get(id) ?? '' });
        } else if (dir === 'in' && message.type === 'control_request') {
          const { request } = JSON.parse(line) as { readonly request: ControlRequest };
          outcomes.push({ subtype: request.subtype, reply: requests.send(request) });
          if (requests.knows(request.subtype)) ids.set(message.request_id, idAt(sent.length - 1));
        }
      }
      const replies = await Promise.all(outcomes.map(async ({ subtype, reply }) => ({ subtype, reply: await reply })));
      assert.deepEqual(
        replies.filter(({ reply }) => !reply.ok && reply.why === 'unsupported').map(({ subtype }) => subtype),
        unknown,
      );
      assert.ok(replies.some(({ subtype, reply }) => subtype === 'mcp_status' && reply.ok));
      // 2.0.77 takes the mode without a word where newer versions refuse it.
      const bypass = replies.filter(({ subtype }) => subtype === 'set_permission_mode').map(({ reply }) => reply.ok);
      assert.deepEqual(bypass, version === '2.0.77' ? [true, true, true] : [true, false, true]);
    });
  }
});
