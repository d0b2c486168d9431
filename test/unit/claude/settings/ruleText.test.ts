// The rules in a file of the CLI's settings: found as JSON.parse finds them, and removed without a change of any other byte.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSameRule, rulesTold } from '../../../../src/claude/settings/ruleReply.js';
import { rulesIn, withoutRule } from '../../../../src/claude/settings/ruleText.js';
import { runs } from '../../../support/tier.js';

const push = { behavior: 'allow', rule: 'Bash(git push *)' } as const;

describe('the rules of a file of settings', () => {
  it('are those of its three lists, each once, and nothing else in them', () => {
    const permissions = { deny: ['Read(./secret)'], allow: [push.rule, push.rule, 5, null, ['x']], ask: ['WebFetch'], defaultMode: 'plan' };
    assert.deepEqual(rulesIn(JSON.stringify({ permissions })), [
      push,
      { behavior: 'ask', rule: 'WebFetch' },
      { behavior: 'deny', rule: 'Read(./secret)' },
    ]);
  });

  for (const text of [
    '{}',
    '{"permissions":5}',
    '{"permissions":{"allow":"Bash"}}',
    '{"permissions":{"allow":{"[":"Bash(git push *)"}}}',
    '\ufeff{"permissions":{"allow":[]}}',
  ])
    it(`are none in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(rulesIn(text), []);
      assert.equal(withoutRule(text, push), undefined);
    });

  for (const text of ['', '[]', '5', '{"permissions":{"allow":["Bash(git push *)",]}}', '// x\n{}'])
    it(`cannot be read from ${JSON.stringify(text)}, which stays as it is`, () => {
      assert.equal(rulesIn(text), undefined);
      assert.equal(withoutRule(text, push), undefined);
    });
});

describe('the rules of a file that a hostile folder brings along', () => {
  const list = (rules: readonly string[]): string => `{"permissions":{"allow":${JSON.stringify(rules)}}}`;

  it('are not hidden by values that nest deeper than calls can', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = `{"x":${deep},"permissions":{"allow":[${deep},${JSON.stringify(push.rule)}]}}`;
    assert.deepEqual(rulesIn(text), [push]);
    assert.equal(withoutRule(text, push), `{"x":${deep},"permissions":{"allow":[${deep}]}}`);
  });

  it('are removed in one pass, however often one of them stands there', () => {
    const times = 20_000;
    assert.equal(withoutRule(list(Array<string>(times).fill(push.rule)), push), list([]));
    const mixed = Array.from({ length: times }, (_, at) => (at % 2 === 0 ? push.rule : `Bash(${at})`));
    assert.equal(withoutRule(list(mixed), push), list(mixed.filter(rule => rule !== push.rule)));
  });
});

describe('the rules that the CLI tells', () => {
  it('are those of each place, of the lists that are known', () => {
    const session = { behavior: 'allow', source: 'session', rule: 'Bash(make)' } as const;
    const rules = [
      { ...session, editability: 'session' },
      { ...session, behavior: 'dream' },
    ];
    assert.deepEqual(rulesTold({ state: { rules, managedOnly: false } }), [session]);
    assert.deepEqual(rulesTold({ state: {} }), []);
  });

  for (const [told, inFile] of [
    ['Bash', 'Bash(*)'],
    ['Bash', 'Bash()'],
    ['Agent(Explore)', 'Task(Explore)'],
    ['TaskStop', 'KillBash'],
    ['Bash(echo \\(a\\))', 'Bash(echo (a))'],
  ] as const)
    it(`are told by the CLI in a form of its own: ${told} is ${inFile}`, () => {
      assert.equal(isSameRule({ behavior: 'deny', rule: told }, { behavior: 'deny', rule: inFile }), true);
      assert.equal(isSameRule({ behavior: 'allow', rule: told }, { behavior: 'deny', rule: inFile }), false);
      assert.equal(isSameRule({ behavior: 'deny', rule: `${told}x` }, { behavior: 'deny', rule: inFile }), false);
    });
});

describe('the text without a rule', () => {
  const rule = JSON.stringify(push.rule);
  for (const [name, before, after] of [
    ['first', `{"permissions":{"allow":[${rule}, "Bash"]}}`, '{"permissions":{"allow":["Bash"]}}'],
    [
      'last, with CRLF',
      `{\r\n  "permissions": {"allow": [\r\n"Bash",\r\n${rule}\r\n]}}\r\n`,
      '{\r\n  "permissions": {"allow": [\r\n"Bash"\r\n]}}\r\n',
    ],
    ['only', `{"permissions":{"allow":[\n    ${rule}\n  ]}}`, '{"permissions":{"allow":[]}}'],
    ['twice', `{"permissions":{"allow":[${rule},"Bash",${rule}]}}`, '{"permissions":{"allow":["Bash"]}}'],
    ['behind a byte order mark', `\ufeff{"permissions":{"allow":[${rule}]}}`, '\ufeff{"permissions":{"allow":[]}}'],
    ['written with escapes', '{"permissions":{"allow":["\\u0042ash(git push *)"]}}', '{"permissions":{"allow":[]}}'],
    [
      'in the last of two equal names, and in another list and place',
      `{"permissions":{"allow":[${rule}]},"allow":[${rule}],"permissions":{"deny":[${rule}],"allow":[${rule}]}}`,
      `{"permissions":{"allow":[${rule}]},"allow":[${rule}],"permissions":{"deny":[${rule}],"allow":[]}}`,
    ],
    [
      'beside brackets in texts and lists',
      `{"a":["]}\\"",{"b":[1,{}]}],"permissions":{"allow":["x[",${rule},"]"],"z":-1.5e3}}`,
      '{"a":["]}\\"",{"b":[1,{}]}],"permissions":{"allow":["x[","]"],"z":-1.5e3}}',
    ],
  ] as const)
    it(`keeps every other byte: ${name}`, () => assert.equal(withoutRule(before, push), after));

  it('is the JSON of before without the rule, whatever else the file holds', () => {
    const entry = fc.oneof(fc.constantFrom(push.rule, 'Bash', '[', ']'), fc.jsonValue());
    const settings = fc.record({ permissions: fc.record({ allow: fc.array(entry), deny: fc.jsonValue() }), other: fc.jsonValue() });
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, '\t'), (given, indent) => {
        const text = JSON.stringify(given, null, indent);
        const left = withoutRule(text, push);
        const { permissions } = given;
        if (!permissions.allow.includes(push.rule)) return assert.equal(left, undefined);
        const allow = permissions.allow.filter(kept => kept !== push.rule);
        assert.equal(JSON.stringify(JSON.parse(left ?? '')), JSON.stringify({ ...given, permissions: { ...permissions, allow } }));
      }),
      { numRuns: runs(100) },
    );
  });
});
