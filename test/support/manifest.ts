// What package.json says of commands, as the person reads it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac?: string }[];
  };
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const { contributes } = read('package.json') as Manifest;

export const { keybindings } = contributes;

/** Presses the keys of a command, wherever the focus is. */
export async function pressKeysOf(page: Page, command: string): Promise<void> {
  const keys = keybindings.find(one => one.command === command)?.key ?? assert.fail(`no key for ${command}`);
  const names: Readonly<Record<string, string>> = {
    ctrl: 'Control',
    alt: 'Alt',
    shift: 'Shift',
    escape: 'Escape',
    f2: 'F2',
    delete: 'Delete',
  };
  for (const chord of keys.split(' ')) {
    const parts = chord.split('+').map(key => names[key] ?? key);
    await page.keyboard.press(parts.join('+'));
  }
}

/** The command with this title in the Command Palette: `Parley: Show Chats`. */
export function commandTitled(title: string): string {
  const words = read('package.nls.json') as Readonly<Record<string, string | { readonly message: string }>>;
  const say = (text = ''): string => {
    const word = words[/^%(.+)%$/.exec(text)?.[1] ?? ''];
    return word === undefined ? text : typeof word === 'string' ? word : word.message;
  };
  const found = contributes.commands.find(one => `${say(one.category)}: ${say(one.title)}` === title);
  if (found === undefined) throw new Error(`No command is called “${title}”.`);
  return found.command;
}
