// The chats of the demo have names that tell them apart.
import assert from 'node:assert/strict';
import { startScriptedApi } from '../../../../scripts/lib/api/scriptedApi.mjs';
import { demoReplies, demoSuggestions, demoTitle } from '../../../../scripts/lib/demo/demoReplies.mjs';

const schema = { type: 'object', properties: { title: { type: 'string' } } };

describe('the title of a chat in the demo', () => {
  it('comes from its first prompt, whichever of those it knows', async () => {
    const api = await startScriptedApi({ replies: demoReplies, titleOf: demoTitle });
    const titleFor = async (asked: string): Promise<unknown> => {
      const messages = [{ role: 'user', content: [{ type: 'text', text: `<session>\n${asked}\n</session>` }] }];
      const body = JSON.stringify({ messages, tools: [], output_config: { format: { type: 'json_schema', schema } } });
      const reply = (await (await fetch(`${api.url}/v1/messages`, { method: 'POST', body })).json()) as { content: { text: string }[] };
      return JSON.parse(reply.content[0]?.text ?? '');
    };
    const prompts = [...demoSuggestions.map(({ prompt }) => prompt), 'Explain this project to me.', 'What would you change first?'];
    const titles = await Promise.all(prompts.map(titleFor));
    assert.deepEqual(
      titles,
      [
        ...[
          'Database for Jotter',
          'Next release',
          'A name for the app',
          'Launch of Jotter',
          'Test results',
          'Changelog',
          'Tour of the project',
        ],
        ...['Tour of the project', 'Database for Jotter'],
      ].map(title => ({ title })),
    );
    assert.deepEqual(await titleFor('Something else'), { title: 'Scripted conversation' });
    await api.close();
  });
});
