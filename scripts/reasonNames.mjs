// Writes test/fixtures/reasonNames.json: the CLI's names of why something failed, from the types of the Agent SDK that goes with the pinned CLI
// (its 0.3.N is the CLI's 2.1.N). The unit test of the words fails until this was run for a new CLI and each new name has words.
// usage: node scripts/reasonNames.mjs        needs the npm registry
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {{ devDependencies: Record<string, string> }} */
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')); // npm's own format
const cli = devDependencies['@anthropic-ai/claude-code'] ?? '';
const sdk = cli.replace(/^2\.1\./, '0.3.');
const folder = mkdtempSync(join(tmpdir(), 'parley-sdk-'));
try {
  const packed = execFileSync('npm', ['pack', `@anthropic-ai/claude-agent-sdk@${sdk}`, '--silent'], { cwd: folder, encoding: 'utf8' });
  execFileSync('tar', ['xzf', packed.trim()], { cwd: folder });
  const types = readFileSync(join(folder, 'package', 'sdk.d.ts'), 'utf8');
  const names = {
    cli,
    assistantError: namesOf(types, 'SDKAssistantMessageError'),
    terminalReason: namesOf(types, 'TerminalReason'),
    startupFailureReason: namesOf(types, 'SDKStartupFailureReason'),
  };
  writeFileSync('test/fixtures/reasonNames.json', `${JSON.stringify(names, undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} types @param {string} type */
function namesOf(types, type) {
  const union = new RegExp(`export declare type ${type} = ([^;]+);`).exec(types)?.[1];
  if (union === undefined) throw new Error(`The SDK ${sdk} has no type ${type}.`);
  return [...union.matchAll(/'([^']+)'/g)].map(([, name]) => name);
}
