import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

/** Which folder may import which: values, and types only. A file belongs to the longest key that its path begins with. */
const allowed: Readonly<Record<string, { readonly values: readonly string[]; readonly types?: readonly string[] }>> = {
  'src/shared': { values: ['src/shared', 'diff', 'zod/mini'] },
  'src/session': { values: ['src/session', 'src/shared'] },
  // Inside of src/claude: ask ← process ← install, ask and elicitation ← answers ← stream ← transcripts.
  'src/claude': { values: [] },
  'src/claude/version': { values: [] },
  'src/claude/ask': { values: ['src/claude/ask', 'src/shared', 'partial-json'], types: ['src/session'] },
  'src/claude/elicitation': { values: ['src/claude/elicitation', 'src/shared'], types: ['src/session'] },
  'src/claude/process': {
    values: ['src/claude/process', 'src/claude/ask', 'src/claude/version', 'src/shared', 'node:'],
    types: ['src/session'],
  },
  'src/claude/install': {
    values: ['src/claude/install', 'src/claude/process', 'src/claude/version', 'src/shared', 'node:'],
    types: ['src/session'],
  },
  'src/claude/answers': {
    values: ['src/claude/answers', 'src/claude/ask', 'src/claude/elicitation', 'src/claude/version', 'src/shared', 'zod/mini'],
    types: ['src/session'],
  },
  'src/claude/stream': {
    values: [
      ...['src/claude/stream', 'src/claude/answers', 'src/claude/ask', 'src/claude/elicitation', 'src/claude/version'],
      ...['src/shared', 'zod/mini'],
    ],
    types: ['src/session'],
  },
  'src/claude/edits': { values: ['src/claude/edits', 'src/claude/version', 'src/shared'] },
  'src/claude/settings': { values: ['src/claude/settings', 'src/shared/depth', 'zod/mini'], types: ['src/shared/permissionRuleSchema'] },
  'src/claude/transcripts': {
    values: [
      ...['src/claude/transcripts', 'src/claude/stream', 'src/claude/answers', 'src/claude/process', 'src/claude/install/places'],
      ...['src/claude/version', 'src/disk/smallFile', 'src/memory/slices', 'src/shared', 'node:', 'zod/mini'],
    ],
    types: ['src/session'],
  },
  // Files that survive a crash and that no other account reads.
  'src/disk': { values: ['src/disk', 'node:'] },
  // What was decided, and the Product Doc.
  'src/memory': { values: ['src/memory', 'src/disk', 'src/shared', 'node:', 'zod/mini'] },
  // What follows a process of the CLI beside its session: tested without VS Code.
  'src/host/parts': { values: ['src/host/parts', 'src/claude', 'src/shared', 'node:'] },
  // The life, files and owners of chats: tested without VS Code.
  'src/host/sessions': {
    values: ['src/host/sessions', 'src/host/parts', 'src/claude', 'src/disk', 'src/memory', 'src/session', 'src/shared', 'node:'],
    types: ['src/host/cli'],
  },
  // Checks what another hand may have written.
  'src/host/sessions/storedForm': { values: ['src/session', 'src/shared', 'zod/mini'], types: ['src/host/sessions'] },
  'src/host': { values: ['src/host', 'src/claude', 'src/disk', 'src/memory', 'src/session', 'src/shared', 'node:', 'vscode'] },
  // Reads what others have written: JSON with comments.
  'src/host/colours/themeRules': { values: ['src/shared', 'jsonc-parser'] },
  src: { values: ['src', 'vscode'] },
  'webview/ui': {
    values: [
      'webview/ui',
      'webview/strings',
      'webview/laterStrings',
      'src/shared/pathParts',
      'src/shared/textEnds',
      'preact',
      'marked',
      '@preact/signals',
      '@vscode/webview-ui-toolkit',
      '@microsoft/fast-foundation',
      '@microsoft/fast-element',
      '@vscode/codicons',
    ],
  },
  // Colours code once it is on the page.
  'webview/code': {
    values: ['webview/code', 'webview/ui', 'webview/laterStrings', 'src/shared', '@vscode/codicons'],
    types: ['webview/state/post'],
  },
  'webview/code/engine': { values: ['webview/code', 'highlight.js'], types: ['src/shared'] },
  // Alone where HTML is wanted as HTML; everything else is built from what it is to be.
  'webview/ui/htmlPreview': { values: ['dompurify'] },
  // Pure: what is filled in, and its words.
  'webview/question/model': {
    values: ['webview/question/model', 'webview/strings', 'webview/laterStrings', 'webview/ui/recommended', 'src/shared'],
  },
  webview: {
    values: ['webview', 'src/shared', 'preact', '@preact/signals', 'zod/mini', 'marked', '@vscode/codicons', '@vscode/l10n'],
  },
};

const importPattern = /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => join(folder, name.replaceAll('\\', '/')));
}

function isIn(target: string, places: readonly string[]): boolean {
  return places.some(
    place => target === place || target.startsWith(place.endsWith(':') ? place : `${place}/`) || target.startsWith(`${place}.`),
  );
}

/** The imports of `text` (of the file `file`) that the table does not allow. */
function violations(file: string, text: string): string[] {
  const folder = Object.keys(allowed)
    .filter(key => isIn(file, [key]))
    .sort((a, b) => b.length - a.length)[0];
  assert.ok(folder !== undefined, `${file} is in no folder of the table`);
  const rule = allowed[folder] ?? { values: [] };
  return [...text.matchAll(importPattern)].flatMap(([, , type, specifier = '']) => {
    const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
    const places = type === undefined ? rule.values : [...rule.values, ...(rule.types ?? [])];
    return isIn(target, places) ? [] : [`${file} imports ${target}`];
  });
}

/** Those of `files` that `text` (of the file `file`) imports. */
function importedFiles(file: string, text: string, files: readonly string[]): readonly string[] {
  const targets = [...text.matchAll(importPattern)].flatMap(([, , , specifier = '']) =>
    specifier.startsWith('.') ? [normalize(join(dirname(file), specifier)).replace(/\.js$/, '')] : [],
  );
  return files.filter(other => targets.includes(other.replace(/\.tsx?$/, '')));
}

/** Each circle of imports once, as its path. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    else if (!done.has(file)) for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
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

  it('hold no two files that import each other, in however many steps, types included', () => {
    const files = [...sourceFiles('src'), ...sourceFiles('webview')];
    const imports = new Map(files.map(file => [file, importedFiles(file, readFileSync(file, 'utf8'), files)]));
    assert.deepEqual(circlesIn(imports), []);
  });

  it('would be caught in a circle', () => {
    const circle = new Map([
      [
        'src/session/effects.ts',
        importedFiles('src/session/effects.ts', "import type { A } from './events.js';", ['src/session/events.ts']),
      ],
      ['src/session/events.ts', ['src/session/effects.ts']],
    ]);
    assert.deepEqual(circlesIn(circle), ['src/session/effects.ts → src/session/events.ts → src/session/effects.ts']);
  });

  it('would be caught crossing a border', () => {
    assert.equal(violations('src/session/a.ts', "import * as vscode from 'vscode';").length, 1);
    assert.equal(violations('src/session/a.ts', "import { decode } from '../claude/decode.js';").length, 1);
    assert.equal(violations('src/claude/stream/a.ts', "import { step } from '../../session/step.js';").length, 1);
    assert.equal(violations('src/claude/stream/a.ts', "import type { SessionEvent } from '../../session/events.js';").length, 0);
    assert.equal(violations('webview/chat/a.tsx', "export { Panel } from '../../src/host/views/sideBarView.js';").length, 1);
    const caught: readonly (readonly [string, string])[] = [
      ['src/host/sessions/a.ts', "import * as vscode from 'vscode';"],
      ['src/host/sessions/a.ts', "import { readSetting } from '../vscode/settings.js';"],
      ['src/host/sessions/a.ts', "import { Transcripts } from '../cli/transcripts.js';"],
      ['src/claude/process/a.ts', "import { find } from '../install/find.js';"],
      ['src/claude/install/a.ts', "import { encode } from '../stream/encode.js';"],
      ['src/claude/answers/a.ts', "import { encode } from '../stream/encode.js';"],
      ['src/claude/answers/a.ts', "import { readFile } from 'node:fs/promises';"],
      ['src/claude/stream/a.ts', "import { readTranscriptLine } from '../transcripts/transcriptLine.js';"],
      ['src/claude/stream/a.ts', "import { startProcess } from '../process/process.js';"],
      ['src/claude/transcripts/a.ts', "import { find } from '../install/find.js';"],
      ['src/claude/version.ts', "import { find } from './install/find.js';"],
      ['webview/question/model/a.ts', "import { useState } from 'preact/hooks';"],
      ['webview/question/model/a.ts', "import type { ComponentChild } from 'preact';"],
      ['webview/question/model/a.ts', "import { Choice } from '../../ui/choice.js';"],
    ];
    for (const [file, line] of caught) assert.equal(violations(file, line).length, 1, `${file}: ${line}`);
    assert.equal(violations('src/claude/transcripts/a.ts', "import { encode } from '../stream/encode.js';").length, 0);
    assert.equal(violations('webview/chat/a.tsx', "import { vsCodeButton } from '@vscode/webview-ui-toolkit';").length, 1);
  });
});
