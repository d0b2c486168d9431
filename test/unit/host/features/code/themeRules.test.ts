// The colours of code, from the files of a colour theme and the person's settings.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { coloursBy, settingRules, themeRules } from '../../../../../src/host/features/code/themeRules.js';
import { codeKinds } from '../../../../../src/shared/features/code/codeKinds.js';
import type { CodeKind } from '../../../../../src/shared/features/code/codeKinds.js';

type Files = Readonly<Record<string, unknown>>;

async function coloursOf(files: Files, path = 'themes/dark.json', setting?: unknown, names: readonly string[] = ['Dark']) {
  const rules = await themeRules(path, name => Promise.resolve(text(files[name])));
  const colours = rules && coloursBy([...rules, ...settingRules(setting, names)]);
  return colours && (Object.fromEntries(codeKinds.map((kind, at) => [kind, colours[at]])) as Record<CodeKind, string>);
}

const text = (file: unknown): string | undefined => (file === undefined || typeof file === 'string' ? file : JSON.stringify(file));
const rule = (scope: unknown, foreground: unknown): object => ({ scope, settings: { foreground } });
const dark = (...tokenColors: readonly object[]): Files => ({ 'themes/dark.json': { tokenColors } });

describe('the colours of a theme for code', () => {
  it('are read from JSON with comments, trailing commas and a mark of its encoding', async () => {
    const file = '\ufeff// A theme\n{ "tokenColors": [{ "scope": "comment", /* grey */ "settings": { "foreground": "#6A9955" } },], }';
    assert.equal((await coloursOf({ 'themes/dark.json': file.slice(1) }))?.comment, '#6a9955');
    assert.equal((await coloursOf({ 'themes/dark.json': file }))?.comment, '#6a9955');
  });

  it('are those of the longest scope, and of the last rule among equals', async () => {
    const colours = await coloursOf(
      dark(
        rule('string.quoted', '#222222'),
        rule(['string', 'constant'], '#111111'),
        rule('constant.numeric, constant.language', '#333333'),
        rule('constant.numeric', '#444444'),
        rule('entity.name.functional', '#555555'),
      ),
    );
    assert.equal(colours?.string, '#222222');
    assert.equal(colours.regexp, '#111111');
    assert.equal(colours.literal, '#333333');
    assert.equal(colours.number, '#444444');
    assert.equal(colours.function, '');
  });

  it('leave out rules for parents and exceptions, which say nothing of a scope alone', async () => {
    const colours = await coloursOf(dark(rule('source.css string', '#111111'), rule('string - string.regexp', '#222222')));
    assert.equal(colours?.string, '');
  });

  it('come from included files too, whose rules stand in front', async () => {
    const colours = await coloursOf({
      'themes/dark.json': { include: './base/plus.json', tokenColors: [rule('comment', '#111111')] },
      'themes/base/plus.json': { include: '../old.json', tokenColors: [rule('string', '#222222')] },
      'themes/old.json': { tokenColors: [rule('comment', '#333333'), rule('string', '#333333'), rule('keyword', '#333333')] },
    });
    assert.deepEqual([colours?.comment, colours?.string, colours?.keyword], ['#111111', '#222222', '#333333']);
  });

  const broken: Readonly<Record<string, Files>> = {
    'is not there': {},
    'is no object': { 'themes/dark.json': '[1, 2]' },
    'is nothing': { 'themes/dark.json': '' },
    'has its rules in a file of TextMate’s': { 'themes/dark.json': { tokenColors: './dark.tmTheme' } },
    'includes itself': { 'themes/dark.json': { include: './dark.json', tokenColors: [] } },
    'includes in a circle': { 'themes/dark.json': { include: './a.json' }, 'themes/a.json': { include: './dark.json' } },
    'includes what is not there': { 'themes/dark.json': { include: './none.json' } },
    'includes what is outside of its extension': { 'themes/dark.json': { include: '../../../settings.json' }, 'settings.json': {} },
    'includes without end': Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [at === 0 ? 'themes/dark.json' : `themes/${at}.json`, { include: `./${at + 1}.json` }]),
    ),
  };
  for (const [name, files] of Object.entries(broken))
    it(`are not known where the theme ${name}`, async () => assert.equal(await coloursOf(files), undefined));

  it('are colours and nothing else', async () => {
    const colours = await coloursOf(
      dark(
        ...[rule('comment', 'red'), rule('string', '#12'), rule('keyword', '#123;background:url(x)'), rule('tag', 7)],
        ...[rule('constant.numeric', '#1234'), rule('variable', '#ABCDEF80'), { scope: 'support' }, rule(undefined, '#111111')],
      ),
    );
    assert.deepEqual([colours?.comment, colours?.string, colours?.keyword, colours?.tag], ['', '', '', '']);
    assert.deepEqual([colours?.number, colours?.variable], ['#1234', '#abcdef80']);
  });

  it('are those of the person’s settings, for every theme and for this one', async () => {
    const setting = {
      comments: '#111111',
      keywords: { foreground: '#222222', fontStyle: 'bold' },
      textMateRules: [rule('string', '#333333')],
      '[Dark]': { comments: '#444444' },
      '[Other][D*k]': { types: '#555555' },
      '[Light]': { comments: '#666666', functions: '#666666' },
    };
    const colours = await coloursOf(dark(rule('comment', '#000000'), rule('variable', '#000000')), undefined, setting);
    assert.deepEqual(
      [colours?.comment, colours?.keyword, colours?.string, colours?.type, colours?.function, colours?.variable],
      ['#444444', '#222222', '#333333', '#555555', '', '#000000'],
    );
  });

  it('are colours or nothing, whatever a theme and the settings hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (theme, setting) => {
        const colours = await coloursOf({ 'themes/dark.json': { tokenColors: theme } }, undefined, setting);
        for (const colour of Object.values(colours ?? {})) assert.match(colour, /^(?:#[\da-f]{3,8})?$/);
      }),
    );
  });

  it('take no longer than their length for names with many stars', () => {
    assert.deepEqual(settingRules({ [`[${'*a'.repeat(20_000)}]`]: { comments: '#111111' } }, ['a'.repeat(5_000)]), []);
  });
});
