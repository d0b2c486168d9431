// The project card: under its limit for any document, the most relevant first, and open about what it leaves out.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyCharacter } from '../../support/anyText.js';
import type { ProductDoc } from '../../../src/memory/productDoc.js';
import type { CardOptions, ProjectCard } from '../../../src/memory/projectCard.js';
import { projectCard, toldTokens, untoldKey, withProjectCard } from '../../../src/memory/projectCard.js';
import { atOnce } from '../../../src/memory/slices.js';
import { estimateTokens } from '../../../src/memory/tokens.js';
import { runs } from '../../support/tier.js';

/** `updated`: day of the month, 1 where it is not given. */
function docOf(contents: Readonly<Record<string, string>>, updated: Readonly<Record<string, number>> = {}): ProductDoc {
  const sections = Object.entries(contents).map(([name, content]) => {
    const updated_at = new Date(Date.UTC(2026, 4, (Object.hasOwn(updated, name) ? updated[name] : undefined) ?? 1)).toISOString();
    return [name, { title: name, content, updated_at, updated_by: 'llm' }] as const;
  });
  return { folder: '/shop', sections: Object.fromEntries(sections), project_card: '', updated_at: '2026-05-03T08:00:00.000Z' };
}

const cardOf = (contents: Readonly<Record<string, string>>, options?: CardOptions): ProjectCard =>
  atOnce(projectCard(docOf(contents), options));
const textOfGoal = (content: string): string => cardOf({ Goal: content }).text;
const long = (word: string, count: number): string => Array.from({ length: count }, (_, line) => `- ${word} number ${line}`).join('\n');

/** What would begin a line, hide text or reorder it. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(...'`*_[]()<>a|#-~!\\ \n.'), maxLength: 300 }),
      fc.constantFrom('🫨'.repeat(120), '\u{13000}'.repeat(100), '- '.repeat(400), 'a1'.repeat(900), '\n'.repeat(900), '```', '<!--', '…'),
      fc.constantFrom(long('item', 50), 'x'.repeat(5_000), 'A sentence. Another one.', '한국어 문장', '|'.repeat(99), '\ud83e', '\u202e'),
    ),
    { maxLength: 5 },
  )
  .map(all => all.join('\n'));

const hostileName = fc.oneof(
  fc.constantFrom('Goal', 'Stack', 'Project card', '\u{13000}'.repeat(90), 'constructor', 'a\nNot in this card: b', '\u2028\u202e'),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
);

describe('the project card', () => {
  it("is the person's own one without the lines that the person has taken out, also once it is too long to be told as it is", () => {
    const own = 'First.\r\n Second. \n\nThird.\nThird.';
    const keysOf = ({ lines }: ProjectCard): readonly string[] => lines.map(untoldKey);
    const whole = cardOf({ Goal: 'Sell.', 'Project card': own });
    assert.deepEqual(
      keysOf(whole),
      ['First.', 'Second.', 'Third.'].map(line => `Project card\n${line}`),
    );
    const second = ['Project card\nSecond.'];
    assert.equal(cardOf({ Goal: 'Sell.', 'Project card': own }, { exclude: second }).text, 'First.\nThird.');
    assert.doesNotMatch(cardOf({ Goal: 'Sell.', 'Project card': `${own}\n${'own '.repeat(600)}` }, { exclude: second }).text, /Second/);
    // Without any of its lines it is no card, and the card is made of the other sections.
    assert.deepEqual(cardOf({ Goal: 'Sell.', 'Project card': own }, { exclude: keysOf(whole) }).lines, [
      { section: 'Goal', text: 'Goal: Sell.' },
    ]);
    assert.deepEqual(keysOf(cardOf({ Goal: 'Sell.' })), ['Goal']);
  });

  it('says of each section its sentences, its list items and the rows of its tables', () => {
    const content =
      '# Shop\n\nWe sell used bicycles. To people\nwho ride to work.\n\n```\ncode\n```\n<!-- hidden -->\n\n| a | b |\n| - | - |\n| Node | 22 |\n\n' +
      '- [x] one\n* two\n  and more';
    const text = 'Overview: We sell used bicycles. To people who ride to work. Node – 22; one; two and more';
    assert.deepEqual(cardOf({ Overview: content, Empty: ' \n' }), {
      lines: [{ section: 'Overview', text }],
      text,
      tokens: estimateTokens(`> ${text}`),
      dropped: [],
    });
    assert.deepEqual(cardOf({}), { lines: [], text: '', tokens: 0, dropped: [] });
  });

  it('takes the marks of Markdown away, and leaves code, globs and names as they are', () => {
    for (const [content, text] of [
      ['**Fast**, *small* and __sure__. ~~Old~~', 'Fast, small and sure. Old'],
      ['See [the plan](docs/plan.md "Plan") and ![a picture](a.png) and [it][1]', 'See the plan and a picture and it'],
      ['Use `src/**/*.ts` and ``a_b``', 'Use src/**/*.ts and a_b'],
      ['Tests in test/**/*.ts, names like snake_case_name, 2 * 3 * 4', 'Tests in test/**/*.ts, names like snake_case_name, 2 * 3 * 4'],
      ['<b>Bold</b> and <https://example.org> <br/>', 'Bold and <https://example.org>'],
      ['> quoted\n> text', 'quoted text'],
      ['1. first\n2) second', 'first; second'],
    ] as const)
      assert.equal(textOfGoal(content), `Goal: ${text}`);
  });

  it('keeps sentences whole', () => {
    assert.equal(textOfGoal('Wir liefern z. B. Räder. Und mehr e.g. bells'), 'Goal: Wir liefern z. B. Räder. Und mehr e.g. bells');
    assert.equal(textOfGoal(`One${' word'.repeat(60)}. Two.`), `Goal: One${' word'.repeat(47)}…; Two.`.replace('…;', '…'));
  });

  it('names goal, constraints, stack, conventions, decisions and status first, in English and German, then the newest', () => {
    for (const titles of [
      ['Product overview', 'Constraints', 'Tech stack', 'Coding style', 'Decisions', 'Next steps', 'Fresh', 'Colours'],
      ['Produktziele', 'Randbedingungen', 'Technik', 'Konventionen', 'Entscheidungen', 'Nächste Schritte', 'Fresh', 'Farben'],
    ]) {
      const doc = docOf(Object.fromEntries(titles.toReversed().map(title => [title, 'text'])), { Fresh: 5 });
      assert.deepEqual(
        atOnce(projectCard(doc)).lines.map(({ section }) => section),
        titles,
      );
    }
  });

  it('drops the least relevant first and says so in its last line', () => {
    const words = 'word '.repeat(30);
    const contents = { Notes: `Noted ${words}`, Goal: `Sell ${words}`, History: `Past ${words}` };
    const card = atOnce(projectCard(docOf(contents, { Notes: 2 }), { limit: 145 }));
    assert.match(card.text, /^Goal: Sell word .*\nNotes: Noted word .*…\nNot in this card: History; read them with read_product_doc\.$/);
    assert.ok(card.tokens < 145);
    assert.deepEqual(card.dropped, ['History']);
    assert.equal(card.lines.at(-1)?.section, '');
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`Part ${at}`, 'text']));
    assert.match(cardOf(many).text, /\nNot in this card: Part \d+, .*, \d+ more; read them with read_product_doc\.$/);
    assert.match(cardOf(many, { limit: 60 }).text, /^Not in this card: .*\d+ (?:more|sections); read them with read_product_doc\.$/m);
  });

  it('says of a section with nothing but code that it is not in the card', () => {
    assert.deepEqual(cardOf({ Goal: 'Sell.', Sample: '```\ncode\n```' }).dropped, ['Sample']);
  });

  it('has no section that takes the room of all others', () => {
    const contents = { Goal: `${'a long sentence '.repeat(40)}.`, Rules: long('rule', 40), Stack: long('part', 40), Colours: 'Blue. Red.' };
    const { lines, tokens } = cardOf(contents);
    assert.deepEqual(
      lines.map(({ section }) => section),
      Object.keys(contents),
    );
    assert.ok(tokens > 400, String(tokens));
    assert.match(cardOf({ ...contents, More: 'text', Further: 'text' }, { limit: 250 }).text, /^Goal: a long sentence .*…$/m);
  });

  it("is the person's own one where that is under the limit", () => {
    const card = cardOf({ Goal: 'Sell.', 'Project Card': ' # My\r\n\n**own** card.\u202e\u2028Third' });
    const lines = ['# My', '**own** card.', 'Third'].map(text => ({ section: 'Project Card', text, isOwn: true }));
    assert.deepEqual(card, {
      lines,
      text: '# My\n**own** card.\nThird',
      tokens: toldTokens(['# My', '**own** card.', 'Third']),
      dropped: [],
    });
    assert.equal(cardOf({ Goal: 'Sell.', Mine: 'This.' }, { own: 'mine' }).text, 'This.');
    for (const own of ['', ' \n\u202e']) assert.equal(cardOf({ Goal: 'Sell.', 'Project card': own }).lines[0]?.text, 'Goal: Sell.');
    assert.match(cardOf({ Goal: 'Sell.', 'Project card': 'own '.repeat(600) }).text, /^Goal: Sell\.\nProject card: own .*…$/);
    assert.match(cardOf({ Goal: 'Sell.', 'Project card': long('own', 200) }).text, /^Goal: Sell\.\nProject card: own number 0; .*…$/);
    assert.equal(cardOf({ Goal: 'Sell.', 'Project card': 'Mine' }, { exclude: ['Project card'] }).text, 'Goal: Sell.');
  });

  it('leaves out what Claude gets in another way, without a word', () => {
    assert.deepEqual(cardOf({ Goal: 'Sell.', Stack: 'Node.' }, { exclude: ['Stack'] }), cardOf({ Goal: 'Sell.' }));
  });

  it('keeps the joiners with which Persian and emoji are spelled', () => {
    assert.equal(textOfGoal('می\u200cخواهم 👩\u200d🚀'), 'Goal: می\u200cخواهم 👩\u200d🚀');
  });

  it('is made anew in a document', () => {
    const doc = docOf({ Goal: 'Sell.' });
    assert.deepEqual(atOnce(withProjectCard(doc)), { ...doc, project_card: 'Goal: Sell.' });
    assert.equal(atOnce(withProjectCard(doc, { exclude: ['Goal'] })).project_card, '');
  });

  it('is under its limit for any document, accounts for every section, and each line is one', () => {
    const options = fc.record({
      limit: fc.constantFrom(1, 2, 10, 40, 60, 100, 500),
      own: fc.constantFrom('', 'Goal', 'Project card'),
      exclude: fc.constantFrom<readonly string[]>([], ['Goal']),
    });
    fc.assert(
      fc.property(fc.dictionary(hostileName, hostileText, { maxKeys: 40 }), options, (contents, { limit, own, exclude }) => {
        const { lines, text, tokens, dropped } = cardOf(contents, { limit, own, exclude });
        assert.ok(tokens < limit);
        assert.equal(tokens, text === '' ? 0 : estimateTokens(`> ${text.replaceAll('\n', '\n> ')}`));
        assert.equal(lines.map(line => line.text).join('\n'), text);
        for (const line of lines) assert.ok(line.text !== '' && !unseen.test(line.text), JSON.stringify(line.text));
        const told = new Set(lines.map(({ section }) => section));
        if (own !== '' && told.has(own) && told.size === 1) return;
        const note = dropped.length > 0 ? lines.at(-1) : undefined;
        if (note !== undefined) assert.match(note.text, /^Not in this card: .*; read them with read_product_doc\.$/u);
        const named = lines.filter(line => line !== note).map(({ section }) => section);
        const wanted = Object.keys(contents).filter(name => !exclude.includes(name) && contents[name]?.trim() !== '');
        assert.deepEqual([...named, ...dropped].sort(), wanted.sort());
      }),
      { numRuns: runs(300) },
    );
  });
});
