// Owns: what the jobs of the tests need before they begin. Each need is begun at once and comes beside the first jobs, which need none.
import { join } from 'node:path';
import { packBuilt } from '../pack/vsix.mjs';
import { ensureAgents } from '../system/agents.mjs';
import { run } from '../system/processes.mjs';
import { ensureChromium } from '../vscode/chromium.mjs';
import { ensureWorkbench } from '../vscode/workbench.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

/** @typedef {'build' | 'vsix' | 'chromium' | 'agents' | 'oldest' | 'newest'} Need the last two are VS Codes */
/** @typedef {(need: Need) => Promise<unknown>} Needs begins it at the first call */

/** @type {Readonly<Record<Need, (needs: Needs) => Promise<unknown>>>} */
const makers = {
  build: () => run(process.execPath, [join(root, 'esbuild.mjs'), '--production', '--tests'], { cwd: root }),
  // Packed after the build and not by a build of its own, which would write again what the tests of the webview serve.
  vsix: needs => needs('build').then(packBuilt),
  chromium: ensureChromium,
  agents: ensureAgents,
  oldest: () => ensureWorkbench('oldest'),
  newest: () => ensureWorkbench('newest'),
};

/** @returns {Needs} */
export function beginNeeds() {
  /** @type {Map<Need, Promise<unknown>>} */
  const begun = new Map();
  /** @type {Needs} */
  const needs = need => {
    const promise = begun.get(need) ?? makers[need](needs);
    begun.set(need, promise);
    promise.catch(() => undefined); // Each job that needs it tells why it failed.
    return promise;
  };
  return needs;
}
