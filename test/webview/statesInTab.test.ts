// Every state in an editor tab that has the whole window. `npm run screenshots` measures all widths.
import { testEveryState } from './everyState.js';

describe('every state of the page in a tab, 1100 by 900 px', function () {
  this.timeout(120_000);
  testEveryState({ place: 'tab', width: 1100, height: 900, themes: ['light', 'hcDark', 'light2026'] });
});
