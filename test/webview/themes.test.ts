// The themes the page is tested in: VS Code's own, with every colour that we and the toolkit ask for.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { themeNames, themes } from './servedPage.js';

describe('the themes of the tests', () => {
  it('know every variable that the styles use', () => {
    const styles = readdirSync('webview/styles').map(file => readFileSync(`webview/styles/${file}`, 'utf8'));
    const used = new Set(styles.join('\n').match(/--vscode-[\w-]+/g));
    const known = new Set(themeNames.flatMap(name => Object.keys(themes[name].variables)));
    assert.deepEqual(
      [...used].filter(name => !known.has(name)),
      [],
      'test/pictures/themes.process.ts reads them anew',
    );
  });
});
