// The page as axe sees it in the dark and the light theme. High contrast is a file of its own, for the other mocha.
import { testWithAxe } from './axe.js';

describe('the page, as axe sees it', function () {
  this.timeout(120_000);
  testWithAxe({ dark: 300, light: 600 });
});
