// Text reaches VS Code's own surfaces only through host/vscode/plainUi and plainLater, which make it plain.
import assert from 'node:assert/strict';
import ts from 'typescript';
import { parsed, sourceOf, sourcesIn } from '../../support/sources.js';

const doors = ['src/host/vscode/plainUi.ts', 'src/host/vscode/plainLater.ts'];

/** The functions of VS Code's that show text. */
const shows = new Set(
  (
    'showInformationMessage showWarningMessage showErrorMessage showQuickPick createQuickPick showInputBox createInputBox showOpenDialog ' +
    'showSaveDialog showWorkspaceFolderPick createStatusBarItem setStatusBarMessage withProgress createWebviewPanel createTerminal ' +
    'createTreeView registerTreeDataProvider createCommentController MarkdownString registerHoverProvider registerCodeLensProvider ' +
    'registerInlayHintsProvider createTextEditorDecorationType'
  ).split(' '),
);
/** What can be set on the things that they return, and on views. */
const properties = new Set(
  (
    'title badge tooltip text description detail label message prompt placeholder placeHolder name value validationMessage ' +
    'accessibilityInformation'
  ).split(' '),
);

/** The names that are written by an assignment to `target`, also to several at once. */
function written(target: ts.Node): readonly string[] {
  if (ts.isPropertyAccessExpression(target)) return [target.name.text];
  if (ts.isElementAccessExpression(target) && ts.isStringLiteralLike(target.argumentExpression)) return [target.argumentExpression.text];
  if (ts.isArrayLiteralExpression(target)) return target.elements.flatMap(written);
  if (ts.isObjectLiteralExpression(target))
    return target.properties.flatMap(property => (ts.isPropertyAssignment(property) ? written(property.initializer) : []));
  return [];
}

/** The names that a call gives its object: `Object.assign(item, { text })`, `progress.report({ message })`. */
function given(call: ts.CallExpression): readonly string[] {
  if (!/^Object\.assign$|\.report$/.test(call.expression.getText())) return [];
  return call.arguments
    .filter(argument => ts.isObjectLiteralExpression(argument))
    .flatMap(({ properties: all }) => all.flatMap(({ name }) => (name === undefined ? [] : [name.getText()])));
}

/** Every use of these, by name: also taken out of `vscode.window`, or set through another name. */
function violations(source: ts.SourceFile): string[] {
  const file = source.fileName;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && shows.has(node.text)) found.push(`${file}: ${node.text}`);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      for (const name of written(node.left)) if (properties.has(name)) found.push(`${file}: ${node.left.getText()}`);
    if (ts.isCallExpression(node))
      for (const name of given(node)) if (properties.has(name)) found.push(`${file}: ${node.expression.getText()} ${name}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('text of Claude’s outside of the webview', () => {
  it('passes two files', () => {
    const others = sourcesIn('src').filter(({ fileName }) => !doors.includes(fileName));
    assert.ok(others.length > 50);
    assert.deepEqual(others.flatMap(violations), []);
  });

  it('would be found elsewhere', () => {
    const inHost = (code: string): number => violations(parsed('a.ts', `import * as vscode from 'vscode';\n${code}`)).length;
    assert.equal(inHost('void vscode.window.showErrorMessage(text);'), 1);
    assert.equal(inHost('const { createQuickPick } = vscode.window;'), 1);
    assert.equal(inHost("vscode.window['showInputBox']();"), 1);
    assert.equal(inHost('panel.title = text;'), 1);
    assert.equal(inHost('view.badge = undefined; item.text = a; item.tooltip = b;'), 3);
    assert.equal(inHost('if (panel.title === title) return; const title = panel.title;'), 0);
    assert.equal(inHost("panel['title'] = text;"), 1);
    assert.equal(inHost('Object.assign(item, { text, tooltip });'), 2);
    assert.equal(inHost('[panel.title] = [text];'), 1);
    assert.equal(
      violations(parsed('a.ts', 'export function name(panel: { title: string }, text: string): void { panel.title = text; }')).length,
      1,
    );
    assert.equal(inHost('progress.report({ message: text });'), 1);
    assert.equal(inHost('vscode.languages.registerHoverProvider(all, provider);'), 1);
    for (const door of doors) assert.ok(violations(sourceOf(door)).length > 10, door);
  });
});
