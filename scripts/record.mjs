// Records the pipes of the real CLI into test/fixtures/streams/*.jsonl, which the unit tests replay.
// usage: node scripts/record.mjs [NAME…] [--to DIRECTORY]        without a name: every scenario
//
// A fixture is JSON lines. The first: {name, version, about, exit, stderr}. Then, in order of arrival,
// {"dir":"out","line":…} for each line from the CLI and {"dir":"in","line":…} for each line to it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { claudeCommand, RecordedClaude } from './lib/record/recordedClaude.mjs';
import { placeholders } from './lib/record/recordPlaceholders.mjs';
import { askUserScenarios } from './lib/record/recordAskUser.mjs';
import { requestScenarios } from './lib/record/recordRequests.mjs';
import { recordReplies } from './lib/record/recordReplies.mjs';
import { runningScenarios } from './lib/record/recordRunning.mjs';
import { answerScenarios, toolScenarios } from './lib/record/recordScenarios.mjs';
import { apiScenarios, controlScenarios, endingScenarios } from './lib/record/recordTroubles.mjs';
import { startScriptedApi } from './lib/api/scriptedApi.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
const directory = values.to ?? fileURLToPath(new URL('../test/fixtures/streams', import.meta.url));
const scenarios = [
  ...answerScenarios,
  ...toolScenarios,
  ...endingScenarios,
  ...apiScenarios,
  ...controlScenarios,
  ...askUserScenarios,
  ...requestScenarios,
  ...runningScenarios,
];
const chosen = positionals.length === 0 ? scenarios : scenarios.filter(({ name }) => positionals.includes(name));

mkdirSync(directory, { recursive: true });
for (const scenario of chosen) {
  await record(scenario, 'newest');
  if (scenario.middleToo) await record(scenario, 'middle');
  if (scenario.oldestToo) await record(scenario, 'oldest');
}
const unknown = positionals.filter(name => !scenarios.some(scenario => scenario.name === name));
if (unknown.length > 0) {
  say(`no such scenario: ${unknown.join(', ')}; there are: ${scenarios.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
}

/**
 * @param {import('./lib/record/recordScenarios.mjs').Scenario} scenario
 * @param {import('./lib/record/recordedClaude.mjs').Release} release
 */
async function record(scenario, release) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-record-')));
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'README.md'), '# Notes\n\nA small web app which keeps notes.\n');
  const api = await startScriptedApi({ replies: recordReplies(cwd), chunk: 80 });
  const stable = placeholders({ home, cwd, port: api.port });
  /** @type {{ name: string, about: string, claude: RecordedClaude }[]} */
  const runs = [];
  try {
    await scenario.run((name, about, options) => {
      const claude = new RecordedClaude({ release, home, cwd, apiUrl: api.url, ...options });
      runs.push({ name, about, claude });
      return claude;
    });
  } catch (error) {
    process.exitCode = 1;
    say(`${scenario.name} (${release}) failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  for (const { name, about, claude } of runs) {
    await claude.kill();
    const header = { name, version: claudeCommand(release).version, about, exit: await claude.exited, stderr: claude.stderr };
    const lines = claude.lines.map(({ dir, line }) => JSON.stringify({ dir, line: stable(line) }));
    const file = join(directory, `${name}${release === 'newest' ? '' : `.${release}`}.jsonl`);
    writeFileSync(file, `${[stable(JSON.stringify(header)), ...lines].join('\n')}\n`);
    say(`${file}: ${lines.length} lines`);
  }
  await api.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}
