// The change of another program's configuration, to the byte.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ServerEntry } from '../../../../src/host/agents/configText.js';
import { entryIn, withEntry, withoutEntry } from '../../../../src/host/agents/configText.js';

const json: ServerEntry = { format: 'json', path: ['mcpServers', 'parley'], value: { command: '/p/ask', args: ['--waits', '60'] } };
const toml: ServerEntry = {
  format: 'toml',
  path: ['mcp_servers', 'parley'],
  value: { command: 'C:\\p "q"\\ask', args: ['--waits', '60'], tool_timeout_sec: 60 },
};
const block = '[mcp_servers.parley]\ncommand = "C:\\\\p \\"q\\"\\\\ask"\nargs = ["--waits", "60"]\ntool_timeout_sec = 60\n';

const textOf = (changed: ReturnType<typeof withEntry>): string => ('text' in changed ? changed.text : changed.problem);

describe('an MCP server in a configuration', () => {
  it('of JSON stands beside comments, indents and line ends that stay', () => {
    const before =
      '\ufeff{\r\n\t// mine\r\n\t"theme": "dark", /* too */\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "x" },\r\n\t},\r\n}';
    const after = textOf(withEntry(before, json));
    assert.equal(
      after,
      '\ufeff{\r\n\t// mine\r\n\t"theme": "dark", /* too */\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "x" },\r\n\t\t"parley": {\r\n\t\t\t"command": "/p/ask",\r\n\t\t\t"args": [\r\n\t\t\t\t"--waits",\r\n\t\t\t\t"60"\r\n\t\t\t]\r\n\t\t}\r\n\t},\r\n}',
    );
    assert.deepEqual([entryIn(before, json), entryIn(after, json)], ['none', 'same']);
    assert.match(textOf(withoutEntry(after, json)), /\/\/ mine\r\n\t"theme": "dark", \/\* too \*\/[^]*"other": \{ "command": "x" \}/);
    assert.equal(entryIn(textOf(withoutEntry(after, json)), json), 'none');
  });

  it('of JSON is the whole of a file that was empty or not there, and takes the place of another of its name', () => {
    assert.deepEqual(JSON.parse(textOf(withEntry('', json))), { mcpServers: { parley: json.value } });
    assert.match(textOf(withEntry('', json)), /^\{\n {2}"mcpServers": \{\n[^]*\}\n$/);
    const other = '{"mcpServers":{"parley":{"command":"/old/ask"}}}';
    assert.equal(entryIn(other, json), 'another');
    assert.deepEqual(JSON.parse(textOf(withEntry(other, json))), { mcpServers: { parley: json.value } });
  });

  it('of JSON changes nothing but its own lines, however the file is written', () => {
    const own = '"parley": {\n    "command": "/p/ask"\n  }';
    const entry: ServerEntry = { format: 'json', path: ['parley'], value: { command: '/p/ask' } };
    for (const [before, after] of [
      ['{}', `{\n  ${own}\n}`],
      ['{\n}\n', `{\n  ${own}\n}\n`],
      ['{ "a": 1 }', `{ "a": 1,\n  ${own}\n }`],
      ['{\n  "a": 1 // one\n}', `{\n  "a": 1, // one\n  ${own}\n}`],
      ['{\n  "a": 1, // one\n  // two\n}', `{\n  "a": 1, // one\n  // two\n  ${own}\n}`],
      ['{\n  "a": [1,2]\n  /* , */\n}', `{\n  "a": [1,2],\n  /* , */\n  ${own}\n}`],
    ] as const) {
      assert.equal(textOf(withEntry(before, entry)), after);
      assert.equal(entryIn(after, entry), 'same');
    }
  });

  it('is not put into what is no JSON, or has something else in that place', () => {
    assert.equal(textOf(withEntry('{ "a": ', json)), 'unread');
    const deep = '{"mcpServers":'.repeat(100_000);
    assert.deepEqual([entryIn(deep, json), textOf(withEntry(deep, json))], ['none', 'unread']);
    assert.equal(textOf(withEntry('[]', json)), 'other');
    assert.equal(textOf(withEntry('{"mcpServers": []}', json)), 'other');
  });

  it('of JSON is not put into a file that has a name on the way twice, of which the agent reads the other one', () => {
    const own = `"parley":${JSON.stringify(json.value)}`;
    for (const text of [
      '{"mcpServers":{},"mcpServers":{"other":{}}}',
      `{"mcpServers":{${own}},"mcpServers":{}}`,
      `{"mcpServers":{${own},"parley":{"command":"/theirs"}}}`,
    ]) {
      assert.notEqual(entryIn(text, json), 'same', text);
      assert.equal(textOf(withEntry(text, json)), 'other', text);
      assert.equal(textOf(withoutEntry(text, json)), 'other', text);
    }
    assert.equal(entryIn(textOf(withEntry('{"a":1,"a":2}', json)), json), 'same', 'what lies elsewhere is the agent’s own');
  });

  it('of TOML is a table at the end, whatever the last line ends with', () => {
    assert.equal(textOf(withEntry('', toml)), block);
    const before = '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x"';
    const after = textOf(withEntry(before, toml));
    assert.equal(after, `${before}\n\n${block}`);
    assert.deepEqual([entryIn(before, toml), entryIn(after, toml)], ['none', 'same']);
    assert.equal(textOf(withoutEntry(after, toml)), `${before}\n`);
    assert.equal(textOf(withEntry('a = 1\r\n', toml)), `a = 1\r\n\r\n${block.replaceAll('\n', '\r\n')}`);
    const amid = `a = 1\n\n${block}\n# theirs\n[b]\nc = 2\n`;
    assert.equal(textOf(withoutEntry(amid, toml)), 'a = 1\n\n# theirs\n[b]\nc = 2\n');
  });

  it('of TOML takes the place of another of its name, and is not written where that is done in another way', () => {
    const other = '[ mcp_servers . "parley" ]\ncommand = "/old"\n';
    assert.equal(entryIn(other, toml), 'another');
    assert.equal(textOf(withEntry(other, toml)), block);
    assert.equal(textOf(withEntry('mcp_servers = { a = { command = "x" } }\n', toml)), 'other');
    assert.equal(textOf(withEntry('mcp_servers.a.command = "x"\n', toml)), 'other');
    assert.equal(textOf(withoutEntry('[mcp_servers.parley]\ncommand = """\nx\n"""\n', toml)), 'other');
  });

  it('of TOML stays where more of it follows, which would fall to another table or be left alone', () => {
    const begin = '[a]\nx = 1\n[mcp_servers.parley]\ncommand = "/old"\n';
    for (const more of ['# mine\nargs = []\n', '\nargs = []\n', '\n[mcp_servers.parley.tools.ask_user]\napproval_mode = "approve"\n']) {
      assert.equal(textOf(withoutEntry(begin + more, toml)), 'other', more);
      assert.equal(entryIn(begin + more, toml), 'another');
    }
    assert.equal(textOf(withEntry('[mcp_servers]\nparley = { command = "/old" }\n', toml)), 'other');
    assert.equal(textOf(withEntry('[mcp_servers]\nparley.command = "/old"\n', toml)), 'other');
    assert.equal(textOf(withoutEntry(`${begin}# theirs\n\n[b]\n`, toml)), '[a]\nx = 1\n# theirs\n\n[b]\n');
  });

  it('of JSON goes with the comma behind it where it was alone', () => {
    for (const [before, after] of [
      ['{\n  "mcpServers": {\n    "parley": {},\n  },\n}\n', '{\n  "mcpServers": {\n  },\n}\n'],
      ['{ "mcpServers": { "parley": {} /* one */ , // two\n } }', '{ "mcpServers": { /* one */  // two\n } }'],
      ['{ "mcpServers": { "parley": {} } }', '{ "mcpServers": { } }'],
    ] as const) {
      const bare = textOf(withoutEntry(before, json));
      assert.equal(bare, after);
      assert.equal(entryIn(bare, json), 'none');
      assert.equal(entryIn(textOf(withEntry(bare, json)), json), 'same', 'it can be read again');
    }
  });

  it('of TOML leaves every line that was there, in each of 500 files', () => {
    const line = fc.constantFrom('', '# a', 'a = 1', '[t]', '[mcp_servers.x]', 'command = "y"', 'args = ["z"]', '  ');
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), fc.constantFrom('\n', '\r\n'), (lines, ends, end) => {
        const before = lines.join(end) + (ends ? end : '');
        const after = textOf(withEntry(before, toml));
        assert.ok(after.startsWith(before));
        assert.equal(entryIn(after, toml), 'same');
        assert.equal(textOf(withoutEntry(after, toml)).trimEnd(), before.trimEnd());
      }),
      { numRuns: 500 },
    );
  });

  it('of a list stands behind what is there, and takes nothing else along when it goes', () => {
    const value = { matcher: '*', hooks: [{ type: 'command', command: '/p/ask --terminal', timeout: 60 }] };
    const hook: ServerEntry = { format: 'list', path: ['hooks', 'PermissionRequest'], value };
    const theirs = { matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] };
    for (const before of [
      '{}',
      '{\n  "model": "opus"\n}\n',
      '{\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}',
      JSON.stringify({ hooks: { PermissionRequest: [theirs] } }),
      JSON.stringify({ hooks: { PermissionRequest: [] }, model: 'opus' }, null, 4),
    ]) {
      const after = textOf(withEntry(before, hook));
      const parsed = JSON.parse(after) as { hooks: { PermissionRequest: unknown[] } };
      assert.deepEqual(parsed.hooks.PermissionRequest.at(-1), value);
      assert.deepEqual([entryIn(before, hook), entryIn(after, hook)], ['none', 'same']);
      const { hooks = {}, ...rest } = JSON.parse(before) as { hooks?: { PermissionRequest?: unknown[]; Stop?: unknown[] } };
      const back = JSON.parse(textOf(withoutEntry(after, hook))) as typeof rest & { hooks?: typeof hooks };
      const isEmpty = hooks.PermissionRequest?.length === 0;
      assert.deepEqual(back, { ...rest, ...(Object.keys(hooks).length > 0 && !isEmpty && { hooks }) });
    }
    assert.deepEqual(JSON.parse(textOf(withEntry('', hook))), { hooks: { PermissionRequest: [value] } });
    assert.deepEqual(
      ['{ "a"', '{"hooks": []}', '{"hooks": {"PermissionRequest": {}}}'].map(text => textOf(withEntry(text, hook))),
      ['unread', 'other', 'other'],
    );
  });

  it('of a list leaves every other character, comments and commas at an end among them, and goes again', () => {
    const value = { matcher: '*', hooks: [{ type: 'command', command: '/p/ask --terminal' }] };
    const hook: ServerEntry = { format: 'list', path: ['hooks', 'PermissionRequest'], value };
    for (const [before, kept] of [
      ['{"model":"x",}', '{"model":"x",'],
      ['{ "a": [1,2] // c\n}', '{ "a": [1,2], // c\n'],
      ['\ufeff{"a":1}', '\ufeff{"a":1,'],
      ['{"hooks":{"PermissionRequest":[{"matcher":"a"},]},}', '{"hooks":{"PermissionRequest":[{"matcher":"a"},\n'],
      ['{"hooks":{"Stop":[]},\n}', '{"hooks":{"Stop":[],\n'],
      [
        '{\n "hooks": {\n  // mine\n  "PermissionRequest": [\n   {"matcher":"Bash"} // tail\n  ]\n }\n}\n',
        '   {"matcher":"Bash"}, // tail\n   {\n',
      ],
      ['{"hooks":{"PermissionRequest":[ // mine\n]}}', '{"hooks":{"PermissionRequest":[ // mine\n'],
    ] as const) {
      const after = textOf(withEntry(before, hook));
      assert.equal(entryIn(after, hook), 'same', before);
      assert.ok(after.includes(kept), after);
      const back = textOf(withoutEntry(after, hook));
      assert.equal(back.replace(/[\s,]/g, ''), before.replace(/[\s,]/g, ''), 'nothing of the person’s has gone');
      assert.equal(entryIn(textOf(withEntry(back, hook)), hook), 'same', 'it can be read again');
    }
  });

  it('of a list goes out of the middle, and leaves the comments beside it', () => {
    const value = { matcher: '*', hooks: [] };
    const hook: ServerEntry = { format: 'list', path: ['hooks', 'PermissionRequest'], value };
    const own = JSON.stringify(value);
    for (const [before, after] of [
      [`{"hooks":{"PermissionRequest":[${own},],},}`, '{}'],
      [`{"hooks":{"PermissionRequest":[{"m":1},${own},],},}`, '{"hooks":{"PermissionRequest":[{"m":1},],},}'],
      [`{"hooks":{"PermissionRequest":[${own}, // mine\n{"m":1}]}}`, '{"hooks":{"PermissionRequest":[ // mine\n{"m":1}]}}'],
      [`{"hooks":{"PermissionRequest":[{"m":1}, // mine\n  ${own}\n]}}`, '{"hooks":{"PermissionRequest":[{"m":1} // mine\n]}}'],
      [`{"hooks":{"PermissionRequest":[{"m":1}, // mine\n  ${own}]}}`, '{"hooks":{"PermissionRequest":[{"m":1} // mine\n  ]}}'],
    ] as const)
      assert.equal(textOf(withoutEntry(before, hook)), after);
  });

  it('of a list is not put into a file that has a name on the way twice, of which Claude reads the other one', () => {
    const value = { matcher: '*', hooks: [] };
    const hook: ServerEntry = { format: 'list', path: ['hooks', 'PermissionRequest'], value };
    for (const text of [
      '{"hooks":{},"hooks":{"Stop":[]}}',
      `{"hooks":{"PermissionRequest":[${JSON.stringify(value)}],"PermissionRequest":[]}}`,
    ]) {
      assert.equal(textOf(withEntry(text, hook)), 'other', text);
      assert.notEqual(entryIn(text, hook), 'same', text);
    }
  });

  it('of JSON goes without the comment in front of it', () => {
    const before = '{\n  "mcpServers": {\n    "a": {}, // mine\n    "parley": {}\n  }\n}\n';
    assert.equal(textOf(withoutEntry(before, json)), '{\n  "mcpServers": {\n    "a": {} // mine\n  }\n}\n');
    assert.equal(
      textOf(withoutEntry('{ "mcpServers": { "parley": {}, // mine\n "a": {} } }', json)),
      '{ "mcpServers": { // mine\n "a": {} } }',
    );
  });

  it('of a list is known by its command where the person has changed it, and goes without what else is in it', () => {
    const value = { matcher: '*', hooks: [{ type: 'command', command: '/p/ask --terminal', timeout: 9 }] };
    const hook: ServerEntry = { format: 'list', path: ['hooks', 'PermissionRequest'], value };
    const own = '{"command":"/p/ask --terminal"}';
    for (const [before, after] of [
      [`{"hooks":{"PermissionRequest":[{"matcher":"Bash","hooks":[${own}]}]}}`, '{}'],
      [
        `{"hooks":{"PermissionRequest":[{"m":1},{"hooks":[{"command":"a"},${own}]}]}}`,
        '{"hooks":{"PermissionRequest":[{"m":1},{"hooks":[{"command":"a"}]}]}}',
      ],
    ] as const) {
      assert.equal(entryIn(before, hook), 'same', before);
      assert.equal(textOf(withoutEntry(before, hook)), after);
    }
    assert.equal(entryIn('{"hooks":{"PermissionRequest":[{"hooks":[{"command":"/other/ask --terminal"}]}, 7]}}', hook), 'none');
    // Every one of them asks here.
    for (const before of [
      JSON.stringify({ hooks: { PermissionRequest: [value, value] } }),
      `{"hooks":{"PermissionRequest":[{"matcher":"A","hooks":[${own},${own}]},{"matcher":"B","hooks":[${own}]}]}}`,
    ])
      assert.equal(textOf(withoutEntry(before, hook)), '{}');
    // Which of the two lists has the command is not known for certain, and another command must not go for it.
    const twice = `{"hooks":{"PermissionRequest":[{"hooks":[{"command":"a"},{"command":"b"}],"hooks":[{"command":"q"},${own}]}]}}`;
    assert.equal(textOf(withoutEntry(twice, hook)), 'other');
  });
});
