// The images of an answer part from its words for the eye alone: what Claude reads comes out again, letter by letter.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyAnswer, editedByHost } from '../../src/shared/answers.js';
import { mentionOf, withoutMentions } from '../../src/shared/attachments.js';
import { joinImages, splitImages } from '../../src/shared/imageReferences.js';
import type { Question } from '../../src/shared/question.js';

const key = '0f8c1a52-7a70-4c1c-9b8e-6f1f0a3a9d11';
const file = '0123456789abcdef.png';
const other = 'fedcba9876543210.webp';
const references = [
  `/home/me/.vscode/parley/images/${key}/${file}`,
  `/Users/me/Library/Application Support/parley/images/${key}/${file}`,
  `C:/Users/me/AppData/parley/images/${key}/${file}`,
  `/home/"me" @home/images/${key}/${file}`,
].map(path => mentionOf(path));
const [bare = ''] = references;
const second = mentionOf(`/home/me/images/${key}/${other}`);

describe('the images of an answer', () => {
  it('part from the words in each form that a reference has', () => {
    for (const text of [...references, ...references.map(withoutMentions)]) {
      assert.deepEqual(splitImages(text, key), { words: '', images: [{ text, file }] }, text);
      assert.deepEqual(splitImages(`as in ${text}\nand ${second}`, key), {
        words: 'as in \nand',
        images: [
          { text, file },
          { text: second, file: other },
        ],
      });
    }
  });

  it('stand where the host has put them, and the person writes on before them', () => {
    const asked: Question = { kind: 'text', question: 'Q?', header: '', options: [], multiSelect: false };
    const put = (otherText: string, text: string): string =>
      editedByHost(asked, { ...emptyAnswer, otherText }, { question: 0, field: 'otherText', text }).otherText;
    assert.equal(splitImages(put('', bare), key).words, '');
    assert.equal(splitImages(put('see', bare), key).words, 'see ');
    assert.equal(splitImages(put('see\n', bare), key).words, 'see\n');
    const both = splitImages(put(put(put('see', bare), '@src/a.ts'), second), key);
    assert.deepEqual([both.words, both.images.map(image => image.file)], ['see @src/a.ts ', [file, other]]);
  });

  it('come together with any words again, so that no letter and no blank is lost', () => {
    const words = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '@', '"', '/images/', '\\', 'file ', '#', key) });
    const some = fc.array(fc.constantFrom(...references, second), { maxLength: 3 });
    fc.assert(
      fc.property(words, some, (words, texts) => {
        const images = texts.map(text => ({ text, file: text === second ? other : file }));
        assert.deepEqual(splitImages(joinImages({ words, images }), key), { words, images });
      }),
      { numRuns: 2_000 },
    );
  });

  it('are this chat’s own files alone: everything else stays among the words', () => {
    const place = `/home/me/images/${key}`;
    for (const text of [
      `@/home/me/images/another/${file}`,
      `@${place}/../${file}`,
      `@${place}/passwd`,
      `@${place}/${file}x`,
      `@${place}/0123456789abcdef.svg`,
      `me@example.org${place}/${file}`,
      `@"${place}/${file}`,
      `${place}/${file}`,
    ])
      assert.deepEqual(splitImages(text, key), { words: text, images: [] }, text);
  });

  it('leave an image of another chat among the words, also beside one of this chat', () => {
    const elsewhere = mentionOf(`/home/me/images/another-chat/${file}`);
    assert.deepEqual(splitImages(`See ${elsewhere} and ${bare}`, key), { words: `See ${elsewhere} and`, images: [{ text: bare, file }] });
  });

  it('are found in one pass, however long and odd the text is', () => {
    const odd = [`@/images/${key}/`, '@"\\', ' file "', ' @"a', ' @/images/'].map(piece => piece.repeat(100_000 / piece.length)).join('\n');
    const { words, images } = splitImages(`${odd}\n/images/${key}/ ${bare}`, key);
    assert.deepEqual([words, images.length], [`${odd}\n/images/${key}/`, 1]);
  });
});
