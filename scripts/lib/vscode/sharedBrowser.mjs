// Owns: one browser for all who want one in this process. Imports nothing, because each mocha shares one, and most open none.

/** @typedef {import('playwright-core').Browser} Browser */

/** The browser while it is shared. @type {{ browser?: Promise<Browser> } | undefined} */
let shared;

/**
 * Makes all in this process borrow the same browser from now on, each as if it were its own, because a launch takes more processor time than most
 * tests. A browser keeps nothing from one context to the next.
 * @returns {() => Promise<void>} ends it
 */
export function shareBrowser() {
  /** @type {{ browser?: Promise<Browser> }} */
  const own = {};
  const before = shared;
  shared = own;
  return async () => {
    shared = before;
    await (await own.browser)?.close();
  };
}

/** @param {() => Promise<Browser>} launch @returns {Promise<Browser>} that of `launch` where none is shared */
export async function borrowBrowser(launch) {
  if (shared === undefined) return launch();
  const { browser } = shared;
  // One that has crashed is no reason for all later tests to fail.
  if (browser === undefined || !(await browser).isConnected()) shared.browser = launch();
  return lend(await (shared.browser ?? launch()));
}

/** A browser of which `close` closes only what was opened through it. @param {Browser} browser @returns {Browser} */
function lend(browser) {
  /** @type {Set<import('playwright-core').BrowserContext>} */
  const contexts = new Set();
  /** @param {import('playwright-core').BrowserContext} context */
  const own = context => {
    contexts.add(context);
    context.once('close', () => contexts.delete(context));
  };
  /** @type {Partial<Browser>} */
  const lent = {
    async newContext(options) {
      const context = await browser.newContext(options);
      own(context);
      return context;
    },
    async newPage(options) {
      const page = await browser.newPage(options);
      own(page.context());
      return page;
    },
    contexts: () => [...contexts],
    async close() {
      await Promise.all([...contexts].map(context => context.close()));
    },
  };
  return new Proxy(browser, {
    get(target, name) {
      /** @type {unknown} */
      const value = Reflect.get(name in lent ? lent : target, name);
      return typeof value === 'function' && !(name in lent) ? /** @type {unknown} */ (value.bind(target)) : value;
    },
  });
}
