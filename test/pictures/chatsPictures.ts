// The view Chats in the running product: in the themes, at the widths that people give a side bar, with chats in every state, other agents that ask among
// them, and with earlier ones alone.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import { DoorClient } from '../support/doorClient.js';
import type { Parley } from '../support/parley.js';
import { openParley, viewFrame } from '../support/parley.js';
import { replies as common } from '../support/replies.js';

const themes = ['Dark Modern', 'Light Modern', 'Default High Contrast', 'Default High Contrast Light'] as const;
const widths = [300, 420, 600] as const;
const day = 86_400_000;
/** The first group, in German. */
const needsYou = 'Braucht dich';

/** Takes the pictures into `folder`. */
export async function chatsPictures(folder: string): Promise<void> {
  let goOn: () => void = () => undefined;
  const hold = new Promise<void>(resolve => (goOn = resolve));
  const works = { blocks: [text('I run the tests, one by one.')], hold };
  const parley = await openParley({ replies: { ...common, RUN: [() => works] } });
  const { page } = parley;
  await page.setViewportSize({ width: 1280, height: 860 });
  writeEarlier(parley);
  await parley.reload();
  await inEach(parley, folder, 'chats-earlier');
  await parley.send('HELLO, explain how notes are stored');
  await parley.log.getByText('Hello, you.').waitFor();
  await parley.newChat();
  await parley.send('RUN the tests and tell me what they say');
  await parley.newChat();
  await parley.send('ASK_ONE about the storage of the notes');
  await parley.card().waitFor();
  await parley.newChat();
  await parley.view.getByRole('textbox', { name: 'Message Claude' }).fill('Write a changelog entry');
  const agents = await askingAgents(parley);
  await inEach(parley, folder, 'chats');
  goOn();
  // As VS Code tells it to its extensions; its own words need a language pack.
  await page.context().addInitScript(() => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: 'de' }));
  await page.reload();
  await page.locator(viewFrame).waitFor();
  await page.getByText(needsYou).first().waitFor();
  await inEach(parley, folder, 'chats-de');
  for (const agent of agents) await agent.kill();
  await parley.stop();
}

/** Each asks, and waits for the answer. */
async function askingAgents({ page, userData, folder }: Parley): Promise<readonly DoorClient[]> {
  const storage = join(userData, 'User', 'globalStorage', 'parley.parley');
  const agents = ['codex-mcp-client', 'opencode'].map(
    name => new DoorClient({ command: process.execPath, args: [resolve('dist/door.js'), '--storage', storage], cwd: folder, name }),
  );
  for (const agent of agents) {
    await agent.begin();
    void agent.ask({ question: 'Which port should the server have?', choices: ['8080', '3000'] });
  }
  await page.getByText('Other Agents').first().waitFor();
  return agents;
}

async function inEach(parley: Parley, folder: string, name: string): Promise<void> {
  const { page } = parley;
  for (const theme of themes) {
    await parley.changeSettings({ 'workbench.colorTheme': theme });
    for (const width of widths) {
      await widen(page, width);
      await page.mouse.move(1000, 500);
      await page.waitForTimeout(400);
      const box = await page.locator('.part.sidebar').boundingBox();
      await page.screenshot({
        path: join(folder, `${name}.${theme.replaceAll(' ', '-')}.${width}.png`),
        clip: { x: 0, y: 0, width: (box?.x ?? 48) + (box?.width ?? width), height: 860 },
      });
    }
  }
}

async function widen(page: Page, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) return;
  await page.mouse.move(box.x + box.width, 600);
  await page.mouse.down();
  await page.mouse.move(box.x + width, 600, { steps: 5 });
  await page.mouse.up();
  await page.locator(viewFrame).waitFor();
}

/** Conversations that a terminal has left behind. */
function writeEarlier({ home, folder }: Parley): void {
  const project = join(home, '.claude', 'projects', folder.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(project, { recursive: true });
  const told: readonly (readonly [days: number, words: string])[] = [
    [1, 'Why does the export lose the colours of tags?'],
    [1.2, 'Rename createNote to addNote everywhere'],
    [3, 'Plan the search with me'],
    [12, 'Move the tests to the new runner, and say which of them are slow or do not belong there'],
    [60, 'A first look at the project'],
  ];
  for (const [index, [days, content]] of told.entries()) {
    const id = `aaaaaaaa-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const at = Date.now() - days * day;
    const timestamp = new Date(at).toISOString();
    const line = { type: 'user', uuid: `u${index}`, sessionId: id, cwd: folder, timestamp, message: { role: 'user', content } };
    const file = join(project, `${id}.jsonl`);
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    utimesSync(file, at / 1_000, at / 1_000);
  }
}
