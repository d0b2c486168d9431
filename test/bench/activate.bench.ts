// What Parley's activation costs the extension host, against an extension that does nothing. A companion extension in the
// same host activates both; every sample is a fresh host, and the one that goes first changes from sample to sample.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { atMostMore, median, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { run } from '../../scripts/lib/system/processes.mjs';
import { packedVsix } from '../../scripts/lib/pack/vsix.mjs';
import type { Profile } from '../../scripts/lib/vscode/workbench.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { dropProfile, ensureWorkbench, makeProfile, startServer } from '../../scripts/lib/vscode/workbench.mjs';
import { roundsOf } from './smoke.js';

const samples = roundsOf(8);
const parley = 'parley.parley';
const empty = 'parley-bench.empty';
const companion = 'parley-bench.companion';

interface Sample {
  readonly ours: number;
  readonly empty: number;
}

export async function bench(): Promise<Row[]> {
  const made = mkdtempSync(join(tmpdir(), 'parley-activate-'));
  beginStep('packing the two extensions');
  const vsix = [
    packedVsix,
    await packExtension(made, empty, 'exports.activate = () => {};', []),
    await packExtension(made, companion, companionCode, ['onStartupFinished']),
  ];
  beginStep('installing the extensions');
  // One profile, so one install; the host is new each time.
  const profile = await makeProfile(await ensureWorkbench('newest'), { vsix, workspace: 'test/fixtures/workspace' });
  keepAsleep(profile);
  const browser = await launchChromium();
  try {
    const measured: Sample[] = [];
    for (let sample = 0; sample < samples; sample++) {
      beginStep(`sample ${sample}`);
      const order = sample % 2 === 0 ? [parley, empty] : [empty, parley];
      measured.push(await takeSample(profile, browser, order, join(made, `${sample}.json`)));
    }
    const ours = measured.map(sample => sample.ours);
    const nothing = measured.map(sample => sample.empty);
    const figure = { name: 'activate', now: median(ours), unit: 'ms', note: spread(ours) };
    return [atMostMore(figure, { value: median(nothing), name: 'an empty extension' }, { bound: 15 })];
  } finally {
    await browser.close();
    dropProfile(profile);
    rmSync(made, { recursive: true, force: true });
  }
}

/** Parley wakes by itself once VS Code has started; here the companion wakes it. */
function keepAsleep({ folder }: Profile): void {
  const manifests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    /parley\.parley-[^/]+\/package\.json$/.test(name),
  );
  if (manifests.length !== 1) throw new Error(`Parley is installed in ${manifests.length} places`);
  const file = join(folder, manifests[0] ?? '');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, activationEvents: [] }));
}

async function packExtension(made: string, id: string, code: string, activationEvents: readonly string[]): Promise<string> {
  const [publisher, name] = id.split('.');
  const folder = join(made, id);
  mkdirSync(folder);
  const manifest = {
    name,
    publisher,
    version: '0.0.1',
    engines: { vscode: '^1.100.0' },
    main: './main.js',
    extensionKind: ['workspace'],
    activationEvents,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), code);
  writeFileSync(join(folder, '.vscodeignore'), '');
  const packagePath = join(made, `${id}.vsix`);
  // Its own program: called as a library it prints.
  const vsce = resolve('node_modules/@vscode/vsce/vsce');
  await run(
    process.execPath,
    [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', packagePath],
    { cwd: folder },
  );
  return packagePath;
}

/** Waits until the start is over, then activates one after the other. */
const companionCode = `
const vscode = require('vscode');
const { writeFileSync, renameSync } = require('node:fs');
const { PARLEY_BENCH_ORDER: order, PARLEY_BENCH_FILE: file } = process.env;
exports.activate = () => {
  setTimeout(async () => {
    const times = {};
    for (const id of order.split(' ')) {
      const extension = vscode.extensions.getExtension(id);
      const isAsleep = extension !== undefined && !extension.isActive;
      const began = performance.now();
      await extension?.activate();
      times[id] = isAsleep ? performance.now() - began : null;
      await new Promise(resolve => setTimeout(resolve, 500));
    }
    writeFileSync(file + '.part', JSON.stringify(times));
    renameSync(file + '.part', file);
  }, 2000);
};`;

async function takeSample(profile: Profile, browser: Browser, order: readonly string[], file: string): Promise<Sample> {
  const server = await startServer(profile, { env: { PARLEY_BENCH_ORDER: order.join(' '), PARLEY_BENCH_FILE: file } });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(server.url, { waitUntil: 'domcontentloaded' });
    const times = await resultIn(file);
    const [ours, nothing] = [times[parley], times[empty]];
    if (typeof ours !== 'number' || typeof nothing !== 'number') throw new Error(`not there, or active already: ${JSON.stringify(times)}`);
    return { ours, empty: nothing };
  } finally {
    await context.close();
    await server.stop();
  }
}

async function resultIn(file: string): Promise<Readonly<Record<string, number | null>>> {
  for (let waited = 0; waited < 60_000 && !existsSync(file); waited += 100) await sleep(100);
  if (!existsSync(file)) throw new Error('the companion extension left no figures');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number | null>; // written by our companion
}
