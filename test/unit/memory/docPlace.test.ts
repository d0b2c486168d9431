// Where a Product Doc may lie, whatever the workspace says: Claude changes it without a permission.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { docPlaceFault } from '../../../src/memory/docPlace.js';
import { nodeDocDisk, readText } from '../../../src/memory/productDocDisk.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('the place of a Product Doc in a work folder', () => {
  let root = '';
  let work = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-place-'));
    work = join(root, 'work');
    for (const path of ['.git/hooks', 'docs', '.claude']) mkdirSync(join(work, path), { recursive: true });
    for (const path of ['.git/hooks/pre-commit', '.git/description.md', 'docs/doc.md', 'build.sh']) writeFileSync(join(work, path), '');
    writeFileSync(join(root, 'outside.md'), '');
  });
  afterEach(() => removeFolder(root));
  const mkdirs = (name: string): string => {
    mkdirSync(join(work, name), { recursive: true });
    return join(work, name);
  };
  const faultOf = (path: string): ReturnType<typeof docPlaceFault> => docPlaceFault(work, join(work, path));

  it('is a Markdown file in the folder, there or not yet', async () => {
    for (const path of ['docs/doc.md', 'docs/new.MD', 'not/yet/there.markdown', 'docs/../doc.md', '.claude/product-doc.md', 'README.md'])
      assert.equal(await faultOf(path), undefined, path);
  });

  it('is nothing outside of the folder, nothing of git, and no other kind of file', async () => {
    for (const path of [
      '../outside.md',
      '.git/hooks/pre-commit',
      '.git/description.md',
      '.GIT/new.md',
      'build.sh',
      '.vscode/tasks.json',
      '',
    ])
      assert.equal(await faultOf(path), 'noMarkdown', path);
  });

  it('is not where a link leads to such a file', async function () {
    if (process.platform === 'win32') this.skip();
    const links = {
      'a.md': '../outside.md',
      'b.md': 'build.sh',
      'c.md': '.git/hooks/pre-commit',
      d: '..',
      e: '.git',
      'f.md': 'docs/doc.md',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(work, name));
    for (const path of ['a.md', 'b.md', 'c.md', 'd/outside.md', 'd/new.md', 'e/description.md'])
      assert.equal(await faultOf(path), 'noMarkdown', path);
    assert.equal(await faultOf('f.md'), undefined);
  });

  it('is no file that Claude or another tool reads as instructions, in whatever letters, and no file in a hidden folder', async () => {
    for (const path of [
      ...['CLAUDE.md', 'claude.MD', 'CLAUDE.local.md', 'packages/a/AGENTS.md', 'AGENTS.override.md', 'AGENT.md', 'GEMINI.md'],
      ...['.claude/CLAUDE.md', '.claude/agents/x.md', '.claude/commands/x.md', '.claude/skills/a/b.md', '.claude/rules/x.md'],
      ...['.claude/loop.md', '.github/copilot-instructions.md', '.cursor/rules/x.md', '.kiro/steering/product.md', '.hidden.md'],
      ...['docs/SKILL.md', 'docs/x.instructions.md', 'docs/x.prompt.md', 'agents/x.md', 'commands/x.md', 'skills/x/y.md'],
      ...['memory-bank/progress.md', 'openspec/project.md', 'packages/a/node_modules/b/doc.md'],
    ])
      assert.equal(await faultOf(path), 'toolsOwn', path);
  });

  it('is not where a link of such a file or folder leads either', async function () {
    if (process.platform === 'win32') this.skip();
    for (const path of ['.github/instructions', 'more/skills', 'notes']) mkdirSync(join(work, path), { recursive: true });
    const links = {
      'CLAUDE.md': 'docs/doc.md',
      '.claude/skills': '../more/skills',
      '.claude/product-doc.md': '../.github/instructions/x.md',
      'notes/a.md': '../AGENTS.md',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(work, name));
    writeFileSync(join(work, 'AGENTS.md'), '');
    writeFileSync(join(work, '.github/instructions/x.md'), '');
    for (const path of ['docs/doc.md', 'more/skills/new.md', '.claude/product-doc.md', 'notes/a.md'])
      assert.equal(await faultOf(path), 'toolsOwn', path);
    assert.equal(await faultOf('docs/other.md'), undefined);
  });

  it('is not where such a link leads, however many other files stand around it', async () => {
    // No order of the disk's brings both links among the first of so many files.
    for (let at = 0; at < 1_500; at++) for (const name of ['', 'rules/']) writeFileSync(join(mkdirs(name), `f${at}.txt`), '');
    for (const [at, link] of ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', '.rules'].entries()) symlinkSync(`docs/${at}.md`, join(work, link));
    for (let at = 0; at < 4; at++) symlinkSync(`../docs/r${at}.md`, join(work, 'rules', `r${at}.md`));
    for (const name of ['0', '1', '2', '3', 'r0', 'r1', 'r2', 'r3']) {
      writeFileSync(join(work, `docs/${name}.md`), '');
      assert.equal(await faultOf(`docs/${name}.md`), 'toolsOwn', name);
    }
    assert.equal(await faultOf('docs/doc.md'), undefined);
  });

  it('is not where it cannot be ruled out, because there are more links than can be looked at', async () => {
    mkdirs('skills');
    for (let at = 0; at < 1_001; at++) symlinkSync('nowhere', join(work, 'skills', `l${at}`));
    assert.equal(await faultOf('docs/doc.md'), 'toolsOwn');
  });

  it('is not where a link in a folder of a tool, or another obeyed file of the work folder, leads', async function () {
    if (process.platform === 'win32') this.skip();
    for (const link of [
      ...['.claude/commands/x.md', '.claude/rules/x.md', '.claude/agents/x.md', '.claude/skills/x/SKILL.md', '.cursor/rules/x.mdc'],
      ...['.github/instructions/x.instructions.md', '.claude/output-styles/x.md', 'commands/x.md'],
      ...['QWEN.md', 'WARP.md', 'AGENTS.override.md', '.windsurfrules', '.clinerules', 'CLAUDE.md', 'agents.md'],
    ]) {
      const path = join(work, link);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(join(work, 'docs/doc.md'), path);
      assert.equal(await faultOf('docs/doc.md'), 'toolsOwn', link);
      rmSync(path);
    }
    symlinkSync('docs/doc.md', join(work, 'README.md'));
    assert.equal(await faultOf('docs/doc.md'), undefined);
  });

  it('is in no folder with the name of a tool’s, at any depth', async () => {
    for (const path of ['plugins/p/commands/x.md', 'packages/a/skills/y/x.md', 'rules/x.md', 'a/hooks/x.md', 'Output-Styles/x.md'])
      assert.equal(await faultOf(path), 'toolsOwn', path);
    assert.equal(await faultOf('docs/rules.md'), undefined);
  });

  // A pipe without another end holds its reader for ever, and mocha's limit of time ends it.
  it('is not read where it is a pipe', async function () {
    if (process.platform === 'win32') this.skip();
    const pipe = join(work, 'docs', 'pipe.md');
    execFileSync('mkfifo', [pipe]);
    assert.equal((await readText(nodeDocDisk, pipe)).ok, false);
  });
});
