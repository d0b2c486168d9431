// The stand-in for VS Code has all that Parley asks of VS Code's API, each held to VS Code itself, and nothing that nobody uses.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { parsed, sourcesIn } from '../../support/sources.js';
import { makeStandIn } from '../../support/vscode/standIn.js';

/** What no test can bring about from inside of VS Code, or VS Code alone can show, and the test that shows it there. */
const elsewhere: Readonly<Record<string, string>> = {
  'env.openExternal': 'test/e2e/elicitation.test.ts',
  'languages.registerCodeActionsProvider': 'test/host/chatCommands.suite.ts',
  'lm.registerMcpServerDefinitionProvider': 'test/host/agents.suite.ts',
  'window.onDidChangeActiveColorTheme': 'test/host/codeColours.suite.ts',
  'window.onDidEndTerminalShellExecution': 'test/e2e/setUp.test.ts',
  'window.onDidStartTerminalShellExecution': 'test/host/codeUses.suite.ts',
  'window.terminals': 'test/host/codeUses.suite.ts',
  'window.registerWebviewPanelSerializer': 'test/e2e/tabs.window.test.ts',
  'workspace.onDidChangeWorkspaceFolders': 'test/e2e/roots.test.ts',
  'workspace.onDidGrantWorkspaceTrust': 'test/host/untrusted.suite.ts',
};

const nothing = (): void => undefined;
const { vscode } = makeStandIn({
  extension: resolve('.'),
  folders: [],
  settings: {},
  pages: { origin: '', load: nothing, post: nothing, focus: nothing, close: nothing },
});

/** Parts of the API that have parts themselves, all others being functions, values and events. */
const groups = [
  'window',
  'window.tabGroups',
  'workspace',
  'workspace.fs',
  'commands',
  'comments',
  'env',
  'env.clipboard',
  'l10n',
  'lm',
  'languages',
  'extensions',
];

/** The name as long as it names something of the API: `window.tabGroups.all`, `Uri.file`, but `FileType` for each of its values. */
function named(parts: readonly string[]): string | undefined {
  const [first = '', second = ''] = parts;
  if (/^[A-Z]/.test(first)) return /^[a-z]|^FileNotFound$|^NoPermissions$|^QuickFix$/.test(second) ? `${first}.${second}` : first;
  const depth = groups.findLast(group => `${parts.join('.')}.`.startsWith(`${group}.`))?.split('.').length ?? 0;
  return parts.length > depth ? parts.slice(0, depth + 1).join('.') : undefined;
}

/** The names in the API that a file of Parley's uses as values. */
function usesIn(source: ts.SourceFile): readonly string[] {
  /** What a name stands for: the API itself, or a group of it that was taken out. */
  const roots = new Map<string, readonly string[]>();
  const found: (readonly string[])[] = [];
  const literals: string[] = [];
  const plain = (node: ts.Expression): ts.Expression =>
    ts.isAsExpression(node) || ts.isParenthesizedExpression(node) ? plain(node.expression) : node;
  const pathOf = (given: ts.Expression): readonly string[] | undefined => {
    const node = plain(given);
    if (ts.isIdentifier(node)) return roots.get(node.text);
    if (!ts.isPropertyAccessExpression(node)) return undefined;
    const path = pathOf(node.expression);
    return path && [...path, node.name.text];
  };
  const takeOut = ({ name, initializer }: ts.VariableDeclaration): void => {
    const path = initializer && pathOf(initializer);
    if (path === undefined || !ts.isObjectBindingPattern(name)) return;
    for (const { name: local, propertyName } of name.elements) {
      const whole = [...path, (propertyName ?? local).getText()];
      found.push(whole);
      if (groups.includes(whole.join('.'))) roots.set(local.getText(), whole);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && node.moduleSpecifier.getText() === "'vscode'" && node.importClause?.isTypeOnly !== true)
      roots.set('vscode', []);
    if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword) return;
    if (ts.isVariableDeclaration(node)) takeOut(node);
    if (ts.isStringLiteralLike(node)) literals.push(node.text);
    if (ts.isPropertyAccessExpression(node) && !ts.isPropertyAccessExpression(node.parent)) found.push(pathOf(node) ?? []);
    // `vscode.window[levels[level]]`: one of the names that stand in the file.
    const group = ts.isElementAccessExpression(node) ? pathOf(node.expression) : undefined;
    if (group !== undefined) found.push(...literals.filter(text => text in valueOf(group.join('.'))).map(text => [...group, text]));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.flatMap(parts => named(parts) ?? []);
}

/** The object at this place of the stand-in. */
function valueOf(path: string): object {
  const value = path.split('.').reduce<unknown>((within, part) => (within as Readonly<Record<string, unknown>>)[part], vscode);
  return value as object;
}

function isThere(path: string): boolean {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  const owner = parts.length === 0 ? vscode : valueOf(parts.join('.'));
  return typeof owner === 'object' || typeof owner === 'function' ? last in owner : false;
}

const read = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !name.startsWith('vscode'))
    .map(name => readFileSync(join(folder, name), 'utf8'));

describe('the stand-in for VS Code', () => {
  let uses: readonly string[];
  before(() => void (uses = [...new Set(sourcesIn('src').flatMap(usesIn))].sort()));
  const suites = readdirSync('test/host').filter(name => /^standIn\w*\.suite\.ts$/.test(name));
  const held = new Set(
    suites.flatMap(name =>
      [...readFileSync(join('test/host', name), 'utf8').matchAll(/\bit\(\s*['`]([\w., ]+): /g)].flatMap(([, names = '']) =>
        names.split(', '),
      ),
    ),
  );

  it('finds every way in which code names a part of the API', () => {
    const code = `import * as vscode from 'vscode';
      const { t } = vscode.l10n; const { clipboard } = vscode.env; const { NewPart: part } = vscode as { NewPart?: object };
      const levels = { a: 'showErrorMessage' }; vscode.window[levels.a]('x');
      class A implements vscode.Unused { b: vscode.Unused.c; }
      clipboard.readText(); vscode.workspace.fs.stat(x as vscode.Uri); vscode.Uri.file(''); vscode.FileType.File; vscode.version.split('.');`;
    assert.deepEqual(usesIn(parsed('a.ts', code)).toSorted(), [
      ...['FileType', 'NewPart', 'Uri.file', 'env.clipboard.readText', 'l10n.t', 'version', 'window.showErrorMessage', 'workspace.fs.stat'],
    ]);
    assert.ok(uses.length > 80, String(uses.length));
  });

  it('has all that Parley asks for', () => {
    assert.deepEqual(
      uses.filter(name => !isThere(name)),
      [],
    );
  });

  it('is held in each part to what VS Code does', () => {
    assert.deepEqual(
      uses.filter(name => !held.has(name) && !(name in elsewhere)),
      [],
    );
    for (const [name, file] of Object.entries(elsewhere)) {
      assert.ok(uses.includes(name) && !held.has(name), name);
      assert.ok(existsSync(file), file);
    }
  });

  it('has nothing that neither Parley nor a test uses', () => {
    const words = new Set(
      [...read('src'), ...read('test/host'), ...read('test/support')].flatMap(text => [...text.matchAll(/\b\w+\b/g)].map(([word]) => word)),
    );
    const parts = (path: string): readonly string[] =>
      Object.keys(path === '' ? vscode : valueOf(path)).flatMap(name => {
        const whole = path === '' ? name : `${path}.${name}`;
        return groups.includes(whole) ? parts(whole) : [whole];
      });
    assert.deepEqual(
      parts('').filter(name => !uses.includes(name) && !held.has(name) && !words.has(name.split('.').at(-1) ?? '')),
      [],
    );
  });
});
