import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

interface Rule {
  readonly values: readonly string[];
  /** What may be imported as a type only, besides. */
  readonly types: readonly string[];
}

/** The table of `docs/architecture.md`: a line for each folder, or for a file with a rule of its own. The longest name that a file's path begins with counts. */
function rulesIn(text: string): ReadonlyMap<string, Rule> {
  const [, block = ''] = /## Which folder imports which[^]*?```text\n([^]*?)```/.exec(text) ?? [];
  return new Map(
    block
      .trimEnd()
      .split('\n')
      .map(line => {
        const [, name, values = '', types = ''] = /^(\S+):((?: [^\s(]+)*)(?: \(types:((?: [^\s)]+)+)\))?$/.exec(line) ?? [];
        assert.ok(name !== undefined, `no line of the table: ${line}`);
        return [name, { values: namesIn(values), types: namesIn(types) }];
      }),
  );
}

function namesIn(list: string): readonly string[] {
  return list.split(' ').filter(name => name !== '');
}

const allowed = rulesIn(readFileSync('docs/architecture.md', 'utf8'));

const importPattern = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*()['"]([^'"]+)['"]\s*\)/gm;

/** What `text` imports, however: at once, later, or as types alone. */
function importsIn(text: string): readonly { readonly specifier: string; readonly isType: boolean }[] {
  return [...text.matchAll(importPattern)].map(([, type, specifier, , late]) => ({
    specifier: specifier ?? late ?? '',
    isType: type !== undefined,
  }));
}

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

/** The line of the table by which this file or folder goes; undefined for a package. */
function lineOf(path: string): string | undefined {
  return [...allowed.keys()].filter(key => isIn(path, [key])).sort((a, b) => b.length - a.length)[0];
}

/** The imports of `text` (of the file `file`) that the table does not allow. */
function violations(file: string, text: string): string[] {
  const name = lineOf(file);
  assert.ok(name !== undefined, `${file} is in no folder of the table`);
  return importsIn(text).flatMap(({ specifier, isType }) => {
    const target = targetOf(file, specifier);
    const isOwn = lineOf(target) === name || dirname(target) === name;
    return isOwn || isIn(target, placesFor(name, isType)) ? [] : [`${file} imports ${target}`];
  });
}

function placesFor(name: string, isType: boolean): readonly string[] {
  const { values, types } = allowed.get(name) ?? { values: [], types: [] };
  return isType ? [...values, ...types] : values;
}

function targetOf(file: string, specifier: string): string {
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
}

/** Those of `files` that `text` (of the file `file`) imports. */
function importedFiles(file: string, text: string, files: readonly string[]): readonly string[] {
  const targets = importsIn(text).flatMap(({ specifier }) =>
    specifier.startsWith('.') ? [targetOf(file, specifier).replace(/\.js$/, '')] : [],
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

  it('of the table are there, and import what it says', () => {
    const used = new Set<string>();
    for (const file of [...sourceFiles('src'), ...sourceFiles('webview')]) {
      const name = lineOf(file) ?? '';
      used.add(name);
      for (const { specifier, isType } of importsIn(readFileSync(file, 'utf8')))
        for (const place of placesFor(name, isType)) if (isIn(targetOf(file, specifier), [place])) used.add(`${name}: ${place}`);
    }
    const told = [...allowed].flatMap(([name, { values, types }]) => [name, ...[...values, ...types].map(place => `${name}: ${place}`)]);
    assert.deepEqual(
      told.filter(one => !used.has(one)),
      [],
      'The table allows what no file does.',
    );
  });

  it('hold no two files that import each other, in however many steps, types and late imports included', () => {
    const files = [...sourceFiles('src'), ...sourceFiles('webview')];
    const imports = new Map(files.map(file => [file, importedFiles(file, readFileSync(file, 'utf8'), files)]));
    assert.deepEqual(circlesIn(imports), []);
  });

  it('would be caught in a circle', () => {
    const circle = new Map([
      ['src/chat/effects.ts', importedFiles('src/chat/effects.ts', "const { a } = await import('./events.js');", ['src/chat/events.ts'])],
      ['src/chat/events.ts', ['src/chat/effects.ts']],
    ]);
    assert.deepEqual(circlesIn(circle), ['src/chat/effects.ts → src/chat/events.ts → src/chat/effects.ts']);
  });

  it('would be caught crossing a border', () => {
    assert.equal(violations('src/chat/a.ts', "import * as vscode from 'vscode';").length, 1);
    assert.equal(violations('src/chat/a.ts', "import { decode } from '../claude/decode.js';").length, 1);
    assert.equal(violations('src/claude/stream/a.ts', "import { step } from '../../chat/step.js';").length, 1);
    assert.equal(violations('src/claude/stream/a.ts', "import type { ChatEvent } from '../../chat/events.js';").length, 0);
    assert.equal(violations('webview/chat/a.tsx', "export { Panel } from '../../src/host/views/sideBarView.js';").length, 1);
    const caught: readonly (readonly [string, string])[] = [
      ['src/host/chats/a.ts', "import * as vscode from 'vscode';"],
      ['src/host/chats/a.ts', "import { readSetting } from '../vscode/settings.js';"],
      ['src/host/chats/a.ts', "const { Transcripts } = await import('../cli/transcripts.js');"],
      ['src/host/features/running/follow.ts', "import * as vscode from 'vscode';"],
      ['src/host/features/meters/acts.ts', "import { Steered } from '../steering/follow.js';"],
      ['src/claude/process/a.ts', "import { find } from '../install/find.js';"],
      ['src/claude/install/a.ts', "import { encode } from '../stream/encode.js';"],
      ['src/claude/answers/a.ts', "import { encode } from '../stream/encode.js';"],
      ['src/claude/answers/a.ts', "import { readFile } from 'node:fs/promises';"],
      ['src/claude/stream/a.ts', "import { readTranscriptLine } from '../transcripts/transcriptLine.js';"],
      ['src/claude/stream/a.ts', "import { startProcess } from '../process/process.js';"],
      ['src/claude/transcripts/a.ts', "import { encode } from '../edits/encode.js';"],
      ['src/claude/version.ts', "import { find } from './install/find.js';"],
      ['src/extension.ts', "import { a } from './memory/a.js';"],
      ['webview/question/model/a.ts', "import { useState } from 'preact/hooks';"],
      ['webview/question/model/a.ts', "import type { ComponentChild } from 'preact';"],
      ['webview/question/model/a.ts', "import { Card } from '../open/card.js';"],
    ];
    for (const [file, line] of caught) assert.equal(violations(file, line).length, 1, `${file}: ${line}`);
    assert.equal(violations('src/claude/transcripts/a.ts', "import { encode } from '../stream/encode.js';").length, 0);
    assert.equal(violations('webview/chat/a.tsx', "import { vsCodeButton } from '@vscode/webview-ui-toolkit';").length, 1);
  });
});
