// *Allow always*: the rules that the CLI suggests, in words that are never wider or narrower than the rule, and the line that adds exactly them.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decode } from '../../../src/claude/stream/decode.js';
import { encode } from '../../../src/claude/stream/encode.js';
import { createEventMapper } from '../../../src/claude/stream/toEvents.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { PermissionState, ChatState } from '../../../src/chat/state.js';
import { viewPermission } from '../../../src/chat/view.js';
import type { PermissionUpdate } from '../../../src/shared/permissionRuleSchema.js';
import type { RulePlace, TickedRules } from '../../../src/shared/permissionRules.js';
import { lineOfRule } from '../../../src/shared/ruleLine.js';
import { offeredRules, placesOf } from '../../../src/shared/permissionRules.js';
import type { PermissionItem } from '../../../src/shared/transcript.js';
import { after, effectsOf, ended, exited, working } from '../../support/chat.js';

const rules = (...all: readonly (readonly [toolName: string, ruleContent?: string])[]): PermissionUpdate => ({
  type: 'addRules',
  rules: all.map(([toolName, ruleContent]) => ({ toolName, ...(ruleContent !== undefined && { ruleContent }) })),
  behavior: 'allow',
  destination: 'localSettings',
});
const edits: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
const npm = rules(['Bash', 'npm run *']);

function asked(more: Readonly<Record<string, unknown>>, toolName = 'Bash', input: object = { command: 'npm run build' }): ChatState {
  const request = { subtype: 'can_use_tool', tool_name: toolName, tool_use_id: 't', input, ...more };
  const decoded = decode(JSON.stringify({ type: 'control_request', request_id: 'p-t', request }));
  assert.ok(decoded.outcome === 'message');
  const events: ChatEvent[] = [];
  createEventMapper(event => events.push(event)).read(decoded.message);
  return after(working, ...events);
}

const stateOf = (state: ChatState): PermissionState => {
  const item = state.items.at(-1);
  return item?.kind === 'permission' ? item : assert.fail();
};
const viewOf = (state: ChatState): PermissionItem => viewPermission(stateOf(state));
const ticked = (always: TickedRules): ChatEvent => ({ type: 'permissionDecided', requestId: 'p-t', decision: 'allow', always });
/** Allows with all that the card of `state` offers. */
const always = (state: ChatState, place: RulePlace): ChatEvent =>
  ticked({ ticked: (viewOf(state).always ?? []).map((_, position) => position), place });
const linesOf = (updates: readonly PermissionUpdate[]) => offeredRules(updates)?.map(({ line }) => line);
const placesFor = (updates: readonly PermissionUpdate[]) => placesOf(offeredRules(updates) ?? []);
const repliesTo = (state: ChatState, event: ChatEvent): readonly unknown[] =>
  effectsOf(state, event).flatMap(effect => {
    if (effect.type !== 'writeToClaude') return [];
    const line = JSON.parse(encode(effect.message, effect.writeId)) as { readonly response: { readonly response: unknown } };
    return [line.response.response];
  });

describe('the words of a rule', () => {
  for (const [tool, content, as, text] of [
    ['Bash', 'npm run *', 'prefix', 'npm run'],
    ['Bash', 'npm run:*', 'prefix', 'npm run'],
    ['Bash', 'npm run build', 'exact', 'npm run build'],
    ['Bash', "printf 'one\n'", 'exact', "printf 'one\n'"],
    ['Bash', '', 'every', 'Bash'],
    ['Bash', '*', 'rule', 'Bash(*)'],
    ['Bash', ' *', 'rule', 'Bash( *)'],
    ['Bash', 'git * main', 'rule', 'Bash(git * main)'],
    ['Bash', 'git * main *', 'rule', 'Bash(git * main *)'],
    ['Bash', 'echo \\* *', 'rule', 'Bash(echo \\* *)'],
    ['Bash', 'ls*', 'rule', 'Bash(ls*)'],
    ['WebFetch', 'domain:example.org', 'domain', 'example.org'],
    ['WebFetch', 'domain:*.org', 'rule', 'WebFetch(domain:*.org)'],
    ['Read', '//etc/**', 'below', '/etc'],
    ['Read', '/etc/**', 'rule', 'Read(/etc/**)'],
    ['Read', '//etc/*/**', 'rule', 'Read(//etc/*/**)'],
    ['Edit', '//etc/**', 'rule', 'Edit(//etc/**)'],
    ['mcp__notes__add', '', 'every', 'mcp__notes__add'],
  ] as const) {
    it(`${tool}(${JSON.stringify(content)}) is ${as}`, () => {
      const made = rules(content === '' ? [tool] : [tool, content]);
      assert.deepEqual(linesOf([made]), [{ as, text }]);
    });
  }

  for (const [rule, as, text] of [
    ['Bash', 'every', 'Bash'],
    ['Bash(git push *)', 'prefix', 'git push'],
    ['Bash(python3 -c "print\\(1\\)")', 'exact', 'python3 -c "print(1)"'],
    ['Bash(git * main)', 'rule', 'Bash(git * main)'],
    ['Read(//etc/**)', 'below', '/etc'],
    ['mcp__notes__add', 'every', 'mcp__notes__add'],
    ['not a rule', 'rule', 'not a rule'],
    ['Bash(', 'rule', 'Bash('],
  ] as const) {
    it(`${rule} of the settings is ${as}`, () => assert.deepEqual(lineOfRule(rule), { as, text }));
  }

  it('are one for each rule, folder and mode, and none where nobody could read them all', () => {
    const folder: PermissionUpdate = { type: 'addDirectories', directories: ['/a', '/b'], destination: 'session' };
    assert.deepEqual(
      linesOf([edits, folder, rules(['Bash', 'a'], ['Bash', 'b *'])])?.map(({ as, text }) => `${as} ${text}`),
      ['edits ', 'directory /a', 'directory /b', 'exact a', 'prefix b'],
    );
    assert.equal(linesOf([]), undefined);
    assert.equal(linesOf([rules(['Bash', 'x'.repeat(10_001)])]), undefined);
  });

  it('go to any of four places, and with a mode to the chat alone', () => {
    assert.deepEqual(placesFor([npm]), ['session', 'localSettings', 'projectSettings', 'userSettings']);
    assert.deepEqual(placesFor([edits, npm]), ['session']);
  });

  for (const [destination, places] of [
    ['session', ['session']],
    ['localSettings', ['session', 'localSettings']],
    ['projectSettings', ['session', 'localSettings', 'projectSettings']],
    ['userSettings', ['session', 'localSettings', 'userSettings']],
    ['cliArg', ['session']],
  ] as const) {
    it(`go with a folder for ${destination} to no wider place: ${places.join(', ')}`, () => {
      const folder: PermissionUpdate = { type: 'addDirectories', directories: ['/a'], destination };
      assert.deepEqual(placesFor([folder]), places);
      assert.deepEqual(placesFor([npm, folder]), places);
      const state = asked({ permission_suggestions: [npm, folder] });
      for (const place of ['session', 'localSettings', 'projectSettings', 'userSettings'] as const) {
        const isOffered = (places as readonly string[]).includes(place);
        assert.equal(repliesTo(state, always(state, place)).length, isOffered ? 1 : 0, place);
      }
    });
  }
});

describe('allow always', () => {
  it('adds exactly what the CLI has suggested, at the place that was pressed, and the row says so', () => {
    const suggested = [rules(['Bash', 'mkdir a *'], ['Bash', 'cp b *']), npm];
    const state = asked({ permission_suggestions: suggested });
    for (const place of ['session', 'localSettings', 'projectSettings', 'userSettings'] as const) {
      assert.deepEqual(repliesTo(state, always(state, place)), [
        {
          behavior: 'allow',
          updatedInput: { command: 'npm run build' },
          updatedPermissions: suggested.map(one => ({ ...one, destination: place })),
        },
      ]);
      const lines = ['mkdir a', 'cp b', 'npm run'].map(text => ({ as: 'prefix', text }));
      assert.deepEqual(viewOf(after(state, always(state, place))).added, { lines, place });
    }
    assert.equal('suggestions' in stateOf(after(state, always(state, 'session'))), false);
    assert.deepEqual(repliesTo(state, { type: 'permissionDecided', requestId: 'p-t', decision: 'allow' }), [
      { behavior: 'allow', updatedInput: { command: 'npm run build' } },
    ]);
  });

  it('adds nothing that was not ticked, at a place that what is ticked may go to', () => {
    const folders: PermissionUpdate = { type: 'addDirectories', directories: ['/a', '/b'], destination: 'session' };
    const state = asked({ permission_suggestions: [rules(['Bash', 'rm *'], ['Bash', 'curl *']), folders, edits] });
    const shown = viewOf(state).always ?? [];
    const some = fc.subarray(shown.map((_, position) => position));
    fc.assert(
      fc.property(some, fc.constantFrom('session', 'localSettings', 'userSettings'), (positions, place) => {
        const event = ticked({ ticked: positions, place });
        const [reply] = repliesTo(state, event) as readonly { readonly updatedPermissions: readonly PermissionUpdate[] }[];
        const [rm, curl, a, b, mode] = shown.map((_, position) => positions.includes(position));
        const isOffered = positions.length > 0 && (place === 'session' || !(a || b || mode));
        assert.equal(reply !== undefined, isOffered);
        if (reply === undefined) return;
        const allow = [...(rm ? [['Bash', 'rm *'] as const] : []), ...(curl ? [['Bash', 'curl *'] as const] : [])];
        const directories = [...(a ? ['/a'] : []), ...(b ? ['/b'] : [])];
        assert.deepEqual(reply.updatedPermissions, [
          ...(allow.length > 0 ? [{ ...rules(...allow), destination: place }] : []),
          ...(directories.length > 0 ? [{ ...folders, directories }] : []),
          ...(mode ? [edits] : []),
        ]);
        assert.deepEqual(viewOf(after(state, event)).added, { lines: positions.map(one => shown[one]?.line), place });
      }),
    );
  });

  it('does nothing with a position that the card does not have', () => {
    const state = asked({ permission_suggestions: [npm] });
    for (const positions of [[1], [0, 1], [-1], [0.5], []])
      assert.deepEqual(repliesTo(state, ticked({ ticked: positions, place: 'session' })), [], String(positions));
  });

  it('is said on the row only where the CLI has got it', () => {
    const state = asked({ permission_suggestions: [npm] });
    const decided = after(state, always(state, 'session'));
    const { writeId = '' } = stateOf(decided);
    const written = after(decided, { type: 'writeAcknowledged', writeId });
    const added = { lines: [{ as: 'prefix', text: 'npm run' }], place: 'session' };
    for (const [events, expected] of [
      [[{ type: 'writeFailed', writeId }], undefined],
      [[exited], undefined],
      [[ended, exited], undefined],
      [[{ type: 'writeAcknowledged', writeId }, ended, exited], added],
    ] as const)
      assert.deepEqual(viewOf(after(decided, ...events)).added, expected, JSON.stringify(events));
    assert.equal('writeId' in stateOf(written), false);
  });

  it('waits for the place of the path, as Allow does', () => {
    const state = asked({ permission_suggestions: [edits] }, 'Write', { file_path: '/work/a', content: '' });
    const place = { outside: false, relative: 'a' };
    const [check] = effectsOf(state, always(state, 'session'));
    assert.ok(check?.type === 'checkPlace' && check.always?.place === 'session');
    const allowed = { type: 'placeChecked', requestId: 'p-t', place, shown: place, always: { ticked: [0], place: 'session' } } as const;
    assert.match(
      JSON.stringify(repliesTo(state, allowed)),
      /"updatedPermissions":\[\{"type":"setMode","mode":"acceptEdits","destination":"session"\}\]/,
    );
  });

  it('does nothing at a place that was not offered', () => {
    const state = asked({ permission_suggestions: [edits] });
    for (const other of [state, asked({}), asked({ permission_suggestions: [npm], suppress_always_allow_rule: true })])
      assert.deepEqual([repliesTo(other, always(other, 'userSettings')), after(other, always(other, 'userSettings'))], [[], other]);
  });

  for (const [title, suggestions] of [
    ['a denial', [{ ...npm, behavior: 'deny' }]],
    ['a rule that is taken away', [{ ...npm, type: 'removeRules' }]],
    ['all permissions', [{ ...edits, mode: 'bypassPermissions' }]],
    ['a field that nobody knows here', [npm, { ...npm, until: 'tomorrow' }]],
    ['nothing', []],
  ] as const) {
    it(`is not offered where the CLI suggests ${title}`, () => {
      assert.equal(viewOf(asked({ permission_suggestions: suggestions })).always, undefined);
    });
  }

  it('is not offered where the CLI wants no rule, and the card knows where to think twice', () => {
    assert.equal(viewOf(asked({ permission_suggestions: [npm], suppress_always_allow_rule: true })).always, undefined);
    const twice = viewOf(asked({ permission_suggestions: [npm], default_to_no: true }));
    assert.deepEqual([twice.defaultToNo, twice.always], [true, undefined]);
    assert.deepEqual(
      viewOf(asked({ permission_suggestions: [npm], default_to_no: false })).always?.map(({ line }) => line),
      [{ as: 'prefix', text: 'npm run' }],
    );
    assert.equal(viewOf(asked({ default_to_no: false })).defaultToNo, undefined);
  });
});
