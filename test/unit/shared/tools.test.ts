// The one table of Claude's tools, and what the rows of their calls are told from the CLI's records.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultFacts } from '../../../src/claude/stream/resultFacts.js';
import { resultTextOf, withoutErrorTags } from '../../../src/claude/stream/resultPart.js';
import { toolStarted } from '../../../src/claude/stream/toolSummary.js';
import { finishedTool } from '../../../src/chat/permissions.js';
import { step } from '../../../src/chat/step.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { permissionFor, working } from '../../support/chat.js';
import { actOf, isLook, namesOf, taskUpdate, worktreeTools } from '../../../src/shared/tools.js';

const all = namesOf(
  ...(['read', 'search', 'find', 'list', 'edit', 'edits', 'write', 'cell', 'run', 'output', 'stop', 'fetch', 'searchWeb'] as const),
  ...(['agent', 'skill', 'schedule', 'todos', 'tools', 'planFirst', 'plan', 'ask'] as const),
);

describe('the names of Claude’s tools', () => {
  it('stand in one table, and nowhere else in the code', () => {
    const names = new RegExp(`(?<!\\bt\\()'(?:${[...all, ...worktreeTools, taskUpdate].join('|')})'`);
    const files = ['src', 'webview'].flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(name => /\.tsx?$/.test(name))
        .map(name => join(folder, name).replaceAll('\\', '/')),
    );
    assert.ok(files.length > 500 && names.test(readFileSync('src/shared/tools.ts', 'utf8')));
    const others = files.filter(file => file !== 'src/shared/tools.ts' && names.test(readFileSync(file, 'utf8')));
    assert.deepEqual(others, []);
  });

  it('tell what only looks', () => {
    assert.deepEqual(all.filter(isLook), ['Read', 'Grep', 'Glob', 'LS']);
    assert.equal(actOf('mcp__x__Read'), undefined);
    assert.equal(isLook('constructor'), false);
  });
});

describe('what the row of a call is told', () => {
  const started = (name: string, input: Readonly<Record<string, unknown>>) => {
    const { type: _, toolUseId: __, ...told } = { ...toolStarted({ id: 't', name, input }) } as Extract<ChatEvent, { type: 'toolStarted' }>;
    return told;
  };

  it('is what tells most of the call, and where a search looks', () => {
    assert.deepEqual(started('Grep', { path: '/work/src', pattern: 'export' }), { name: 'Grep', summary: 'export', where: '/work/src' });
    assert.deepEqual(started('Glob', { pattern: '*.ts' }), { name: 'Glob', summary: '*.ts' });
    assert.deepEqual(started('Read', { file_path: '/work/a.ts' }), { name: 'Read', summary: '/work/a.ts' });
    assert.deepEqual(started('Agent', { prompt: 'long', description: 'Look' }), { name: 'Agent', summary: 'Look' });
    assert.deepEqual(started('mcp__x__add', { pattern: 'a', path: 'b' }), { name: 'mcp__x__add', summary: 'b' });
  });

  it('is in numbers what a search has found, an edit has changed, and how long a call took by the CLI’s own record', () => {
    const filenames = ['a', 'b'];
    assert.deepEqual(resultFacts({ mode: 'files_with_matches', filenames, numFiles: 2 }), { found: { count: 2, of: 'files' } });
    assert.deepEqual(resultFacts({ mode: 'content', filenames: [], numFiles: 0, numLines: 9 }), { found: { count: 9, of: 'lines' } });
    assert.deepEqual(resultFacts({ mode: 'count', filenames: [], numFiles: 1, numMatches: 4 }), { found: { count: 4, of: 'places' } });
    assert.deepEqual(resultFacts({ filenames, numFiles: 2, durationMs: 2_600, truncated: false }), {
      found: { count: 2, of: 'files' },
      seconds: 3,
    });
    const hunks = [{ lines: [' a', '-b', '+c', '+d'] }, { lines: ['+e', '\\ No newline at end of file'] }];
    assert.deepEqual(resultFacts({ structuredPatch: hunks }), { changes: { added: 3, removed: 1 } });
    const made = { type: 'create', content: 'a\nb\n', originalFile: null, structuredPatch: [] };
    assert.deepEqual(resultFacts(made), { changes: { added: 2, removed: 0 } });
    assert.deepEqual(resultFacts({ durationSeconds: 4.4, query: 'x', results: [] }), { seconds: 4 });
    for (const other of [
      undefined,
      null,
      'text',
      [],
      {},
      { filenames, numFiles: 'two' },
      { structuredPatch: [{ lines: [1] }] },
      { numFiles: 2 },
    ])
      assert.equal(resultFacts(other), undefined, JSON.stringify(other));
  });

  it('has no tags of an error, whatever the CLI puts behind them', () => {
    assert.equal(withoutErrorTags('<tool_use_error>No such file</tool_use_error>'), 'No such file');
    assert.equal(withoutErrorTags('\n<tool_use_error>No such file</tool_use_error>\n\nMore'), 'No such file\n\nMore');
    assert.equal(withoutErrorTags('a <tool_use_error> b'), 'a <tool_use_error> b');
    assert.equal(withoutErrorTags(resultTextOf({ type: 'tool_result', tool_use_id: 't', content: 'fine' })), 'fine');
  });
});

describe('how long a call ran', () => {
  const call = (id: string, name = 'Bash'): ChatEvent => ({ type: 'toolStarted', toolUseId: id, name, summary: 'x' });
  const result = (id: string): ChatEvent => ({ type: 'toolFinished', toolUseId: id, isError: false, text: 'out' });
  const run = (...events: readonly (readonly [at: number, event: ChatEvent])[]): ChatState =>
    events.reduce((state, [at, event]) => step(state, event, at).state, working);
  const secondsOf = (state: ChatState): unknown[] => state.items.flatMap(item => (item.kind === 'tool' ? [item.seconds] : []));

  it('is from its beginning to its result, and not told below two seconds', () => {
    assert.deepEqual(secondsOf(run([0, call('a')], [12_400, result('a')], [13_000, call('b')], [14_400, result('b')])), [12, undefined]);
  });

  it('does not count the time of the person, who was asked for it', () => {
    const decided: ChatEvent = { type: 'permissionDecided', requestId: 'p-a', decision: 'allow' };
    assert.deepEqual(secondsOf(run([0, call('a')], [100, permissionFor('a')], [60_000, decided], [65_000, result('a')])), [5]);
    // Decided elsewhere: nobody has seen when.
    assert.deepEqual(secondsOf(run([0, call('a')], [100, permissionFor('a')], [65_000, result('a')])), [undefined]);
  });

  it('is not told of a call that may have waited behind another one, but of subagents, which run beside each other', () => {
    assert.deepEqual(secondsOf(run([0, call('a')], [1, call('b')], [5_000, result('a')], [9_000, result('b')])), [5, undefined]);
    const both = run([0, call('a', 'Agent')], [1_000, call('b', 'Agent')], [5_000, result('a')], [9_000, result('b')]);
    assert.deepEqual(secondsOf(both), [5, 8]);
  });

  it('is what the CLI has measured, where it tells that', () => {
    const item = { kind: 'tool', id: 'a', name: 'WebFetch', summary: '', state: 'running', result: '', since: 0 } as const;
    const told = { type: 'toolFinished', toolUseId: 'a', isError: false, text: '' } as const;
    assert.equal(finishedTool(item, { ...told, facts: { seconds: 7 } }, 60_000).seconds, 7);
    assert.equal(finishedTool(item, told).seconds, undefined);
    assert.ok(!('since' in finishedTool(item, told, 1)));
  });
});
