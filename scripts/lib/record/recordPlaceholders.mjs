// Makes a recording the same on every machine by replacing homes, folders, ports and random ids with placeholders.
// Everything else in a line stays as the CLI wrote it.

const longestLine = 20_000;

/**
 * One scenario shares one set of placeholders, so that an id means the same in all of its runs.
 * @param {{ home: string, cwd: string, port: number }} place
 * @returns {(line: string) => string}
 */
export function placeholders({ home, cwd, port }) {
  /** @type {Map<string, string>} */
  const ids = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @param {string} id @param {string} kind @param {(nth: number) => string} make */
  const stable = (id, kind, make) => {
    const known = ids.get(id);
    if (known) return known;
    const nth = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, nth);
    ids.set(id, make(nth));
    return make(nth);
  };
  const slug = (/** @type {string} */ path) => path.replace(/[^A-Za-z0-9]/g, '-');

  return line =>
    trimmed(line)
      .replaceAll(cwd, '/home/dev/project')
      .replaceAll(slug(cwd), '-home-dev-project')
      .replaceAll(home, '/home/dev')
      .replaceAll(`127.0.0.1:${port}`, '127.0.0.1:4000')
      .replace(/\/tmp\/claude-\d+\//g, '/tmp/claude/')
      .replace(/\/tmp\/cc-socks\/\d+/g, '/tmp/cc-socks/1')
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, id =>
        stable(id, 'uuid', nth => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`),
      )
      .replace(/\b(toolu|msg)_[0-9a-f]{24}\b/g, (id, /** @type {string} */ kind) =>
        stable(id, kind, nth => `${kind}_${String(nth).padStart(24, '0')}`),
      );
}

/** Long lists are cut only where a line would be too long to keep. @param {string} line */
function trimmed(line) {
  if (line.length <= longestLine) return line;
  return JSON.stringify(JSON.parse(line), (_, /** @type {unknown} */ value) =>
    Array.isArray(value) && value.length > 4 ? value.slice(0, 4) : value,
  );
}
