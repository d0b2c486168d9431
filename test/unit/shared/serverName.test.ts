import assert from 'node:assert/strict';
import { serverName } from '../../../src/shared/serverName.js';

describe('the name of an MCP server in a sentence of Parley’s', () => {
  for (const quote of ['"', '“', '”', '„', '«', '＂', '〞', '″', 'ʺ', '❞', '」', '›'])
    it(`ends no quotes by what looks like one: ${quote}`, () => assert.equal(serverName(`db${quote} asks`), "db' asks"));
  it('is as it stands otherwise', () => assert.equal(serverName('Größe-数据 1.0'), 'Größe-数据 1.0'));
});
