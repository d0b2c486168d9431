// VS Code's own dialog for files and folders, as a window in a browser has it: a box for a path above a list.
import type { Page } from 'playwright-core';

/** Confirms the path that the dialog begins with. The dialog is open or about to open. */
export async function acceptFileDialog(page: Page): Promise<void> {
  // Until the dialog has read its first folder, it takes no key.
  await page.getByRole('option', { name: '..' }).waitFor();
  const box = page.getByRole('textbox', { name: /path/i });
  await box.press('Enter');
  await box.waitFor({ state: 'detached' });
}
