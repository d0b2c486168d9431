// Messages that are sent while Claude works, with each CLI: when Claude reads them, what is taken back, and what an end of the process or the
// window does to them. The order is that of the requests to the API.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Call, Reply } from '../../scripts/lib/api/scriptedApi.mjs';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

/** The words of the person in the newest message of this call, as far as the tests write such. */
const saidIn = (body: Call['body']): string => (/MORE_[A-Z]+/g.exec(JSON.stringify(body.messages?.at(-1) ?? '')) ?? [''])[0];

describe('a message that is sent while Claude works', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let goOn = (): void => undefined;
  /** Claude speaks until the test lets it go on, and then runs a command that needs no permission. */
  const talk = ({ body }: Call): Reply => {
    if (saidIn(body) !== '') return { blocks: [text('I have read it.')] };
    return {
      blocks: [text('Let me think about that for a while.'), toolUse('Bash', { command: 'echo done', description: 'Say so' })],
      hold: new Promise<void>(resolve => (goOn = resolve)),
    };
  };
  shareWindowless(
    'writing',
    {
      replies: { WORK: [talk, { blocks: [text('That is done.')] }] },
      otherwise: { blocks: [text('I have read it.')] },
      inOneChat: true,
    },
    opened => {
      parley = opened;
    },
  );

  const box = () => parley.view.getByRole('textbox', { name: 'Message Claude' });
  const button = (name: string) => parley.view.getByRole('button', { name, exact: true });
  const waiting = () => parley.view.getByRole('list', { name: 'Waiting messages' }).getByRole('listitem');
  const type = async (words: string, key: string): Promise<void> => {
    await box().fill(words);
    await box().press(key);
  };
  /** The requests of this chat in which the person's words stand in the newest message. */
  const requests = (words: string): number =>
    parley.api.requests.filter(({ side, messages }) => !side && JSON.stringify(messages.at(-1)).includes(words)).length;
  const conversations = (): number => parley.api.requests.filter(({ side }) => !side).length;
  const begin = async (words: string): Promise<void> => {
    await parley.send(words);
    await parley.log.getByText('Let me think', { exact: false }).waitFor();
  };
  const idle = () => button('Stop').waitFor({ state: 'detached' });

  for (const cli of clis('newest', 'oldest')) {
    const isTried = cli === 'newest' || isWholeMatrix;
    describe(`with the CLI “${cli}”`, () => {
      before(() => parley.useCli(cli));

      if (isTried)
        it('is read after the turn by Enter, the next one behind it, in the order that the person has made', async () => {
          await begin(`WORK in order ${cli}`);
          await type('MORE_FIRST', 'Enter');
          await type('MORE_SECOND', 'Enter');
          await eventually(() => waiting().count(), 2);
          await button('Move up, message 2').click();
          await waiting().first().getByText('MORE_SECOND').waitFor();
          assert.deepEqual([conversations(), requests('MORE_')], [1, 0]);
          goOn();
          await parley.log.getByText('MORE_FIRST').waitFor();
          await idle();
          const order = parley.api.requests.flatMap(({ side, body }) => (side || saidIn(body) === '' ? [] : [saidIn(body)]));
          assert.deepEqual(order, ['MORE_SECOND', 'MORE_FIRST']);
          assert.equal(requests('done'), 1);
        });

      it('is read at the next step by Alt+Enter: beside the result of the tool', async () => {
        await begin(`WORK by steps ${cli}`);
        await type('MORE_STEP', 'Alt+Enter');
        // 2.0.77 would read it twice, so it lacks this way.
        if (cli === 'oldest') await waiting().getByText('Queued').waitFor();
        else await parley.log.getByText('Claude reads it at the next step').waitFor();
        goOn();
        await parley.log.getByText('MORE_STEP').waitFor();
        await idle();
        // Claude has one copy of it.
        const last = parley.api.requests.findLast(({ side }) => !side)?.messages ?? [];
        assert.equal(JSON.stringify(last).split('MORE_STEP').length - 1, 1);
        const read = parley.api.requests.find(({ side, messages }) => !side && JSON.stringify(messages.at(-1)).includes('MORE_STEP'));
        assert.equal(JSON.stringify(read?.messages.at(-1)).includes('tool_result'), cli !== 'oldest');
        await parley.log.getByText('Claude reads it at the next step').waitFor({ state: 'detached' });
      });

      if (isTried)
        it('is read now by Alt+Shift+Enter: the turn is over, and runs no tool', async () => {
          await begin(`WORK no more ${cli}`);
          await type('MORE_LATER', 'Enter');
          await type('MORE_NOW', 'Alt+Shift+Enter');
          await parley.log.getByText('MORE_LATER').waitFor();
          await idle();
          const order = parley.api.requests.flatMap(({ side, body }) => (side || saidIn(body) === '' ? [] : [saidIn(body)]));
          assert.deepEqual(
            [...new Set(order)].filter(words => words !== ''),
            ['MORE_NOW', 'MORE_LATER'],
          );
          assert.equal(requests('tool_result'), 0);
        });

      if (isTried)
        it('is never read once it is taken back, and can be edited and sent', async () => {
          await begin(`WORK and back ${cli}`);
          await type('MORE_BACK', 'Enter');
          await type('MORE_EDIT', 'Enter');
          await button('Remove, message 1').click();
          await parley.log.getByText('Removed. Claude has not read it.').waitFor();
          await button('Edit, message 1').click();
          await waiting().first().waitFor({ state: 'detached' });
          await eventually(() => box().inputValue(), 'MORE_EDIT');
          await box().press('End');
          await box().pressSequentially('ED');
          await box().press('Enter');
          if (cli !== 'oldest') {
            await type('MORE_QUEUED', 'Alt+Enter');
            await parley.log.getByText('Claude reads it at the next step').waitFor();
            await parley.log.getByRole('button', { name: 'Remove', exact: true }).click();
            await eventually(() => parley.log.getByText('Removed. Claude has not read it.').count(), 2);
          }
          goOn();
          await parley.log.getByText('MORE_EDITED').waitFor();
          await idle();
          assert.deepEqual([requests('MORE_BACK'), requests('MORE_QUEUED'), requests('MORE_EDITED')], [0, 0, 1]);
        });

      if (cli !== 'oldest')
        it('is not read behind Stop: neither at the next step, nor after the turn, before the person goes on, and once when it is sent again', async () => {
          await begin(`WORK and stop ${cli}`);
          await type('MORE_STEP', 'Alt+Enter');
          await parley.log.getByText('Claude reads it at the next step').waitFor();
          await type('MORE_LATER', 'Enter');
          await button('Stop').click();
          await waiting().first().getByText('Not sent: Claude stopped').waitFor();
          await idle();
          await parley.log.getByRole('button', { name: 'Send again', exact: true }).waitFor();
          await type('MORE_AFTER', 'Enter');
          await parley.log.getByText('MORE_LATER').waitFor();
          await idle();
          const order = parley.api.requests.flatMap(({ side, body }) => (side || saidIn(body) === '' ? [] : [saidIn(body)]));
          assert.deepEqual([order, requests('MORE_STEP')], [['MORE_AFTER', 'MORE_LATER'], 0]);
          await parley.log.getByRole('button', { name: 'Send again', exact: true }).click();
          await eventually(() => Promise.resolve(requests('MORE_STEP')), 1);
          await idle();
          await parley.log.getByRole('button', { name: 'Send again', exact: true }).waitFor({ state: 'detached' });
        });

      if (isTried)
        it('stays where the CLI is killed, also through the end of the window, and is sent once by the person', async () => {
          const words = `WORK and die ${cli}`;
          await begin(words);
          await type('MORE_KEPT', 'Enter');
          await type('MORE_LAST', 'Enter');
          // Not as the draft, which is on the disk before Enter.
          await parley.onDisk(words, '"text":"MORE_LAST","way":"after"');
          parley.killClaude();
          await waiting().first().getByText('Not sent: Claude stopped').waitFor();
          await parley.restart('killed');
          await eventually(() => waiting().count(), 2);
          assert.equal(requests('MORE_'), 0);
          await button('Send, message 1').click();
          await parley.log.getByText('MORE_LAST').waitFor();
          await idle();
          await parley.idle();
          await eventually(() => waiting().count(), 0);
          assert.deepEqual([requests('MORE_KEPT'), requests('MORE_LAST')], [1, 1]);
        });
    });
  }
});
