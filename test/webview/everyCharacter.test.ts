// What Claude wrote can be read, character by character: the text of the page holds every visible character of the source but the marks that
// Markdown turns into form, in a chat, while it grows, and on a card.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { runs } from '../support/tier.js';
import { database, questionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { waiting } from './questionStatus.js';

/** Markdown, and what of it is seen. */
interface Written {
  readonly source: string;
  readonly seen: string;
}

const exact = (source: string): Written => ({ source, seen: source });
/** What stands for itself wherever it stands in prose. */
const inProse = [
  ...[
    'plain words',
    'snake_case_word',
    'Größe',
    'здравствуй, мир',
    'שלום עולם',
    'مرحبا بالعالم',
    '日本語の文',
    '中文，句子。',
    '한국어 문장',
    'e\u0301 👩‍💻',
  ],
  ...[
    'Map<string, Row>',
    'List<T>',
    'std::vector<std::string>',
    '<div class="a">',
    '</div>',
    '<script>globalThis.hit = 1</script>',
    '<!-- a note -->',
  ],
  // Names that every object has, where Markdown looks for a definition.
  ...['[constructor]', '[__proto__]', '[x][toString]', '<a title="<br>">', '[](#part)', '[&nbsp;](#part)'],
  ...['a&zwj;b', 'a&#8203;b', '&shy;', '&#x2060;', '&#10;', '&#0;'],
  ...['<img src=x onerror="globalThis.hit = 1">', '<T>', 'a < b && c > d', '<https:', '&timestamp;', '&param;', 'AT&T'],
  ...['a*b*c', '2**3**4', 'src/**/*.ts and test/**/*.ts', '*.test.*', '**/*.md', '__init__.py', '__name__', 'Leser*innen und Hörer*innen'],
  ...[
    'C:\\work\\.git\\_a',
    '\\\\server\\share',
    '\\d+\\.\\d+',
    '\\(x_1\\)',
    'handlers[name](event)',
    'rows[0][1](x)',
    '~3~5',
    '~/a and ~/b',
  ],
  ...[
    '[see](javascript:globalThis.hit=1)',
    '![see](data:text/html,a)',
    '[open](command:a.b)',
    '[INFO]:',
    '5 * 3 * 2',
    '$5 and #3',
    'a | b',
    '{x} (y) [z]',
  ],
].map(exact);

const word = fc.constantFrom(...inProse);
const plain = fc.constantFrom('word', 'Wörter', '词语', '言葉', 'слово', 'מילה', '「乙」', '注意：', '“甲”', '(a)');
const formed = fc.oneof(
  plain.map(seen => ({ source: `甲**${seen}**丙`, seen: `甲${seen}丙` })),
  // Their marks beside letters of another script.
  fc.constantFrom('「乙」', '（乙）', '：乙').map(seen => ({ source: `API**${seen}**丙`, seen: `API${seen}丙` })),
  plain.map(seen => ({ source: ` **${seen}** `, seen })),
  plain.map(seen => ({ source: ` *${seen}* `, seen })),
  plain.map(seen => ({ source: ` ~~${seen}~~ `, seen })),
  word.filter(({ source }) => !source.includes('`')).map(({ source }) => ({ source: ` \`${source}\` `, seen: source })),
  plain.map(seen => ({ source: ` [${seen}](src/a.ts) `, seen })),
  plain.map(seen => ({ source: ` [${seen}](#part) `, seen })),
  plain.map(seen => ({ source: ` ![${seen}](src/a.png "of ${seen}") `, seen: `${seen} (of ${seen})` })),
  plain.map(seen => ({ source: ` [![${seen}](src/a.png)](https://example.com/a) `, seen })),
  plain.map(seen => ({ source: ` ![](src/a.png "${seen}") `, seen: `image (${seen})` })),
  fc
    .constantFrom('', ' ', '&nbsp;', '\u200b', '&#32;', '&#xA0;', '\u2800')
    .map(words => ({ source: ` [${words}](src/a.ts) `, seen: 'src/a.ts' })),
  fc.constantFrom('。', '，').map(mark => ({ source: ` https://example.com/a${mark}后`, seen: `https://example.com/a${mark}后` })),
);

function joined(parts: readonly Written[], between: string): Written {
  return { source: parts.map(({ source }) => source).join(between), seen: parts.map(({ seen }) => seen).join('') };
}

/** Begins with a word, so that no sign begins a block. */
const line = fc.array(fc.oneof(word, formed), { minLength: 1, maxLength: 5 }).map(parts => joined([exact('It is'), ...parts], ' '));
const bare = word.filter(({ source }) => !/^(?:\*|__|\[INFO|!?\[|5|\$|#)/.test(source));
const cell = fc.oneof(bare, formed).filter(({ source }) => !source.includes('|'));

const block = fc.oneof(
  line,
  // A tag, or code, alone on its line.
  bare,
  line.map(({ source, seen }) => ({ source: `## ${source}`, seen })),
  fc.array(line, { minLength: 1, maxLength: 4 }).map(lines =>
    joined(
      lines.map(each => ({ ...each, source: `- ${each.source}` })),
      '\n',
    ),
  ),
  fc.array(line, { minLength: 1, maxLength: 4 }).map(lines =>
    joined(
      lines.map((each, at) => ({ ...each, source: `${at + 1}. ${each.source}` })),
      '\n',
    ),
  ),
  fc.array(line, { minLength: 1, maxLength: 3 }).map(lines =>
    joined(
      lines.map(each => ({ ...each, source: `> ${each.source}` })),
      '\n',
    ),
  ),
  fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 3 }).map(rows => ({
    source: `| a | b |\n|---|---|\n${rows.map(([one, other]) => `| ${one.source} | ${other.source} |`).join('\n')}`,
    seen: `ab${rows.map(([one, other]) => one.seen + other.seen).join('')}`,
  })),
  // More cells than columns, and a bar in code.
  fc.tuple(bare, plain).map(([one, other]) => ({
    source: `| a | b |\n|---|---|\n| \`x | y\` | ${other} |\n| ${one.source.replaceAll('|', '')} | c | d |`,
    seen: `abx | y${other}${one.source.replaceAll('|', '')}c | d`,
  })),
  fc
    .tuple(
      fc.constantFrom(['ts', ''], ['', ''], ['c++', ''], ['ts title=x', 'ts title=x'], ['src/a.ts', 'src/a.ts'], ['{1,3}', '{1,3}']),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '- It is\n\n  '),
    )
    .map(([[info = '', shown = ''], words, before]) => ({
      source: `${before}\`\`\`${info}\n${joined(words, '\n').source}\n\`\`\``.replaceAll('\n', before === '' ? '\n' : '\n  '),
      seen: `${before === '' ? '' : 'It is'}${shown}${joined(words, '').seen}`,
    })),
  plain.map(seen => exact(`[${seen}]: https://example.com/a`)),
);
const text = fc.array(block, { minLength: 1, maxLength: 5 }).map(blocks => joined(blocks, '\n\n'));

const withoutSpace = (words: string): string => words.replace(/\s/gu, '');
/** What of the words is not in the text, in their order. */
function missing(words: string, text: string): string {
  let at = 0;
  for (const [index, character] of [...words].entries()) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return [...words].slice(index).join('');
  }
  return '';
}
const item = (id: string, source: string, streaming = false): TranscriptItem => ({ kind: 'text', id, text: source, streaming });

describe('every character that Claude wrote', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ height: 900 });
  });
  afterEach(() => webview.close());

  const samples = (count: number): readonly Written[] => fc.sample(text, count);

  /** The text of an item's row. */
  const shown = (id: string): Promise<string> =>
    webview.page.getByRole('log').evaluate((log, wanted) => {
      const copy = log.querySelector(`[data-item="${wanted}"] > .markdown`)?.cloneNode(true) as Element | undefined;
      for (const added of copy?.querySelectorAll('button') ?? []) added.remove();
      // The name of the language alone is what Parley says of the block.
      for (const code of copy?.querySelectorAll<HTMLElement>('code[data-language]') ?? []) {
        const line = code.closest('.codeBlock')?.querySelector('.codeWords');
        if (line?.textContent === code.dataset['language']) line?.remove();
      }
      return (copy?.textContent ?? '').replace(/\s/gu, '');
    }, id);

  it('is in the chat, and nothing of it acts or loads', async () => {
    const requests: string[] = [];
    // The part of the page that colours code is Parley's own.
    webview.page.on('request', request => request.url().endsWith('/webview-engine.js') || requests.push(request.url()));
    for (const [round, { source, seen }] of samples(runs(200)).entries()) {
      const id = `t${round}`;
      await webview.send({ ...snapshot([item(id, source)]), version: round + 1 });
      await eventually(async () => ({ source, shown: await shown(id) }), { source, shown: withoutSpace(seen) });
    }
    assert.equal(await webview.page.evaluate(() => 'hit' in globalThis), false);
    assert.deepEqual(requests, []);
  });

  it('keeps its form around a paragraph of too many signs, and in it nearly up to the first mark without an end', async () => {
    const marks = (count: number, name: string): string =>
      Array.from({ length: count }, (_, at) => `**${name}${at}** and \`c${at}\``).join(', ');
    const open = `${marks(400, 'b')} \`open ${marks(400, 'open')}`;
    const source = `# Head\n\n${marks(900, 'a')}\n\n- ${open}\n\n> quoted\n\n**The end**`;
    await webview.send(snapshot([item('marks', source), questionItem({ questions: [{ ...database, question: source }] })], waiting));
    const inChat = webview.page.locator('[data-item="marks"] > .markdown');
    // On a card nothing is cut before it is read.
    for (const words of [inChat, webview.card.locator('.questionText .markdown').first()]) {
      await words.locator('strong', { hasText: 'The end' }).waitFor();
      await eventually(() => words.locator('blockquote, li').count(), 2);
      await eventually(() => words.locator('strong', { hasText: /^a\d+$/ }).count(), 900);
      await eventually(async () => (await words.locator('li strong', { hasText: /^b\d+$/ }).count()) > 300, true);
      await eventually(async () => (await words.locator('li').textContent())?.endsWith('**open399** and `c399`'), true);
    }
  });

  it('is in a paragraph of so many signs that it is read in pieces', async () => {
    const rows = line.filter(({ source }) => !source.includes('![]('));
    const long = fc.array(rows, { minLength: 200, maxLength: 300 }).map(lines => joined(lines, ' '));
    for (const [round, { source, seen }] of fc.sample(long, runs(12)).entries()) {
      const question = { ...database, question: `${source}\n\nThe very end.` };
      await webview.send({ ...snapshot([questionItem({ id: `q${round}`, questions: [question] })], waiting), version: round + 1 });
      const words = webview.card.locator('.questionText .markdown').first();
      await words.getByText('The very end.').waitFor();
      // Where it has no place for a cut, the rest has its marks too.
      await eventually(async () => missing(withoutSpace(seen), withoutSpace((await words.textContent()) ?? '')), '');
    }
  });

  it('is there too when the text came piece by piece, and nothing that was read goes away', async () => {
    for (const [round, written] of samples(runs(24)).entries()) {
      let version = round * 1_000 + 1;
      const id = `grows${round}`;
      await webview.send({ ...snapshot([item(id, '', true)], running), version });
      const whole = `${written.source}\n\nThe very end.`;
      const rows = async (): Promise<unknown> => ({ source: whole, shown: await shown(id) });
      const expected = { source: whole, shown: withoutSpace(`${written.seen}The very end.`) };
      for (const piece of whole.match(/[\s\S]{1,9}/gu) ?? []) {
        await webview.send({ type: 'append', version: (version += 1), id, text: piece });
      }
      await eventually(rows, expected);
      await webview.send({ type: 'items', version: version + 1, items: [item(id, whole)] });
      await webview.page.getByRole('log').locator('[aria-busy=false]').waitFor();
      await eventually(rows, expected);
    }
  });

  it('is on a card', async () => {
    for (const [round, { source, seen }] of samples(runs(60)).entries()) {
      const question = { ...database, question: `${source}\n\nThe very end.` };
      await webview.send({ ...snapshot([questionItem({ id: `q${round}`, questions: [question] })], waiting), version: round + 1 });
      const words = webview.card.locator('.questionText .markdown').first();
      await words.getByText('The very end.').waitFor();
      await eventually(async () => withoutSpace((await words.textContent()) ?? ''), withoutSpace(`${seen}The very end.`));
    }
    assert.equal(await webview.page.evaluate(() => 'hit' in globalThis), false);
  });
});
