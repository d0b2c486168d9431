// The rows of VS Code's quick pick under the pointer.
import type { Page } from 'playwright-core';

/** Milliseconds that the Command Palette may take to open. */
const openLimit = 20_000;

/** Moves the pointer to the first row of this name. While a list grows, VS Code gives the elements of its rows to other rows. */
export async function pointAtRow(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole('option', { name }).first();
  const underPointer = page.getByRole('option', { name }).and(page.locator(':hover'));
  do await wanted.hover();
  while ((await underPointer.count()) === 0);
}

/** Runs a command by its title in the Command Palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const box = page.getByRole('textbox', { name: /Type the name of a command/ });
  await page.keyboard.press('F1');
  // A focus that still moves, after a dialog for example, closes the list again.
  await box.waitFor({ timeout: openLimit }).catch(() => page.keyboard.press('F1'));
  await box.pressSequentially(title);
  await pickRow(page, title);
}

/** Picks the first row of this name with the mouse. The list is open. */
export async function pickRow(page: Page, name: string | RegExp): Promise<void> {
  // Rows that come between press and release take the click away from the row.
  await page.locator('.quick-input-progress.active').waitFor({ state: 'detached' });
  await pointAtRow(page, name);
  await page.mouse.down();
  await page.mouse.up();
}
