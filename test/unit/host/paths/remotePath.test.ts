// What leads to another computer is known from the words of a path and of its links: nothing behind them is touched.
import assert from 'node:assert/strict';
import { leadsToOtherComputer } from '../../../../src/host/paths/remotePath.js';

describe('a path of Windows', () => {
  const folder = 'C:\\work\\notes';
  let read: string[] = [];
  const leads = (path: string, links: Readonly<Record<string, string>> = {}, from = folder): Promise<boolean> => {
    read = [];
    return leadsToOtherComputer(path, from, at => {
      read.push(at);
      return Promise.resolve(links[at]);
    });
  };

  for (const path of [
    '\\\\server\\share\\a.ts',
    '//server/share/a.ts',
    '\\\\?\\UNC\\server\\share\\a.ts',
    '/\\server\\share',
    '\\\\wsl$\\Debian\\etc',
  ])
    it(`to a share is on another computer, and not touched: ${path}`, async () => {
      assert.equal(await leads(path), true);
      assert.deepEqual(read, []);
    });

  it('on a drive is on this one', async () => {
    assert.equal(await leads('C:\\work\\notes\\a.ts'), false);
    assert.deepEqual(read, ['C:\\work', 'C:\\work\\notes', 'C:\\work\\notes\\a.ts']);
    assert.equal(await leads('D:\\a.ts'), false);
  });

  it('in the share of the work folder is where the work folder is', async () => {
    const share = '\\\\Server\\share\\notes';
    assert.equal(await leads('\\\\server\\Share\\notes\\a.ts', {}, share), false);
    assert.equal(await leads('\\\\server\\other\\a.ts', {}, share), true);
  });

  it('with a link to a share leads there, also by a link of a link; behind it nothing is touched', async () => {
    const links = { 'C:\\work\\notes\\link': '..\\deep', 'C:\\work\\deep\\b': '\\\\server\\share' };
    assert.equal(await leads('C:\\work\\notes\\link\\b\\c', links), true);
    assert.deepEqual(read.at(-1), 'C:\\work\\deep\\b');
    assert.equal(await leads('C:\\work\\notes\\link\\c', links), false);
  });

  it('that is a device, or a circle of links, is not known', async () => {
    await assert.rejects(leads('\\\\.\\pipe\\a'), /device/);
    await assert.rejects(leads('\\\\?\\C:\\a'), /device/);
    await assert.rejects(leads('C:\\a', { 'C:\\a': 'C:\\b', 'C:\\b': 'C:\\a' }), /too many links/);
  });
});
