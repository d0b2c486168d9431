// Decisions as MADR files: what Parley writes comes back as it was, what others write is never changed, and no text of a model becomes
// anything but text.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyCharacter } from '../../support/anyText.js';
import type { KnownDecision } from '../../../src/memory/decision.js';
import { madrName, nextNumber, toMadr } from '../../../src/memory/madr.js';
import type { MadrSource } from '../../../src/memory/madrReading.js';
import { fromMadr } from '../../../src/memory/madrReading.js';
import { paragraphOf, plainLine, plainText, textOf } from '../../../src/memory/madrText.js';
import { decidedAt, decisionFor } from '../../support/ledgers.js';
import { runs } from '../../support/tier.js';

const source: MadrSource = { name: '0001-x.md', folder: '/work', at: 5 };

function known(more: Partial<KnownDecision> = {}): KnownDecision {
  return { ...decisionFor('toolu_1:0'), status: 'current', notLike: [], ...more };
}

function read(text: string, more: Partial<MadrSource> = {}): KnownDecision {
  const result = fromMadr(text, { ...source, ...more });
  return result.ok ? result.decision : assert.fail(result.fault);
}

describe('a decision as a file of MADR', () => {
  it('is what MADR 4 says', () => {
    const decision = known({
      words: 'only for\n\nnow: # 5',
      note: 'because it is there',
      asker: { kind: 'server', name: 'my "own"' },
      branch: 'feature/a_b',
      commit: 'a'.repeat(40),
      status: 'superseded',
      superseded: { reason: 'too slow', at: decidedAt + 1, by: 'toolu_2:0' },
    });
    const text = toMadr(decision, id => (id === 'toolu_2:0' ? 12 : undefined));
    assert.equal(
      text,
      [
        '---\nstatus: superseded by 0012\ndate: 2026-05-03\ndecision-makers: user\n---\n\n# Database\n',
        '## Context and Problem Statement\n\nWhich database for toolu\\_1:0?\n',
        '## Considered Options\n\n* PostgreSQL\\\n  One more server.\n* SQLite\n',
        '## Decision Outcome\n\nChosen option: "PostgreSQL"\n\nIn own words: only for\\\n\\\nnow: \\# 5\n\nNote: because it is there\n',
        `## More Information\n\n* Asked by: MCP server "my \\"own\\""\n* Branch: feature/a\\_b\n* Commit: ${'a'.repeat(40)}\n* Superseded: too slow\n`,
        '<!-- parley: {"id":"toolu_1:0","at":1777802400000,"kind":"choice","multiSelect":false,"superseded":{"at":1777802400001,"by":"toolu_2:0"}} -->\n',
      ].join('\n'),
    );
    const { source: _chat, ...rest } = decision;
    assert.deepEqual(read(text, { numberOf: () => 12 }), {
      ...rest,
      answer: { ...rest.answer, other: true, otherText: rest.words, note: rest.note },
    });
  });

  it('has a status for each that a decision has, and comes back with it', () => {
    const superseded = { reason: '', at: decidedAt };
    for (const [status, written] of [
      ['proposed', 'proposed'],
      ['current', 'accepted'],
      ['once', 'deprecated'],
      ['superseded', 'superseded'],
    ] as const) {
      const text = toMadr(known({ status, ...(status === 'superseded' && { superseded }) }));
      assert.ok(text.startsWith(`---\nstatus: ${written}\n`));
      assert.equal(read(text).status, status);
      assert.equal(read(text).file, undefined);
    }
  });

  it('counts as a person has edited it', () => {
    const text = toMadr(known({ status: 'once' }));
    const edited = text.replace('deprecated', 'accepted').replace('2026-05-03', '2026-06-01').replace('"PostgreSQL"', '"SQLite"');
    const decision = read(edited);
    assert.deepEqual([decision.id, decision.status, decision.chosen, decision.answer.selected], ['toolu_1:0', 'current', ['SQLite'], [1]]);
    assert.equal(decision.at, Date.UTC(2026, 5, 1));
    assert.equal(toMadr(decision), edited);
    const broken = text.replace('{"id"', '{id');
    assert.equal(toMadr(read(broken)), broken);
  });

  it('comes back byte for byte, whatever is in it', () => {
    const part = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        '\n',
        '\n\n',
        '---',
        '## Decision Outcome',
        '# x',
        '-->',
        '<!--',
        '<!-- parley: {}',
        '\r\n',
        '\u202e',
        '\u0000',
        '\u001b[31m',
        '\\',
        '"',
      ),
      fc.constantFrom(
        '* a',
        '1. x',
        '```',
        '~~~',
        '- [ ] x',
        '===',
        '| a |',
        '&lt;',
        '&#10;',
        '[a]: b',
        '> q',
        'Note: n',
        'Chosen option: "x"',
        '    code',
        '\ud800',
      ),
    );
    const text = fc.array(part, { maxLength: 6 }).map(parts => parts.join(''));
    const decision = fc.record({
      id: text.filter(id => id !== ''),
      question: fc.record({
        kind: fc.constantFrom('choice' as const, 'text' as const),
        question: text,
        header: text,
        description: text,
        multiSelect: fc.boolean(),
        options: fc.array(fc.record({ label: text, description: text }), { maxLength: 3 }),
      }),
      chosen: fc.array(text, { maxLength: 3 }),
      words: text,
      note: text,
      asker: fc.oneof(
        fc.constant({ kind: 'agents' as const }),
        text.map(name => ({ kind: 'agents' as const, name })),
        text.map(name => ({ kind: 'server' as const, name })),
      ),
      branch: text,
      at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map(date => date.getTime()),
      status: fc.constantFrom('proposed' as const, 'current' as const, 'once' as const, 'superseded' as const),
      superseded: fc.record({ reason: text, at: fc.nat(), by: fc.string() }),
    });
    fc.assert(
      fc.property(decision, more => {
        const made = known(more);
        const written = toMadr(made);
        const back = read(written);
        assert.equal(toMadr(back), written);
        assert.equal(back.id, made.id);
        assert.equal(back.at, made.at);
        assert.equal(back.status, made.status);
        assert.deepEqual(back.chosen, made.chosen.map(plainLine));
        assert.equal(back.words ?? '', plainText(more.words));
        assert.equal(back.note ?? '', plainText(more.note));
        assert.deepEqual(
          back.question.options.map(({ label, description = '' }) => [label, description]),
          more.question.options.map(({ label, description }) => [plainLine(label), plainText(description)]),
        );
        if (plainText(more.question.question) !== '') assert.equal(back.question.question, plainText(more.question.question));
        // Only what Parley writes is a heading, a fence or a comment, and nothing is invisible.
        const headings = ['# ', '## Context', ...(more.question.options.length > 0 ? ['## Considered'] : []), '## Decision', '## More'];
        const found = written.split('\n').filter(line => /^ {0,3}(?:#|```|~~~|<)/.test(line));
        assert.equal(found.length, headings.length + 1);
        headings.forEach((heading, index) => assert.ok(found[index]?.startsWith(heading)));
        assert.equal(written.split('\n').filter(line => line === '---').length, 2);
        assert.equal(written.split('-->').length - 1, 1);
        assert.doesNotMatch(written, /[^\P{Cc}\n]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
        assert.equal(back.file, undefined);
      }),
      { numRuns: runs(500) },
    );
  });

  it('writes text that reads as it was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), text => assert.equal(textOf(paragraphOf(text)), plainText(text))),
      { numRuns: runs(500) },
    );
    for (const line of ['- a', '+ a', '1. a', '23) a', '===', '---', '# a', '> a', '| a', '\\', '```', ': a'])
      assert.match(paragraphOf(line), /^\d*\\/, line);
  });
});

describe('a file of MADR that Parley did not write', () => {
  const foreign = [
    '---\r\nstatus: "accepted"\r\ndate: 2024-02-29\r\ndecision-makers: [a, b]\r\ncustom: 1\r\n---\r\n',
    '# Use SQLite\r\n\r\n## Context and Problem Statement\r\n\r\nWe store much.\r\n\r\nWhich database do we use?\r\n',
    '## Considered Options\r\n\r\n- SQLite\r\n  - small\r\n* PostgreSQL\r\n\r\n```\r\n## Decision Outcome\r\n```\r\n',
    '## Decision Outcome\r\n\r\nChosen option: "SQLite", because it is small.\r\n\r\n### Consequences\r\n\r\n* Good\r\n',
  ].join('\r\n');

  it('is read', () => {
    const decision = read(foreign, { name: '0003-use-sqlite.md' });
    assert.deepEqual(decision, {
      id: decision.id,
      question: {
        kind: 'choice',
        question: 'Which database do we use?',
        description: 'We store much.\n\nWhich database do we use?',
        header: 'Use SQLite',
        multiSelect: false,
        options: [{ label: 'SQLite', description: '- small' }, { label: 'PostgreSQL' }],
      },
      answer: { selected: [0], other: false, otherText: '', note: 'because it is small.', skipped: false },
      chosen: ['SQLite'],
      note: 'because it is small.',
      asker: { kind: 'file' },
      folder: '/work',
      at: Date.UTC(2024, 1, 29),
      status: 'current',
      notLike: [],
      file: { text: foreign, status: 'current' },
    });
    assert.match(decision.id, /^madr-[0-9a-f]{32}$/);
    assert.notEqual(read(foreign).id, decision.id);
  });

  it('stays as it is, and gets another status alone', () => {
    const decision = read(foreign);
    assert.equal(toMadr(decision), foreign);
    assert.equal(toMadr({ ...decision, untold: true, notLike: ['x'] }), foreign);
    const superseded = { ...decision, status: 'superseded' as const, superseded: { reason: 'old', at: 1, by: 'b' } };
    assert.equal(
      toMadr(superseded, () => 4),
      foreign.replace('status: "accepted"', 'status: superseded by 0004'),
    );
    const plain = '# A\n\n## Decision Outcome\n\nJust do it.\n';
    assert.equal(toMadr({ ...read(plain), status: 'current' }), `---\nstatus: accepted\n---\n\n${plain}`);
    const undated = `---\ndate: 2024-01-01\n---\n${plain}`;
    assert.equal(toMadr({ ...read(undated), status: 'current' }), `---\nstatus: accepted\ndate: 2024-01-01\n---\n${plain}`);
  });

  it('has the status that it says, and is a proposal where it says none', () => {
    for (const [line, status] of [
      ['status: accepted', 'current'],
      ["status: 'Accepted'", 'current'],
      ['status: proposed', 'proposed'],
      ['status: draft', 'proposed'],
      ['other: accepted', 'proposed'],
      ['status: rejected', 'superseded'],
      ['status: deprecated', 'superseded'],
      ['status: superseded by ADR-0123', 'superseded'],
    ]) {
      const decision = read(`---\n${line}\n---\n# A\n`, { idOf: number => `id ${number}` });
      assert.equal(decision.status, status, line);
      assert.equal(decision.superseded?.by, line?.includes('0123') === true ? 'id 123' : undefined);
    }
    const second = read('# A\n\n* Status: accepted\n* Date: 2020-01-02\n\n## Decision Outcome\n\nJust do it.\n');
    assert.deepEqual([second.status, second.at, second.words], ['current', Date.UTC(2020, 0, 2), 'Just do it.']);
  });

  it('is refused where it is none', () => {
    assert.deepEqual(fromMadr('words', source), { ok: false, fault: 'noTitle' });
    assert.deepEqual(fromMadr(`# A\n${'x'.repeat(300_000)}`, source), { ok: false, fault: 'tooLong' });
  });

  // The square of the length takes minutes, and mocha's limit of time ends it.
  it('is read in linear time where a heading or a field has a quarter of a million blanks in it', () => {
    const blanks = ' '.repeat(250_000);
    assert.equal(read(`# A${blanks}b`).question.header.length, 250_002);
    assert.equal(read(`---\nstatus: accepted${blanks}by all \n---\n# A`).status, 'current');
    assert.equal(read('# A ## \n\n##  Context and Problem Statement \t\n\nWhy?').question.question, 'Why?');
  });

  it('is kept as it is, whatever it is', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '---',
        '# A',
        '## Decision Outcome',
        'Chosen option: "',
        '* a',
        '  b',
        '```',
        '<!-- parley: {"at":1e300} -->',
        'status: accepted',
        'date: 2020-99-99',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const text = ['# A', ...lines].join(end);
        assert.equal(toMadr(read(text)), text);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('the name of a file of MADR', () => {
  it('has the next number of the folder, and the title in ASCII', () => {
    const named = (header: string, names: readonly string[] = []): string =>
      madrName(known({ question: { ...decisionFor('a').question, header } }), nextNumber(names));
    assert.equal(named('Which database?'), '0001-which-database.md');
    assert.equal(named('Größe: ß & Café', ['0009-x.md', '0002-y.md', 'README.md', '12345.md']), '0010-groesse-ss-cafe.md');
    assert.equal(named('数据库'), '0001-decision.md');
    assert.equal(named('a/../b\u202e'), '0001-a-b.md');
    assert.equal(named('x'.repeat(99)), `0001-${'x'.repeat(60)}.md`);
    assert.equal(named(''), '0001-which-database-for-a.md');
  });

  it('does not follow a date or a huge number, after which no number of six digits comes', () => {
    const named = (...names: readonly string[]): string => madrName(known(), nextNumber(names));
    assert.equal(named('99999999999999999999-x.md', '20240115-y.md', '0002-z.md'), '0003-database.md');
    assert.equal(named('999999999-x.md'), '0001-database.md');
    assert.equal(named('999999-x.md', '0007-y.md'), '0008-database.md');
    assert.equal(named('999998-x.md'), '999999-database.md');
  });
});
