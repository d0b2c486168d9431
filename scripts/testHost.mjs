// Runs the host tests: node scripts/testHost.mjs [--version oldest|newest|both] [--scenario NAME]… [--vsix FILE] [--extension FOLDER]
// [--tests FOLDER] [--env NAME=VALUE]… [--desktop]
import { parseArgs } from 'node:util';
import { hostScenarios, runHostTests } from './lib/suites/inHost.mjs';
import { exitOnSignals } from './lib/system/processes.mjs';

const { values } = parseArgs({
  options: {
    version: { type: 'string', default: 'both' },
    scenario: { type: 'string', multiple: true },
    vsix: { type: 'string' },
    extension: { type: 'string' },
    tests: { type: 'string' },
    env: { type: 'string', multiple: true, default: [] },
    desktop: { type: 'boolean', default: false },
  },
});

exitOnSignals();
const { scenario: wanted, extension, tests, vsix } = values;
const { passed, failed, skipped } = await runHostTests({
  versions: chooseVersions(values.version),
  scenarios: wanted && hostScenarios.filter(({ name }) => wanted.includes(name)),
  env: Object.fromEntries(values.env.map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])),
  desktop: values.desktop,
  ...(extension === undefined ? {} : { extension }),
  ...(tests === undefined ? {} : { tests }),
  ...(vsix === undefined ? {} : { vsix }),
});
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** @param {string} version @returns {import('./lib/vscode/workbench.mjs').WorkbenchName[]} */
function chooseVersions(version) {
  if (version === 'oldest' || version === 'newest') return [version];
  if (version === 'both') return ['oldest', 'newest'];
  throw new Error(`--version is oldest, newest or both, not ${version}.`);
}
