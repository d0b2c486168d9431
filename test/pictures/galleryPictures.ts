// Every state of the webview in every theme, at the widths that people have, in the side bar and in an editor tab: as a picture, and measured.
import { gallery } from '../webview/gallery.js';
import type { Place, ThemeName } from '../webview/harness.js';
import { Harness, themeNames } from '../webview/harness.js';
import { faultsOf, faultText } from '../webview/looks.js';

const height = 900;

/** A side bar as VS Code opens it, and a wider one; half of an editor area, and all of it. In pixels. */
const widths: Readonly<Record<Place, readonly number[]>> = { view: [300, 420], tab: [420, 1100] };

/**
 * Takes the pictures into `folder`, of the states whose names contain `part`. The faults that were measured in them, each with the
 * picture's name.
 */
export async function galleryPictures(folder: string, part: string): Promise<readonly string[]> {
  const harness = await Harness.start();
  const found: string[] = [];
  for (const theme of themeNames) {
    for (const place of ['view', 'tab'] as const) found.push(...(await picturesIn(harness, theme, place, folder, part)));
  }
  await harness.stop();
  return found;
}

async function picturesIn(harness: Harness, theme: ThemeName, place: Place, folder: string, part: string): Promise<readonly string[]> {
  const webview = await harness.open({ theme, place, height, reducedMotion: true });
  const found: string[] = [];
  for (const state of gallery.filter(({ name }) => name.includes(part))) {
    await webview.show(state);
    for (const width of widths[place]) {
      const picture = `${state.name.replaceAll(' ', '-')}.${theme}.${place}.${width}.png`;
      await webview.page.setViewportSize({ width, height });
      await webview.painted();
      await webview.page.screenshot({ path: `${folder}/${picture}` });
      found.push(...(await faultsOf(webview.page)).map(fault => `${picture}: ${faultText(fault)}`));
    }
  }
  await webview.close();
  return found;
}
