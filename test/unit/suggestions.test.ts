import assert from 'node:assert/strict';
import { demoReplies, demoSuggestions } from '../../scripts/lib/demoReplies.mjs';
import { strings } from '../../webview/strings.js';

describe('the suggestions of an empty chat', () => {
  it('are those that the demo knows', () => {
    assert.deepEqual(strings.suggestions, demoSuggestions);
  });

  it('each have a reply in the demo', () => {
    const keys = Object.keys(demoReplies);
    const unknown = demoSuggestions.filter(({ prompt }) => !keys.some(key => prompt.toLowerCase().includes(key)));
    assert.deepEqual(unknown, []);
  });
});
