// What stands in front of a message, in the window of items or before it, and in which session the message is.
import assert from 'node:assert/strict';
import type { ArchivedItem } from '../../../../../src/chat/journalRecords.js';
import type { ChatItem, ChatState } from '../../../../../src/chat/state.js';
import { initialState } from '../../../../../src/chat/state.js';
import { announcedQuestion } from '../../../../../src/chat/questionMachine.js';
import type { ChatEvent } from '../../../../../src/chat/events.js';
import type { OlderItems } from '../../../../../src/host/conversation/olderItems.js';
import { archivedInFront, forkOf, keepsQuestion, mayHaveWritten, parted } from '../../../../../src/host/features/back/cut.js';
import { after, prompt } from '../../../../support/chat.js';
import { choice } from '../../../../support/questions.js';

const item = (nth: number): ChatItem =>
  nth % 2 === 0
    ? { kind: 'prompt', id: `p${nth}`, uuid: `p${nth}`, text: `say ${nth}`, state: 'sent' }
    : { kind: 'text', id: `m${nth}:0`, text: `answer ${nth}`, streaming: false };
const all = Array.from({ length: 300 }, (_, nth) => item(nth));

/** The last `count` of all items are in the window; pages of 40 stand in front. */
function chatWith(count: number): { readonly state: ChatState; readonly older: OlderItems; readonly pages: () => number } {
  const start = all.length - count;
  let pages = 0;
  const page: OlderItems['page'] = ({ before }) => {
    pages++;
    const end = 'cursor' in before ? Number(before.cursor) : start;
    const from = Math.max(0, end - 40);
    return Promise.resolve({ items: all.slice(from, end), rest: from === 0 ? undefined : String(from) });
  };
  const older = { hasOlder: start > 0, page } as unknown as OlderItems;
  return { state: { ...initialState('auto'), items: all.slice(start), hasOlder: start > 0 }, older, pages: () => pages };
}
const ids = (items: readonly ChatItem[]): readonly string[] => items.map(({ id }) => id);

describe('a conversation that is parted at a message', () => {
  it('is parted in the window without reading, where enough stands in front', async () => {
    const { state, older, pages } = chatWith(100);
    const found = await parted(state, 'p250', older);
    assert.deepEqual([ids(found?.front ?? []).at(-1), found?.rest.length, found?.hasOlder, pages()], ['m249:0', 50, true, 0]);
  });

  it('is read as far back as the message stands, and to some items in front of it', async () => {
    const { state, older, pages } = chatWith(100);
    const found = await parted(state, 'p150', older);
    assert.deepEqual([found?.at.id, found?.rest.length, pages()], ['p150', 150, 3]);
    assert.ok((found?.front.length ?? 0) >= 40);
    const early = await parted(state, 'p2', older);
    assert.deepEqual([ids(early?.front ?? []), early?.hasOlder], [['p0', 'm1:0'], false]);
  });

  it('knows no message that is not there, nor what is none', async () => {
    const { state, older } = chatWith(100);
    assert.deepEqual([await parted(state, 'p999', older), await parted(state, 'm251:0', older)], [undefined, undefined]);
  });

  it('is parted at a question too, in front of which its turn may have written', async () => {
    const question: ChatItem = { ...announcedQuestion('t'), phase: 'answered' };
    const tool: ChatItem = { kind: 'tool', id: 'b', name: 'Bash', summary: 'ls', state: 'done', result: '' };
    const { older } = chatWith(300);
    const at = async (...items: readonly ChatItem[]): Promise<unknown> => {
      const found =
        (await parted({ ...initialState('auto'), items: [...all.slice(0, 10), ...items, question] }, 't', older)) ?? assert.fail();
      return [found.at.id, found.front.length, mayHaveWritten(found)];
    };
    const [prompt, text] = [all[0] ?? assert.fail(), all[1] ?? assert.fail()];
    assert.deepEqual(await at(tool, prompt, text), ['t', 13, false]);
    assert.deepEqual(await at(prompt, tool, text), ['t', 13, true]);
  });

  it('keeps of the archive what stands in front of the message', async () => {
    const { state, older } = chatWith(100);
    const found = (await parted(state, 'p150', older)) ?? assert.fail();
    const archive = [20, 149, 150, 170].map((nth): ArchivedItem => ({ item: all[nth] ?? assert.fail() }));
    assert.deepEqual(
      archivedInFront(archive, found).map(({ item: { id } }) => id),
      ['p20', 'm149:0'],
    );
  });
});

describe('the session in which a message is', () => {
  const prompt = { kind: 'prompt', id: 'i7', uuid: 'u7', text: 'x', state: 'sent' } as const;
  const state = { ...initialState('auto'), sessionId: 's3', formerSessions: ['s1', 's2'] };
  const held =
    (sessions: Readonly<Record<string, { readonly at: string } | 'beginning' | 'compacted'>>) =>
    (session: string, uuid: string): Promise<{ readonly at: string } | 'beginning' | 'compacted' | undefined> =>
      Promise.resolve(uuid === 'u7' ? sessions[session] : undefined);

  it('is the present one, or one of before /clear, and those behind it are of the other branch', async () => {
    const at = { at: 'a' };
    const fork = (session: string) => ({ session, at: 'a', before: 'u7' });
    assert.deepEqual(await forkOf(state, prompt, held({ s3: at })), { ok: true, formerSessions: ['s1', 's2'], fork: fork('s3') });
    assert.deepEqual(await forkOf(state, prompt, held({ s2: at })), { ok: true, formerSessions: ['s1'], fork: fork('s2') });
    assert.deepEqual(await forkOf(state, prompt, held({ s1: 'beginning' })), { ok: true, formerSessions: [] });
  });

  it('is that from which the branch begins, as long as it has none of its own', async () => {
    const begun = { ...initialState('auto'), forkOf: { session: 's9', at: 'z', before: 'y' } };
    const found = await forkOf(begun, prompt, held({ s9: { at: 'a' } }));
    assert.deepEqual(found, { ok: true, formerSessions: [], fork: { session: 's9', at: 'a', before: 'u7' } });
  });

  it('has the message with which a question was answered again, which Claude has not asked there', async () => {
    const again = { ...announcedQuestion('t-2'), phase: 'answered' as const, again: { of: 't', uuid: 'u7' } };
    const found = await forkOf(state, again, held({ s3: { at: 'a' } }));
    assert.deepEqual(found, { ok: true, formerSessions: ['s1', 's2'], fork: { session: 's3', at: 'a', before: 'u7' } });
  });

  it('says why the conversation cannot go back', async () => {
    assert.deepEqual(await forkOf(state, prompt, held({ s3: 'compacted' })), { ok: false, why: 'compacted' });
    assert.deepEqual(await forkOf(state, prompt, held({})), { ok: false, why: 'unknown' });
  });
});

describe('a question that waits as the chat goes back', () => {
  const init = (version: string): ChatEvent => ({ type: 'initReceived', sessionId: 's', capabilities: [], version });
  const asked = (toolUseId: string): ChatEvent => ({
    type: 'questionAsked',
    toolUseId,
    requestId: `r-${toolUseId}`,
    hook: true,
    input: { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} },
  });
  it('is kept where it waits alone and the CLI asks it again', () => {
    const waits = after(initialState('auto'), prompt('p'), init('2.1.329'), asked('t'));
    assert.equal(keepsQuestion(waits), true);
    assert.equal(keepsQuestion(after(waits, asked('t2'))), false);
    assert.equal(keepsQuestion(after(initialState('auto'), prompt('p'), init('2.0.77'), asked('t'))), false);
    assert.equal(keepsQuestion(after(initialState('auto'), prompt('p'))), false);
  });
});
