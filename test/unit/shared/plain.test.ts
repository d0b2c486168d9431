import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyCharacter } from '../../support/anyText.js';
import { plain } from '../../../src/shared/plain.js';
import { runs } from '../../support/tier.js';

/** How VS Code's notifications and quick inputs find links, and its labels find icons. */
const vscodeLink = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const vscodeIcon = /\$\((.*?)\)/;
const mayStay = /^[\u200c\u200d\ufe0e\ufe0f]$/;
const nothingToSee = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const corpus: readonly (readonly [title: string, text: string, shown: string])[] = [
  ['a link that runs a command', '[the plan](command:workbench.action.quit)', '[the plan] (command:workbench.action.quit)'],
  ['a link with a title', '[a](https://a.example "b")', '[a] (https://a.example "b")'],
  ['a link in a link', '[[a](file:///a)](command:b)', '[[a] (file:///a)] (command:b)'],
  ['an icon', '$(check) done $(sync~spin)', '$ (check) done $ (sync~spin)'],
  ['an icon with a backslash', '\\$(check)', '\\$ (check)'],
  ['a link around a line end', '[a]\n(command:b)', '[a] ⏎ (command:b)'],
  ['a link around a zero-width space', '[a]\u200b(command:b)', '[a]⟨U+200B⟩(command:b)'],
  ['several lines', 'rm a\r\n\n\n  rm b\n', 'rm a ⏎ rm b'],
  ['white space', ' a\t\t b\u00a0\u3000c   d ', 'a b c d'],
  ['a carriage return alone', 'safe\rrm', 'safe␍rm'],
  ['control characters', 'a\u0000b\u001b[31mc\u0007\u007fd', 'a␀b␛[31mc␇␡d'],
  ['C1 control characters', 'a\u0085b\u009bc', 'a⟨U+0085⟩b⟨U+009B⟩c'],
  ['bidirectional marks', 'a\u202eb\u2066c\u200f', 'a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩'],
  ['zero-width characters', 'a\u200bb\u2060c\ufeffd\u00ade', 'a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d⟨U+00AD⟩e'],
  ['joiners between ASCII letters', 'a\u200db\u200cc', 'a⟨U+200D⟩b⟨U+200C⟩c'],
  ['a joiner after a joiner', 'ы\u200d\u200d', 'ы\u200d⟨U+200D⟩'],
  ['tags', 'a\u{e0041}\u{e007f}b', 'a⟨U+E0041⟩⟨U+E007F⟩b'],
  ['variation selectors that carry data', 'a\ufe01\u{e0100}', 'a⟨U+FE01⟩⟨U+E0100⟩'],
  ['invisible letters', 'a\u3164\u115f\uffa0\u034f\u2800', 'a⟨U+3164⟩⟨U+115F⟩⟨U+FFA0⟩⟨U+034F⟩⟨U+2800⟩'],
  ['signs that are blank', 'a\u{1d159}b\u{13441}c\u{13442}d\u{16fe4}e', 'a⟨U+1D159⟩b⟨U+13441⟩c⟨U+13442⟩d⟨U+16FE4⟩e'],
  ['line and paragraph separators', 'a\u2028b\u2029c', 'a⟨U+2028⟩b⟨U+2029⟩c'],
  ['lone surrogates', 'a\ud800b\udc00', 'a⟨U+D800⟩b⟨U+DC00⟩'],
  ['emoji', '👩🏽‍💻 ❤️ 1️⃣ 🇩🇪', '👩🏽‍💻 ❤️ 1️⃣ 🇩🇪'],
  ['Persian and Hindi words', 'می‌خواهم क्‍ष', 'می‌خواهم क्‍ष'],
  ['ordinary words', 'Größe [x] (y) $5 a(b) — “c”?', 'Größe [x] (y) $5 a(b) — “c”?'],
  ['nothing', ' \n\t', ''],
];

describe('plain text', () => {
  for (const [title, text, shown] of corpus) {
    it(`is made of ${title}`, () => {
      assert.equal(plain(text), shown);
    });
  }

  it('is cut by characters, and says so', () => {
    assert.equal(plain('😀'.repeat(5), 5), '😀'.repeat(5));
    assert.equal(plain('😀'.repeat(6), 5), `${'😀'.repeat(4)}…`);
    assert.equal(plain('a'.repeat(201)), `${'a'.repeat(199)}…`);
    // Also a text that is longer than what is read of it, at every place where that can end.
    for (let before = 0; before < 4; before++) assert.match(plain(' '.repeat(before) + '😀'.repeat(1_000), 5), /^(😀){4}…$/u);
    assert.equal(plain(`a${' '.repeat(10_000)}b`, 5), 'a…');
  });

  it('holds no link, icon, line end or unseen character, whatever it is made of', () => {
    const pieces = fc.constantFrom(
      ...corpus.map(([, text]) => text),
      ']',
      '(',
      '[',
      '$',
      ')',
      '\n',
      '\u202e',
      '\u200d',
      ' ',
      'command:a',
      '⏎',
    );
    const texts = fc.array(fc.oneof(pieces, fc.string({ unit: anyCharacter })), { maxLength: 8 }).map(parts => parts.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, longest) => {
        const shown = plain(text, longest);
        assert.doesNotMatch(shown, vscodeLink);
        assert.doesNotMatch(shown, vscodeIcon);
        assert.deepEqual(
          (shown.match(nothingToSee) ?? []).filter(character => !mayStay.test(character)),
          [],
        );
        assert.ok([...shown].length <= longest);
        assert.equal(plain(shown, longest), shown);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
