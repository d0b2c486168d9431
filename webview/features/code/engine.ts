// Reads code for its colours, by highlight.js. A bundle of its own, which the page loads with the first code that comes near the view. Gives runs of
// characters and never HTML, so that nothing of the code can become an element.
import type { Emitter, LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import less from 'highlight.js/lib/languages/less';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { CodeKind } from '../../../src/shared/features/code/codeKinds.js';
import type { ReadCode } from './runs.js';

const csharpName = String.raw`[a-zA-Z]\w{0,60}`;
const csharpType = String.raw`${csharpName}(?:<${csharpName}(?:\s{0,3},\s{0,3}${csharpName}){0,6}>)?(?:\[\])?`;

/** C# with bounds in the pattern of a function: its own takes time by the third power of the words before it, minutes for some thousand of them. */
const boundedCsharp: LanguageFn = api => {
  const language = csharp(api);
  const begin = String.raw`(?:${csharpType}\s{1,40}){1,6}${csharpName}\s{0,3}(?:<[^=(){};]{1,100}>\s{0,3})?\(`;
  return { ...language, contains: language.contains.map(mode => (mode.className === 'function' ? { ...mode, begin } : mode)) };
};

const languages = {
  bash,
  c,
  cpp,
  csharp: boundedCsharp,
  css,
  dart,
  dockerfile,
  go,
  graphql,
  ini,
  java,
  javascript,
  json,
  kotlin,
  less,
  lua,
  makefile,
  markdown,
  perl,
  php,
  powershell,
  python,
  r,
  ruby,
  rust,
  scala,
  scss,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
/** Names that people write and highlight.js does not know. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
  bash: ['fish', 'ksh'],
  ini: ['conf', 'dotenv', 'env', 'properties'],
  json: ['json5', 'jsonl'],
  xml: ['astro', 'svelte', 'vue'],
};

/** Milliseconds: a text that takes longer has no colours. */
const longest = 100;

const kinds: Readonly<Record<string, CodeKind | ''>> = {
  comment: 'comment',
  quote: 'comment',
  keyword: 'keyword',
  'template-tag': 'keyword',
  section: 'keyword',
  bullet: 'keyword',
  string: 'string',
  code: 'string',
  link: 'string',
  formula: 'string',
  number: 'number',
  literal: 'literal',
  symbol: 'literal',
  type: 'type',
  class: 'type',
  title: 'function',
  built_in: 'function',
  'title.class': 'type',
  'title.class.inherited': 'type',
  variable: 'variable',
  'template-variable': 'variable',
  'variable.language': 'literal',
  'variable.constant': 'literal',
  attr: 'property',
  attribute: 'property',
  property: 'property',
  name: 'tag',
  'selector-tag': 'tag',
  'selector-id': 'property',
  'selector-class': 'property',
  'selector-attr': 'property',
  'selector-pseudo': 'property',
  regexp: 'regexp',
  meta: 'meta',
  addition: 'inserted',
  deletion: 'deleted',
  subst: '',
  operator: '',
  punctuation: '',
};

for (const [name, language] of Object.entries(languages)) {
  hljs.registerLanguage(name, language);
  hljs.registerAliases([...(furtherNames[name] ?? [])], { languageName: name });
}

/**
 * The time until which the text may be read, by `performance.now()`; undefined while its first words are awaited, before which a language is made
 * ready.
 */
let end: number | undefined;
let mostTime = longest;

/** Collects what highlight.js reads. It calls these methods, which are the part of `Emitter` that it calls. */
class RunEmitter implements Pick<Emitter, 'addText' | 'startScope' | 'endScope' | 'finalize' | 'toHTML' | '__addSublanguage'> {
  readonly runs: { length: number; readonly look: string }[] = [];
  readonly #looks: string[] = [];

  addText(text: string): void {
    end ??= performance.now() + mostTime;
    if (performance.now() > end) throw new Error('The code takes too long.');
    this.#add(text.length, this.#looks.at(-1) ?? '');
  }

  startScope(scope: string): void {
    const kind = kinds[scope] ?? kinds[scope.split('.')[0] ?? ''];
    this.#looks.push(kind === undefined ? (this.#looks.at(-1) ?? '') : kind && `tok-${kind}`);
  }

  endScope(): void {
    this.#looks.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  /** `inner`: what has read the part in another language, which is one of these. */
  __addSublanguage(inner: Emitter): void {
    if (inner instanceof RunEmitter) for (const { length, look } of inner.runs) this.#add(length, look);
  }

  closeAllNodes(): void {
    this.#looks.length = 0;
  }

  finalize(): void {
    this.closeAllNodes();
  }

  toHTML(): string {
    return '';
  }

  #add(length: number, look: string): void {
    const last = this.runs.at(-1);
    if (length === 0) return;
    if (last?.look === look) last.length += length;
    else this.runs.push({ length, look });
  }
}

hljs.configure({ __emitter: RunEmitter });

/** The whole text as runs; undefined where the language is not known, or the text takes longer than `time`, in milliseconds. */
export function readCode(text: string, language: string, time = longest): ReadCode | undefined {
  if (hljs.getLanguage(language) === undefined) return undefined;
  end = undefined;
  mostTime = time;
  const { errorRaised, _emitter: emitter, _top: top } = hljs.highlight(text, { language, ignoreIllegals: true });
  if (errorRaised !== undefined || !(emitter instanceof RunEmitter)) return undefined;
  const read = emitter.runs.reduce((sum, { length }) => sum + length, 0);
  if (read !== text.length) return undefined;
  return { runs: emitter.runs, isClosed: top !== undefined && (top as { parent?: unknown }).parent === undefined };
}
