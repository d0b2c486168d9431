// Every state of the webview in every theme, at the widths that people have, in the side bar and in an editor tab: as a picture, and measured.
import type { GalleryState } from '../webview/gallery.js';
import { gallery, germanGallery } from '../webview/gallery.js';
import type { PageOptions, WebviewPage } from '../webview/harness.js';
import { Harness } from '../webview/harness.js';
import { showState } from '../webview/showState.js';
import { faultTexts } from '../webview/looks.js';
import type { Place } from '../webview/servedPage.js';
import { themeNames } from '../webview/servedPage.js';
import { showWalkthroughPicture, walkthroughPictures } from '../webview/walkthroughPictures.js';

const height = 900;

/** A side bar as VS Code opens it, and a wider one; half of an editor area, and all of it. In pixels. */
const widths: Readonly<Record<Place, readonly number[]>> = { view: [300, 420], tab: [420, 1100] };
const places = ['view', 'tab'] as const;

/**
 * Takes the pictures into `folder`, of the states whose names contain `part`. The faults that were measured in them, each with the
 * picture's name.
 */
export async function galleryPictures(folder: string, part: string): Promise<readonly string[]> {
  const harness = await Harness.startWithOwnTime();
  const found: string[] = [];
  const picturesOf = async (states: readonly GalleryState[], options: PageOptions): Promise<void> => {
    const webview = await harness.open({ ...options, height });
    for (const state of states.filter(({ name }) => name.includes(part))) {
      await showState(webview, state);
      found.push(...(await picturesIn(webview, state.name, folder)));
    }
    await webview.close();
  };
  await picturesOf(gallery, {});
  await picturesOf(germanGallery, { language: 'de' });
  if (part === '') found.push(...(await picturesOfWalkthrough(harness, folder)));
  await harness.stop();
  return found;
}

async function picturesIn(webview: WebviewPage, name: string, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const place of places) {
    for (const width of widths[place]) {
      await webview.page.setViewportSize({ width, height });
      for (const theme of themeNames) {
        const picture = `${name.replaceAll(' ', '-')}.${theme}.${place}.${width}.png`;
        await webview.wear(theme, place);
        await webview.painted();
        await webview.page.screenshot({ path: `${folder}/${picture}` });
        found.push(...(await faultTexts(webview.page)).map(fault => `${picture}: ${fault}`));
      }
    }
  }
  return found;
}

async function picturesOfWalkthrough(harness: Harness, folder: string): Promise<readonly string[]> {
  const webview = await harness.open();
  const found: string[] = [];
  for (const file of walkthroughPictures) {
    for (const theme of themeNames) {
      await showWalkthroughPicture(webview.page, file, theme);
      const picture = `walkthrough-${file}.${theme}.png`;
      await webview.page.screenshot({ path: `${folder}/${picture}` });
      found.push(...(await faultTexts(webview.page)).map(fault => `${picture}: ${fault}`));
    }
  }
  await webview.close();
  return found;
}
