// Owns: the tables of README.md that are made from package.json, between the lines `<!-- NAME -->` and `<!-- /NAME -->`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Contributes what the tables need of `contributes`
 * @property {readonly { command: string, title: string }[]} commands
 * @property {readonly { key: string, mac?: string, command: string }[]} keybindings
 * @property {{ properties: Record<string, { default: unknown, markdownDescription?: string, description?: string }> }} configuration
 */

const root = join(import.meta.dirname, '..', '..', '..');

/** @param {string} readme @returns {string} with its tables made anew */
export function withTables(readme) {
  /** @type {{ contributes: Contributes }} */
  const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** @type {Record<string, string>} */
  const words = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'));
  /** @param {string} [text] */
  const said = (text = '') => words[/^%(.*)%$/.exec(text)?.[1] ?? ''] ?? text;
  const titles = new Map(contributes.commands.map(({ command, title }) => [command, said(title)]));
  // A key may do the same in several places.
  const bindings = [...new Map(contributes.keybindings.map(one => [`${one.command} ${one.key}`, one])).values()];
  const keys = bindings.map(({ key, mac, command }) => [keyOf(key, mac), titles.get(command) ?? command]);
  const settings = Object.entries(contributes.configuration.properties).map(([name, property]) => [
    `\`${name}\``,
    property.default === '' ? 'empty' : `\`${JSON.stringify(property.default).replaceAll('"', '')}\``,
    firstSentence(said(property.markdownDescription ?? property.description)),
  ]);
  return between('settings', table(['setting', 'default', ''], settings), between('keys', table(['key', 'command'], keys), readme));
}

/** Whether the tables say the same, however wide their columns are. @param {string} one @param {string} other */
export function saySame(one, other) {
  /** @param {string} text */
  const plain = text => text.replace(/ +/g, ' ').replace(/-+/g, '-');
  return plain(one) === plain(other);
}

/** @param {string} name @param {string} rows @param {string} text */
function between(name, rows, text) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, behind] = [text.split(begin)[0], text.split(end)[1]];
  if (before === undefined || behind === undefined) throw new Error(`README.md lacks the lines ${begin} and ${end}.`);
  return `${before}${begin}\n\n${rows}\n\n${end}${behind}`;
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  /** @param {readonly string[]} cells */
  const line = cells => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The key in words, with that of macOS where it is not `Cmd` in the place of `Ctrl`. @param {string} key @param {string} [mac] */
function keyOf(key, mac) {
  return mac === undefined || mac === key.replaceAll('ctrl', 'cmd') ? `\`${shown(key)}\`` : `\`${shown(key)}\` (\`${shown(mac)}\`)`;
}

/** @param {string} key `ctrl+k ctrl+e` → `Ctrl+K Ctrl+E` */
function shown(key) {
  return key.replaceAll(/(?:^|(?<=[ +]))[a-z]/g, first => first.toUpperCase());
}

/** The first sentence in the form of the README's formatter. @param {string} text */
function firstSentence(text) {
  const [first = text] = /^[^]*?[.](?=\s+[A-Z_]|$)/.exec(text) ?? [];
  return first.replaceAll(/`#([\w.]+)#`/g, '`$1`').replaceAll(/\*([^*]+)\*/g, '_$1_');
}
