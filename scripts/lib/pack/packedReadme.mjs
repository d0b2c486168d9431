// The README as the extension's page in VS Code shows it. That page shows pictures from the web only (VS Code 1.139 drops `data:` addresses and
// paths), and follows no link to another file, but those to its own headings: so it has the guide behind the README.

/**
 * Puts `drawing` in the place of the pictures, which the page could not show, leaves out the parts between `<!-- source -->` and
 * `<!-- /source -->`, which are for people who have the project's folder, and appends the guide.
 * @param {string} readme
 * @param {Readonly<Record<string, string>>} guide the text of each file of `docs/guide`, by its name
 */
export function packedReadme(readme, guide) {
  const forUsers = readme.replace(/<!-- source -->[^]*?<!-- \/source -->\n*/g, '').replace(/<!--.*?-->\n*/g, '');
  const pages = Object.values(guide).map(text => text.replace(/^#/gm, '##'));
  return [forUsers.trim(), ...pages.map(text => text.trim())]
    .join('\n\n')
    .concat('\n')
    .replace(/!\[[^\]]*\]\((?!\w+:)[^)]+\.png\)/g, () => `\`\`\`text\n${drawing}\n\`\`\``)
    .replace(
      /\]\((?:docs\/guide\/)?([\w-]+\.md)(#[\w-]+)?\)/g,
      (/** @type {string} */ link, /** @type {string} */ name, /** @type {string | undefined} */ anchor) =>
        linkInside(link, guide[name], anchor),
    );
}

/** @param {string} link @param {string | undefined} page @param {string | undefined} anchor */
function linkInside(link, page, anchor) {
  return page === undefined ? link : `](${anchor ?? `#${anchorOf(page)}`})`;
}

/** The anchor that VS Code and GitHub give the heading. @param {string} text whose first line is a heading */
function anchorOf(text) {
  const [heading = ''] = text.split('\n');
  return heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\p{L}\d\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** A card in letters. */
const drawing = `
┌──────────────────────────────────────────────────┐
│ ? Claude asks                         1 question │
│                                                  │
│   Which database should we use?                  │
│                                                  │
│   (•) PostgreSQL                     Recommended │
│       Relational; the schema fits as it is       │
│   ( ) MongoDB                                    │
│       Documents; no migrations                   │
│   ( ) Other: type your own answer                │
│                                                  │
│   + Add note                                     │
├──────────────────────────────────────────────────┤
│   [ Submit ]  Dismiss        Reply in chat       │
│   > What Claude will read                        │
└──────────────────────────────────────────────────┘`.trim();
