// What happens is told to all who listen.
import assert from 'node:assert/strict';
import { emitter } from '../../../../src/host/chats/emitter.js';

describe('an event', () => {
  it('is told to every listener in their order, each as often as it was subscribed, until it is subscribed no longer', () => {
    const event = emitter<number>({ error: assert.fail });
    const told: string[] = [];
    const first = (value: number): void => void told.push(`first ${value}`);
    const subscriptions = [event(first), event(value => told.push(`second ${value}`)), event(first)];
    event.fire(1);
    subscriptions[0]?.dispose();
    event.fire(2);
    assert.deepEqual(told, ['first 1', 'second 1', 'first 1', 'second 2', 'first 2']);
  });

  it('is told to the next listener where one fails, which the log says', () => {
    const logged: string[] = [];
    const event = emitter<void>({ error: text => logged.push(text) });
    let told = 0;
    event(() => assert.fail('broken'));
    event(() => (told += 1));
    event.fire();
    assert.equal(told, 1);
    assert.match(logged.join(), /^A listener failed: .*broken$/);
  });

  it('goes on with those who listened when it began', () => {
    const event = emitter<void>({ error: assert.fail });
    const told: string[] = [];
    const own = event(() => {
      own.dispose();
      event(() => told.push('late'));
    });
    event(() => told.push('second'));
    event.fire();
    assert.deepEqual(told, ['second']);
  });
});
