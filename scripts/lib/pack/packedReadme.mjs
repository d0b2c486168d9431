// The README as the extension's page in VS Code shows it. That page shows pictures from the web and from `data:` addresses only, and
// follows no relative link.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * Puts the pictures into the text, and leaves out the parts between `<!-- source -->` and `<!-- /source -->`, which are for people
 * who have the project's folder.
 * @param {string} readme
 */
export function packedReadme(readme) {
  const forUsers = readme.replace(/<!-- source -->[^]*?<!-- \/source -->\n*/g, '');
  return forUsers.replace(/!\[([^\]]*)\]\((?!\w+:)([^)]+\.png)\)/g, (_, /** @type {string} */ words, /** @type {string} */ path) => {
    return `![${words}](data:image/png;base64,${readFileSync(join(root, path)).toString('base64')})`;
  });
}
