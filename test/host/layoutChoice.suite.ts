// The layout of several questions, as a person chooses it on a card.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { setSetting, takeBackSettings } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';

const { Global, Workspace } = vscode.ConfigurationTarget;
const { window } = vscode;

anywhere('the person who uses the layout button', () => {
  let parley: OpenParley;
  let view: FakeView;

  beforeEach(() => {
    parley = openParley();
    view = parley.open();
  });
  afterEach(async () => {
    await parley.close();
    await takeBackSettings();
  });

  it('chooses a layout, which every view is told', async () => {
    view.post({ type: 'chooseLayout', layout: 'tabs' });
    await until(() => view.preferences?.layout === 'tabs');
    assert.deepEqual(view.faults, []);
    await setSetting('parley.questions.layout', undefined, Global);
    await until(() => view.preferences?.layout === 'auto');
  });

  it('is told where the folder decides on the layout, and nothing is chosen for other windows', async () => {
    await setSetting('parley.questions.layout', 'stacked', Workspace);
    await until(() => view.preferences?.layout === 'stacked');
    view.post({ type: 'chooseLayout', layout: 'tabs' });
    const told = 'The settings of this folder or workspace decide on the layout. Change it there: parley.questions.layout';
    await until(() => parley.told.some(([text]) => text === told));
    const found = vscode.workspace.getConfiguration().inspect('parley.questions.layout');
    assert.deepEqual([found?.globalValue, found?.workspaceValue, view.preferences?.layout], [undefined, 'stacked', 'stacked']);
  });

  it('is told of a layout that the settings do not take', async () => {
    const errors: string[] = [];
    const denied = (): Promise<void> => Promise.reject(new Error('EROFS: read-only file system'));
    const restore = [
      replace(window, 'showErrorMessage', () => (text: string) => {
        errors.push(text);
        return Promise.resolve(undefined);
      }),
      replace(
        vscode.workspace,
        'getConfiguration',
        read =>
          (...place) =>
            Object.create(read(...place), { update: { value: denied } }) as vscode.WorkspaceConfiguration,
      ),
    ];
    try {
      view.post({ type: 'chooseLayout', layout: 'tabs' });
      await until(() => errors.length > 0);
    } finally {
      for (const one of restore) one();
    }
    assert.deepEqual(errors, ['The layout could not be saved in your settings: EROFS: read-only file system']);
  });
});
