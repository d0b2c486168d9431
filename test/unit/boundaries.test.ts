import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Which folder may import which: values, and types only. A file is in the longest folder that it begins with. */
const allowed: Readonly<Record<string, { readonly values: readonly string[]; readonly types?: readonly string[] }>> = {
  'src/shared': { values: ['src/shared', 'zod/mini'] },
  'src/session': { values: ['src/session', 'src/shared'] },
  'src/claude': { values: ['src/claude', 'src/shared', 'node:', 'zod/mini', 'partial-json'], types: ['src/session'] },
  'src/host': { values: ['src/host', 'src/claude', 'src/session', 'src/shared', 'node:', 'vscode'] },
  src: { values: ['src', 'vscode'] },
  'webview/ui': {
    values: [
      'webview/ui',
      'webview/strings',
      'marked',
      'dompurify',
      'preact',
      'marked',
      'dompurify',
      '@preact/signals',
      '@vscode/webview-ui-toolkit',
      '@microsoft/fast-foundation',
      '@microsoft/fast-element',
      '@vscode/codicons',
    ],
  },
  webview: {
    values: ['webview', 'src/shared', 'preact', '@preact/signals', 'zod/mini', 'marked', 'dompurify', '@vscode/codicons', '@vscode/l10n'],
  },
};

const importPattern = /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => join(folder, name));
}

function isIn(target: string, places: readonly string[]): boolean {
  return places.some(
    place => target === place || target.startsWith(place.endsWith(':') ? place : `${place}/`) || target.startsWith(`${place}.`),
  );
}

/** The imports of `text` (of the file `file`) that the table does not allow. */
function violations(file: string, text: string): string[] {
  const folder = Object.keys(allowed)
    .filter(key => file.startsWith(`${key}/`))
    .sort((a, b) => b.length - a.length)[0];
  assert.ok(folder !== undefined, `${file} is in no folder of the table`);
  const rule = allowed[folder] ?? { values: [] };
  return [...text.matchAll(importPattern)].flatMap(([, , type, specifier = '']) => {
    const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
    const places = type === undefined ? rule.values : [...rule.values, ...(rule.types ?? [])];
    return isIn(target, places) ? [] : [`${file} imports ${target}`];
  });
}

describe('the folders', () => {
  it('import only what the table allows', () => {
    const files = [...sourceFiles('src'), ...sourceFiles('webview')];
    assert.ok(files.length > 30);
    assert.deepEqual(
      files.flatMap(file => violations(file, readFileSync(file, 'utf8'))),
      [],
    );
  });

  it('would be caught crossing a border', () => {
    assert.equal(violations('src/session/a.ts', "import * as vscode from 'vscode';").length, 1);
    assert.equal(violations('src/session/a.ts', "import { decode } from '../claude/decode.js';").length, 1);
    assert.equal(violations('src/claude/a.ts', "import { step } from '../session/step.js';").length, 1);
    assert.equal(violations('src/claude/a.ts', "import type { SessionEvent } from '../session/events.js';").length, 0);
    assert.equal(violations('webview/chat/a.tsx', "export { Panel } from '../../src/host/panel.js';").length, 1);
    assert.equal(violations('webview/chat/a.tsx', "import { vsCodeButton } from '@vscode/webview-ui-toolkit';").length, 1);
  });
});
