// Transcripts as a CLI could have written them, at random: turns with parallel tools and questions, rewinds, compactions, lines of
// subagents, lines that a crash has torn, and what stands between the entries.
import fc from 'fast-check';

type Made = Readonly<Record<string, unknown>>;

interface PlainAct {
  readonly type: 'prompt' | 'queued' | 'text' | 'thought' | 'attachment' | 'compaction' | 'sidechain' | 'note' | 'noise' | 'crash';
}

export type Act =
  | PlainAct
  | { readonly type: 'tools'; readonly count: number; readonly results: readonly number[]; readonly leads: number }
  | { readonly type: 'question'; readonly isAnswered: boolean; readonly between: boolean }
  | { readonly type: 'rewind'; readonly by: number }
  | { readonly type: 'large'; readonly length: number };

const plain = (...types: PlainAct['type'][]): fc.Arbitrary<Act> => fc.constantFrom(...types.map((type): Act => ({ type })));

export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: plain('prompt', 'text', 'text', 'queued', 'thought', 'attachment', 'note') },
  { weight: 2, arbitrary: plain('compaction', 'sidechain', 'noise', 'crash') },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3), fc.nat(4))
      .chain(([count, leads, missing]) =>
        fc
          .shuffledSubarray([...Array(count).keys()], { minLength: Math.max(0, missing === 0 ? count - 1 : count) })
          .map((results): Act => ({ type: 'tools', count, results, leads })),
      ),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('question' as const), isAnswered: fc.boolean(), between: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rewind' as const), by: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('large' as const), length: fc.integer({ min: 1_000, max: 30_000 }) }) },
);

const question = { question: 'Which?', header: 'Which', multiSelect: false, options: [{ label: 'A' }, { label: 'B' }] };

class Writer {
  readonly #uuids: string[] = [];
  #lines: string[] = [];
  #ids = 0;
  #seconds = 1_700_000_000;

  get text(): string {
    return this.#lines.join('');
  }

  do(act: Act): void {
    const id = ++this.#ids;
    switch (act.type) {
      case 'prompt':
        return this.#entry({ type: 'user', message: { content: `prompt ${id}` } });
      case 'queued':
        return this.#entry({
          type: 'attachment',
          attachment: { type: 'queued_command', prompt: `queued ${id}`, source_uuid: `sent-${id}` },
        });
      case 'text':
        return this.#answer(`m${id}`, { type: 'text', text: `text ${id}` }, { type: 'text', text: `more ${id}` });
      case 'large':
        return this.#answer(`m${id}`, { type: 'text', text: `${'ä'.repeat(act.length)} ${id}` });
      case 'thought':
        return this.#answer(`m${id}`, { type: 'thinking', thinking: 'hm' });
      case 'attachment':
        return this.#entry({ type: 'attachment', attachment: { type: 'environment' } });
      case 'note':
        return this.#line({ type: 'queue-operation', operation: 'enqueue' });
      case 'noise':
        return this.#raw('{"type":"user","uuid":');
      case 'sidechain':
        return this.#entry({ type: 'user', isSidechain: true, message: { content: 'of a subagent' } }, this.#uuids.at(-1), false);
      case 'compaction':
        return this.#entry({ type: 'system', subtype: 'compact_boundary', parentUuid: null, logicalParentUuid: this.#uuids.at(-1) });
      case 'crash': {
        // The next line begins in the middle of the last one.
        const torn = this.#lines.pop() ?? '';
        this.#lines.push(torn.slice(0, -20));
        return;
      }
      case 'rewind':
        this.#uuids.length = Math.max(Math.min(this.#uuids.length, 1), this.#uuids.length - act.by);
        return this.#entry({ type: 'user', message: { content: `anew ${id}` } });
      case 'tools':
        return this.#tools(`m${id}`, act);
      case 'question':
        this.#answer(`m${id}`, { type: 'tool_use', id: `q${id}`, name: 'AskUserQuestion', input: { questions: [question] } });
        if (act.between) this.do({ type: 'queued' });
        if (act.isAnswered) this.#result(`q${id}`, { toolUseResult: { answers: { 'Which?': 'B' } } });
    }
  }

  #tools(message: string, { count, results, leads }: Extract<Act, { type: 'tools' }>): void {
    const calls = [...Array(count).keys()].map(nth => {
      this.#answer(message, { type: 'tool_use', id: `${message}-t${nth}`, name: 'Bash', input: { command: `run ${nth}` } });
      return this.#uuids.at(-1);
    });
    const before = this.#uuids.length;
    const ended = results.map(nth => {
      this.#result(`${message}-t${nth}`, {}, calls[nth]);
      return this.#uuids.at(-1) ?? '';
    });
    // One of the results leads on.
    this.#uuids.length = before;
    const leading = ended[leads % Math.max(1, ended.length)];
    if (leading !== undefined) this.#uuids.push(leading);
  }

  #answer(message: string, ...content: readonly Made[]): void {
    this.#entry({ type: 'assistant', message: { id: message, content } });
  }

  #result(toolUseId: string, more: Made, parentUuid = this.#uuids.at(-1)): void {
    const block = { type: 'tool_result', tool_use_id: toolUseId, content: `result of ${toolUseId}` };
    this.#entry({ type: 'user', message: { content: [block] }, ...more }, parentUuid);
  }

  #entry(entry: Made, parentUuid = this.#uuids.at(-1), leads = true): void {
    const uuid = `u${++this.#ids}`;
    this.#line({ parentUuid: parentUuid ?? null, uuid, ...entry });
    if (leads) this.#uuids.push(uuid);
  }

  #line(line: Made): void {
    this.#raw(JSON.stringify({ ...line, timestamp: new Date(this.#seconds++ * 1_000).toISOString() }));
  }

  #raw(line: string): void {
    this.#lines.push(`${line}\n`);
  }
}

/** The file's text. */
export function madeTranscript(acts: readonly Act[]): string {
  const writer = new Writer();
  writer.do({ type: 'prompt' });
  for (const act of acts) writer.do(act);
  return writer.text;
}
