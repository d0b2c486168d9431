// The Product Doc as JSON: what is read, refused and written, and which sections a task has to do with.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyCharacter } from '../../support/anyText.js';
import type { ProductDoc, ProductDocResult } from '../../../src/memory/productDoc.js';
import { faultSentence, formatProductDoc, isSectionName, parseProductDoc, productDocLimits } from '../../../src/memory/productDoc.js';
import { relevantSections } from '../../../src/memory/relevantSections.js';
import { atOnce } from '../../../src/memory/slices.js';
import { runs } from '../../support/tier.js';

const at = '2026-05-03T08:00:00.000Z';
const empty: ProductDoc = { folder: '/shop', sections: {}, project_card: '', updated_at: at };

function docOf(result: ProductDocResult): ProductDoc {
  assert.ok(result.ok, result.ok ? '' : faultSentence(result.fault));
  return result.doc;
}

function faultOf(result: ProductDocResult): string {
  assert.ok(!result.ok);
  return faultSentence(result.fault);
}

const withSection = (doc: ProductDoc, name: string, content: string): ProductDoc => ({
  ...doc,
  sections: { ...doc.sections, [name]: { title: name, content, updated_at: at, updated_by: 'llm' } },
});

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

  it('has bounds', () => {
    const read = (doc: ProductDoc): ProductDocResult => parseProductDoc(formatProductDoc(doc));
    const full = (count: number, content: string): ProductDoc =>
      Array.from({ length: count }, (_, number) => `s${number}`).reduce((doc, name) => withSection(doc, name, content), empty);
    const most = 'ü'.repeat(productDocLimits.section / 2);
    assert.ok(read(withSection(empty, 'a'.repeat(productDocLimits.name), most)).ok);
    assert.match(faultOf(read(withSection(empty, 'a'.repeat(productDocLimits.name + 1), ''))), /one line/);
    assert.match(faultOf(read(withSection(empty, 'big', `${most}.`))), /"big" would have more than 100 kB/);
    assert.ok(read(full(9, 'x'.repeat(productDocLimits.section))).ok);
    assert.match(faultOf(read(full(10, 'x'.repeat(productDocLimits.section)))), /more than 1 MB/);
    assert.ok(read(full(productDocLimits.sections, '')).ok);
    assert.match(faultOf(read(full(productDocLimits.sections + 1, ''))), /more than 200 sections/);
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
