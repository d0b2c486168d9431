import assert from 'node:assert/strict';
import { safe } from '../../../../src/host/vscode/redaction.js';

const secret = 'S3cr3t-value_0123';

const redacted: readonly (readonly [text: string, shown: string])[] = [
  [`key sk-ant-api03-${secret} is wrong`, 'key sk-ant-… is wrong'],
  [`Authorization: Bearer ${secret}==`, 'Authorization: Bearer …'],
  [`authorization: basic ${secret}=, accept: */*`, 'authorization: basic …, accept: */*'],
  [`"Authorization":"Bearer ${secret}","a":1`, '"Authorization":"Bearer …","a":1'],
  [`Authorization: ${secret}`, 'Authorization: …'],
  [`x-api-key: ${secret}`, 'x-api-key: …'],
  [`{"X-Api-Key":"${secret}","a":"b"}`, '{"X-Api-Key":"…","a":"b"}'],
  [`Cookie: ${secret}; path=/`, 'Cookie: …'],
  [`ANTHROPIC_AUTH_TOKEN=${secret} claude -p`, 'ANTHROPIC_AUTH_TOKEN=… claude -p'],
  [`export AWS_SECRET_ACCESS_KEY='${secret}'`, "export AWS_SECRET_ACCESS_KEY='…'"],
  [`{"ANTHROPIC_API_KEY":"${secret}","PATH":"/bin"}`, '{"ANTHROPIC_API_KEY":"…","PATH":"/bin"}'],
  [JSON.stringify({ command: `curl -H "x-api-key: ${secret}"` }), String.raw`{"command":"curl -H \"x-api-key: …\""}`],
  [JSON.stringify({ line: JSON.stringify({ DB_PASSWORD: secret }) }), String.raw`{"line":"{\"DB_PASSWORD\":\"…\"}"}`],
  [`HTTPS_PROXY=http://name:${secret}@proxy:8080`, 'HTTPS_PROXY=http://…@proxy:8080'],
];

const kept = [
  '{"usage":{"input_tokens":12,"output_tokens":3},"apiKeySource":"none","max_tokens":4096}',
  'The CLI runs as process 12, resuming 5f0c.',
  'Claude CLI 2.1.329: /usr/bin/claude',
  '{"tokens":5,"key":"value","token":"a word"}',
  'https://example.com:8080/a@b',
];

describe('what is logged', () => {
  for (const [text, shown] of redacted) {
    it(`holds no credential: ${shown}`, () => {
      assert.equal(safe(text), shown);
      assert.ok(!safe(`${text} and ${text}`).includes(secret));
    });
  }

  const alsoSecret = [
    `Cookie: theme=dark; session=${secret}`,
    `Authorization: token ${secret}`,
    `Authorization: Digest username="a", response="${secret}"`,
    `X-Auth-Token: ${secret}`,
    `DB_PASSWORD='correct horse ${secret}'`,
    `DB_PASSWORD=a,${secret}`,
    `{"password":"${secret}"}`,
    `{"accessToken":"${secret}"}`,
    `{"apiKey":"${secret}"}`,
    `GET /x?access_token=${secret} HTTP/1.1`,
    `npm publish --token ${secret}`,
    `args:\\n--token ${secret}`,
    `\u001b[1m--token ${secret}`,
    `git clone https://${secret}@example.com/a.git`,
    `MY_TOKEN_1=${secret}`,
    `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`,
  ];
  for (const text of alsoSecret)
    it(`does not hold the secret of ${JSON.stringify(text)}`, () => assert.ok(!safe(text).includes(secret), safe(text)));

  for (const text of kept) {
    it(`is otherwise as it was: ${text}`, () => assert.equal(safe(text), text));
  }

  it('is cut where it is long, and says how long it was', () => {
    assert.equal(safe('x'.repeat(4_000)), 'x'.repeat(4_000));
    assert.equal(safe('x'.repeat(4_001)), `${'x'.repeat(4_000)}… (4001 characters)`);
    const atTheEnd = safe(`${'x'.repeat(3_980)} sk-ant-api03-${secret}`);
    assert.ok(!atTheEnd.includes('api03'), atTheEnd.slice(-60));
  });
});
