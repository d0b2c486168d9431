// The words of the page: in another language, and the suggestions that the demo has to know.
import assert from 'node:assert/strict';
import { demoReplies, demoSuggestions } from '../../scripts/lib/demo/demoReplies.mjs';
import { asking, questionItem, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { Harness } from './harness.js';
import { permissionItem } from './permissionItems.js';

describe('the words of the page', () => {
  let harness: Harness;
  let webview: WebviewPage;

  before(async () => {
    harness = await Harness.start();
  });
  afterEach(() => webview.close());
  after(() => harness.stop());

  it('are German where VS Code is', async () => {
    webview = await harness.open({ language: 'de' });
    await webview.send(snapshot([questionItem()], waiting));
    const card = webview.page.getByRole('form', { name: 'Claude fragt' });
    await card.getByRole('textbox', { name: 'Andere Antwort: Database' }).waitFor();
    await card.getByRole('button', { name: 'Absenden' }).waitFor();
    await webview.page.getByText('Beantworte zuerst Claudes Frage').first().waitFor();
    // Claude's own words stay as they came.
    await card.getByRole('radiogroup', { name: 'Which database should we use?' }).waitFor();
  });

  it('write numbers as the language does', async () => {
    webview = await harness.open({ language: 'de' });
    await webview.send(snapshot([permissionItem({ command: 'echo 12345\n'.repeat(1_233) + 'true' })], asking));
    await webview.page.getByText('1.234 Zeilen · 13,6 kB').waitFor();
  });

  it('offer, in an empty chat, what the demo has a reply for', async () => {
    webview = await harness.open();
    await webview.send(snapshot([]));
    const group = await webview.page.getByRole('group', { name: 'Try one of these' }).ariaSnapshot();
    const suggestions = [...group.matchAll(/button "([^"]+)"/g)].map(([, name = '']) => name);
    assert.ok(suggestions.length > 2);
    const known = [...suggestions, ...demoSuggestions.map(({ prompt }) => prompt)];
    const keys = Object.keys(demoReplies);
    assert.deepEqual(
      known.filter(prompt => !keys.some(key => prompt.toLowerCase().includes(key))),
      [],
    );
  });
});
