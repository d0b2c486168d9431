// Each pattern of the product takes time in proportion to the text that it reads: Claude, a tool or a repository may write the worst one.
import assert from 'node:assert/strict';
import { analyse } from 'scslre';
import ts from 'typescript';
import { parsed, sourceOf, sourcesIn } from '../../support/sources.js';

interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Patterns that are made of words while the product runs, and why they take no longer. */
const madeOfWords: Readonly<Record<string, string>> = {
  'src/memory/madrReading.ts': 'the name of a field of Parley, and a line to its end',
  'src/memory/productDocText.ts': 'the signs that open a block of code, and space behind them',
  'src/shared/imageReferences.ts': 'the words of Parley around a name of sixteen digits',
  'src/shared/textSearch.ts': 'the first words themselves, escaped',
  'src/claude/transcripts/bytesFilter.ts': 'the first characters themselves, escaped, each in its cases',
};

/** What a constant text is made of: literals, raw templates, constants, the sources of other patterns, and lists that are joined. */
function textOf(node: ts.Node, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  const whole = (spans: readonly ts.TemplateSpan[], head: string, raw: boolean): string | undefined => {
    const parts = spans.map(({ expression, literal }) => {
      const text = textOf(expression, constants);
      return text === undefined ? undefined : text + (raw ? (literal.rawText ?? '') : literal.text);
    });
    return parts.includes(undefined) ? undefined : head + parts.join('');
  };
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText;
    return whole(template.templateSpans, template.head.rawText ?? '', true);
  }
  if (ts.isTemplateExpression(node)) return whole(node.templateSpans, node.head.text, false);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && textOf(value, constants);
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source' && ts.isIdentifier(node.expression)) {
    const made = constants.get(node.expression.text);
    const [pattern] = made && ts.isNewExpression(made) ? (made.arguments ?? []) : [];
    return pattern && textOf(pattern, constants);
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'join') {
    const [between] = node.arguments;
    const list = node.expression.expression;
    if (!ts.isArrayLiteralExpression(list) || between === undefined || !ts.isStringLiteralLike(between)) return undefined;
    const parts = list.elements.map(one => textOf(one, constants));
    return parts.includes(undefined) ? undefined : parts.join(between.text);
  }
  return undefined;
}

function constantsIn(source: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return constants;
}

/** `shared`: what the file may import. `unread`: the files of patterns that are made while the product runs. */
function patternsIn(
  source: ts.SourceFile,
  shared: ReadonlyMap<string, ts.Expression> = new Map(),
): { readonly patterns: readonly Pattern[]; readonly unread: readonly string[] } {
  const file = source.fileName;
  const constants = new Map([...shared, ...constantsIn(source)]);
  const patterns: Pattern[] = [];
  const unread: string[] = [];
  const placeOf = (node: ts.Node): string => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push({ place: placeOf(node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      const read = pattern && textOf(pattern, constants);
      if (read === undefined) unread.push(file);
      else patterns.push({ place: placeOf(node), source: read, flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { patterns, unread };
}

/** How a pattern can take more time than in proportion to the text; empty where it cannot. */
function faultsOf({ place, source, flags }: Pattern): readonly string[] {
  const { reports } = analyse({ source, flags }, { assumeRejectingSuffix: false });
  return reports.map(({ character, exponential }) => {
    return `${place}: /${source}/ on many of ${character.literal.source.slice(0, 40)}${exponential ? ', exponentially' : ''}`;
  });
}

describe('the patterns of the product', () => {
  let all: readonly ReturnType<typeof patternsIn>[];
  before(() => {
    const shared = constantsIn(sourceOf('src/shared/plain.ts'));
    all = ['src', 'webview'].flatMap(sourcesIn).map(source => patternsIn(source, shared));
  });

  it('take time in proportion to the text', function () {
    this.timeout(120_000);
    const patterns = all.flatMap(one => one.patterns);
    assert.ok(patterns.length > 300);
    assert.deepEqual(patterns.flatMap(faultsOf), []);
  });

  it('stand in the source, but for these', () => {
    assert.deepEqual([...new Set(all.flatMap(one => one.unread))], Object.keys(madeOfWords));
  });

  it('would be seen where they do not', () => {
    const faults = (text: string) => patternsIn(parsed('a.ts', text)).patterns.flatMap(faultsOf).length;
    assert.ok(faults('const a = /\\s+$/;') > 0);
    assert.ok(faults('const a = String.raw`(?:\\s*>?)*`; const b = new RegExp([String.raw`^${a}\\s*`, "x"].join(""));') > 0);
    assert.equal(faults('const a = /^\\s+/;'), 0);
    assert.deepEqual(patternsIn(parsed('a.ts', 'new RegExp(words)')).unread, ['a.ts']);
  });
});
