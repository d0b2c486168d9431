import assert from 'node:assert/strict';
import { decode } from '../../../../src/claude/stream/decode.js';

describe('decode', () => {
  it('takes what is not JSON, or JSON without a type, as noise', () => {
    for (const line of ['hello', '{', '42', 'null', '[]', '{"type":1}', '{}']) assert.deepEqual(decode(line), { outcome: 'noise' }, line);
  });

  it('names a kind it does not read', () => {
    assert.deepEqual(decode('{"type":"new_thing"}'), { outcome: 'unknown', kind: 'new_thing', raw: { type: 'new_thing' } });
    const raw = { type: 'system', subtype: 'status' };
    assert.deepEqual(decode(JSON.stringify(raw)), { outcome: 'unknown', kind: 'system/status', raw });
  });

  it('says where a known kind is malformed', () => {
    assert.deepEqual(decode('{"type":"assistant","message":{"id":"m"}}'), {
      outcome: 'malformed',
      kind: 'assistant',
      path: 'message.content',
    });
    assert.deepEqual(decode('{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta"}}}'), {
      outcome: 'malformed',
      kind: 'stream_event',
      path: 'event.delta.text',
    });
  });

  it('keeps the id of a control request it cannot read, since it must be answered', () => {
    const decoded = decode('{"type":"control_request","request_id":"r1","request":"what"}');
    assert.deepEqual(decoded, { outcome: 'malformed', kind: 'control_request', path: 'request', requestId: 'r1' });
  });

  it('ignores fields and content blocks it does not know', () => {
    const decoded = decode(
      '{"type":"assistant","new":1,"message":{"id":"m","content":[{"type":"server_tool_use","name":"x"},{"type":"text","text":"hi","citations":null}]}}',
    );
    assert.equal(decoded.outcome, 'message');
    const content = decoded.outcome === 'message' && decoded.message.type === 'assistant' ? decoded.message.message.content : [];
    assert.deepEqual(content, [{ type: 'server_tool_use' }, { type: 'text', text: 'hi' }]);
  });
});
