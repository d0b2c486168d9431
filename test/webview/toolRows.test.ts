// The row of a tool call: one line, which unfolds to the whole input and the result.
import assert from 'node:assert/strict';
import type { ToolItem, TranscriptItem } from '../../src/shared/transcript.js';
import { permittedParts } from '../../src/shared/permitted.js';
import type { ToolInput } from '../../src/shared/toolInput.js';
import { callItem } from './callStates.js';
import { idle, permissionItem, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const row: ToolItem = { kind: 'tool', id: 'tool1', name: 'Bash', summary: 'npm test ⏎ …', state: 'done', result: 'fine\u001b[0m\nall' };

describe('the row of a tool call', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
  });
  afterEach(() => webview.close());

  const line = () => webview.page.getByRole('button', { name: /npm test|echo/ });
  const region = (name: string) => webview.page.getByRole('region', { name, exact: true });
  const field = (name: string) => webview.page.locator('.callField').filter({ hasText: name }).getByRole('definition').textContent();
  const show = (changes: Partial<ToolItem> = {}) => webview.send(snapshot([{ ...row, ...changes }], idle));
  const reply = (input: ToolInput | null, { chat = 's', tool = 'Bash' } = {}) =>
    webview.send({ type: 'toolInput', chat, id: 'tool1', parts: input && [...permittedParts(tool, input)] });

  it('asks for its input only when it is unfolded, and shows every character of it', async () => {
    await show();
    await line().waitFor();
    await eventually(() => webview.intentsOf('readToolInput'), []);
    await line().click();
    await eventually(() => webview.intent('readToolInput'), { type: 'readToolInput', id: 'tool1' });
    await webview.page.getByText('Reading…').waitFor();
    await reply({ command: 'npm test\n\u202erm -rf ~', timeout: 5 });
    await eventually(() => region('command').textContent(), 'npm test\n⟨U+202E⟩rm -rf ~');
    await eventually(() => field('Time limit'), '5 ms');
    await eventually(() => region('Result').textContent(), 'fine\nall');
    await eventually(() => webview.page.getByText('Reading…').count(), 0);
  });

  it('says the input of an MCP tool in words, and has it as it was behind *All fields*', async () => {
    await show({ name: 'mcp__notes__add', summary: 'npm test' });
    await line().click();
    await reply({ title: 'Slow', tags: [] }, { tool: 'mcp__notes__add' });
    await eventually(() => webview.page.getByRole('term').allTextContents(), ['Title', 'Tags']);
    await eventually(() => webview.page.getByRole('definition').allTextContents(), ['Slow', 'empty list']);
    await webview.button('All fields').click();
    await eventually(() => region('input').textContent(), '{\n  "title": "Slow",\n  "tags": []\n}');
  });

  it('has the images of its result as small pictures, which open larger', async () => {
    await show({ result: '[Image: PNG, 2 kB]' });
    await line().click();
    await reply({ file_path: 'pen.png' });
    const files = ['0123456789abcdef.png'];
    await webview.send({ type: 'resultImages', chat: 'other', id: 'tool1', files: ['fedcba9876543210.webp'] });
    await webview.send({ type: 'resultImages', chat: 's', id: 'tool1', files });
    const label = 'Image 1: PNG, 2 kB';
    const picture = webview.button(`Show larger: ${label}`);
    assert.equal(await region('Result').count(), 0, 'the line that stands for it');
    await eventually(() => picture.getByAltText(label).evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
    await picture.click();
    await eventually(() => webview.intent('openImage'), { type: 'openImage', file: files[0], label });
    assert.equal(await webview.page.getByRole('button', { name: /^Show larger/ }).count(), 1, 'those of another chat are not shown');
  });

  it('asks for the images of a call that was unfolded before it had ended, and once more with the next row where they were not there yet', async () => {
    const asks = async (): Promise<number> => (await webview.intentsOf('readToolInput')).length;
    await show({ state: 'running', result: '' });
    await line().click();
    await eventually(asks, 1);
    const done: ToolItem = { ...row, result: '[Image: PNG, 2 kB]' };
    await webview.send({ type: 'items', version: 2, items: [done] });
    await eventually(asks, 2);
    const text = (id: string): TranscriptItem => ({ kind: 'text', id, text: `Text ${id}`, streaming: false });
    await webview.send({ type: 'items', version: 3, items: [text('x')] });
    await eventually(asks, 3);
    await webview.send({ type: 'items', version: 4, items: [text('y')] });
    await webview.page.getByText('Text y').waitFor();
    await webview.send({ type: 'resultImages', chat: 's', id: 'tool1', files: ['0123456789abcdef.png'] });
    await webview.button('Show larger: Image 1: PNG, 2 kB').waitFor();
    assert.equal(await asks(), 3);
  });

  it('keeps each line of a result that looks like more images than there are', async () => {
    const result = '[Image: PNG, 2 kB]\n[Image: PNG, 3 kB]';
    await show({ result });
    await line().click();
    await reply({ file_path: 'pen.png' });
    await webview.send({ type: 'resultImages', chat: 's', id: 'tool1', files: ['0123456789abcdef.png'] });
    await webview.button('Show larger: Image 1').waitFor();
    await eventually(() => region('Result').textContent(), result);
  });

  it('shows a command as it is, and says that it waits behind another one', async () => {
    await webview.send(snapshot([{ ...row, summary: 'echo $(seq 1 90) [a](b)', state: 'running', result: '', standing: 'waiting' }], idle));
    await eventually(() => line().locator('.oneLine').textContent(), 'echo $(seq 1 90) [a](b)');
    await eventually(() => line().locator('.toolState').textContent(), 'Waiting');
  });

  const styles = () =>
    region('Result')
      .locator('span[style]')
      .evaluateAll(spans => spans.map(span => span.getAttribute('style')));

  it('shows coloured output in the colours of the theme’s terminal, copies it without their signs, and keeps a permission exact', async () => {
    await webview.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const output = '\u001b[1;31mfailed\u001b[0m 2 \u001b[38;5;196mof\u001b[39m 3\nend \u202e';
    await show({ result: output });
    await line().click();
    await reply({ command: "printf '\u001b[31mred'" });
    await eventually(() => region('Result').textContent(), 'failed 2 of 3\nend ⟨U+202E⟩');
    await eventually(() => region('command').textContent(), "printf '␛[31mred'");
    assert.deepEqual(await styles(), [
      'color: color-mix(in srgb, var(--vscode-terminal-ansiRed) 50%, var(--vscode-foreground)); font-weight: bold;',
      'color: color-mix(in srgb, rgb(255, 0, 0) 50%, var(--vscode-foreground));',
    ]);
    await region('Result').evaluate(result => getSelection()?.selectAllChildren(result));
    await eventually(() => webview.page.evaluate(() => String(getSelection()).includes('\u001b')), false);
  });

  it('shows what other signs of a terminal hold, because Claude reads it', async () => {
    await show({ result: `a\u001b]0;title\u0007 b\u001b[2K \u001bc \u001b[${'1'.repeat(61)}m` });
    await line().click();
    await eventually(() => region('Result').textContent(), `a␛]0;title␇ b␛[2K ␛c ␛[${'1'.repeat(61)}m`);
  });

  it('shows letters of any colour on any ground', async () => {
    const same = ['30;40', '38;2;30;30;30;48;2;30;30;30', '38;2;30;30;30', '30', '7;30;40', '7;37'];
    await show({ result: same.map(codes => `\u001b[0;${codes}mread me\u001b[0m`).join(' ') });
    await line().click();
    await region('Result').waitFor();
    const contrasts = await region('Result').evaluate(result => {
      // #1e1e1e, the ground of a dark theme, and its letters.
      result.style.cssText = 'background: rgb(30, 30, 30); color: rgb(204, 204, 204)';
      const root = document.documentElement.style;
      root.setProperty('--vscode-foreground', 'rgb(204, 204, 204)');
      root.setProperty('--vscode-terminal-ansiBlack', 'rgb(30, 30, 30)');
      root.setProperty('--vscode-terminal-ansiWhite', 'rgb(204, 204, 204)');
      const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('No canvas');
      const light = (): number => {
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(level =>
          level / 255 <= 0.03928 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
      };
      return Array.from(result.querySelectorAll('span[style]'), span => {
        const { color, backgroundColor } = getComputedStyle(span);
        const lights = [['rgb(30, 30, 30)', backgroundColor], [color]].map(paints => {
          for (const paint of paints) {
            context.fillStyle = paint;
            context.fillRect(0, 0, 1, 1);
          }
          return light();
        });
        return Math.max(...lights) / Math.min(...lights);
      });
    });
    assert.equal(contrasts.length, same.length);
    assert.ok(Math.min(...contrasts) >= 3, String(contrasts));
  });

  it('takes a code’s own parameters for no codes, and no colour beyond 255', async () => {
    const red = 'color: color-mix(in srgb, rgb(255, 0, 0) 50%, var(--vscode-foreground));';
    const looks = { '4:3': 'text-decoration: underline;', '38:2::255:0:0': red, '38:5:196': red, '58;5;1;3': 'font-style: italic;' };
    const none = ['38;5;999', '38;2;0;0;256', '58:5:1', '4:0'];
    await show({ result: [...Object.keys(looks), ...none].map(codes => `\u001b[0;${codes}mx`).join('') });
    await line().click();
    await eventually(styles, Object.values(looks));
  });

  it('says that its permission waits, and that it was allowed, so that nothing below it repeats the act', async () => {
    const asked = permissionItem({ command: 'npm test' }, { toolUseId: 'tool1' });
    const { input: _, ...over } = asked;
    const running: ToolItem = { ...row, state: 'running', result: '' };
    await webview.send(snapshot([{ ...running, standing: 'asked' }, asked], idle));
    const card = webview.page.getByRole('group', { name: 'Claude asks for permission: Bash' });
    const decided = webview.page.getByRole('group', { name: 'Permission: Bash' });
    await webview.page.getByRole('button', { name: /^Wants to run npm test.*Waiting for you$/ }).waitFor();
    await card.getByRole('button', { name: 'Allow' }).focus();
    await webview.send({ type: 'items', version: 2, items: [running, { ...over, state: 'allowed' }] });
    await webview.page.getByRole('button', { name: /^Running npm test.*Allowed$/ }).waitFor();
    await eventually(() => decided.count(), 0);
    // The focus was on the card, which is gone.
    await eventually(() => line().evaluate(button => button === document.activeElement), true);
    await webview.send({ type: 'items', version: 3, items: [row] });
    await webview.page.getByRole('button', { name: /^Ran npm test.*Allowed$/ }).waitFor();
    const rows = webview.page.locator('[data-item]');
    await eventually(() => rows.evaluateAll(all => all.map(one => one.getBoundingClientRect().height > 0)), [true, false]);
  });

  it('says that it was denied, once it knows, and until then a line below it does', async () => {
    const { input: _, ...denied } = permissionItem({ command: 'npm test' }, { toolUseId: 'tool1', state: 'denied' });
    await webview.send(snapshot([{ ...row, state: 'running', result: '' }, denied], idle));
    const decided = webview.page.getByRole('group', { name: 'Permission: Bash' });
    await decided.getByText('Denied by you').waitFor();
    await decided.focus();
    await webview.send({ type: 'items', version: 2, items: [{ ...row, state: 'denied' }] });
    await webview.page.getByRole('button', { name: /^Wants to run npm test.*Denied by you$/ }).waitFor();
    await decided.waitFor({ state: 'detached' });
    await eventually(() => line().evaluate(button => button === document.activeElement), true);
  });

  it('leaves to a line below it only what it does not say itself: the note, what the person has changed, the rules', async () => {
    const note = { text: 'Use the bin instead.', state: 'told' } as const;
    const { input: _, ...denied } = permissionItem({ command: 'npm test' }, { toolUseId: 'tool1', state: 'denied', note });
    await webview.send(snapshot([{ ...row, state: 'denied' }, denied], idle));
    const decided = webview.page.getByRole('group', { name: 'Permission: Bash' });
    await decided.getByText(note.text).waitFor();
    await eventually(() => decided.innerText(), `Your note to Claude: ${note.text}`);
  });

  it('shows its words and its state whole, on one line, where the command is too long', async () => {
    const long = 'rm -rf build && echo gone && echo and nothing else is left of it';
    await showAll([
      callItem('Bash', long, { state: 'running', standing: 'asked', result: '' }),
      callItem('Bash', `sudo ${long}`, { state: 'denied' }),
    ]);
    const rows = webview.page.getByRole('log').getByRole('button');
    const cut = () =>
      rows
        .locator('.callWord, .toolState')
        .evaluateAll(all => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    await eventually(() => rows.count(), 2);
    await eventually(cut, 0);
    await eventually(() => rows.evaluateAll(all => all.filter(one => one.getBoundingClientRect().height > 30).length), 0);
  });

  it('has words for each of Claude’s own tools', async () => {
    await showAll([callItem('EnterPlanMode', ''), callItem('ExitPlanMode', ''), callItem('TaskUpdate', ''), callItem('ExitWorktree', '')]);
    await eventually(
      async () => (await said()).map(line => line.replace(/\s+/g, ' ')),
      ['Started planning', 'The plan Approved', 'Updated the to-do list', 'Exit worktree Done'],
    );
  });

  it('says so as well where the two are read one after the other from an older part of the conversation', async () => {
    const { input: _, ...over } = permissionItem({ command: 'npm test' }, { toolUseId: 'tool1', state: 'allowed' });
    await webview.send(snapshot([row], idle));
    await line().waitFor();
    await webview.send({ type: 'items', version: 2, items: [over] });
    await webview.page.getByRole('button', { name: /^Ran npm test.*Allowed$/ }).waitFor();
  });

  const said = () => webview.page.getByRole('log').getByRole('button').allInnerTexts();
  const showAll = (items: readonly TranscriptItem[]) => webview.send({ ...snapshot(items, idle), folder: '/work/notes' });

  it('is a sentence that says what has been done, where, and what came of it', async () => {
    await showAll([
      callItem('Read', '/work/notes/src/config.ts'),
      callItem('Bash', 'npm test', { seconds: 12 }),
      callItem('Grep', 'export', { where: '/work/notes/src', found: { count: 14, of: 'files' } }),
      callItem('Edit', '/work/notes/src/a.ts', { changes: { added: 3, removed: 1 } }),
      callItem('Glob', '*.md', { where: '/work/notes', found: { count: 0, of: 'files' } }),
      callItem('WebFetch', 'https://example.org/a?b=c', { seconds: 61 }),
      callItem('Agent', 'Find the callers'),
      callItem('mcp__issue_tracker__createIssue', 'Words are lost'),
      callItem('Read', '/work/notes2/a.ts'),
      callItem('Write', '/work/notes/b.ts', { state: 'running', result: '' }),
      callItem('Bash', 'rm c', { state: 'denied' }),
    ]);
    await eventually(
      async () => (await said()).map(line => line.replace(/\s+/g, ' ').replace(/ (\/\w+\.ts)/, '$1')),
      [
        'Read src/config.ts',
        'Ran npm test · 12 s',
        'Searched for export in src · 14 files',
        'Edited src/a.ts +3 −1',
        'Looked for files *.md · nothing found',
        'Fetched example.org · 1 min 1 s',
        'Started an agent: Find the callers',
        'issue_tracker: Create Issue Words are lost Done',
        'Read /work/notes2/a.ts',
        'Writing b.ts',
        'Wants to run rm c Denied by you',
      ],
    );
  });

  it('is one line with those beside it that have only looked, which unfolds; what runs, fails, waits or was denied is never folded away', async () => {
    const [one, two, three] = ['a.ts', 'b.ts', 'c.ts'].map(name => callItem('Read', `/work/notes/${name}`));
    const others = (['failed', 'denied', 'running'] as const).map(state => callItem('Read', `/work/notes/${state}`, { state, result: '' }));
    const asked = callItem('Read', '/work/notes/asked', { state: 'running', standing: 'waiting', result: '' });
    const allowed = { ...permissionItem({}, { toolUseId: two?.id ?? '', toolName: 'Read', state: 'allowed' }), input: undefined };
    if (one === undefined || two === undefined || three === undefined) throw new Error('three');
    await showAll([one, two, allowed, three, ...others, asked]);
    const rest = ['Read failed Failed', 'Wants to read denied Denied by you', 'Reading running', 'Wants to read asked Waiting'];
    const lines = async () => (await said()).map(line => line.replace(/\s+/g, ' '));
    await eventually(lines, ['Looked at 3 files', ...rest]);
    const run = webview.page.getByRole('button', { name: 'Looked at 3 files' });
    await run.click();
    await eventually(lines, ['Looked at 3 files', 'Read a.ts', 'Read b.ts Allowed', 'Read c.ts', ...rest]);
    await run.click();
    await eventually(lines, ['Looked at 3 files', ...rest]);
    await webview.send({ type: 'items', version: 2, items: [{ ...asked, state: 'done', standing: undefined }, callItem('Grep', 'x')] });
    await eventually(lines, ['Looked at 3 files', ...rest.slice(0, 3), 'Looked at 1 file · 1 search']);
  });

  it('keeps what the person has opened, and the focus, where it becomes a part of such a line', async () => {
    const [one, two] = [callItem('Read', '/work/notes/a.ts'), callItem('Read', '/work/notes/b.ts')];
    await showAll([one, { ...two, state: 'running', result: '' }]);
    await webview.page.getByRole('button', { name: /^Read\s*a\.ts$/ }).click();
    await webview.page.getByRole('button', { name: /^Reading\s*b\.ts$/ }).focus();
    await webview.send({ type: 'items', version: 2, items: [two] });
    const run = webview.page.getByRole('button', { name: 'Looked at 2 files' });
    await eventually(() => run.evaluate(button => button === document.activeElement), true);
    await webview.page.getByRole('button', { name: /^Read\s*a\.ts$/ }).waitFor();
    await eventually(() => webview.page.getByText('b.ts').count(), 0);
  });

  it('unfolds while the tool runs and has no result', async () => {
    await show({ state: 'running', result: '' });
    await line().click();
    await reply({ command: 'npm test' });
    await region('command').waitFor();
    await eventually(() => region('Result').count(), 0);
  });

  it('says what cannot be found, what was empty, and how much is left out', async () => {
    await show();
    await line().click();
    await reply(null);
    await webview.page.getByText('The input is no longer kept: neither Claude nor its transcript has it.').waitFor();
    await reply({});
    await webview.page.getByText('Called without any input.').waitFor();
    await eventually(() => webview.page.getByRole('button', { name: 'Open all of it' }).count(), 0);
    await reply({ command: 'x\n'.repeat(3_000) });
    await webview.page.getByText('Only the beginning is shown here.').waitFor();
    await webview.page.getByRole('button', { name: 'Open all of it' }).click();
    await eventually(() => webview.intent('openToolCall'), { type: 'openToolCall', id: 'tool1' });
  });

  it('says how much of the result is left out, and opens all of it', async () => {
    await show({ omitted: 1_234_567 });
    await line().click();
    await reply({ command: 'npm test' });
    await webview.page.getByText('1,234,567 more characters are not shown.').waitFor();
    await webview.page.getByRole('button', { name: 'Open all of it' }).click();
    await eventually(() => webview.intent('openToolCall'), { type: 'openToolCall', id: 'tool1' });
  });

  it('shows an edit as its difference, and a file as its path and its numbered lines', async () => {
    await show();
    await line().click();
    await reply({ file_path: '/work/a.ts', old_string: 'limit = 10;', new_string: 'limit = 50;' }, { tool: 'Edit' });
    await eventually(() => region('old_string → new_string').getByRole('insertion').textContent(), 'limit = 50;');
    await eventually(() => field('File'), '/work/a.ts');
    // Nobody asks any more where the path leads.
    await eventually(() => webview.page.getByText('Where this leads').count(), 0);
    await reply({ file_path: '/work/a.ts', content: 'one\ntwo\n' }, { tool: 'Write' });
    await eventually(
      () =>
        region('content').evaluate(pre =>
          getComputedStyle(pre.querySelector('.exactLine') ?? pre, '::before').content.startsWith('counter(line)'),
        ),
      true,
    );
  });

  it('reads its input again when the host sends the whole chat again: the reply may be lost on the way', async () => {
    await show();
    await line().click();
    await eventually(async () => (await webview.intentsOf('readToolInput')).length, 1);
    await webview.send({ ...snapshot([row], idle), version: 9 });
    await eventually(async () => (await webview.intentsOf('readToolInput')).length, 2);
  });

  it('forgets its input when it is folded, and takes no reply for another chat', async () => {
    await show();
    await line().click();
    await reply({ command: 'of another chat' }, { chat: 'other' });
    await reply({ command: 'npm test' });
    await region('command').waitFor();
    await eventually(() => region('command').textContent(), 'npm test');
    await line().click();
    await region('command').waitFor({ state: 'detached' });
    await line().click();
    await webview.page.getByText('Reading…').waitFor();
    await eventually(async () => (await webview.intentsOf('readToolInput')).length, 2);
  });

  it('holds an input of 100 kB in a part that scrolls', async () => {
    await show();
    await line().click();
    const text = Array.from({ length: 1_900 }, (_, nth) => `${nth} ${'x'.repeat(45)}`).join('\n');
    await reply({ content: text });
    await eventually(() => region('content').textContent(), text);
    const { height = 999 } = (await region('content').boundingBox()) ?? {};
    assert.ok(height < 300, String(height));
    await region('content').focus();
    await webview.page.keyboard.press('End');
    await eventually(() => region('content').evaluate(pre => pre.scrollTop > 0), true);
  });
});
