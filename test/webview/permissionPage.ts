// A page for the tests of a permission's card, opened before each test and closed behind it.
import type { Locator } from 'playwright-core';
import type { WebviewPage } from './harness.js';
import { permissionItem, running, snapshot } from './gallery.js';
import { Harness } from './harness.js';

export interface PermissionPage {
  /** The page of the test that runs. */
  readonly webview: WebviewPage;
  readonly card: (toolName?: string) => Locator;
  /** Shows the card. */
  readonly ask: (...permission: Parameters<typeof permissionItem>) => Promise<void>;
  readonly decisions: () => ReturnType<typeof decisionsOf>;
}

/** Called in the suite. */
export function usePermissionPage(): PermissionPage {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
  });
  afterEach(() => webview.close());
  return {
    get webview() {
      return webview;
    },
    card: (toolName = 'Bash') => webview.page.getByRole('group', { name: `Claude asks for permission: ${toolName}` }),
    ask: (...permission) => webview.send(snapshot([permissionItem(...permission)], running)),
    decisions: () => decisionsOf(webview),
  };
}

function decisionsOf(webview: WebviewPage) {
  return webview.intentsOf('decidePermission');
}
