import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';
import { sourceOf, sourcesIn } from '../../support/sources.js';

type Words = Readonly<Record<string, string>>;

const read = (file: string): Words => JSON.parse(readFileSync(file, 'utf8')) as Words;

/** What every `t(…)` in the sources is called with; a call that is not made with a literal comes as `undefined`. */
function calls(folder: string): (string | undefined)[] {
  return sourcesIn(folder).flatMap(source => {
    const found: (string | undefined)[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^(vscode\.l10n\.)?t$/.test(node.expression.getText())) {
        const [first] = node.arguments;
        found.push(first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** Words with letters that stand outside of every `t(…)`. */
function bareWords(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || (ts.isCallExpression(node) && node.expression.getText() === 't')) return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && /\p{L}/u.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(file));
  return found;
}

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();

function untranslated(english: Words, german: Words): string[] {
  return Object.entries(english).flatMap(([key, text]) => {
    const translated = german[key];
    if (translated === undefined || translated.trim() === '') return [`missing: ${key}`];
    return placeholders(translated).join() === placeholders(text).join() ? [] : [`other placeholders: ${key}`];
  });
}

/** The labels of the buttons that a call of `showMessage` has, as far as they stand in it. */
function buttons(): string[] {
  return sourcesIn('src/host').flatMap(source => {
    const found: string[] = [];
    const labelsIn = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /^(vscode\.l10n\.)?t$/.test(node.expression.getText())) {
        const [label] = node.arguments;
        if (label !== undefined && ts.isStringLiteralLike(label)) found.push(label.text);
      } else ts.forEachChild(node, labelsIn);
    };
    const visit = (node: ts.Node): void => {
      const isMessage = ts.isCallExpression(node) && node.expression.getText() === 'showMessage';
      const labels = isMessage ? node.arguments[1] : undefined;
      // Some are made before the call.
      const isNamed = ts.isVariableDeclaration(node) && ['buttons', 'show'].includes(node.name.getText());
      if (labels !== undefined) labelsIn(labels);
      if (isNamed && node.initializer !== undefined) labelsIn(node.initializer);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

describe('the buttons of notifications', () => {
  it('are in title case, as those of VS Code', () => {
    const labels = buttons();
    assert.ok(labels.length >= 15, `only ${labels.length} buttons were found`);
    const small = /^(?:a|an|and|at|for|from|in|is|it|of|on|or|the|to|what|with)$/;
    const isTitle = (label: string): boolean => label.split(' ').every((word, at) => /^\P{Ll}/u.test(word) || (at > 0 && small.test(word)));
    assert.deepEqual(
      labels.filter(label => !isTitle(label)),
      [],
    );
  });
});

const locales = readdirSync('src/l10n').flatMap(name => /^bundle\.l10n\.(.+)\.json$/.exec(name)?.[1] ?? []);

describe('the words of the webview', () => {
  it('are translated, all that stand in its files of words', () => {
    // The name is the same in every language.
    assert.deepEqual(
      ['strings', 'question/words', 'chat/permissionWords', 'memory/words'].flatMap(name => bareWords(`webview/${name}.ts`)),
      ['Parley'],
    );
  });
});

for (const locale of locales)
  describe(`the translation ${locale}`, () => {
    it('has every sentence of both sides, with the same placeholders, and none that nobody says', () => {
      const translated = read(`src/l10n/bundle.l10n.${locale}.json`);
      const used = [...calls('src'), ...calls('webview')];
      assert.ok(used.length > 150, `only ${used.length} sentences were found`);
      assert.ok(!used.includes(undefined), 'a sentence is not a literal');
      const english = Object.fromEntries(used.map(text => [text ?? '', text ?? '']));
      assert.deepEqual(untranslated(english, translated), []);
      assert.deepEqual(
        Object.keys(translated).filter(key => !(key in english)),
        [],
      );
    });

    it('has every word of the manifest', () => {
      const english = read('package.nls.json');
      const manifest = readFileSync('package.json', 'utf8');
      const keys = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');
      assert.deepEqual(keys.toSorted(), Object.keys(english).toSorted());
      assert.deepEqual(untranslated(english, read(`package.nls.${locale}.json`)), []);
      assert.deepEqual(Object.keys(read(`package.nls.${locale}.json`)), Object.keys(english));
    });
  });

describe('the German translation', () => {
  it('has one word for one thing, which the glossary names', () => {
    const rows = readFileSync('CONTRIBUTING.md', 'utf8').split('### In German')[1]?.split('\n## ')[0]?.split('\n') ?? [];
    const banned = rows.flatMap(row => row.split('|')[3]?.split(',') ?? []).map(word => word.trim());
    assert.ok(banned.includes('Tokens') && banned.includes('Züge'), banned.join());
    const words = Object.entries({ ...read('src/l10n/bundle.l10n.de.json'), ...read('package.nls.de.json') });
    const wrong = words.filter(([, text]) => (text.match(/\p{L}+/gu) ?? []).some(word => banned.includes(word)));
    assert.deepEqual(wrong, []);
  });
});
