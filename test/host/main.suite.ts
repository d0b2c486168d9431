// A trusted folder: everything works. In this order, since an extension is asleep only once.
import './activation.suite.js';
import './links.suite.js';
import './secondRoot.suite.js';
import './log.suite.js';
import './setUp.suite.js';
import './start.suite.js';
import './chat.suite.js';
import './answerActs.suite.js';
import './attention.suite.js';
import './notices.suite.js';
import './around.suite.js';
import './agents.suite.js';
import './unsavedFiles.suite.js';
import './editPages.suite.js';
import './sessions.suite.js';
import './takeOver.suite.js';
import './decisions.suite.js';
import './decisionActs.suite.js';
import './refusedDecisions.suite.js';
import './productDoc.suite.js';
import './docInChat.suite.js';
import './projectCard.suite.js';
import { asks, makeFakeCli } from './fakeCli.js';
import { describeLeaks } from './leaks.js';
import { openParley } from './openParley.js';
import { useCli } from './settings.js';
import { until } from './until.js';

describeLeaks('a chat with an open question', async () => {
  const cli = await makeFakeCli(await asks());
  await useCli(cli);
  const parley = openParley();
  const view = parley.open();
  view.post({ type: 'sendPrompt', text: 'Ask me.' });
  await until(() => view.find('question')?.phase === 'asked');
  await parley.close();
  cli.remove();
});
