// What keys type on layouts whose third level is in daily use. As Windows has them, where the third level is Ctrl+Alt too.

/** The character of AltGr by the key's name in VS Code. */
const thirdLevel: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  German: { q: '@', e: '€', m: 'µ', 2: '²', 3: '³', 7: '{', 8: '[', 9: ']', 0: '}', '[': '\\', ']': '~' },
  French: { e: '€', 2: '~', 3: '#', 4: '{', 5: '[', 6: '|', 7: '`', 8: '\\', 9: '^', 0: '@', '[': ']', '=': '}', ']': '¤' },
  Polish: { a: 'ą', c: 'ć', e: 'ę', l: 'ł', n: 'ń', o: 'ó', s: 'ś', u: '€', x: 'ź', z: 'ż' },
  Spanish: { e: '€', 1: '|', 2: '@', 3: '#', 4: '~', 5: '€', 6: '¬', '`': '\\', '[': '[', ']': ']', "'": '{', '\\': '}' },
};

const modifiers = ['ctrl', 'cmd', 'meta', 'win', 'alt', 'shift'];

/** The characters that this key of `package.json`, or a part of it such as `ctrl+k ctrl+e`, types on one of the layouts, each with its layout. */
export function typedBy(key: string): readonly string[] {
  return key.toLowerCase().split(' ').flatMap(strokeTypes);
}

function strokeTypes(stroke: string): readonly string[] {
  const parts = stroke.split('+');
  const held = new Set(parts.filter(part => modifiers.includes(part)));
  const pressed = parts.findLast(part => !modifiers.includes(part)) ?? '+';
  // Names such as `delete`, `escape` and `f5` type nothing.
  if (pressed.length > 1) return [];
  const others = [...held]
    .filter(part => part !== 'shift')
    .toSorted()
    .join('+');
  if (others === '') return [`${pressed} (each)`];
  // macOS types the third level of nearly each key with Option alone.
  if (others === 'alt') return [`${pressed} with Option (each)`];
  if (others !== 'alt+ctrl') return [];
  return Object.entries(thirdLevel).flatMap(([layout, keys]) => (keys[pressed] === undefined ? [] : [`${keys[pressed]} (${layout})`]));
}
