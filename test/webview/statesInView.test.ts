// Every state in a side bar, in a window of 600 by 800 pixels at a zoom of 200 %. A file of its own, for the other mocha.
import { testEveryState } from './everyState.js';

describe('every state of the page in a view, 300 by 400 px', function () {
  this.timeout(120_000);
  testEveryState({ place: 'view', width: 300, height: 400, themes: ['dark', 'hcLight', 'dark2026'] });
});
