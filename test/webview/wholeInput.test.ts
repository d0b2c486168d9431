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
    await eventually(() => asked.locator('dd:not(:has(dl))').allTextContents(), ['7', 'no', 'One.\n\nTwo.', 'forms', 'mira', 'empty text']);
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
    // What could look like a further field has a line beside it.
    const borders = await card('a: B')
      .locator('.inputText')
      .evaluateAll(all => all.map(text => getComputedStyle(text).borderLeftWidth));
    assert.deepEqual(borders, ['2px', '2px', '2px']);
  });

  it('shows names and values in the order of their letters, also those that are written from right to left', async () => {
    const hebrew = '\u05d0\u05d1\u05d2';
    await ask({ [hebrew]: hebrew, to: `${hebrew} 1`, lines: `${hebrew}\n${hebrew}` }, { toolName: 'mcp__a__b' });
    await card('a: B').getByRole('definition').first().waitFor();
    const areInOrder = await card('a: B').evaluate(one =>
      [...one.querySelectorAll('dt, .exactLine')]
        .filter(({ textContent }) => textContent.startsWith('\u05d0'))
        .map(element => {
          const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
          const leftOf = (at: number): number => {
            const range = document.createRange();
            if (text !== null) range.setStart(text, at);
            if (text !== null) range.setEnd(text, at + 1);
            return range.getBoundingClientRect().left;
          };
          return leftOf(0) < leftOf(1) && leftOf(1) < leftOf(2);
        }),
    );
    assert.deepEqual(areInOrder, [true, true, true, true, true]);
  });

  it('tells texts from Parley’s words and from other values, and edges of spaces from none', async () => {
    const input = {
      a: ['5', 5, 'yes', true, 'true', 'empty', '', null, 'null', [], {}, '{}'],
      b: ['"5"', ' ', 'one ', 'one', '"one"'],
    };
    await ask(input, { toolName: 'mcp__a__b' });
    const values = card('a: B').locator('dd:not(:has(dl))');
    await eventually(() => values.count(), 17);
    const shown = await values.allTextContents();
    assert.deepEqual(shown, [...new Set(shown)]);
    assert.deepEqual(shown.slice(0, 4), ['"5"', '5', '"yes"', 'yes']);
    assert.deepEqual(shown.slice(6, 11), ['empty text', 'none', '"null"', 'empty list', 'no fields']);
    assert.deepEqual(shown.slice(12), ['"\\"5\\""', '" "', '"one "', 'one', '"\\"one\\""']);
  });

  it('has no two names that look the same', async () => {
    await ask({ due_date: 'a', 'Due date': 'b', 'DUE  DATE': 'c', amount: 1, 'Amount ': 2 }, { toolName: 'mcp__a__b' });
    await eventually(() => card('a: B').getByRole('term').allTextContents(), ['due_date', 'Due date', 'DUE  DATE', 'amount', 'Amount␠']);
  });
});
