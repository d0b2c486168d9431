// The rules by which a colour theme and the person's settings colour code: read from the theme's files and resolved for each kind of
// `codeKinds`. Theme files are foreign, so each value is checked and nothing throws for what is in them. Knows nothing of VS Code.
import { parse } from 'jsonc-parser';
import type { CodeKind } from '../../../shared/features/code/codeKinds.js';
import { codeKinds } from '../../../shared/features/code/codeKinds.js';
import { objectOf } from '../../../shared/loose.js';

/** A TextMate selector without parents, such as `string.quoted`, and its colour. */
interface Rule {
  readonly scope: string;
  readonly colour: string;
}

/** Reads a file by its path in the folder of the theme's extension. Undefined where there is no such file, or one that is too large. */
type ReadThemeFile = (path: string) => Promise<string | undefined>;

/** A theme that includes more files than this is taken for a broken one. */
const deepest = 8;
/** The most rules of a theme and of the settings; more are left out. */
const mostRules = 10_000;

/** The scopes whose colours stand for a kind: the first one that a rule colours. */
const scopesOf: Readonly<Record<CodeKind, readonly string[]>> = {
  comment: ['comment.line', 'comment.block'],
  keyword: ['keyword.other', 'storage.type', 'keyword.control'],
  string: ['string.quoted.double', 'string.quoted'],
  number: ['constant.numeric'],
  literal: ['constant.language', 'constant'],
  type: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  function: ['entity.name.function', 'support.function'],
  variable: ['variable.other.readwrite', 'variable.language'],
  property: ['support.type.property-name', 'entity.other.attribute-name', 'variable.other.property'],
  tag: ['entity.name.tag'],
  regexp: ['string.regexp'],
  meta: ['meta.preprocessor', 'entity.name.function.preprocessor', 'meta.annotation', 'keyword.control'],
  inserted: ['markup.inserted'],
  deleted: ['markup.deleted'],
};

/** What VS Code's settings call a group of scopes. */
const groups: Readonly<Record<string, readonly string[]>> = {
  comments: ['comment'],
  strings: ['string'],
  keywords: ['keyword', 'storage'],
  numbers: ['constant.numeric'],
  types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  functions: ['entity.name.function', 'support.function'],
  variables: ['variable', 'entity.name.variable'],
};

/**
 * The rules of the theme in the file `path`, with those of the files that it includes in front. Undefined where a file cannot be read, is no theme in
 * JSON, or has its rules in a file of TextMate's own form.
 */
export async function themeRules(path: string, read: ReadThemeFile): Promise<readonly Rule[] | undefined> {
  const parts: Rule[][] = [];
  const seen = new Set<string>();
  for (let next = resolved('', path); next !== undefined;) {
    if (seen.has(next) || seen.size >= deepest) return undefined;
    seen.add(next);
    const text = await read(next);
    const theme = text === undefined ? undefined : objectOf(parse(text, [], { allowTrailingComma: true }));
    if (theme === undefined) return undefined;
    const { include, tokenColors } = theme;
    if (tokenColors !== undefined && !Array.isArray(tokenColors)) return undefined;
    parts.unshift(rulesIn(tokenColors));
    next = typeof include === 'string' ? resolved(next, include) : undefined;
    if (typeof include === 'string' && next === undefined) return undefined;
  }
  return parts.flat().slice(-mostRules);
}

/** The rules of the setting `editor.tokenColorCustomizations` for a theme with one of these names: first those for every theme. */
export function settingRules(setting: unknown, names: readonly string[]): readonly Rule[] {
  const all = objectOf(setting) ?? {};
  const blocks = Object.entries(all).filter(([key]) => key.startsWith('[') && [...key.matchAll(/\[([^[\]]*)\]/g)].some(isNamed(names)));
  return [all, ...blocks.map(([, block]) => objectOf(block) ?? {})].flatMap(rulesOfBlock).slice(0, mostRules);
}

/** The colour of each kind, in the order of `codeKinds`: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`; empty where no rule has one. */
export function coloursBy(rules: readonly Rule[]): readonly string[] {
  return codeKinds.map(kind => {
    for (const scope of scopesOf[kind]) {
      const colour = colourOf(scope, rules);
      if (colour !== undefined) return colour;
    }
    return '';
  });
}

/** The colour of the rule with the longest selector, and of the last among equals. */
function colourOf(scope: string, rules: readonly Rule[]): string | undefined {
  let best: Rule | undefined;
  for (const rule of rules) {
    const fits = scope === rule.scope || scope.startsWith(`${rule.scope}.`);
    if (fits && rule.scope.length >= (best?.scope.length ?? 0)) best = rule;
  }
  return best?.colour;
}

function rulesOfBlock(block: Readonly<Record<string, unknown>>): readonly Rule[] {
  const ofGroups = Object.entries(groups).flatMap(([name, scopes]) => {
    const colour = checked(block[name]) ?? checked(objectOf(block[name])?.['foreground']);
    return colour === undefined ? [] : scopes.map(scope => ({ scope, colour }));
  });
  return [...ofGroups, ...rulesIn(block['textMateRules'])];
}

function rulesIn(value: unknown): Rule[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, mostRules).flatMap((one: unknown) => {
    const { scope, settings } = objectOf(one) ?? {};
    const colour = checked(objectOf(settings)?.['foreground']);
    if (colour === undefined) return [];
    const selectors: unknown[] = Array.isArray(scope) ? scope : [scope];
    return selectors.flatMap(selector => scopesIn(selector).map(name => ({ scope: name, colour })));
  });
}

/** A selector with parents or exceptions is for places that these kinds do not tell apart. */
function scopesIn(selector: unknown): readonly string[] {
  if (typeof selector !== 'string' || selector.length > 10_000) return [];
  return selector
    .split(',')
    .map(one => one.trim())
    .filter(one => /^[\w.-]+$/.test(one));
}

function isNamed(names: readonly string[]): (match: RegExpExecArray) => boolean {
  return ([, name = '']) => {
    if (!name.includes('*')) return names.includes(name);
    // Each star is for anything. No pattern is made of the name, because many stars would take one long.
    const [first = '', ...rest] = name.split('*');
    return names.some(known => {
      if (!known.startsWith(first)) return false;
      let at = first.length;
      for (const [index, piece] of rest.entries()) {
        const found = index === rest.length - 1 ? known.length - piece.length : known.indexOf(piece, at);
        if (found < at || !known.startsWith(piece, found)) return false;
        at = found + piece.length;
      }
      return true;
    });
  };
}

/** The path beside `from`; undefined where it leads out of the extension. */
function resolved(from: string, path: string): string | undefined {
  const steps = from.split('/').slice(0, -1);
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..') {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

function checked(value: unknown): string | undefined {
  return typeof value === 'string' && /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value) ? value.toLowerCase() : undefined;
}
