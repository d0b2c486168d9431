// The README as the extension's page in VS Code shows it. That page shows pictures from the web only (VS Code 1.139 drops `data:` addresses and
// paths), and follows no relative link.

/**
 * Puts `drawing` in the place of the pictures, which the page could not show, and leaves out the parts between `<!-- source -->` and
 * `<!-- /source -->`, which are for people who have the project's folder.
 * @param {string} readme
 */
export function packedReadme(readme) {
  const forUsers = readme.replace(/<!-- source -->[^]*?<!-- \/source -->\n*/g, '');
  return forUsers.replace(/!\[[^\]]*\]\((?!\w+:)[^)]+\.png\)/g, () => `\`\`\`text\n${drawing}\n\`\`\``);
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
