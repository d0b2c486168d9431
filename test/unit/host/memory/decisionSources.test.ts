// The decisions of all folders of the workspace, where the memory of one cannot be loaded at once.
import assert from 'node:assert/strict';
import { DecisionSources } from '../../../../src/host/memory/decisionSources.js';
import type { FolderDecisions } from '../../../../src/host/memory/folderDecisions.js';

describe('the decisions of all folders', () => {
  it('are there once the memory can be loaded, though it could not be at first', async () => {
    const loaded = {} as FolderDecisions;
    const loads = [(): Promise<FolderDecisions> => Promise.reject(new Error('EMFILE')), () => Promise.resolve(loaded)];
    const sources = new DecisionSources({ all: () => [loads.shift()?.() ?? assert.fail()] });
    await assert.rejects(sources.all(), /EMFILE/);
    assert.deepEqual(await sources.all(), [loaded]);
  });
});
