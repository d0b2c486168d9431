// Owns: a model on loopback for other agents, in the three ways in which they talk to one: Responses and Chat Completions as OpenAI has them, and Gemini's
// API. What it does is the test's business.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Loose } from '../../../src/shared/loose.js';
import { objectOf, objectsIn, textOf } from '../../../src/shared/loose.js';

/** What the model reads in one request. */
export interface Turn {
  /** The tools that it may call, as their agent names them. */
  readonly tools: readonly string[];
  /** The results of its calls so far, as their agent hands them on. */
  readonly results: readonly string[];
}

/** What the model does: it calls the tool whose name ends like this, or ends the turn with words. */
export type Act = { readonly call: RegExp; readonly input: object } | { readonly words: string };

interface Tool {
  readonly name: string;
  /** Codex puts the tools of a server into a group. */
  readonly group?: string;
}

interface Asked {
  readonly tools: readonly Tool[];
  readonly results: readonly string[];
}

type Answered = { readonly tool: Tool; readonly input: object } | { readonly words: string };

/** One way of talking: undefined for a request of the agent's own, such as that for a title. */
interface Way {
  readonly path: RegExp;
  readonly read: (body: Loose) => Asked;
  readonly write: (response: ServerResponse, answered: Answered, body: Loose, nth: number) => void;
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function textsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  const { output } = objectOf(content) ?? {};
  if (output !== undefined) return textsIn(output);
  const parts = objectsIn(content);
  return parts.length > 0 ? parts.map(({ text }) => textOf(text)).join('') : JSON.stringify(content);
}

function toolsIn(list: unknown): readonly Tool[] {
  return objectsIn(list).flatMap(tool => {
    if (tool['type'] === 'namespace') return toolsIn(tool['tools']).map(({ name }) => ({ name, group: textOf(tool['name']) }));
    const name = textOf((objectOf(tool['function']) ?? tool)['name']);
    return name === '' ? [] : [{ name }];
  });
}

function beginStream(response: ServerResponse): (data: unknown) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return data => void response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const responses: Way = {
  path: /\/responses$/,
  read: body => ({
    tools: toolsIn(body['tools']),
    results: objectsIn(body['input']).flatMap(({ type, output }) => (type === 'function_call_output' ? [textsIn(output)] : [])),
  }),
  write(response, answered, _body, nth) {
    const send = beginStream(response);
    const id = `resp_${nth}`;
    const item =
      'words' in answered
        ? { type: 'message', id: `msg_${nth}`, role: 'assistant', content: [{ type: 'output_text', text: answered.words }] }
        : {
            type: 'function_call',
            id: `fc_${nth}`,
            call_id: `call_${nth}`,
            name: answered.tool.name,
            ...(answered.tool.group !== undefined && { namespace: answered.tool.group }),
            arguments: JSON.stringify(answered.input),
          };
    send({ type: 'response.created', response: { id } });
    send({ type: 'response.output_item.done', output_index: 0, item });
    send({ type: 'response.completed', response: { id, usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } } });
    response.end();
  },
};

const chatCompletions: Way = {
  path: /\/chat\/completions$/,
  read: body => ({
    tools: toolsIn(body['tools']),
    results: objectsIn(body['messages']).flatMap(({ role, content }) => (role === 'tool' ? [textsIn(content)] : [])),
  }),
  write(response, answered, { model, stream }, nth) {
    const base = { id: `chat_${nth}`, created: 1, model };
    const call =
      'words' in answered
        ? undefined
        : {
            id: `call_${nth}`,
            type: 'function',
            function: { name: answered.tool.name, arguments: JSON.stringify(answered.input) },
          };
    const content = 'words' in answered ? answered.words : null;
    const finish = call ? 'tool_calls' : 'stop';
    if (stream !== true) {
      const message = { role: 'assistant', content, ...(call && { tool_calls: [call] }) };
      return sendJson(response, { ...base, object: 'chat.completion', choices: [{ index: 0, finish_reason: finish, message }], usage });
    }
    const send = beginStream(response);
    const chunk = (delta: object, finishReason: string | null = null): void =>
      send({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason }], usage });
    chunk({ role: 'assistant', content: '' });
    chunk(call ? { tool_calls: [{ index: 0, ...call }] } : { content });
    chunk({}, finish);
    send('[DONE]');
    response.end();
  },
};

const gemini: Way = {
  path: /:(?:streamG|g)enerateContent/,
  read: body => ({
    tools: objectsIn(body['tools']).flatMap(({ functionDeclarations }) => toolsIn(functionDeclarations)),
    results: objectsIn(body['contents'])
      .flatMap(({ parts }) => objectsIn(parts))
      .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [textsIn(objectOf(functionResponse)?.['response'])])),
  }),
  write(response, answered, { generationConfig }) {
    const part = 'words' in answered ? { text: answered.words } : { functionCall: { name: answered.tool.name, args: answered.input } };
    const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }];
    const reply = { candidates, usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 } };
    if (objectOf(generationConfig)?.['responseJsonSchema'] !== undefined) return sendJson(response, reply);
    beginStream(response)(reply);
    response.end();
  },
};

const ways = [responses, chatCompletions, gemini];

export class ScriptedModel {
  /** The requests with tools, in order: those without are the agent's own, such as for a title. */
  readonly turns: Turn[] = [];
  act: (turn: Turn) => Act = () => ({ words: 'Nothing to do.' });
  readonly #wakes: (() => void)[] = [];
  #nth = 0;
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });

  /** Resolves with the address, without a slash at its end. */
  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    // An http server's address is never a string.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** @param tells shows the end of what it has read */
  forget(tells: boolean): void {
    if (tells) console.log(JSON.stringify(this.turns).slice(-3_000));
    this.turns.length = 0;
  }

  /** Resolves with the first turn, past or to come, of which this holds. */
  async turn(holds: (turn: Turn) => boolean): Promise<Turn> {
    for (;;) {
      const found = this.turns.find(holds);
      if (found !== undefined) return found;
      await new Promise<void>(wake => this.#wakes.push(wake));
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request.setEncoding('utf8') as AsyncIterable<string>) text += piece;
    const way = ways.find(({ path }) => path.test(request.url ?? ''));
    // What an agent looks up beside that, such as the list of models.
    if (request.method !== 'POST' || way === undefined) return sendJson(response, { object: 'list', data: [], models: [] });
    const body = JSON.parse(text) as Loose;
    const { tools, results } = way.read(body);
    way.write(response, tools.length === 0 ? { words: '{}' } : this.#answer({ tools, results }), body, ++this.#nth);
  }

  #answer({ tools, results }: Asked): Answered {
    const turn = { tools: tools.map(({ name }) => name), results };
    const act = this.act(turn);
    const tool = 'call' in act ? tools.find(({ name }) => act.call.test(name)) : undefined;
    this.turns.push(turn);
    for (const wake of this.#wakes.splice(0)) wake();
    if ('words' in act) return act;
    return tool === undefined ? { words: `There is no such tool: ${turn.tools.join(', ')}` } : { tool, input: act.input };
  }
}
