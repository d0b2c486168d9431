// The syntax trees of the product's sources, made once for all test files of a mocha.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const made = new Map<string, ts.SourceFile>();

/** `file` decides how the text is read. No rule asks for what stands in a comment, so those are not taken apart. */
export function parsed(file: string, text: string): ts.SourceFile {
  const how = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return ts.createSourceFile(file, text, how, true);
}

/** All sources of a folder, by their paths with `/`. */
export function sourcesIn(folder: string): readonly ts.SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => sourceOf(`${folder}/${name.replaceAll('\\', '/')}`));
}

export function sourceOf(file: string): ts.SourceFile {
  const source = made.get(file) ?? parsed(file, readFileSync(file, 'utf8'));
  made.set(file, source);
  return source;
}
