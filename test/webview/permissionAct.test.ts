// What a permission's card says about its act: the title, sizes, diffs, the path, and what the CLI tells; and the keys that decide.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { toolTitle } from '../../src/shared/mcpTool.js';
import { permissionItem, questionItem, running, snapshot } from './gallery.js';
import { eventually } from './harness.js';
import { usePermissionPage } from './permissionPage.js';

describe('the act of a permission', () => {
  const page = usePermissionPage();
  const { card, ask } = page;

  const decisions = async () =>
    (await page.webview.intents()).flatMap(intent => (intent.type === 'decidePermission' ? [[intent.id, intent.decision]] : []));

  for (const [toolName, input, title] of [
    ['Bash', { command: 'ls' }, 'Run a command?'],
    ['Write', { file_path: '/x/notes.md', content: '' }, 'Write this file?'],
    ['Edit', { file_path: '/x/routes.ts', old_string: 'a', new_string: 'b' }, 'Change this file?'],
    ['MultiEdit', { file_path: 'C:\\x\\a.ts', edits: [] }, 'Change this file?'],
    ['NotebookEdit', { notebook_path: '/x/a.ipynb', new_source: '' }, 'Change a cell of this notebook?'],
    ['Read', { file_path: '/x/\u202etxt.a' }, 'Read this file?'],
    ['WebFetch', { url: 'https://example.org' }, 'Open a web page?'],
    ['mcp__notes__add', { file_path: 'x' }, 'Use “Add” from “notes”?'],
    ['Write', { content: 'a' }, 'Use Write?'],
  ] as const) {
    it(`is the question of the card: ${title}`, async () => {
      await ask(input, { toolName });
      await card(toolTitle(toolName)).getByText(title, { exact: true }).waitFor();
    });
  }

  it('calls a tool of an MCP server by its words, and the server as the configuration does', async () => {
    await ask({ title: 'Search is slow' }, { toolName: 'mcp__issue_tracker__create_issue' });
    const asked = card('issue_tracker: Create issue');
    await asked.getByText('Use “Create issue” from “issue_tracker”?', { exact: true }).waitFor();
    await asked.getByTitle('mcp__issue_tracker__create_issue').waitFor();
  });

  it('names its file once, says further fields in words, and has all of them by their own names behind *All fields*', async () => {
    const input = { file_path: '/x/src/routes.ts', old_string: 'a', new_string: 'b', replace_all: true };
    await ask(input, { toolName: 'Edit', place: { outside: false, relative: 'src/routes.ts' } });
    const names = async () => (await card('Edit').innerText()).split('routes.ts').length - 1;
    await eventually(names, 1);
    await card('Edit').getByRole('definition').getByText('yes', { exact: true }).waitFor();
    await eventually(() => card('Edit').getByRole('region', { name: 'replace_all' }).count(), 0);
    await card('Edit').getByRole('button', { name: 'All fields' }).click();
    await eventually(() => card('Edit').getByRole('region', { name: 'replace_all' }).textContent(), 'true');
    await ask({ ...input, replace_all: false }, { toolName: 'Edit' });
    await eventually(() => card('Edit').getByRole('definition').count(), 0);
    await ask({ ...input, replace_all: 'fals\u0435' }, { toolName: 'Edit' });
    await eventually(() => card('Edit').getByRole('definition').textContent(), 'fals\u0435');
  });

  it('shows at least twelve lines of a difference and all that fits, with its buttons in sight, in a view of 600 px', async () => {
    const lines = (word: string) => Array.from({ length: 30 }, (_, at) => `${word} ${at}`).join('\n');
    for (const width of [300, 420]) {
      await page.webview.page.setViewportSize({ width, height: 600 });
      await ask(
        { file_path: '/x/src/routes.ts', old_string: lines('old'), new_string: lines('new') },
        { toolName: 'Edit', place: { outside: false, relative: 'src/routes.ts' }, id: `at ${width}` },
      );
      const diff = card('Edit').getByRole('region', { name: /old_string/ });
      await eventually(
        () =>
          diff.evaluate(pre => {
            const { height = 1 } = pre.querySelector('.diffRow')?.getBoundingClientRect() ?? {};
            return pre.clientHeight / height >= 12;
          }),
        true,
      );
      const log = page.webview.page.getByRole('log');
      const isInSight = async (name: RegExp) => {
        const [button, view] = [await card('Edit').getByRole('button', { name }).boundingBox(), await log.boundingBox()];
        return button !== null && view !== null && button.y >= view.y && button.y + button.height <= view.y + view.height;
      };
      await eventually(() => Promise.all([isInSight(/^Allow/), isInSight(/^Deny/)]), [true, true]);
      const isWhole = () => card('Edit').evaluate(one => one.getBoundingClientRect().top >= 0);
      await eventually(isWhole, true);
    }
  });

  it('has its size beside the title: lines and bytes, or lines that come and go', async () => {
    await ask({ command: 'a\nb' });
    await card().getByText('2 lines', { exact: true }).waitFor();
    await ask({ command: 'é'.repeat(600) });
    await card().getByText('1.2 kB', { exact: true }).waitFor();
    await ask({ file_path: '/a', old_string: 'a\nb', new_string: 'a\nc\nd' }, { toolName: 'Edit' });
    await card('Edit').getByText('+2 −1', { exact: true }).waitFor();
    await ask({ command: 'ls', other: 'a\nb\nc' });
    await card().getByText('3 lines', { exact: true }).waitFor();
  });

  it('numbers several lines, and the numbers are neither text nor selected', async () => {
    await ask({ command: 'one\ntwo\nthree' });
    const region = card().getByRole('region', { name: 'command' });
    const numbers = await region.evaluate(pre =>
      [...pre.querySelectorAll('.exactLine')].map(line => {
        const { content, userSelect } = getComputedStyle(line, '::before');
        return [content.startsWith('counter(line)'), userSelect];
      }),
    );
    assert.deepEqual(
      numbers,
      Array.from({ length: 3 }, () => [true, 'none']),
    );
    const copied = await region.evaluate(pre => {
      getSelection()?.selectAllChildren(pre);
      return getSelection()?.toString();
    });
    assert.equal(copied, 'one\ntwo\nthree');
    await ask({ command: 'one' });
    await eventually(() => region.evaluate(pre => getComputedStyle(pre.querySelector('.exactLine') ?? pre, '::before').content), 'none');
  });

  it('of an edit is told by signs as well as colours, to a screen reader too', async () => {
    await ask({ file_path: '/a', old_string: 'let limit = 10;', new_string: 'let limit = 50;\n' }, { toolName: 'Edit' });
    const diff = card('Edit').getByRole('region', { name: 'old_string → new_string' });
    await eventually(
      () => diff.evaluate(pre => [...pre.children].map(row => [getComputedStyle(row, '::before').content.slice(0, 3), row.textContent])),
      [
        ['"−"', 'let limit = 10;'],
        ['"+"', 'let limit = 50;'],
        ['"+"', ''],
      ],
    );
    await eventually(() => diff.getByRole('deletion').count(), 1);
    await eventually(() => diff.getByRole('insertion').count(), 2);
    await eventually(() => diff.locator('.changedWords').allTextContents(), ['10', '50']);
    // The empty line is seen, too.
    await eventually(async () => ((await diff.getByRole('insertion').last().boundingBox())?.height ?? 0) > 0, true);
  });

  it('names a path in the folder relatively, one outside as it is, and the target that a path hides', async () => {
    const input = { file_path: '/work/notes/src/a.ts', content: 'x' };
    const path = card('Write').getByRole('region', { name: 'file_path' });
    await ask(input, { toolName: 'Write' });
    await eventually(() => path.textContent(), '/work/notes/src/a.ts');
    await eventually(() => card('Write').getByRole('paragraph').allTextContents(), ['Where this leads is not known yet.']);
    await ask(input, { toolName: 'Write', place: 'unknown' });
    await eventually(() => card('Write').getByRole('paragraph').allTextContents(), ['Parley cannot tell where this leads.']);
    await ask(input, { toolName: 'Write', place: { outside: false, relative: 'src/a.ts' } });
    await eventually(() => path.textContent(), 'src/a.ts');
    await eventually(() => card('Write').getByRole('paragraph').count(), 0);
    await ask(input, { toolName: 'Write', place: { outside: true, target: '/etc/pass\u200bwd' } });
    await eventually(() => path.textContent(), '/work/notes/src/a.ts');
    await card('Write').getByText('Leads to: /etc/pass⟨U+200B⟩wd').waitFor();
    await card('Write').getByText('Outside your folder').waitFor();
  });

  it('says that nothing was allowed where the file is somewhere else by then, and takes no click before that can be read', async () => {
    const input = { file_path: '/work/notes/a', content: 'x' };
    await ask(input, { toolName: 'Write', place: { outside: false, relative: 'a' } });
    const wasShown = { outside: false, relative: 'a' };
    const moved = permissionItem(input, { toolName: 'Write', place: { outside: true, target: '/etc/hosts' }, lookAgain: true, wasShown });
    await page.webview.send({ type: 'items', version: 2, items: [moved] });
    const alert = card('Write').getByRole('alert');
    await eventually(
      () => alert.getByRole('paragraph').allTextContents(),
      ['Not allowed yet: this leads somewhere else now. Look again.', 'Before: a', 'Now: /etc/hosts'],
    );
    await card('Write').getByText('Leads to: /etc/hosts').waitFor();
    const allow = card('Write').getByRole('button', { name: 'Allow' });
    page.webview.stopClock();
    await page.webview.send({ type: 'items', version: 3, items: [{ ...moved, place: { outside: true, target: '/etc/passwd' } }] });
    await card('Write').getByText('Leads to: /etc/passwd').waitFor();
    await eventually(() => page.webview.page.locator('[data-settling]').count(), 1);
    await page.webview.advance(400);
    await allow.press('Enter');
    await eventually(decisions, [['permission1', 'allow']]);
    await ask(input, { toolName: 'Write', place: 'otherComputer' });
    await card('Write').getByText('On another computer', { exact: true }).waitFor();
  });

  it('marks the path also where the input is too long for the card', async () => {
    const content = 'line\n'.repeat(3_000);
    const place = { outside: true, target: '/etc/hosts' };
    await ask({ file_path: '/work/notes/link', content }, { toolName: 'Write', place });
    await card('Write').getByText('Write this file?', { exact: true }).waitFor();
    await card('Write').getByText('Leads to: /etc/hosts').waitFor();
    await card('Write').getByText('Outside your folder').waitFor();
    // The end of a path, which names the file, is not in its beginning.
    const path = `/${'work/'.repeat(1_000)}hosts`;
    await ask({ file_path: path, content }, { toolName: 'Write', place: { outside: false, relative: path.slice(1) } });
    await card('Write').getByText('Use Write?', { exact: true }).waitFor();
    await card('Write').getByText('5.0 kB', { exact: true }).waitFor();
    await eventually(() => card('Write').getByRole('region', { name: 'file_path' }).textContent(), path.slice(0, 4_000));
    await eventually(() => card('Write').getByText('Only the beginning is shown here.').count(), 2);
    await ask({ file_path: path, content }, { toolName: 'Write', place });
    await card('Write').getByText('Leads to: /etc/hosts').waitFor();
  });

  it('shows the spaces at the edges of a path, which the CLI trims', async () => {
    await ask({ file_path: ' /etc/a b  ', content: '  x' }, { toolName: 'Write', place: { outside: true, target: '/etc/a b' } });
    await eventually(() => card('Write').getByRole('region', { name: 'file_path' }).textContent(), '␠/etc/a b␠␠');
    await eventually(() => card('Write').getByRole('region', { name: 'content' }).textContent(), '  x');
  });

  it('has what the CLI says about its request below it', async () => {
    await ask({ command: 'git push' }, { reason: 'Outside\u202e', blockedPath: '/etc/x', ruleSource: 'projectSettings', agentId: 'a8b8' });
    await eventually(
      () => card().getByRole('paragraph').allTextContents(),
      [
        'Why you’re being asked: Outside⟨U+202E⟩',
        'Claude asks because this path isn’t allowed yet: /etc/x',
        'A rule in the project’s settings says to ask.',
        'Asked by a subagent: a8b8',
      ],
    );
    // The same path is not told twice.
    const place = { outside: true, target: '/etc/x' };
    await ask({ file_path: '/work/notes/x', content: '' }, { toolName: 'Write', place, blockedPath: '/etc/x' });
    await eventually(() => card('Write').getByRole('paragraph').allTextContents(), ['Leads to: /etc/x', 'Outside your folder']);
    for (const ruleSource of ['cliArg', 'constructor']) {
      await ask({ command: 'ls' }, { ruleSource });
      await card().getByText(`A rule says to ask: ${ruleSource}`).waitFor();
    }
  });

  it('that is too long is cut, and cannot be allowed before all of it was opened', async () => {
    const content = 'line\n'.repeat(100_000);
    await ask({ file_path: '/a', content }, { toolName: 'Write' });
    const shown = await card('Write').getByRole('region', { name: 'content' }).textContent();
    assert.ok(shown !== null && content.startsWith(shown) && shown.length < 5_000);
    await card('Write').getByText('100,000 lines · 500.0 kB', { exact: true }).waitFor();
    await card('Write').getByText('Only the beginning is shown here.').waitFor();
    const allow = card('Write').getByRole('button', { name: 'Allow' });
    const open = card('Write').getByRole('button', { name: 'Open all of it' });
    const colourOf = (button: Locator) =>
      button.evaluate(element => {
        const root = element.getRootNode();
        return getComputedStyle(root instanceof ShadowRoot ? root.host : element).backgroundColor;
      });
    const filled = await colourOf(open);
    await eventually(() => allow.getAttribute('aria-disabled'), 'true');
    // What can be done next is the button that stands out.
    await eventually(async () => (await colourOf(allow)) === filled, false);
    await eventually(() => allow.getAttribute('aria-description'), 'Read all of it first, then you can allow.');
    await allow.click({ force: true });
    await allow.press('Control+Enter');
    await eventually(decisions, []);
    await open.click();
    await eventually(async () => (await page.webview.intents()).at(-1), { type: 'openPermission', id: 'permission1' });
    await ask({ file_path: '/a', content }, { toolName: 'Write', tooLong: 'opened' });
    await eventually(() => colourOf(allow), filled);
    await eventually(async () => (await colourOf(open)) === filled, false);
    await allow.press('Enter');
    await eventually(decisions, [['permission1', 'allow']]);
  });

  it('that waits in another window says where to answer it, and has no buttons', async () => {
    await page.webview.send(snapshot([permissionItem({ command: 'ls' })], { turn: 'idle', blocked: 'otherWindow' }));
    await card().getByText('Answer it there, or take over.').waitFor();
    await eventually(() => card().getByRole('button').count(), 0);
  });

  it('shows its keys where they work: on the one with the focus, and on the first where none has it', async () => {
    const ids = ['one', 'two', 'three', 'four', 'five', 'six'];
    await page.webview.send(
      snapshot(
        ids.map(id => permissionItem({ command: id }, { id })),
        running,
      ),
    );
    const hints = () =>
      card().evaluateAll(cards =>
        cards.flatMap((one, index) =>
          [...one.querySelectorAll('kbd')].filter(hint => getComputedStyle(hint).visibility === 'visible').map(() => index),
        ),
      );
    await page.webview.page.getByRole('textbox', { name: 'Message Claude' }).focus();
    await eventually(hints, [0, 0, 0]);
    const widths = () =>
      card()
        .getByRole('button')
        .evaluateAll(all => all.map(one => one.getBoundingClientRect().width));
    const before = await widths();
    await card().nth(5).getByRole('region', { name: 'command' }).focus();
    await eventually(hints, [5, 5, 5]);
    await eventually(widths, before);
  });

  describe('is decided by keys', () => {
    const focused = async (name = 'Allow'): Promise<Locator> => {
      const button = card().first().getByRole('button', { name });
      await button.focus();
      return button;
    };

    for (const [key, decision] of [
      ['Control+Enter', 'allow'],
      ['Control+Backspace', 'deny'],
    ] as const) {
      it(`${key}: ${decision}, which its button shows`, async () => {
        await ask({ command: 'ls' });
        await focused();
        const button = card().getByRole('button', { name: decision === 'allow' ? 'Allow' : 'Deny', exact: true });
        await eventually(() => button.getAttribute('aria-keyshortcuts'), key);
        await card()
          .getByText(decision === 'allow' ? 'Ctrl+↵' : 'Ctrl+⌫', { exact: true })
          .waitFor();
        await page.webview.page.keyboard.press(key);
        await eventually(decisions, [['permission1', decision]]);
      });
    }

    it('of a card to which Go to has led, unless a word is typed there', async () => {
      await ask({ command: 'ls' });
      await page.webview.send({ type: 'focus', target: 'question' });
      await eventually(() => card().evaluate(element => element === document.activeElement), true);
      await page.webview.page.keyboard.type('yes');
      await page.webview.page.keyboard.press('Control+Enter');
      await eventually(decisions, []);
      await page.webview.page.keyboard.press('Escape');
      await page.webview.page.keyboard.press('Control+Enter');
      await page.webview.page.keyboard.press('Control+Backspace');
      await eventually(
        () => decisions(),
        [
          ['permission1', 'allow'],
          ['permission1', 'deny'],
        ],
      );
    });

    it('of the card that has the focus only', async () => {
      await page.webview.send(snapshot([permissionItem({ command: 'a' }), permissionItem({ command: 'b' }, { id: 'two' })], running));
      await card().nth(1).getByRole('region', { name: 'command' }).focus();
      await page.webview.page.keyboard.press('Control+Enter');
      await eventually(decisions, [['two', 'allow']]);
    });

    it('and by none that is meant for something else', async () => {
      await ask({ command: 'ls' });
      await focused();
      for (const key of [
        'Shift+Enter',
        'Alt+Enter',
        'Meta+Enter',
        'Control+Shift+Enter',
        'Control+Alt+Backspace',
        'Control+Space',
        'Backspace',
      ])
        await page.webview.page.keyboard.press(key);
      await page.webview.page.keyboard.type('yes, allow a y 1');
      await page.webview.page.keyboard.press('Enter');
      await page.webview.page.keyboard.press('Control+Enter');
      await focused('Deny');
      // Enter and Space that are held down since before.
      for (const key of ['Enter', 'Space', 'Control+Enter'])
        await card()
          .getByRole('button', { name: 'Deny' })
          .evaluate(
            (button, [pressed, ctrlKey]) => {
              for (const target of [button.shadowRoot?.querySelector('button') ?? button])
                target.dispatchEvent(
                  new KeyboardEvent('keydown', {
                    key: String(pressed),
                    ctrlKey: ctrlKey === true,
                    repeat: true,
                    bubbles: true,
                    composed: true,
                    cancelable: true,
                  }),
                );
            },
            key.startsWith('Control') ? (['Enter', true] as const) : ([key, false] as const),
          );
      await page.webview.page.getByRole('textbox', { name: 'Message Claude' }).focus();
      await page.webview.page.keyboard.press('Control+Enter');
      await page.webview.page.keyboard.press('Control+Backspace');
      await eventually(decisions, []);
    });

    it('held down before the card had the focus presses no button', async () => {
      await ask({ command: 'ls' });
      await page.webview.page.getByRole('textbox', { name: 'Message Claude' }).focus();
      await page.webview.page.keyboard.down('Enter');
      await (await focused()).focus();
      // The keyboard repeats the key that is held down.
      await page.webview.page.keyboard.down('Enter');
      await page.webview.page.keyboard.up('Enter');
      await eventually(decisions, []);
      await page.webview.page.keyboard.press('Enter');
      await eventually(decisions, [['permission1', 'allow']]);
    });
  });

  it('behind a question is none of the question’s', async () => {
    await page.webview.send(snapshot([questionItem({ phase: 'asked' }), permissionItem({ command: 'ls' })], running));
    await page.webview.page.getByRole('radio').first().focus();
    await page.webview.page.keyboard.press('Control+Backspace');
    await eventually(decisions, []);
  });
});
