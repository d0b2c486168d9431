import assert from 'node:assert/strict';
import { readNews } from '../../../../webview/features/readNews.js';

describe('news in the page', () => {
  it('is checked once, however often it is shown', () => {
    const news = { type: 'canAsk', can: true };
    const read = readNews(news, assert.fail);
    assert.deepEqual(read, news);
    assert.equal(readNews(news, assert.fail), read);
    assert.equal(readNews(undefined, assert.fail), undefined);
  });

  it('is nothing where it is not understood, which is said once', () => {
    let failed = 0;
    const odd = { type: 'canAsk' };
    for (let round = 0; round < 3; round += 1)
      assert.equal(
        readNews(odd, () => (failed += 1)),
        undefined,
      );
    assert.equal(failed, 1);
  });
});
