// What leads through the demo: a page of prompts in the sample project, and an extension of a few lines that opens Parley beside it. Parley itself opens
// nothing.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../system/processes.mjs';
import { demoSuggestions } from './demoReplies.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

/** The page's name in the sample project. */
export const demoPageName = 'Try Parley.md';

/** The page, as Markdown. */
export function demoPage() {
  const prompts = demoSuggestions.map(({ title, prompt }, index) => `${index + 1}. **${title}**\n\n   > ${prompt}\n`);
  const lines = [
    '# Try Parley',
    'Parley is open beside this page. Press one of the prompts that it suggests, or copy one from here into its message box and press Enter.',
    prompts.join('\n'),
    'This is a demo: a script on your own machine plays the model, so nothing is sent anywhere and nothing costs anything. The questions, the permissions and what is read of your answers are real, and so is the Claude CLI.',
    '`npm start -- --live` does the same with your own Claude.',
  ];
  return `${lines.join('\n\n')}\n`;
}

/** @param {string} workspace the sample project */
export function writeDemoPage(workspace) {
  writeFileSync(join(workspace, demoPageName), demoPage());
}

const guide = `// Opens Parley beside the page of prompts, or beside the README where there is none.
const vscode = require('vscode');

exports.activate = async () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) return;
  const names = await vscode.workspace.fs.readDirectory(folder.uri);
  const page = [${JSON.stringify(demoPageName)}, 'README.md'].find(name => names.some(([found]) => found === name));
  if (page !== undefined) await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(folder.uri, page));
  await vscode.commands.executeCommand('parley.chat.focus');
};
`;

/** @returns {Promise<string>} the packed extension */
export async function packGuide() {
  const folder = join(root, 'out', 'guide');
  const packed = join(root, 'out', 'guide.vsix');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: 'parley-demo-guide',
    displayName: 'Parley: demo',
    description: 'Opens Parley beside a page that says what to try.',
    version: '0.0.1',
    publisher: 'parley',
    license: 'MIT',
    engines: { vscode: '^1.100.0' },
    extensionDependencies: ['parley.parley'],
    activationEvents: ['onStartupFinished'],
    main: './guide.js',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(join(folder, 'guide.js'), guide);
  writeFileSync(join(folder, 'README.md'), manifest.description);
  writeFileSync(join(folder, 'LICENSE'), 'MIT');
  const flags = ['--no-dependencies', '--allow-missing-repository', '--out', packed];
  await run(process.execPath, [join(root, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags], { cwd: folder });
  return packed;
}
