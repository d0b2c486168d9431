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
  HELLO: [() => [text('Hello, you.')]],
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
    /** Also of a row that is not drawn, because the list has been scrolled past it. */
    const hasFocus = async (row: Locator): Promise<boolean> => (await row.and(parley.page.locator('.focused')).count()) > 0;
    /** In a list of VS Code that has the focus. */
    const goTo = async (row: Locator): Promise<void> => {
      await parley.page.keyboard.press('Home');
      while (!(await hasFocus(row))) await parley.page.keyboard.press('ArrowDown');
    };
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

    it('are all pressed here, but those of decisions and of a change in an editor', () => {
      const inLists = ['parley.renameChat', 'parley.deleteChat', 'parley.undoDeleteChat', 'parley.deleteDecisions'];
      const pressed = [...Object.keys(acts), ...inLists, 'parley.renameChat', 'parley.newChat', 'parley.revertChange'];
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
      // VS Code tells the keys of a view by its name, wherever it stands; card.window.test.ts presses two of them there.
      if (where === 'the other side bar' && !isWholeMatrix) continue;
      describe(`in ${where}`, () => {
        before(async () => {
          scope = parley.view;
          await ask();
          scope = await open();
          await isRead();
          await box().click();
          // A view that has just moved is a new page, which gets the focus later than the press; later still it tells VS Code, which hears no key
          // of Parley before.
          await boxHasFocus();
          await eventually(async () => {
            await press('parley.deny');
            return card().count();
          }, 0);
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

    it('act in the list of chats on the row with the focus, not on the one that was clicked, and on none from a box', async () => {
      const { page } = parley;
      scope = parley.view;
      for (const prompt of ['HELLO clicked', 'HELLO focused']) {
        await parley.newChat();
        await parley.send(prompt);
        await log().getByText('Hello, you.').waitFor();
        // A chat that ends out of sight stands in a group of its own.
        await scope.getByRole('button', { name: /^Stop/ }).waitFor({ state: 'detached' });
      }
      const rowOf = (name: string | RegExp): Locator => page.getByRole('treeitem', { name });
      // A row that comes or goes above another one moves it under the pointer: VS Code takes a group away before it fills the other one.
      const placeOf = async (name: string): Promise<number> => Number(await rowOf(name).getAttribute('data-index'));
      await rowOf('HELLO focused').waitFor();
      await rowOf(/^Working/).waitFor({ state: 'detached' });
      await eventually(async () => (await placeOf('HELLO clicked')) - (await placeOf('HELLO focused')), 1);
      await rowOf('HELLO clicked').click();
      await log().getByText('HELLO clicked').waitFor();
      await boxHasFocus();
      // The click has given the focus to the chat: a name that is typed now is no message.
      await page.keyboard.press('F2');
      const title = page.locator('.quick-input-widget').getByRole('textbox');
      await eventually(() => title.inputValue(), 'HELLO clicked');
      await title.press('Escape');
      await parley.run('parley.chats.focus');
      await eventually(() => page.evaluate(() => document.activeElement?.closest('.monaco-list') !== null), true);
      await goTo(rowOf('HELLO focused'));

      await press('parley.renameChat');
      await eventually(() => title.inputValue(), 'HELLO focused');
      // A key of the list deletes a letter here.
      await title.press('Home');
      await press('parley.deleteChat');
      await eventually(() => title.inputValue(), 'ELLO focused');
      await title.fill('Renamed');
      await title.press('Enter');
      await rowOf('Renamed').waitFor();

      await goTo(rowOf('Renamed'));
      await press('parley.deleteChat');
      await rowOf('Renamed').waitFor({ state: 'detached' });
      await rowOf('HELLO clicked').waitFor();
      await press('parley.undoDeleteChat');
      await rowOf('Renamed').waitFor();

      await goTo(rowOf('Renamed'));
      await page.keyboard.press('Enter');
      await log().getByText('HELLO focused').waitFor();
    });

    it('archive the row with the focus by its menu, and take it out again', async () => {
      const { page } = parley;
      scope = parley.view;
      await parley.send('HELLO archived');
      await log().getByText('Hello, you.').waitFor();
      const row = page.getByRole('treeitem', { name: /HELLO archived/ });
      await row.waitFor();
      await parley.run('parley.chats.focus');
      await eventually(() => page.evaluate(() => document.activeElement?.closest('.monaco-list') !== null), true);
      await goTo(row);
      const choose = async (entry: string): Promise<void> => {
        await page.keyboard.press('Shift+F10');
        const chosenEntry = page.getByRole('menuitem', { name: entry, exact: true });
        await chosenEntry.waitFor();
        while (!(await chosenEntry.evaluate(one => one === document.activeElement))) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      };
      await choose('Archive Chat');
      await row.waitFor({ state: 'detached' });
      // The last of more rows than there is room for.
      const archived = page.getByRole('treeitem', { name: /^Archived/ });
      await page.keyboard.press('End');
      await eventually(() => hasFocus(archived), true);
      await page.keyboard.press('ArrowRight');
      await goTo(row);
      await choose('Unarchive Chat');
      await archived.waitFor({ state: 'detached' });
      // It is above, where the list may not draw it.
      await goTo(row);
    });

    it('put an image of the clipboard into the message', async () => {
      const { page } = parley;
      scope = parley.view;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(async () => {
        const canvas = new OffscreenCanvas(5, 4);
        canvas.getContext('2d')?.fillRect(0, 0, 3, 2);
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': await canvas.convertToBlob() })]);
      });
      await box().click();
      await page.keyboard.press('Control+v');
      const chips = scope.getByRole('list', { name: 'Added to the message' }).getByRole('listitem');
      await eventually(() => chips.count(), 1);
      await eventually(() => box().inputValue(), '');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await eventually(() => chips.count(), 0);
      await boxHasFocus();
    });

    it('stop Claude and take up the message again by the arrow', async () => {
      scope = parley.view;
      await ask();
      await box().click();
      await press('parley.interrupt');
      await ends['parley.interrupt']?.();
      await boxHasFocus();
      await parley.page.keyboard.press('ArrowUp');
      await log().getByText('Went back to before “ACT please”').waitFor();
      await eventually(() => box().inputValue(), 'ACT please');
      await boxHasFocus();
      // The next test begins with an empty box.
      await box().fill('');
    });
  });
