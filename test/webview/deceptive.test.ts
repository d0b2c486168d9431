// A permission card, read back from the page character by character, is the input that the host would send to the CLI: nothing is hidden,
// and nothing is invented.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { encode } from '../../src/claude/stream/encode.js';
import { decode } from '../../src/claude/stream/decode.js';
import { createEventMapper } from '../../src/claude/stream/toEvents.js';
import type { ChatState } from '../../src/chat/state.js';
import { initialState } from '../../src/chat/state.js';
import { step } from '../../src/chat/step.js';
import { viewItem } from '../../src/chat/view.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { deceptiveInputs } from './deceptiveInputs.js';
import { running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const words = { problem: () => assert.fail(), exit: () => assert.fail(), reads: () => undefined };

/** Makes from the CLI's line the card's item, and the input of the line that *Allow* writes. */
function askedBy(toolName: string, input: string): { readonly item: PermissionItem; readonly allowed: Readonly<Record<string, unknown>> } {
  const request = `{"subtype":"can_use_tool","tool_name":${JSON.stringify(toolName)},"tool_use_id":"t","input":${input}}`;
  const decoded = decode(`{"type":"control_request","request_id":"r","request":${request}}`);
  assert.ok(decoded.outcome === 'message');
  let state: ChatState = initialState('auto');
  createEventMapper(event => (state = step(state, event, 0).state)).read(decoded.message);
  const item = state.items.map(one => viewItem(one, state, words)).find(({ kind }) => kind === 'permission');
  assert.ok(item?.kind === 'permission');
  const [pressed] = step(state, { type: 'permissionDecided', requestId: 'r', decision: 'allow' }, 0).effects;
  // The path leads where it says.
  const place = { outside: false, relative: 'a' };
  const [effect] = pressed?.type === 'checkPlace' ? step(state, { type: 'placeChecked', requestId: 'r', place }, 0).effects : [pressed];
  assert.ok(effect?.type === 'writeToClaude');
  const line = JSON.parse(encode(effect.message, 'w')) as { response: { response: { updatedInput: Record<string, unknown> } } };
  return { item, allowed: line.response.response.updatedInput };
}

/** The values of an input in words, as a card has them: a text, or each value with the name in front of it. */
type InWords = string | readonly (readonly [name: string, value: InWords])[];

const wordsFor: ReadonlyMap<string, string> = new Map([
  ['true', 'yes'],
  ['false', 'no'],
  ['null', 'none'],
  ['""', 'empty text'],
  ['[]', 'empty list'],
  ['{}', 'no fields'],
]);

/** What could be another value, or has spaces at an edge, stands in quotes. */
function isAmbiguous(text: string, depth: number): boolean {
  if ([...wordsFor.values()].includes(text) || /^ .*$|^.* $/.test(text)) return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value !== 'object' || value === null || depth > 4;
  } catch {
    return false;
  }
}

/** What the fields in words have to say: the texts themselves, and Parley's words for what is none. */
function inWords(value: unknown, depth = 1): InWords {
  const word = wordsFor.get(JSON.stringify(value));
  if (word !== undefined) return word;
  if (typeof value === 'string') return isAmbiguous(value, depth) ? JSON.stringify(value) : value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > 4) return JSON.stringify(value, null, 2);
  const nameOf = (name: string) => (Array.isArray(value) ? `${Number(name) + 1}.` : name);
  return Object.entries(value).map(([name, one]) => [nameOf(name), inWords(one, depth + 1)]);
}

/** Words of a name have nothing but the letters of the name. */
const lettersIn = (name: string): string => (/[^\w -]/.test(name) || /\d\./.test(name) ? name : name.replace(/[ _-]/g, '').toLowerCase());

function withLetters(value: InWords): InWords {
  return typeof value === 'string' ? value : value.map(([name, one]) => [lettersIn(name), withLetters(one)]);
}

interface Read {
  /** The name that the card shows; null where the card's title stands for it. */
  readonly name: string | null;
  readonly label: string | null;
  readonly kind: 'text' | 'diff';
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** Every region of the card, with the pictures of hidden characters turned back, and every paragraph. */
async function readCard(
  card: Locator,
): Promise<{ readonly regions: readonly Read[]; readonly words: InWords | null; readonly paragraphs: readonly string[] }> {
  return card.evaluate(element => {
    /** Whether the node is painted, because only that counts. */
    const isPainted = (node: Node): boolean => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
    };
    const charactersOf = (pictures: string): string =>
      pictures.replace(/⟨U\+([0-9A-F]+)⟩|[^\t]\t?/g, (picture, named?: string) => {
        if (named !== undefined) return String.fromCodePoint(parseInt(named, 16));
        return picture === '␡' ? '\u007f' : String.fromCodePoint((picture.codePointAt(0) ?? 0) - 0x2400);
      });
    const textIn = (node: Node): string => {
      if (node instanceof Element && node.classList.contains('unseenCharacter'))
        return isPainted(node) ? charactersOf(node.textContent ?? '') : '';
      if (!(node instanceof Text)) return [...node.childNodes].map(textIn).join('');
      // The tab behind its picture only keeps the tab stop.
      const text = node.data.replaceAll('\t', '');
      return text === '' || text === '\n' || isPainted(node) ? text : '';
    };
    const wordsIn = (list: Element): InWords =>
      [...list.children].map(field => {
        const [name, value] = field.children;
        const fields = value?.querySelector('dl');
        return [name ? textIn(name) : '', fields ? wordsIn(fields) : value ? textIn(value) : ''];
      });
    const words = element.querySelector('[role=region] > dl');
    const regions = [...element.querySelectorAll('[role=region]:not(:has(> dl))')].map(region => {
      const caption = region.parentElement?.querySelector('.partCaption > span');
      const isDiff = region.classList.contains('diff');
      const rows = isDiff ? [...region.children].map(row => ({ tag: row.localName, text: textIn(row) })) : [];
      const without = (tag: string): string =>
        rows
          .filter(row => row.tag !== tag)
          .map(({ text }) => text)
          .join('\n');
      return {
        name: caption ? textIn(caption) : null,
        kind: isDiff ? ('diff' as const) : ('text' as const),
        label: region.ariaLabel,
        text: textIn(region),
        before: without('ins'),
        after: without('del'),
      };
    });
    return { regions, words: words && wordsIn(words), paragraphs: [...element.querySelectorAll('p')].map(textIn) };
  });
}

const titles: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command'],
  Write: ['file_path', 'content'],
  Edit: ['file_path'],
  MultiEdit: ['file_path'],
  NotebookEdit: ['notebook_path', 'new_source'],
  WebFetch: ['url'],
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** The allowed input as `name → text`, with the changes of edits as they are read from a card. */
function fieldsOf(toolName: string, input: Readonly<Record<string, unknown>>, read: readonly Read[]): Record<string, string>[] {
  if (!(toolName in titles)) return [{ input: textOf(input) }];
  const { edits, ...others } = input;
  const isDiff = (prefix: string): boolean => read.some(({ kind, name }) => kind === 'diff' && (name ?? '').startsWith(prefix));
  const list = toolName === 'MultiEdit' && isDiff('edits') && Array.isArray(edits) ? (edits as Record<string, unknown>[]) : [];
  const single = list.length > 0 ? others : input;
  const named = (one: Readonly<Record<string, unknown>>, prefix = ''): Record<string, string>[] =>
    Object.entries(one).map(([name, value]) => ({ [`${prefix}${name}`]: textOf(value) }));
  return [...named(single), ...list.flatMap((one, index) => named(one, `edits[${index}].`))];
}

function shownFields(toolName: string, { regions, paragraphs }: Awaited<ReturnType<typeof readCard>>): Record<string, string>[] {
  const fields = regions.flatMap(({ name, label, kind, text, before, after }) => {
    if (kind === 'diff') {
      const prefix = (name ?? '').replace(/old_string → new_string$/, '');
      return [{ [`${prefix}old_string`]: before }, { [`${prefix}new_string`]: after }];
    }
    const unnamed = titles[toolName]?.find(title => title === label) ?? 'no field';
    return [{ [name ?? unnamed]: text }];
  });
  const said = paragraphs.find(text => text.startsWith('Claude’s reason: '))?.slice('Claude’s reason: '.length);
  return said === undefined ? fields : [...fields, { description: said }];
}

const sorted = (fields: readonly Record<string, string>[]): string[] => fields.map(one => JSON.stringify(one)).sort();

describe('a deceptive input', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
    webview = await harness.open({ width: 300, height: 900 });
  });
  after(async () => {
    await webview.close();
    await harness.stop();
  });

  it('is one of at least 40', () => {
    assert.ok(deceptiveInputs.length >= 40);
    assert.equal(new Set(deceptiveInputs.map(([title]) => title)).size, deceptiveInputs.length);
  });

  for (const [title, toolName, input] of deceptiveInputs) {
    it(`is shown to the last character: ${title}`, async () => {
      const { item, allowed } = askedBy(toolName, input);
      await webview.send(snapshot([{ ...item, id: title }], running));
      const card = webview.page.locator(`[data-item="${title}"] [role=group]`);
      const all = card.getByRole('button', { name: 'All fields' });
      if ((await all.count()) > 0) {
        await all.click();
        await card.getByRole('button', { name: 'All fields', expanded: true }).waitFor();
      }
      const read = await readCard(card);
      assert.deepEqual(sorted(shownFields(toolName, read)), sorted(fieldsOf(toolName, allowed, read.regions)));
      const said = toolName in titles || Object.keys(allowed).length === 0 ? null : inWords(allowed);
      assert.deepEqual(read.words && withLetters(read.words), said && withLetters(said));
      // Nothing of it becomes markup.
      await eventually(() => card.locator('a, b, i, img, script, h1, strong, code').count(), 0);
      // All of it can be reached: what is not in sight scrolls.
      const isReachable = await card.getByRole('region').evaluateAll(all => all.every(pre => getComputedStyle(pre).overflow === 'auto'));
      assert.ok(isReachable);
    });
  }
});
