// Writes test/fixtures/messageKinds.json: every kind of message that a CLI may send, from the types of the Agent SDKs that go with the pinned CLIs
// (0.3.N, 0.2.N and 0.1.N are the CLI's 2.1.N of its time, and 2.0.N), and from the newest CLI those of which its own text says that no public type
// has them yet. The older two have no such words. The unit test of the table in docs/protocol.md fails until each kind has a row.
// usage: node scripts/messageKinds.mjs        needs the npm registry
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {{ devDependencies: Record<string, string> }} */
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')); // npm's own format
const newest = devDependencies['@anthropic-ai/claude-code'] ?? '';
const clis = { [newest]: newest.replace(/^2\.1\./, '0.3.'), '2.1.100': '0.2.100', '2.0.77': '0.1.77' };
const folder = mkdtempSync(join(tmpdir(), 'parley-sdk-'));
try {
  const kinds = Object.entries(clis).map(([cli, sdk]) => [cli, [...kindsOf(sdk), ...(cli === newest ? untypedKinds() : [])].sort()]);
  writeFileSync('test/fixtures/messageKinds.json', `${JSON.stringify(Object.fromEntries(kinds), undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns {string[]} */
function untypedKinds() {
  const cli = readFileSync(`node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`);
  const words = 'Not yet in the public SDKMessage union';
  const kinds = [];
  for (let at = cli.indexOf(words); at >= 0; at = cli.indexOf(words, at + 1)) {
    // The words end the description of a schema, which has the kind in front.
    const subtype = [...cli.toString('latin1', at - 3_000, at).matchAll(/type:\w+\("system"\),subtype:\w+\("(\w+)"\)/g)].at(-1)?.[1];
    if (subtype === undefined) throw new Error('A kind that no public type has was not found.');
    kinds.push(`system/${subtype}`);
  }
  if (kinds.length === 0) throw new Error('The CLI says of no kind any more that no public type has it.');
  return kinds;
}

/** @param {string} sdk @returns {string[]} */
function kindsOf(sdk) {
  const packed = execFileSync('npm', ['pack', `@anthropic-ai/claude-agent-sdk@${sdk}`, '--silent'], { cwd: folder, encoding: 'utf8' });
  execFileSync('tar', ['xzf', packed.trim()], { cwd: folder });
  const files = ['sdk.d.ts', 'entrypoints/sdk/coreTypes.d.ts'];
  const types = files
    .flatMap(file => {
      try {
        return [readFileSync(join(folder, 'package', file), 'utf8')];
      } catch {
        return [];
      }
    })
    .join('\n');
  rmSync(join(folder, 'package'), { recursive: true });
  const kinds = new Set(membersOf(types, 'SDKMessage').flatMap(name => kindOf(types, name)));
  if (kinds.size === 0) throw new Error(`The SDK ${sdk} has no type SDKMessage.`);
  return [...kinds];
}

/** @param {string} types @param {string} name @returns {string[]} */
function membersOf(types, name) {
  const union = new RegExp(`(?:declare )?type ${name} = ([^;{]+);`).exec(types)?.[1];
  return union === undefined ? [] : union.split('|').map(member => member.trim());
}

/** @param {string} types @param {string} name @returns {string[]} `type`, or `system/subtype` */
function kindOf(types, name) {
  const members = membersOf(types, name);
  if (members.length > 0) return members.flatMap(member => kindOf(types, member));
  const base = new RegExp(`(?:declare )?type ${name} = (\\w+) & \\{`).exec(types)?.[1];
  if (base !== undefined) return kindOf(types, base);
  const body = new RegExp(`(?:declare )?type ${name} = ([\\s\\S]*?)\\n};`).exec(types)?.[1] ?? '';
  const type = /\n {4}type: '([^']+)'/.exec(body)?.[1];
  const subtype = /\n {4}subtype: '([^']+)'/.exec(body)?.[1];
  if (type === undefined) throw new Error(`The kind of ${name} was not found.`);
  return [type === 'system' ? `system/${subtype}` : type];
}
