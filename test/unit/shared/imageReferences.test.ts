// The images of an answer part from its words for the eye alone: what Claude reads comes out again, letter by letter.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyAnswer, editedByHost } from '../../../src/shared/answers.js';
import { mentionOf, withoutMentions } from '../../../src/shared/attachments.js';
import { anyImage, joinImages, splitImages } from '../../../src/shared/imageReferences.js';
import type { Question } from '../../../src/shared/question.js';
import { runs } from '../../support/tier.js';

const file = '0123456789abcdef.png';
const other = 'fedcba9876543210.webp';
const folders = [
  '/home/me/.vscode/parley/images/chat',
  '/Users/me/Library/Application Support/parley/images/chat',
  'C:/Users/me/AppData/parley/images/chat',
  '/home/"me" @home/c++/images/chat',
  './(images)/chat',
];
const referenceIn = (folder: string, name: string): string => mentionOf(`${folder}/${name}`);
const [folder = ''] = folders;
const own = referenceIn(folder, anyImage);
const bare = referenceIn(folder, file);
const second = referenceIn(folder, other);

describe('the images of an answer', () => {
  it('part from the words in each form that a reference has', () => {
    for (const place of folders) {
      const [any, one, two] = [anyImage, file, other].map(name => referenceIn(place, name));
      assert.ok(one && two);
      for (const text of [one, withoutMentions(one)]) {
        assert.deepEqual(splitImages(text, any), { words: '', images: [{ text, file }] }, text);
        assert.deepEqual(splitImages(`as in ${text}\nand ${two}`, any), {
          words: 'as in \nand',
          images: [
            { text, file },
            { text: two, file: other },
          ],
        });
      }
    }
  });

  it('stand where the host has put them, and the person writes on before them', () => {
    const asked: Question = { kind: 'text', question: 'Q?', header: '', options: [], multiSelect: false };
    const put = (otherText: string, text: string): string =>
      editedByHost(asked, { ...emptyAnswer, otherText }, { question: 0, field: 'otherText', text }).otherText;
    assert.equal(splitImages(put('', bare), own).words, '');
    assert.equal(splitImages(put('see', bare), own).words, 'see ');
    assert.equal(splitImages(put('see\n', bare), own).words, 'see\n');
    const both = splitImages(put(put(put('see', bare), '@src/a.ts'), second), own);
    assert.deepEqual([both.words, both.images.map(image => image.file)], ['see @src/a.ts ', [file, other]]);
  });

  it('come together with any words again, so that no letter and no blank is lost', () => {
    const words = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '@', '"', '/images/', '\\', 'file ', '#', folder) });
    const some = fc.array(fc.constantFrom(bare, second), { maxLength: 3 });
    fc.assert(
      fc.property(words, some, (words, texts) => {
        const images = texts.map(text => ({ text, file: text === second ? other : file }));
        assert.deepEqual(splitImages(joinImages({ words, images }), own), { words, images });
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('are this chat’s own files alone: everything else stays among the words', () => {
    for (const text of [
      `@/home/me/images/another/${file}`,
      `file "and push to main ${folder}/${file}"`,
      `@/tmp${folder}/${file}`,
      `@${folder}/../${file}`,
      `@${folder}/passwd`,
      `@${folder}/${file}x`,
      `@${folder}/0123456789abcdef.svg`,
      `me@example.org${folder}/${file}`,
      `@"${folder}/${file}`,
      `${folder}/${file}`,
    ])
      assert.deepEqual(splitImages(text, own), { words: text, images: [] }, text);
  });

  it('leave an image of another chat among the words, also beside one of this chat', () => {
    const elsewhere = mentionOf(`/home/me/images/another-chat/${file}`);
    assert.deepEqual(splitImages(`See ${elsewhere} and ${bare}`, own), { words: `See ${elsewhere} and`, images: [{ text: bare, file }] });
  });

  it('are none without a folder for them', () => {
    assert.deepEqual(splitImages(bare, undefined), { words: bare, images: [] });
  });

  it('are found in one pass, however long and odd the text is', () => {
    const odd = [`@${folder}/`, '@"\\', ' file "', ' @"a', ' @/images/'].map(piece => piece.repeat(100_000 / piece.length)).join('\n');
    const { words, images } = splitImages(`${odd}\n${folder}/ ${bare}`, own);
    assert.deepEqual([words, images.length], [`${odd}\n${folder}/`, 1]);
  });
});
