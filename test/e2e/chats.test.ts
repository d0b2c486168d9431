// Several chats in one window, each with its own question: none is lost, and none is answered in the place of another.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { naming, replies as common } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { clis } from '../support/tier.js';
import { eventually } from '../webview/harness.js';

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const button = (card: Locator, name: string): Locator => card.getByRole('button', { name, exact: true });

const asksName = [() => [toolUse('AskUserQuestion', { questions: [naming] })], () => [text('Thank you, I go on with that.')]];
const replies = { ...common, ASK_NAME: asksName };

describe('several chats', function () {
  this.timeout(windowLimit);
  let parley: Windowless;

  shareWindowless('chats', { replies }, opened => (parley = opened));

  const readIn = async (name: string): Promise<readonly string[]> => {
    const request = await parley.api.waitForRequest(
      ({ side, prompt, toolResults }) => !side && prompt.endsWith(name) && toolResults.length > 0,
    );
    return request.toolResults.map(({ text }) => text);
  };

  async function askInEach(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await parley.send(`ASK_ONE ${name}`);
      await radio(parley.card(), 'SQLite').waitFor();
      await parley.newChat();
    }
  }

  const answer = async (name: string, label: string): Promise<void> => {
    await parley.goTo(`ASK_ONE ${name}`);
    await radio(parley.card(), label).click();
    await button(parley.card(), 'Submit').click();
    const [text] = await readIn(name);
    assert.match(text ?? '', new RegExp(`="${label}"`));
  };

  it('with a question each are answered in another order, each in its own', async () => {
    await askInEach('alpha', 'beta', 'gamma');
    await answer('beta', 'SQLite');
    await answer('gamma', 'PostgreSQL');
    await answer('alpha', 'SQLite');
  });

  it('is called as Claude names it, also while a question of its first turn waits, and also by the CLI', async () => {
    await parley.changeSettings({ 'parley.chat.titles': true });
    await parley.newChat();
    await parley.send('ASK_ONE kappa');
    await radio(parley.card(), 'SQLite').waitFor();
    const title = 'Scripted conversation';
    await parley.run('parley.showChats');
    await parley.pick(title);
    await parley.log.getByText('ASK_ONE kappa').waitFor();
    const asked = parley.api.requests.filter(({ side, prompt }) => side && prompt.includes('ASK_ONE kappa'));
    assert.equal(asked.length, 1);
    await parley.inTranscript('ASK_ONE kappa', `"aiTitle":"${title}"`);
    await parley.changeSettings({ 'parley.chat.titles': false });
  });

  it('are deleted without a question and brought back, with the question that waited: its answer reaches Claude', async () => {
    await parley.newChat();
    await askInEach('lambda');
    await parley.goTo('ASK_ONE lambda');
    await parley.onDisk('ASK_ONE lambda', 'Which database');
    await parley.run('parley.deleteChat', {
      listed: { holder: undefined, id: parley.storedKey('ASK_ONE lambda'), title: 'ASK_ONE lambda' },
    });
    await parley.view.getByText('Try one of these').waitFor();
    const told = '“ASK_ONE lambda” is deleted. Claude’s own transcript stays on the disk, for “claude --resume”.';
    await parley.told(told);
    await parley.press(told, 'Undo');
    await answer('lambda', 'SQLite');
  });

  it('says that Claude sees nothing of before /clear, and stays one chat among the recent ones', async () => {
    const words = 'Say something before';
    await parley.send(words);
    await parley.idle();
    await parley.send('/clear');
    await parley.log.getByText('Context cleared: Claude no longer sees what is above.').waitFor();
    await parley.idle();
    await parley.send('Say something behind');
    await parley.idle();
    const request = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes('something behind'));
    assert.ok(!JSON.stringify(request.messages).includes(words));
    await parley.newChat();
    await parley.log.getByRole('heading', { name: 'Recent chats' }).waitFor();
    await eventually(() => parley.log.getByRole('button', { name: words }).count(), 1);
    await eventually(() => parley.log.getByRole('button', { name: 'something behind' }).count(), 0);
  });

  for (const cli of clis('deferring').filter(name => name !== 'newest')) {
    it(`says that /clear has cleared nothing, and why (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      const words = `Say something before ${cli}`;
      await parley.newChat();
      await parley.send(words);
      await parley.idle();
      await parley.send('/clear');
      await parley.log.getByText(/^This Claude CLI \(2\.[\d.]+\) does not clear the context/).waitFor();
      await parley.idle();
      await parley.send(`Say something behind ${cli}`);
      await parley.idle();
      const request = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes(`behind ${cli}`));
      assert.ok(JSON.stringify(request.messages).includes(words));
      await eventually(() => parley.log.getByText('The turn ended without a word').count(), 0);
      await eventually(() => parley.log.getByText('does not clear the context').count(), 1);
      await parley.useCli('newest');
      await parley.newChat();
    });
  }

  describe('in the next window', () => {
    let picture: readonly number[];
    const added = (): Locator => parley.view.getByRole('list', { name: 'Added to the message' }).getByRole('listitem');
    const isShown = (chip: Locator): Promise<void> =>
      eventually(() => chip.locator('img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth), 5);
    const ofAnswer = (): Locator => parley.card().getByRole('list', { name: 'Images' }).getByRole('listitem');
    const paste = (box: Locator): Promise<boolean> =>
      box.evaluate((element, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
        return element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, picture);

    /** Three chats with a question each, of which one has an image in its answer, and what was added to the message of a fourth. */
    before(async () => {
      picture = await parley.view.locator('body').evaluate(async () => {
        const canvas = new OffscreenCanvas(5, 4);
        canvas.getContext('2d')?.fillRect(0, 0, 3, 2);
        return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
      });
      await askInEach('delta');
      await parley.send('ASK_NAME epsilon');
      await radio(parley.card(), 'Jotter').waitFor();
      await parley.newChat();
      await parley.send('ASK_ONE zeta');
      await paste(parley.card().getByRole('textbox', { name: 'Other answer: Database' }));
      await isShown(ofAnswer());
      await parley.newChat();
      await button(parley.view.locator('body'), 'Add context…').click();
      await parley.pick('A file…');
      await parley.pick(/schema\.sql/);
      await added().getByText('schema.sql').waitFor();
      await paste(parley.view.getByRole('textbox', { name: 'Message Claude' }));
      await isShown(added().nth(1));
      await parley.restart('closed');
    });

    it('keep what was added to a message and to an answer in the next window, and Claude gets the image as it was', async () => {
      await isShown(added().nth(1));
      await added().nth(0).getByText('schema.sql').waitFor();
      await parley.send('HELLO look');
      const { messages } = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes('HELLO look'));
      const images = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content)).filter(({ type }) => type === 'image');
      const data = Buffer.from(picture).toString('base64');
      assert.deepEqual(
        images.map(block => 'source' in block && block.source),
        [{ type: 'base64', media_type: 'image/png', data }],
      );
      await parley.goTo('ASK_ONE zeta');
      await isShown(ofAnswer());
      await button(parley.card(), 'Submit').click();
      const [text] = await readIn('zeta');
      assert.match(text ?? '', /="@"?\/\S+\/images\/[-\w]+\/[0-9a-f]{16}\.png/);
      await isShown(ofAnswer());
    });

    it('tell a person who comes back of the question that waits out of sight, which can be answered there', async () => {
      // What waits is told once a window has had the time to show it.
      await parley.advance(3_000);
      const asks = 'Claude asks: What shall it be called? · Jotter: As today · Marginalia: Longer';
      await parley.told(asks);
      await parley.press(asks, 'Marginalia');
      assert.deepEqual(await readIn('epsilon'), [
        'Your questions have been answered: "What shall it be called?"="Marginalia". You can now continue with these answers in mind.',
      ]);
    });

    it('with a question each are all there when the window is opened again', async () => {
      for (const prompt of ['ASK_ONE zeta', 'ASK_NAME epsilon']) {
        await parley.goTo(prompt);
        await parley.card().waitFor();
      }
      await answer('delta', 'PostgreSQL');
    });

    it('are looked through for words, also those that nobody has opened, and one is opened at them', async () => {
      await parley.run('parley.findInChats');
      await parley.typeInList('one BETA');
      await parley.pick('ASK_ONE beta');
      await parley.view.getByRole('search', { name: 'Find in chat' }).getByText('1 of 1').waitFor();
      const row = parley.view.getByRole('log', { name: 'Conversation' }).locator('.row', { hasText: 'ASK_ONE beta' });
      await row.waitFor();
      const marked = (): Promise<readonly string[]> =>
        row.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(range => (range instanceof Range ? range.toString() : '')));
      await eventually(marked, ['ONE beta']);
    });
  });
});
