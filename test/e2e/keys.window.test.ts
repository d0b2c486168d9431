// Each key that Parley contributes is pressed where a person's focus may be, in a real VS Code: it does what is printed.
import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { keybindings, pressKeysOf } from '../support/manifest.js';
import type { Parley } from '../support/parley.js';
import { tabFrame } from '../support/parley.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { chosen, isWholeMatrix } from '../support/tier.js';
import { eventually } from '../webview/harness.js';

const question = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'SQLite', description: 'One file' },
    { label: 'MongoDB', description: 'Documents' },
  ],
};
const replies = {
  ASK: [() => [toolUse('AskUserQuestion', { questions: [question] })]],
  ACT: [() => [toolUse('Bash', { command: 'touch made.txt' })], () => [text('I go on.')]],
};

for (const workbench of chosen(['newest', 'oldest'] as const, 'newest'))
  describe(`the keys of Parley in the ${workbench} VS Code`, function () {
    this.timeout(windowLimit);
    let parley: Parley;
    let scope: FrameLocator;
    shareWindow('keys', { replies, workbench }, opened => (parley = opened));

    const log = (): Locator => scope.getByRole('log', { name: 'Conversation' });
    const box = (): Locator => scope.getByRole('textbox', { name: 'Message Claude' });
    const card = (): Locator => log().getByRole('group', { name: 'Claude asks for permission: Bash' });
    const places: Readonly<Record<string, () => Locator>> = {
      'the message box': box,
      'a card': () => card().getByText('touch made.txt'),
      'the transcript': () => log().getByText('ACT please').last(),
    };

    const press = (command: string): Promise<void> => pressKeysOf(parley.page, command);

    /** A permission waits, which the person has had time to read. */
    async function ask(): Promise<void> {
      await scope.getByRole('button', { name: /^Stop/ }).waitFor({ state: 'detached' });
      await box().fill('ACT please');
      await box().press('Enter');
      await isRead();
    }

    const isRead = () =>
      eventually(
        () => card().evaluate(element => element.closest('[data-new]') === null && element.querySelector('[data-new]') === null),
        true,
      );

    const boxHasFocus = () => eventually(() => box().evaluate(element => document.hasFocus() && element === document.activeElement), true);
    /** The permission has ended, and the last of these says how. */
    const ended = (last: Locator, words: RegExp) =>
      eventually(async () => [await card().count(), words.test(await last.innerText())], [0, true]);
    const lastCall = (): Locator =>
      log()
        .getByRole('button', { name: /^(?:Ran|Running|Wants to run)/ })
        .last();
    const ends: Readonly<Record<string, () => Promise<void>>> = {
      'parley.deny': () => ended(lastCall(), /Denied by you$/),
      'parley.allow': () => ended(lastCall(), /Allowed$/),
      'parley.interrupt': () => ended(log().getByRole('note').last(), /^Stopped by you/),
    };
    /** What shows that the command was run, in a chat in which a permission waits. */
    const acts: Readonly<Record<string, () => Promise<void>>> = {
      'parley.focusQuestion': () => eventually(() => card().evaluate(element => element.contains(document.activeElement)), true),
      'parley.focusChat': boxHasFocus,
      ...ends,
    };

    it('are all pressed here, but those of lists', () => {
      const inLists = ['parley.renameChat', 'parley.deleteChat', 'parley.undoDeleteChat', 'parley.deleteDecisions'];
      const pressed = [...Object.keys(acts), ...inLists, 'parley.newChat'];
      assert.deepEqual(keybindings.map(({ command }) => command).toSorted(), pressed.toSorted());
    });

    for (const [where, open] of [
      ['the side bar', () => Promise.resolve(parley.view)],
      [
        'the other side bar',
        async () => {
          await parley.moveView('Move To', 'Secondary Side Bar');
          return parley.view;
        },
      ],
      [
        'an editor tab',
        async () => {
          await parley.page.getByRole('button', { name: 'Open Chat in Editor Tab' }).click();
          return parley.page.frameLocator(tabFrame).frameLocator('#active-frame');
        },
      ],
    ] as const) {
      describe(`in ${where}`, () => {
        before(async () => {
          scope = parley.view;
          await ask();
          scope = await open();
          await isRead();
          await box().click();
          await press('parley.deny');
          await ends['parley.deny']?.();
        });
        after(async () => {
          if (where === 'the other side bar') await parley.moveView('Reset Location');
          else if (where === 'an editor tab') await parley.page.keyboard.press('Control+F4');
        });

        // The page is the same in each place, so that one place of the focus shows that its keys are heard there.
        const tried = where !== 'the side bar' && !isWholeMatrix ? ['a card'] : Object.keys(places);
        for (const place of tried) {
          const element = places[place] ?? assert.fail();
          it(`do what is printed, with the focus in ${place}`, async () => {
            let waits = false;
            for (const [command, isDone] of Object.entries(acts)) {
              if (!waits) await ask();
              await element().click();
              await press(command);
              await isDone();
              waits = ends[command] === undefined;
            }
          });
        }

        if (where === 'the side bar')
          it('do what is printed, with the focus in *Other*, and decide nothing there', async () => {
            await scope.getByRole('button', { name: /^Stop/ }).waitFor({ state: 'detached' });
            await box().fill('ASK please');
            await box().press('Enter');
            const asked = log().getByRole('form', { name: 'Claude asks' });
            const other = asked.getByRole('textbox', { name: 'Other' });
            for (const command of [
              'parley.allow',
              'parley.deny',
              'parley.focusChat',
              'parley.focusQuestion',
              'parley.interrupt',
            ] as const) {
              await other.fill('my own');
              await other.click();
              await press(command);
              if (command === 'parley.focusChat') await boxHasFocus();
              if (command === 'parley.focusQuestion')
                await eventually(() => asked.evaluate(form => form.contains(document.activeElement)), true);
              if (command !== 'parley.interrupt') await eventually(() => other.inputValue(), 'my own');
            }
            await ends['parley.interrupt']?.();
            await eventually(() => other.count(), 0);
          });

        if (where === 'an editor tab') return;
        it('begin a new chat there', async () => {
          await ask();
          await box().click();
          await press('parley.newChat');
          await scope.getByText('Try one of these').waitFor();
          await boxHasFocus();
        });
      });
    }
  });
