// What a project already says of itself: which files are found, and which of them Claude gets without Parley.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { KnownDoc } from '../../../src/memory/knownDocs.js';
import { findKnownDocs, isSentByCli, takeIn } from '../../../src/memory/knownDocs.js';
import { contentOf, insertSection, sectionSpans } from '../../../src/memory/productDocText.js';
import { cpuTime } from '../../support/cpuTime.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('what a project says of itself', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-docs-'));
  });
  afterEach(() => removeFolder(folder));

  function write(file: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  const reads = (): Promise<boolean> => Promise.resolve(true);
  const found = (): ReturnType<typeof findKnownDocs> => findKnownDocs(folder, reads);
  const filesRead = (docs: readonly KnownDoc[]): readonly string[] => docs.filter(doc => doc.readByCli).map(doc => doc.file);

  it('is found in the files of the tools that people use', async () => {
    const files = [
      ...[
        'CLAUDE.md',
        '.claude/CLAUDE.md',
        'AGENTS.md',
        '.claude/AGENTS.md',
        '.github/copilot-instructions.md',
        '.kiro/steering/product.md',
      ],
      ...['.kiro/steering/tech.md', '.kiro/steering/structure.md', 'memory-bank/projectbrief.md', 'memory-bank/productContext.md'],
      ...['memory-bank/activeContext.md', 'memory-bank/systemPatterns.md', 'memory-bank/techContext.md', 'memory-bank/progress.md'],
      ...['.specify/memory/constitution.md', 'openspec/project.md'],
    ];
    for (const file of files) write(file, `text of ${file}`);
    const docs = await found();
    assert.deepEqual(
      docs.map(({ file }) => file),
      files,
    );
    assert.deepEqual(docs.at(-4)?.sections, [{ title: 'Tech context', content: 'text of memory-bank/techContext.md' }]);
    assert.deepEqual(filesRead(docs), ['CLAUDE.md', '.claude/CLAUDE.md']);
    assert.deepEqual(await findKnownDocs(join(folder, 'nowhere'), reads), []);
  });

  it('is read by the CLI where CLAUDE.md imports it, or where AGENTS.md is alone', async () => {
    write('AGENTS.md', 'Use tabs.');
    assert.deepEqual(filesRead(await found()), ['AGENTS.md']);
    write('CLAUDE.md', '```\n@AGENTS.md\n```\nnot `@AGENTS.md`, not mail@AGENTS.md');
    assert.deepEqual(filesRead(await found()), ['CLAUDE.md']);
    write('CLAUDE.md', 'See @AGENTS.md, too.');
    write('AGENTS.md', '@.kiro/steering/tech.md\n@CLAUDE.md');
    write('.kiro/steering/tech.md', 'Node');
    write('.kiro/steering/product.md', 'Shop');
    assert.deepEqual(filesRead(await found()), ['CLAUDE.md', 'AGENTS.md', '.kiro/steering/tech.md']);
    rmSync(join(folder, 'CLAUDE.md'));
    write('.claude/CLAUDE.md', '@../AGENTS.md');
    assert.deepEqual(filesRead(await found()), ['.claude/CLAUDE.md', 'AGENTS.md', '.kiro/steering/tech.md']);
  });

  it('is read in AGENTS.md only by a CLI that does so, which is asked only where the answer counts', async () => {
    let asked = 0;
    const found = (isRead: boolean): Promise<readonly KnownDoc[]> => findKnownDocs(folder, () => Promise.resolve(++asked > 0 && isRead));
    write('.kiro/steering/tech.md', 'Node');
    assert.deepEqual(filesRead(await found(true)), []);
    write('CLAUDE.md', 'Rules');
    write('AGENTS.md', '@.kiro/steering/tech.md');
    assert.deepEqual(filesRead(await found(true)), ['CLAUDE.md']);
    assert.equal(asked, 0);
    rmSync(join(folder, 'CLAUDE.md'));
    write('.claude/AGENTS.md', 'More');
    assert.deepEqual(filesRead(await found(false)), []);
    assert.deepEqual(filesRead(await found(true)), ['AGENTS.md', '.claude/AGENTS.md', '.kiro/steering/tech.md']);
    assert.equal(asked, 2);
  });

  // 2.1.329
  it('is not read in AGENTS.md where a CLAUDE.md or CLAUDE.local.md says something, in the folder or above it', async () => {
    const above = folder;
    folder = join(above, 'shop', 'web');
    write('AGENTS.md', 'Use tabs.');
    for (const file of ['CLAUDE.local.md', '../CLAUDE.md', '../../CLAUDE.local.md', '../.claude/CLAUDE.md']) {
      write(file, ' ');
      assert.deepEqual(filesRead(await found()), ['AGENTS.md'], `${file} is empty`);
      write(file, 'Use blanks.');
      assert.deepEqual(filesRead(await found()), [], file);
      rmSync(join(folder, file));
    }
    write('../.claude/CLAUDE.md', 'Of the person, for all projects.');
    assert.deepEqual(filesRead(await findKnownDocs(folder, reads, join(above, 'shop'))), ['AGENTS.md']);
    folder = above;
  });

  it('is taken in by sections, each content once', async () => {
    write(
      '.kiro/steering/product.md',
      '---\ninclusion: always\n---\n# The shop\n\nSells bicycles.\n\n## Goal\r\n\r\n- one\r\n- two\n\n## Empty\n',
    );
    write('memory-bank/projectbrief.md', '## Goal\n\n- one\n- two\n');
    write('memory-bank/progress.md', '## Goal\nthree\n\n## Goal\nfour\n');
    assert.deepEqual(takeIn(await found()), [
      { title: 'The shop', content: 'Sells bicycles.', source: '.kiro/steering/product.md' },
      { title: 'Goal', content: '- one\n- two', source: '.kiro/steering/product.md' },
      { title: 'Goal (memory-bank/progress.md)', content: 'three', source: 'memory-bank/progress.md' },
      { title: 'Goal (memory-bank/progress.md, 2)', content: 'four', source: 'memory-bank/progress.md' },
    ]);
  });

  it('is taken in whole where the headings are of the first level', async () => {
    write(
      'AGENTS.md',
      'Read this.\n\n# Build\n\nnpm test\n\n```sh\n# a comment\n```\n\n## Tools\nnode\n\n# Style\n\ntabs\n\n#\nno title\n',
    );
    const [doc] = await found();
    assert.deepEqual(doc?.sections, [
      { title: 'AGENTS', content: 'Read this.' },
      { title: 'Build', content: 'npm test\n\n```sh\n# a comment\n```' },
      { title: 'Tools', content: 'node' },
      { title: 'Style', content: 'tabs' },
      { title: 'AGENTS', content: 'no title' },
    ]);
  });

  it('becomes sections of a Product Doc as they are, whatever the headings', async () => {
    const titles = ['a\tb', '\u202ehidden', '__proto__', 'x'.repeat(400), 'Goal', 'Goal ##', '\u2028'];
    write('AGENTS.md', titles.map((title, at) => `## ${title}\n\nfirst ${at}\n`).join(''));
    write('openspec/project.md', titles.map((title, at) => `# ${title}\n\nsecond ${at}\n`).join(''));
    let text = '';
    const taken = takeIn(await found());
    for (const { title, content } of taken) {
      const inserted = insertSection(text, title, content);
      assert.equal(inserted?.name, title);
      text = inserted.text;
    }
    assert.deepEqual(
      sectionSpans(text).map(span => contentOf(text, span)),
      ['first', 'second'].flatMap(word => titles.map((_, at) => `${word} ${at}`)),
    );
  });

  it('is not sent twice as long as the CLI reads the same words', async () => {
    write('CLAUDE.md', '# Shop\r\n\r\n## Goal\r\n\r\n- one\r\n-  two\r\n');
    write('.github/copilot-instructions.md', '## Style\n\ntabs\n');
    const docs = await found();
    assert.ok(isSentByCli({ content: '- one\n- two' }, docs));
    assert.ok(!isSentByCli({ content: '- one\n- two\n- three' }, docs));
    assert.ok(!isSentByCli({ content: 'ne - tw' }, docs));
    assert.ok(!isSentByCli({ content: 'tabs' }, docs));
    assert.ok(!isSentByCli({ content: '' }, docs));
  });

  // The square of the length takes minutes, and mocha's limit of time ends it.
  it('is read in linear time where an import ends in a quarter of a million brackets', async () => {
    write('CLAUDE.md', `@AGENTS.md${')'.repeat(250_000)}x`);
    assert.equal((await found()).length, 1);
  });

  it('is left out where it is huge, no UTF-8, empty, a folder or outside of the folder', async function () {
    if (process.platform === 'win32') this.skip();
    const outside = mkdtempSync(join(tmpdir(), 'parley-outside-'));
    try {
      writeFileSync(join(outside, 'secret.md'), 'secret');
      write('CLAUDE.md', 'x'.repeat(256 * 1024 + 1));
      write('AGENTS.md', Uint8Array.of(0xff, 0xfe));
      write('openspec/project.md', ' \n');
      mkdirSync(join(folder, '.kiro/steering/product.md'), { recursive: true });
      symlinkSync(join(outside, 'secret.md'), join(folder, '.kiro/steering/tech.md'));
      symlinkSync(outside, join(folder, 'memory-bank'));
      symlinkSync('loop.md', join(folder, 'loop.md'));
      symlinkSync(join(folder, 'loop.md'), join(folder, '.kiro/steering/structure.md'));
      assert.deepEqual(await found(), []);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('are compared in linear time, where a text and a section repeat themselves', () => {
    const [words, half] = ['a '.repeat(120_000), 'a '.repeat(25_000)];
    const doc = { file: 'CLAUDE.md', kind: 'claude' as const, readByCli: true, text: words, sections: [] };
    const before = cpuTime();
    assert.equal(isSentByCli({ content: `${half}b ${half}` }, [doc]), false);
    assert.equal(isSentByCli({ content: `${half}b ${half}` }, [{ ...doc, text: `${words}b ${words}` }]), true);
    const taken = cpuTime() - before;
    assert.ok(taken < 2_000, `${taken} ms`);
  });
});
