// The page as axe sees it in high contrast.
import { testWithAxe } from './axe.js';

describe('the page in high contrast, as axe sees it', function () {
  this.timeout(120_000);
  testWithAxe({ hcDark: 600, hcLight: 300 });
});
