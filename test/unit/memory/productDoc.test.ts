// The Product Doc as JSON: what is read, refused and written, and which sections a task has to do with.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyCharacter } from '../../support/anyText.js';
import type { ProductDoc, ProductDocResult } from '../../../src/memory/productDoc.js';
import {
  faultSentence,
  formatProductDoc,
  isSectionName,
  parseProductDoc,
  productDocLimits,
  removeSection,
  updateSection,
} from '../../../src/memory/productDoc.js';
import { relevantSections } from '../../../src/memory/relevantSections.js';
import { atOnce } from '../../../src/memory/slices.js';
import { runs } from '../../support/tier.js';

const at = '2026-05-03T08:00:00.000Z';
const later = '2026-05-04T08:00:00.000Z';
const empty: ProductDoc = { folder: '/shop', sections: {}, project_card: '', updated_at: at };

function docOf(result: ProductDocResult): ProductDoc {
  assert.ok(result.ok, result.ok ? '' : faultSentence(result.fault));
  return result.doc;
}

function faultOf(result: ProductDocResult): string {
  assert.ok(!result.ok);
  return faultSentence(result.fault);
}

const withSection = (doc: ProductDoc, name: string, content: string): ProductDoc =>
  docOf(updateSection(doc, { name, content, by: 'llm', at: later }));

describe('a Product Doc', () => {
  it('is the same after it was written as JSON and read, byte for byte', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(isSectionName);
    const section = fc.record({
      title: name,
      content: fc.string({ unit: anyCharacter }),
      updated_at: fc.constant(at),
      updated_by: fc.constantFrom('user' as const, 'llm' as const),
    });
    fc.assert(
      fc.property(fc.dictionary(name, section), fc.boolean(), fc.string(), (sections, ofSession, project_card) => {
        const doc = { ...(ofSession ? { session_id: 's' } : { folder: '/f' }), sections, project_card, updated_at: at };
        const json = formatProductDoc(doc);
        assert.equal(formatProductDoc(docOf(parseProductDoc(json))), json);
      }),
      { numRuns: runs(100) },
    );
  });

  for (const [what, change, sentence] of [
    ['a field that nobody knows', { extra: 1 }, '"extra" is not a field of a Product Doc.'],
    ['no owner', { folder: undefined }, 'A Product Doc has either session_id or folder.'],
    ['two owners', { session_id: 's' }, 'A Product Doc has either session_id or folder.'],
    ['no card', { project_card: undefined }, 'project_card is missing or has another form.'],
    ['a time that is none', { updated_at: 'yesterday' }, 'updated_at is missing or has another form.'],
    [
      'a section with a field that nobody knows',
      { sections: { goal: { title: 'Goal', content: '', updated_at: at, updated_by: 'user', size: 1 } } },
      '"size" is not a field of sections.goal.',
    ],
    [
      'a section of another editor',
      { sections: { goal: { title: 'Goal', content: '', updated_at: at, updated_by: 'robot' } } },
      'sections.goal.updated_by is missing or has another form.',
    ],
    [
      'a title of two lines',
      { sections: { goal: { title: 'a\nb', content: '', updated_at: at, updated_by: 'llm' } } },
      `A section's name and title are one line of 1 to 200 characters; this one is not: "a\\nb".`,
    ],
  ] as const)
    it(`is refused with ${what}, in a sentence`, () => {
      assert.equal(faultOf(parseProductDoc(JSON.stringify({ ...empty, ...change }))), sentence);
    });

  it('is refused where it is no JSON', () => {
    assert.equal(faultOf(parseProductDoc('{')), 'This is not JSON.');
    assert.equal(faultOf(parseProductDoc('[]')), 'The Product Doc is missing or has another form.');
  });

  it('changes by one section at a time, and keeps the order and the titles', () => {
    const doc = withSection(withSection(empty, 'goal', 'Sell bicycles.'), 'stack', 'PostgreSQL');
    const titled = docOf(updateSection(doc, { name: 'goal', title: 'The goal', content: 'Sell.', by: 'user', at: later }));
    const changed = withSection(titled, 'goal', 'Sell used bicycles.');
    assert.deepEqual(Object.keys(changed.sections), ['goal', 'stack']);
    assert.deepEqual(changed.sections['goal'], { title: 'The goal', content: 'Sell used bicycles.', updated_at: later, updated_by: 'llm' });
    assert.equal(changed.sections['stack'], doc.sections['stack']);
    assert.equal(changed.updated_at, later);
    assert.equal(doc.sections['goal']?.content, 'Sell bicycles.');
    assert.deepEqual(Object.keys(docOf(removeSection(changed, { name: 'goal', at: later })).sections), ['stack']);
  });

  it('has no section that nobody made', () => {
    for (const name of ['goal', 'constructor', 'toString'])
      assert.equal(faultOf(removeSection(empty, { name, at })), `There is no section "${name}".`);
    assert.equal(withSection(empty, 'constructor', 'of frames').sections['constructor']?.title, 'constructor');
    assert.match(faultOf(updateSection(empty, { name: '__proto__', content: '', by: 'llm', at })), /one line/);
  });

  it('has bounds', () => {
    const update = (doc: ProductDoc, name: string, content: string): ProductDocResult =>
      updateSection(doc, { name, content, by: 'llm', at });
    assert.ok(update(empty, 'a'.repeat(productDocLimits.name), 'ü'.repeat(productDocLimits.section / 2)).ok);
    assert.match(faultOf(update(empty, 'a'.repeat(productDocLimits.name + 1), '')), /one line/);
    assert.match(faultOf(update(empty, 'big', `${'ü'.repeat(productDocLimits.section / 2)}.`)), /"big" would have more than 100 kB/);
    let doc = empty;
    for (let number = 0; number < 9; number++) doc = withSection(doc, `s${number}`, 'x'.repeat(productDocLimits.section));
    assert.match(faultOf(update(doc, 'last', 'x'.repeat(productDocLimits.section))), /more than 1 MB/);
    doc = empty;
    for (let number = 0; number < productDocLimits.sections; number++) doc = withSection(doc, `s${number}`, '');
    assert.match(faultOf(update(doc, 'last', '')), /more than 200 sections/);
  });

  it('gives the sections that have to do with a task, the best one first', () => {
    let doc = withSection(empty, 'overview', 'A shop for used bicycles with a search page.');
    doc = withSection(doc, 'Search', 'The search forgets what was typed. Sessions live in Redis.');
    doc = withSection(doc, 'Farben', 'Rot #e50914, Schwarz. 数据库 is PostgreSQL.');
    const names = (hint: string): readonly string[] => atOnce(relevantSections(doc, hint)).map(([name]) => name);
    assert.deepEqual(names('make the search page faster'), ['Search', 'overview']);
    assert.deepEqual(names('a session that is kept'), ['Search']);
    assert.deepEqual(names('Welche Farbe hat der Knopf?'), ['Farben']);
    assert.deepEqual(names('使用数据库来存储'), ['Farben']);
    assert.deepEqual(names('of the and what'), []);
    assert.deepEqual(names(''), []);
  });
});
