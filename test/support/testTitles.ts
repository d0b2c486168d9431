// The titles of the tests as they stand in their sources, so that a table can name a test and notice when it is gone.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export interface TestTitle {
  readonly file: string;
  /** The title as mocha has it, with those of the `describe` around. What is no literal text is `…`. */
  readonly title: string;
  /** Stands under a condition of `isWholeMatrix`, so `npm test` does not run it. */
  readonly isOfWholeMatrix: boolean;
}

/** The files in a folder of tests that have tests, or make them. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** The titles of one file, which is read once. */
export function titlesOfFile(file: string): readonly TestTitle[] {
  const titles = read.get(file) ?? titlesOf(file, readFileSync(file, 'utf8'));
  read.set(file, titles);
  return titles;
}

const read = new Map<string, readonly TestTitle[]>();

export function titlesOf(file: string, text: string): readonly TestTitle[] {
  const how = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = ts.createSourceFile(file, text, how);
  const found: TestTitle[] = [];
  const visit = (node: ts.Node, around: readonly string[], isOfWholeMatrix: boolean): void => {
    const each = (child: ts.Node): void => visit(child, around, isOfWholeMatrix);
    if (ts.isIfStatement(node) && mentions(node.expression, 'isWholeMatrix')) {
      // `if (!isWholeMatrix)` would be the other way round, and no test has it.
      visit(node.thenStatement, around, true);
      if (node.elseStatement !== undefined) each(node.elseStatement);
      return;
    }
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, each);
    const isSkipped = isOfWholeMatrix || mentions(node.expression, 'isWholeMatrix');
    const name = nameOf(node.expression);
    const [title] = node.arguments;
    if (name === undefined || title === undefined) return ts.forEachChild(node, each);
    const titles = [...around, wordsOf(title)];
    if (name === 'it') found.push({ file, title: titles.join(' '), isOfWholeMatrix: isSkipped });
    for (const argument of node.arguments.slice(1)) visit(argument, titles, isSkipped);
  };
  visit(source, [], false);
  return found;
}

/** Those of test/host/where.ts are suites too. */
const suites = ['describe', 'inVsCode', 'anywhere', 'everywhere'];

/** `it`, `describe`, `it.only`, `everywhere`, `placeOf(name).it`, `(isWholeMatrix ? it : it.skip)`; undefined for any other function. */
function nameOf(called: ts.Expression): 'it' | 'describe' | undefined {
  if (ts.isParenthesizedExpression(called)) return nameOf(called.expression);
  if (ts.isConditionalExpression(called)) return nameOf(called.whenTrue);
  if (ts.isPropertyAccessExpression(called)) return called.name.text === 'it' ? 'it' : nameOf(called.expression);
  if (!ts.isIdentifier(called)) return undefined;
  return called.text === 'it' ? 'it' : suites.includes(called.text) ? 'describe' : undefined;
}

function wordsOf(title: ts.Expression): string {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (ts.isTemplateExpression(title)) return [title.head.text, ...title.templateSpans.map(({ literal }) => `…${literal.text}`)].join('');
  return '…';
}

function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.forEachChild(node, child => mentions(child, name) || undefined) === true;
}
