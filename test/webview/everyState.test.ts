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

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The usual side bar, with the height of a window of 600 by 800 pixels at a zoom of 200 %. */
const sideBar: Size = { width: 300, height: 400 };
/**
 * The smallest size. To a page, a zoom is fewer and larger pixels. No style changes between the two, so that what fits in the smaller one fits in
 * the other.
 */
const smallest = { 'at 400 px and 200 %': { width: 200, height: 400 } };
const littleRoom: Readonly<Record<string, Size>> = isWholeMatrix ? { 'at 250 px': { width: 250, height: 400 }, ...smallest } : smallest;
/** An editor tab that has the whole window. */
const wholeWindow: Size = { width: 1100, height: 500 };

/** The theme in which every state is measured; the others are measured where a state has something that no state before had. */
const everyTime: ThemeName = 'dark';
/** One of each kind. */
const kinds: readonly ThemeName[] = ['dark', 'light', 'hcDark', 'hcLight'];
/** The theme in which every state is measured comes last, and in it the ground of a side bar, because they stay. */
const themesOfKinds = [...kinds.filter(theme => theme !== everyTime), everyTime].map(theme => ({
  name: theme,
  clothes: clothesOf(theme, 'tab'),
  grounds: [...new Set((['tab', 'view'] as const).map(place => clothesOf(theme, place).ground))],
}));

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
  // Its words are longer than those of the English page, whose elements and colours it has: every second state shows as much, and `test:all` has each.
  walk(
    ' in German',
    isWholeMatrix ? germanGallery : germanGallery.filter((_, index) => index % 2 === 0),
    { language: 'de' },
    'Zum Neuesten springen',
  );

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
          for (const [index, state] of some.entries()) {
            const shown: Shown = { webview, state, jump, isSmallFirst: !isWholeMatrix && (from + index) % 2 === 1 };
            found.push(...(await look(shown)).map(fault => `${state.name}, ${fault}`));
          }
          assert.deepEqual(found, []);
        });
      }
    });
  }
});

interface Shown {
  readonly webview: WebviewPage;
  readonly state: GalleryState;
  /** The name of Jump to latest, in the language of the page. */
  readonly jump: string;
  /** Every second state is looked at from the smallest size on, because another size is laid out and painted anew. */
  readonly isSmallFirst: boolean;
}

/** Shows the state in a side bar and in little room, and looks at it there. */
async function inSmallSizes({ webview, state, isSmallFirst }: Shown, inSideBar: () => Promise<void>, inLittle: Little): Promise<void> {
  const little = Object.entries(littleRoom).map(([where, size]) => [size, () => inLittle(where)] as const);
  const looks = [[sideBar, inSideBar] as const, ...little];
  let isShown = false;
  for (const [size, look] of isSmallFirst ? looks.toReversed() : looks) {
    if (webview.page.viewportSize()?.width !== size.width) await webview.page.setViewportSize(size);
    if (!isShown) await showState(webview, scrolling(state));
    isShown = true;
    await look();
  }
}

type Little = (where: string) => Promise<void>;

/** What longer words can do: the elements and their colours are those of the English page. */
async function faultsOfWords(shown: Shown): Promise<readonly string[]> {
  const { page, complaints } = shown.webview;
  const found: string[] = [];
  const inSideBar = async (): Promise<void> => {
    found.push(...(await coveredTexts(page)));
    if (hasJump(shown.state)) found.push(...(await page.mainFrame().evaluate(coveredByJump, shown.jump)));
  };
  await inSmallSizes(shown, inSideBar, async () => void found.push(...(await page.mainFrame().evaluate(outside))));
  return [...found, ...complaints.splice(0)];
}

async function faultsIn(shown: Shown): Promise<readonly string[]> {
  const { webview, state, jump } = shown;
  const { page } = webview;
  const found: string[] = [];
  const add = (where: string, faults: readonly string[]): void => {
    found.push(...faults.map(fault => `${where}: ${fault}`));
  };
  const html = (): Promise<string> => page.mainFrame().evaluate(() => document.getElementById('root')?.innerHTML ?? '');
  let narrow = '';
  const inSideBar = async (): Promise<void> => {
    narrow = await html();
    add('in a side bar', await violations(page, structure));
    add('in a side bar', await faultsInThemes(webview, 'view', await findNewLooks(page)));
    if (hasJump(state)) add('in a side bar', await page.mainFrame().evaluate(coveredByJump, jump));
  };
  await inSmallSizes(shown, inSideBar, async where => {
    add(where, await page.mainFrame().evaluate(outside));
  });
  if (isWholeMatrix || (await page.mainFrame().evaluate(hasContainer))) {
    await page.setViewportSize(wholeWindow);
    // What was seen in the side bar is the same here, unless the page shows something else where it is wide.
    const looks = (await html()) === narrow ? { any: false, links: false } : await findNewLooks(page);
    if (isWholeMatrix || looks.any) {
      add('in a tab', await violations(page, structure));
      add('in a tab', await faultsInThemes(webview, 'tab', looks));
    } else add('in a tab', await coveredTexts(page));
    if (hasJump(state) && isWholeMatrix) add('in a tab', await page.mainFrame().evaluate(coveredByJump, jump));
  }
  add('anywhere', webview.complaints.splice(0));
  return found;
}

/** Runs in the page: whether a style depends on the width of a container. All else is the same in a tab as in a side bar, only wider. */
function hasContainer(): boolean {
  return [...document.querySelectorAll('#root *')].some(element => getComputedStyle(element).containerType !== 'normal');
}

/** All of the page in one theme, and what is new on it in one of each kind, on both grounds; in the whole matrix all of it in every theme. */
async function faultsInThemes(webview: WebviewPage, place: Place, { any, links }: Looks): Promise<readonly string[]> {
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
    if (any) found.push(...(await newPaleTexts(page, wear, themesOfKinds)));
    if (!links) return found;
    for (const theme of kinds) await inTheme(theme, () => violations(page, colours));
  }
  await webview.wear(everyTime, 'view');
  return found;
}

/** The state with so much above that one can scroll away from the end. */
function scrolling(state: GalleryState): GalleryState {
  if (!hasJump(state)) return state;
  const hostMessages = state.hostMessages.map(message =>
    message.type === 'snapshot' ? { ...message, items: [...above, ...message.items] } : message,
  );
  return { ...state, hostMessages };
}

/** Whether the state has Jump to latest. An empty chat has none, nor has one whose older messages cannot be read: there the beginning is shown. */
function hasJump({ hostMessages: [first], readFails }: GalleryState): boolean {
  return readFails !== true && first?.type === 'snapshot' && first.items.length > 0;
}
