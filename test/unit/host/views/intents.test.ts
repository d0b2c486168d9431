// What a view posts about one chat, where two presses meet.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/chat/events.js';
import { createIntentHandler } from '../../../../src/host/views/intents.js';

type Dependencies = Parameters<typeof createIntentHandler>[0];

describe('what a view posts', () => {
  it('opens the page of a server once, also where the button is pressed again while VS Code asks about it', async () => {
    const dispatched: ChatEvent[] = [];
    const asked: ((isOpened: boolean) => void)[] = [];
    const question = { kind: 'question', id: 'e', phase: 'asked', elicitation: { page: { address: 'https://example.com' } } };
    const perform = createIntentHandler({
      state: () => ({ items: [question], turnStart: 0 }),
      dispatch: (event: ChatEvent) => dispatched.push(event),
      openPage: () => new Promise<boolean>(resolve => asked.push(resolve)),
      log: { error: (text: string) => assert.fail(text) },
    } as unknown as Dependencies);
    const press = (): void => perform({ type: 'openServerPage', id: 'e' });
    const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
    press();
    press();
    assert.equal(asked.length, 1);
    asked[0]?.(false);
    await turn();
    assert.deepEqual(dispatched, []);
    press();
    asked[1]?.(true);
    await turn();
    assert.deepEqual(
      dispatched.map(({ type }) => type),
      ['questionAnswered'],
    );
  });
});
