// What package.json says of commands, as the person reads it.
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
  };
}

/** The command with this title in the Command Palette: `Parley: Show Chats`. */
export function commandTitled(title: string): string {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const { contributes } = read('package.json') as Manifest;
  const words = read('package.nls.json') as Readonly<Record<string, string | { readonly message: string }>>;
  const say = (text = ''): string => {
    const word = words[/^%(.+)%$/.exec(text)?.[1] ?? ''];
    return word === undefined ? text : typeof word === 'string' ? word : word.message;
  };
  const found = contributes.commands.find(one => `${say(one.category)}: ${say(one.title)}` === title);
  if (found === undefined) throw new Error(`No command is called “${title}”.`);
  return found.command;
}
