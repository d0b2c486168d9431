// Every state of the gallery, shown once: the sizes of the page and the themes change around it, because to show it costs as much as to look at
// it. Each look tells what is wrong by the state's name.
import assert from 'node:assert/strict';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { isWholeMatrix } from '../support/tier.js';
import { bringAxe, colours, structure, violations } from './axe.js';
import type { GalleryState } from './gallery.js';
import { gallery, germanGallery } from './gallery.js';
import type { PageOptions, WebviewPage } from './harness.js';
import { Harness } from './harness.js';
import type { Looks } from './looks.js';
import { coveredTexts, findNewLooks, newPaleTexts, paleTexts } from './looks.js';
import { coveredByJump, outside } from './placement.js';
import type { Place, ThemeName } from './servedPage.js';
import { clothesOf, themeNames, wear } from './servedPage.js';
import { showState } from './showState.js';

/** The usual side bar, with the height of a window of 600 by 800 pixels at a zoom of 200 %. */
const sideBar = { width: 300, height: 400 };
/** To a page, a zoom is fewer and larger pixels. No style changes between the two, so that what fits in the smaller one fits in the other. */
const smallest = { 'at 400 px and 200 %': { width: 200, height: 400 } };
const littleRoom = isWholeMatrix ? { 'at 250 px': { width: 250, height: 400 }, ...smallest } : smallest;
/** An editor tab that has the whole window. */
const wholeWindow = { width: 1100, height: 500 };

/** In which every state is measured; the others where a state has something that no state before had. */
const everyTime: ThemeName = 'dark';
/** One of each kind. */
const kinds: readonly ThemeName[] = ['dark', 'light', 'hcDark', 'hcLight'];
const clothesOfKinds = kinds.flatMap(theme =>
  (['view', 'tab'] as const).map(place => [`in ${theme}, in a ${place}`, clothesOf(theme, place)] as const),
);

/** So much that the conversation scrolls: then Jump to latest and Copy lie over it. */
const code = `const a = 1; // far longer than a narrow view is wide, and longer than a wide one is, and so it scrolls by itself\n`;
const above: readonly TranscriptItem[] = [
  {
    kind: 'text',
    id: 'code above',
    text: `\`\`\`ts\n${code.repeat(45)}\`\`\`\n\n${`\`\`\`ts\n${code}\`\`\`\n\n`.repeat(3)}`,
    streaming: false,
  },
  { kind: 'tool', id: 'tool above', name: 'Bash', summary: 'npm test', state: 'done', result: 'ok' },
];

/** States in one test: so few that a busy machine, too, looks at them within mocha's limit. */
const part = 15;

describe('every state of the page', function () {
  this.timeout(120_000);
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  walk('', gallery, {}, 'Jump to latest');
  walk(' in German', germanGallery, { language: 'de' }, 'Zum Neuesten springen');

  /** One page for all states, so that what was looked at is known. */
  function walk(language: string, states: readonly GalleryState[], options: PageOptions, jump: string): void {
    describe(`is read and used as it should be${language}`, () => {
      let webview: WebviewPage;
      before(async () => {
        webview = await harness.open({ ...options, ...sideBar });
        await bringAxe(webview.page);
      });
      after(() => webview.close());

      for (let from = 0; from < states.length; from += part) {
        const some = states.slice(from, from + part);
        it(`nothing is pale, covered, cut off or refused, and axe finds nothing: ${some[0]?.name} to ${some.at(-1)?.name}`, async () => {
          const found: string[] = [];
          const look = language === '' || isWholeMatrix ? faultsIn : faultsOfWords;
          for (const state of some) found.push(...(await look(webview, state, jump)).map(fault => `${state.name}, ${fault}`));
          assert.deepEqual(found, []);
        });
      }
    });
  }
});

/** What longer words can do: the elements and their colours are those of the English page. */
async function faultsOfWords(webview: WebviewPage, state: GalleryState, jump: string): Promise<readonly string[]> {
  const { page } = webview;
  await page.setViewportSize(sideBar);
  await showState(webview, scrolling(state));
  const found = [...(await coveredTexts(page))];
  if (hasJump(state)) found.push(...(await page.evaluate(coveredByJump, jump)));
  for (const size of Object.values(littleRoom)) {
    await page.setViewportSize(size);
    found.push(...(await page.mainFrame().evaluate(outside)));
  }
  return [...found, ...webview.complaints.splice(0)];
}

async function faultsIn(webview: WebviewPage, state: GalleryState, jump: string): Promise<readonly string[]> {
  const { page } = webview;
  const found: string[] = [];
  const add = (where: string, faults: readonly string[]): void => {
    found.push(...faults.map(fault => `${where}: ${fault}`));
  };
  await page.setViewportSize(sideBar);
  await showState(webview, scrolling(state));
  const canScroll = hasJump(state);
  const html = (): Promise<string> => page.mainFrame().evaluate(() => document.getElementById('root')?.innerHTML ?? '');

  const narrow = await html();
  add('in a side bar', await violations(page, structure));
  add('in a side bar', await faultsInThemes(webview, 'view'));
  if (canScroll) add('in a side bar', await page.evaluate(coveredByJump, jump));
  for (const [where, size] of Object.entries(littleRoom)) {
    await page.setViewportSize(size);
    add(where, await page.mainFrame().evaluate(outside));
  }
  await page.setViewportSize(wholeWindow);
  // What was seen in the side bar is the same here, unless the page shows something else where it is wide.
  const looks = (await html()) === narrow ? undefined : await findNewLooks(page);
  if (isWholeMatrix || looks?.any === true) {
    add('in a tab', await violations(page, structure));
    add('in a tab', await faultsInThemes(webview, 'tab', looks));
  } else add('in a tab', await coveredTexts(page));
  if (canScroll && isWholeMatrix) add('in a tab', await page.evaluate(coveredByJump, jump));
  add('anywhere', webview.complaints.splice(0));
  return found;
}

/** All of the page in one theme, and what is new on it in one of each kind, on both grounds; in the whole matrix all of it in every theme. */
async function faultsInThemes(webview: WebviewPage, place: Place, looks?: Looks): Promise<readonly string[]> {
  const { page } = webview;
  const found: string[] = [];
  const inTheme = async (theme: ThemeName, measure: () => Promise<readonly string[]>): Promise<void> => {
    await webview.wear(theme, place);
    found.push(...(await measure()).map(fault => `in ${theme}: ${fault}`));
  };
  const everything = async () => [...(await paleTexts(page)), ...(await coveredTexts(page)), ...(await violations(page, colours))];
  if (isWholeMatrix) for (const theme of themeNames) await inTheme(theme, everything);
  else {
    found.push(...(await paleTexts(page)), ...(await coveredTexts(page)));
    const { any, links } = looks ?? (await findNewLooks(page));
    if (any) found.push(...(await newPaleTexts(page, wear, clothesOfKinds)));
    if (links) for (const theme of kinds) await inTheme(theme, () => violations(page, colours));
    if (!any) return found;
  }
  await webview.wear(everyTime, 'view');
  return found;
}

/** With so much above that one can scroll away from the end. */
function scrolling(state: GalleryState): GalleryState {
  if (!hasJump(state)) return state;
  const hostMessages = state.hostMessages.map(message =>
    message.type === 'snapshot' ? { ...message, items: [...above, ...message.items] } : message,
  );
  return { ...state, hostMessages };
}

/** Not in an empty chat, nor where the older messages cannot be read: there the beginning is shown. */
function hasJump({ hostMessages: [first], readFails }: GalleryState): boolean {
  return readFails !== true && first?.type === 'snapshot' && first.items.length > 0;
}
