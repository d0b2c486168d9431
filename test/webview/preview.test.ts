// Previews: Markdown as it is meant, HTML that can do nothing. The page has the host's policy.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Locator } from 'playwright-core';
import { database, nothing, questionItem, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

/** A preview that tries as much as can be tried, each with its own address on a server that counts. */
const hostileWith = (where: string): string => `<div style="color: rgb(1, 2, 3)" onclick="top.hit=1">styled</div>
<script>top.hit = 1; parent.postMessage({type: 'interrupt'}, '*')</script><img src="${where}/i.png" onerror="top.hit=1"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
<style>@import url(${where}/a.css); body { background: url(${where}/b.png) }</style><link rel="stylesheet" href="${where}/c.css">
<p style="background-image: url(${where}/d.png)">paragraph</p><a href="${where}/e" target="_top">elsewhere</a><a href="${where}/s">here</a><a href="javascript:top.hit=1">script</a>
<meta http-equiv="refresh" content="0; url=${where}/f"><base href="${where}/"><iframe src="${where}/g"></iframe><object data="${where}/h"></object><embed src="${where}/k">
<form action="${where}/l"><input autofocus><button formaction="${where}/m">send</button></form><video poster="${where}/n" src="${where}/o" autoplay></video>
<svg><image href="${where}/p"/><use href="${where}/q#a"/><a xlink:href="${where}/r"><text>t</text></a></svg><p>the end</p>`;

/** The sanitizer parses in a document of its own, where the policy already refuses; and it refuses in the frame. */
const refusals = /Content Security Policy|sandboxed/;

describe('a preview', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let preview: Locator;
  let requests: string[];
  let server: Server;
  let hostile: string;
  before(async () => {
    harness = await Harness.start();
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    // An http server's address is never a string.
    hostile = hostileWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  after(async () => {
    await harness.stop();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  beforeEach(async () => {
    webview = await harness.open({ width: 250, height: 900 });
    preview = webview.card.getByRole('group', { name: 'Preview: MongoDB', exact: true });
    requests = [];
  });
  afterEach(() => webview.close());

  const show = async (text: string): Promise<void> => {
    const options = [{ label: 'PostgreSQL' }, { label: 'MongoDB', preview: text }];
    const item = questionItem({ phase: 'answered', questions: [{ ...database, options }], draft: [{ ...nothing, selected: [1] }] });
    await webview.send(snapshot([item]));
    await webview.button('Expand question').click();
    await webview.button('Show preview: MongoDB').click();
    await preview.waitFor();
  };
  /** The page inside of the only frame, once `words` are in it. */
  const frameWith = async (words: string): Promise<Frame> => {
    const frame = await (await preview.locator('iframe').elementHandle())?.contentFrame();
    assert.ok(frame);
    await frame.getByText(words, { exact: true }).waitFor();
    return frame;
  };

  describe('in HTML', () => {
    it('is in a frame that is named and may do nothing', async () => {
      await show('<p>words</p>');
      const frame = preview.locator('iframe');
      await eventually(() => frame.getAttribute('sandbox'), '');
      await eventually(() => frame.getAttribute('title'), 'Preview: MongoDB');
    });

    it('keeps its style attributes, and has the theme’s colours', async () => {
      await show('<div style="color: rgb(1, 2, 3)">styled</div><p>plain</p>');
      const frame = await frameWith('styled');
      const colour = (text: string) => frame.getByText(text, { exact: true }).evaluate(element => getComputedStyle(element).color);
      await eventually(() => colour('styled'), 'rgb(1, 2, 3)');
      const outside = await preview.evaluate(element => getComputedStyle(element).getPropertyValue('--vscode-foreground').trim());
      const foreground = await webview.page.evaluate(value => {
        const probe = document.createElement('i');
        probe.style.color = value;
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, outside);
      await eventually(() => colour('plain'), foreground);
    });

    it('takes another theme’s colours when the theme changes', async () => {
      await show('<p>plain</p>');
      await frameWith('plain');
      await webview.page.evaluate(() => {
        document.documentElement.style.setProperty('--vscode-foreground', 'rgb(9, 8, 7)');
        document.body.classList.add('another-theme');
      });
      await eventually(async () => (await preview.locator('iframe').getAttribute('srcdoc'))?.includes('color:rgb(9, 8, 7)'), true);
    });

    it('runs nothing, loads nothing and leads nowhere', async () => {
      await show(hostile);
      const frame = await frameWith('the end');
      for (const words of ['elsewhere', 'script', 'send', 'styled']) await frame.getByText(words, { exact: true }).click();
      await frame.getByText('the end').waitFor();
      await eventually(() => webview.page.evaluate(() => 'hit' in globalThis), false);
      assert.deepEqual(requests, []);
      await eventually(() => webview.intentsOf('interrupt'), []);
      const left = await frame.evaluate(() =>
        [...document.body.querySelectorAll('*')].flatMap(({ localName, attributes }) => [
          localName,
          ...[...attributes].map(({ name }) => `${localName} ${name}`),
        ]),
      );
      assert.deepEqual(
        left.filter(name => /script|link|meta|base|form|iframe|object|embed|video| (href|src|on|action|poster|auto)/.test(name)),
        [],
      );
      // What is in style attributes stays, and the policy refuses what it would load.
      webview.allowComplaints(refusals);
    });

    it('would still do none of it if the sanitizer let everything through', async () => {
      const raw = await harness.open();
      await raw.page.evaluate(
        html => {
          const frame = document.createElement('iframe');
          frame.setAttribute('sandbox', '');
          frame.title = 'raw';
          frame.srcdoc = html;
          // In front, because nothing behind the page is ever in view.
          document.body.prepend(frame);
        },
        hostile.replace(/<meta[^>]*>/, ''),
      );
      const frame = await (await raw.page.getByTitle('raw').elementHandle())?.contentFrame();
      assert.ok(frame);
      await frame.getByText('the end').waitFor();
      await eventually(() => frame.getByText('styled').evaluate(element => getComputedStyle(element).color), 'rgb(1, 2, 3)');
      await eventually(() => raw.page.evaluate(() => 'hit' in globalThis), false);
      await eventually(() => raw.intentsOf('interrupt'), []);
      // The browser says no to the frame in the frame, and then to being led elsewhere by a link.
      const refusedFrames = (atLeast: number) => () =>
        Promise.resolve(raw.complaints.filter(text => text.startsWith('Framing')).length >= atLeast);
      await eventually(refusedFrames(1), true);
      await frame.getByText('here', { exact: true }).click();
      await eventually(refusedFrames(2), true);
      assert.deepEqual(requests, []);
      // Without asking for complaints: there are many, and they may still come.
      await raw.page.context().close();
    });
  });

  describe('in Markdown', () => {
    it('is rendered, with code that scrolls inside', async () => {
      await show(`**bold** and see src/a.ts:3\n\n\`\`\`ts\nconst a = "${'x'.repeat(200)}";\n\`\`\``);
      await preview.locator('strong', { hasText: 'bold' }).waitFor();
      await preview.getByRole('link', { name: 'src/a.ts:3' }).waitFor();
      const code = preview.locator('pre');
      await eventually(() => code.evaluate(pre => pre.scrollWidth > pre.clientWidth), true);
      await eventually(() => code.evaluate(pre => getComputedStyle(pre).fontFamily.includes('monospace')), true);
    });

    it('keeps a drawing in letters as it was drawn', async () => {
      const drawing = '┌────┐\n│ a  │\n│  b │\n└────┘';
      await show(drawing);
      const lines = preview.getByText('┌────┐');
      await eventually(() => lines.evaluate(element => (element instanceof HTMLElement ? element.innerText : '')), drawing);
      await eventually(() => lines.evaluate(element => getComputedStyle(element).fontFamily.includes('monospace')), true);
    });

    it('can neither act nor load', async () => {
      await show(`Words\n\n${hostile}`);
      await preview.getByText('the end').waitFor();
      await eventually(() => webview.page.evaluate(() => 'hit' in globalThis), false);
      assert.deepEqual(requests, []);
      webview.allowComplaints(refusals);
    });
  });

  describe('in an editor tab', () => {
    /** The tab's page; the preview is all of it. */
    const openTab = async (text: string): Promise<WebviewPage> => {
      const tab = await harness.openPreview('MongoDB', { text });
      preview = tab.page.getByRole('group', { name: 'Preview: MongoDB', exact: true });
      await preview.waitFor();
      return tab;
    };

    for (const [kind, before] of [
      ['Markdown', 'Words ![picture](WHERE/markdown.png)\n\n'],
      ['HTML', ''],
    ] as const) {
      it(`loads nothing, runs nothing and leads nowhere: ${kind}`, async () => {
        const where = new URL(/src="(http[^"]*)\/i\.png"/.exec(hostile)?.[1] ?? '').origin;
        const tab = await openTab(`${before.replace('WHERE', where)}${hostile}`);
        const asked: string[] = [];
        tab.page.on('requestfinished', request => asked.push(request.url()));
        // The policy of the page refuses a request before it is made.
        tab.page.on('requestfailed', request => request.failure()?.errorText !== 'csp' && asked.push(request.url()));
        if (kind === 'HTML') await frameWith('the end');
        else await preview.getByText('the end').waitFor();
        await eventually(() => tab.page.evaluate(() => 'hit' in globalThis), false);
        await eventually(async () => [requests, asked, await tab.intents()], [[], [], []]);
        tab.allowComplaints(refusals);
        await tab.close();
      });
    }

    it('has the whole tab, and its links go to the host', async () => {
      const tab = await openTab(`**bold** and src/a.ts:3 and [the manual](https://example.com/)${'\n\nA line.'.repeat(100)}`);
      const { height = 0 } = (await preview.boundingBox()) ?? {};
      assert.ok(height > 700, String(height));
      await preview.getByRole('link', { name: 'src/a.ts:3' }).click();
      await preview.getByRole('link', { name: 'the manual' }).press('Enter');
      await eventually(
        () => tab.intents(),
        [
          { type: 'openLink', href: 'src/a.ts:3' },
          { type: 'openLink', href: 'https://example.com/' },
        ],
      );
      await eventually(() => tab.button('Open preview in editor').count(), 0);
      await tab.close();
    });
  });

  for (const [kind, text] of [
    ['Markdown', 'A line.\n\n'.repeat(60)],
    ['HTML', `<p>${'A line.<br>'.repeat(60)}</p><pre>${'x'.repeat(300)}</pre>`],
  ] as const) {
    it(`has one height, scrolls inside and fits a narrow view: ${kind}`, async () => {
      await show(text);
      const { height = 0 } = (await preview.boundingBox()) ?? {};
      assert.ok(height > 150 && height < 320, String(height));
      const log = webview.page.getByRole('log');
      await eventually(() => log.evaluate(element => element.scrollWidth - element.clientWidth), 0);
      await preview.getByRole('button', { name: 'Open preview in editor' }).waitFor();
    });

    it(`scrolls by the keyboard: ${kind}`, async () => {
      await show(text);
      if (kind === 'HTML') await frameWith('x'.repeat(300));
      await preview.getByRole('button', { name: 'Open preview in editor' }).focus();
      await webview.page.keyboard.press('Tab');
      // A frame is a process of its own, which the focus reaches a moment later.
      const inside = preview.locator(kind === 'HTML' ? 'iframe' : '[tabindex="0"]');
      await eventually(() => inside.evaluate(element => element === document.activeElement), true);
      await webview.page.keyboard.press('PageDown');
      const scrolled = async (): Promise<boolean> => {
        const frame = await (await preview.locator('iframe').elementHandles())[0]?.contentFrame();
        return frame
          ? frame.evaluate(() => (document.scrollingElement?.scrollTop ?? 0) > 0)
          : preview.locator('[tabindex="0"]').evaluate(element => element.scrollTop > 0);
      };
      await eventually(scrolled, true);
    });
  }
});
