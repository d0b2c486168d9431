// The focus behind a command that shows a chat: it moves last, and would close a list that is opened before.
import type { FrameLocator, Page } from 'playwright-core';

/** Milliseconds that VS Code may take to give the focus to a page, where it does. */
const frameFocusLimit = 20_000;

/** Resolves when the message box of the view has the focus, and VS Code gives it no more. */
export async function focusArrived(page: Page, view: FrameLocator): Promise<void> {
  const box = view.getByRole('textbox', { name: 'Message Claude' });
  const focused = box.and(view.locator(':focus'));
  // VS Code now and then gives the focus to the frame around the page and not to the page, and a person clicks then.
  const hasFocus = (): Promise<boolean> =>
    focused.waitFor({ timeout: frameFocusLimit }).then(
      () => true,
      () => false,
    );
  while (!(await hasFocus())) await box.click();
  // VS Code gives the focus a second time, by a timer of 50 ms, and would close a list that is open by then (microsoft/vscode#75209). Timers of one
  // page run in their order; the frame around the view then hands the focus on.
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 60)));
  await view.owner().evaluate(() => undefined);
  await box.evaluate(() => undefined);
}
