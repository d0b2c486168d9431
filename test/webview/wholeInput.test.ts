// The input of a tool that Parley does not know, in words on a permission's card.
import assert from 'node:assert/strict';
import { eventually } from './harness.js';
import { usePermissionPage } from './permissionPage.js';

describe('the whole input', () => {
  const { card, ask } = usePermissionPage();

  it('says the input of an MCP tool in words, and has it as the tool gets it behind *All fields*', async () => {
    const input = { issue_id: 7, notify: false, body: 'One.\n\nTwo.', labels: ['forms'], assignee: { login: 'mira' }, 'due\u200b': '' };
    await ask(input, { toolName: 'mcp__issue_tracker__create_issue' });
    const asked = card('issue_tracker: Create issue');
    const names = () => asked.getByRole('term').allTextContents();
    await eventually(names, ['Issue id', 'Notify', 'Body', 'Labels', '1.', 'Assignee', 'Login', 'due⟨U+200B⟩']);
    await eventually(() => asked.locator('dd:not(:has(dl))').allTextContents(), ['7', 'no', 'One.\n\nTwo.', 'forms', 'mira', 'empty']);
    const raw = asked.getByRole('region', { name: 'input', exact: true });
    await eventually(() => raw.count(), 0);
    await asked.getByRole('button', { name: 'All fields' }).click();
    await eventually(() => raw.textContent(), JSON.stringify(input, null, 2).replace('\u200b', '⟨U+200B⟩'));
  });

  it('keeps each value of an MCP tool behind its name, so that no text stands where a name stands', async () => {
    await ask(
      { title: `a${' '.repeat(400)}Body harmless`, body: 'b\nTitle c', list: [`1.${' '.repeat(400)}2. d`] },
      { toolName: 'mcp__a__b' },
    );
    const lefts = await card('a: B').evaluate(one =>
      [...one.querySelectorAll('.inputText')].map(text => {
        const name = text.closest('.inputField')?.querySelector('dt')?.getBoundingClientRect().left ?? 0;
        return [...text.querySelectorAll('.exactLine')].every(line => [...line.getClientRects()].every(({ left }) => left > name));
      }),
    );
    assert.deepEqual(lefts, [true, true, true]);
  });
});
