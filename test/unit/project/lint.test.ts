// Each rule of the lint sees what it is for, because a rule that a linter does not know, or no longer applies, says nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lintArguments } from '../../../scripts/lib/suites/checks.mjs';
import { removeFolder } from '../../support/removeFolder.js';

/** What each rule forbids. Where a name is there twice, each piece is a file of its own. */
const forbidden: readonly (readonly [rule: string, code: string, file?: string])[] = [
  ['eqeqeq', `export const same = (a: string, b: string) => a == b;`],
  ['max-lines', '\n'.repeat(401)],
  ['no-array-constructor', `export const list = new Array(1, 2);`],
  ['no-console', `console.log('a word');`],
  ['no-restricted-imports', `export { window } from 'vscode';`, 'src/shared/imports.ts'],
  ['no-unused-expressions', `export function f(a: number): void { a + 1; }`],
  ['no-unused-vars', `const unused = 1; export {};`],
  ['no-var', `export var old = 1;`],
  ['prefer-const', `let fixed = 1; export const copy = fixed;`],
  ['prefer-rest-params', `export function f(): number { return arguments[0]; }`],
  ['prefer-spread', `export const f = (a: number[]) => Math.max.apply(Math, a);`],
  ['no-default-export', `export default 1;`],
  ['await-thenable', `export async function f(): Promise<void> { await 1; }`],
  ['ban-ts-comment', `// @ts-ignore\nexport const a = 1;`],
  ['consistent-type-imports', `import { Stats } from 'node:fs'; export type S = Stats;`],
  ['no-array-delete', `export function f(a: number[]): void { delete a[0]; }`],
  ['no-base-to-string', `export const f = (a: object) => String({ ...a });`],
  ['no-duplicate-enum-values', `export enum E { A = 1, B = 1 }`],
  ['no-duplicate-type-constituents', `export type T = 'a' | 'a';`],
  ['no-empty-object-type', `export type T = {};`],
  ['no-explicit-any', `export type T = any;`],
  ['no-extra-non-null-assertion', `export const f = (a: string | undefined) => a!!;`],
  ['no-floating-promises', `export function f(a: Promise<void>): void { a; }`],
  ['no-for-in-array', `export function f(a: string[]): void { for (const i in a) String(i); }`],
  ['no-implied-eval', `export const f = new Function('a');`],
  ['no-misused-new', `export interface I { new (): I; }`],
  ['no-misused-promises', `export const f = (a: Promise<boolean>) => (a ? 1 : 2);`],
  ['no-namespace', `export namespace N { export const a = 1; }`],
  ['no-non-null-asserted-optional-chain', `export const f = (a?: { b: string }) => a?.b!;`],
  ['no-redundant-type-constituents', `export type T = unknown | string;`],
  ['no-require-imports', `import fs = require('node:fs'); export { fs };`],
  ['no-this-alias', `export class C { f() { const self = this; return () => self; } }`],
  ['no-unnecessary-type-assertion', `export const f = (a: string) => a as string;`],
  ['no-unnecessary-type-constraint', `export const f = <T extends unknown>(a: T) => a;`],
  ['no-unsafe-argument', `export const f = (a: unknown) => Number.isInteger(JSON.parse('1')) && isNaN(JSON.parse('1')) && a;`],
  ['no-unsafe-assignment', `export const a: { b: string } = JSON.parse('1');`],
  ['no-unsafe-call', `export const f = () => void JSON.parse('1')();`],
  ['no-unsafe-declaration-merging', `export interface A { b: string } export class A {}`],
  ['no-unsafe-enum-comparison', `enum E { A } export const f = (e: E) => e === 0;`],
  ['no-unsafe-function-type', `export type T = Function;`],
  ['no-unsafe-member-access', `export const f = () => void JSON.parse('1').a;`],
  ['no-unsafe-return', `export const f = () => JSON.parse('1');`],
  ['no-unsafe-unary-minus', `export const f = (a: string) => -a;`],
  ['no-wrapper-object-types', `export type T = String;`],
  ['only-throw-error', `export function f(): void { throw 'a word'; }`],
  ['prefer-as-const', `export const a = 'b' as 'b';`],
  ['prefer-namespace-keyword', `export declare module M { const a: number; }`],
  ['prefer-promise-reject-errors', `export const f = () => Promise.reject('a word');`],
  ['require-await', `export async function f(): Promise<number> { return 1; }`],
  ['restrict-plus-operands', `export const f = (a: { b: number }, b: string) => a + b;`],
  ['restrict-template-expressions', `export const f = (a: object) => \`\${a}\`;`],
  ['switch-exhaustiveness-check', `export function f(a: 'a' | 'b'): number { switch (a) { case 'a': return 1; } return 2; }`],
  ['triple-slash-reference', `/// <reference types="node" />\nimport 'node';`],
  ['single-look', `export async function f(row: { count(): Promise<number> }) { assert.equal(await row.count(), 1); }`, 'e2e/look.ts'],
  [
    'single-look',
    `export async function f(row: { count(): Promise<number> }) { const n = await row.count(); assert.ok(n); }`,
    'e2e/kept.ts',
  ],
  // The types themselves.
  ['TS2322', `export const a: string = 1;`],
  ['TS6133', `export function f(a: number): void {}`],
  ['TS2532', `export const f = (a: string[]) => a[0].length;`],
  // In a comment of JavaScript a cast is no node, so that these two see through it.
  ['no-unsafe-call', `export const f = () => void JSON.parse('1')();`, 'unsafe.mjs'],
  // A word that switches a rule off which has nothing to say.
  ['', `// eslint-disable-next-line no-var\nexport const a = 1;`, 'unused.ts'],
];

interface Report {
  readonly diagnostics: readonly { readonly code?: string; readonly message: string; readonly filename: string }[];
}

describe('the lint', function () {
  this.timeout(120_000);
  let folder: string;
  const reported = new Map<string, readonly string[]>();

  const fileOf = (index: number): string => forbidden[index]?.[2] ?? `${index}.ts`;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-lint-'));
    const compilerOptions = {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      lib: ['ES2023'],
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      noUnusedParameters: true,
      allowJs: true,
      checkJs: true,
      noEmit: true,
      skipLibCheck: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
    forbidden.forEach(([, code], index) => {
      mkdirSync(dirname(join(folder, fileOf(index))), { recursive: true });
      writeFileSync(join(folder, fileOf(index)), `${code}\n`);
    });
    const { stdout, stderr } = spawnSync(process.execPath, [...lintArguments, '--format', 'json', folder], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    assert.ok(stdout.startsWith('{'), `${stdout}${stderr}`);
    const { diagnostics } = JSON.parse(stdout) as Report;
    for (const { code = '', filename } of diagnostics) {
      const name =
        filename
          .replaceAll('\\', '/')
          .split(`${basename(folder)}/`)
          .at(-1) ?? '';
      reported.set(name, [...(reported.get(name) ?? []), /\(?([\w-]+)\)?$/.exec(code)?.[1] ?? '']);
    }
  });
  after(() => removeFolder(folder));

  forbidden.forEach(([rule, code], index) =>
    it(`sees by ${rule === '' ? 'itself' : rule}: ${code.trim().slice(0, 60).replaceAll('\n', ' ')}`, () => {
      assert.ok(reported.get(fileOf(index))?.includes(rule), `it reports ${String(reported.get(fileOf(index)))}`);
    }),
  );

  it('has no rule that is not shown here', () => {
    const { rules, overrides } = JSON.parse(readFileSync('test/oxlintrc.json', 'utf8')) as {
      readonly rules: Readonly<Record<string, unknown>>;
      readonly overrides: readonly { readonly rules: Readonly<Record<string, unknown>> }[];
    };
    const all = new Set([rules, ...overrides.map(each => each.rules)].flatMap(each => Object.keys(each)));
    const shown = new Set(forbidden.map(([rule]) => rule));
    assert.deepEqual(
      [...all].map(name => basename(name)).filter(name => !shown.has(name)),
      [],
    );
  });
});
