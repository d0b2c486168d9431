// The parts `lm` and `languages` of the stand-in: tools that agents call, and problems in files.
import type * as vscode from 'vscode';
import { CancellationError, CancellationTokenSource, Disposable } from './basics.js';

export function makeTools() {
  const tools = new Map<string, vscode.LanguageModelTool<object>>();
  return {
    registerTool: (name: string, tool: vscode.LanguageModelTool<object>) => {
      if (tools.has(name)) throw new Error(`Tool "${name}" is already registered`);
      tools.set(name, tool);
      return new Disposable(() => tools.delete(name));
    },
    get tools() {
      return [...tools.keys()].map(name => ({ name }));
    },
    invokeTool: async (
      name: string,
      options: vscode.LanguageModelToolInvocationOptions<object>,
      token = new CancellationTokenSource().token,
    ) => {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`Unknown tool ${name}`);
      const result = await tool.invoke(options, token);
      if (token.isCancellationRequested) throw new CancellationError();
      return result;
    },
    registerMcpServerDefinitionProvider: () => new Disposable(() => undefined),
  };
}

export function makeProblems() {
  const collections = new Set<Map<string, readonly [vscode.Uri, readonly vscode.Diagnostic[]]>>();
  const all = (): readonly (readonly [vscode.Uri, readonly vscode.Diagnostic[]])[] => {
    const found = new Map<string, [vscode.Uri, vscode.Diagnostic[]]>();
    for (const collection of collections)
      for (const [key, [uri, problems]] of collection) found.set(key, [uri, [...(found.get(key)?.[1] ?? []), ...problems]]);
    return [...found.values()];
  };
  return {
    createDiagnosticCollection: (name: string) => {
      const problems = new Map<string, readonly [vscode.Uri, readonly vscode.Diagnostic[]]>();
      collections.add(problems);
      return {
        name,
        set: (uri: vscode.Uri, found: readonly vscode.Diagnostic[]) => void problems.set(uri.toString(), [uri, found]),
        dispose: () => void collections.delete(problems),
      };
    },
    getDiagnostics: (uri?: vscode.Uri) =>
      uri === undefined ? all() : (all().find(([place]) => place.toString() === uri.toString())?.[1] ?? []),
    registerCodeActionsProvider: () => new Disposable(() => undefined),
  };
}
