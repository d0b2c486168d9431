// A path is resolved once more when *Allow* is pressed: what was shown is allowed, and nothing else.
import assert from 'node:assert/strict';
import { placeTimeout } from '../../src/host/sessions/sessionLoop.js';
import type { Place } from '../../src/shared/transcript.js';
import { init, Peer, settled } from '../support/peer.js';

const inside: Place = { outside: false, relative: 'a.ts' };
const outside: Place = { outside: true, target: '/etc/hosts' };

describe('the place of a path at Allow', () => {
  /** What each look at the path finds, in turn; the last one for ever. */
  async function ask(...places: readonly (Place | undefined | Error | 'never')[]): Promise<Peer> {
    const peer = new Peer();
    let looks = 0;
    peer.placeOf = () => {
      const place = places[Math.min(looks++, places.length - 1)];
      if (place === 'never') return new Promise(() => undefined);
      return place instanceof Error ? Promise.reject(place) : Promise.resolve(place);
    };
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Go.' });
    await settled();
    peer.say(init, {
      ...{ type: 'control_request', request_id: 'r' },
      request: { subtype: 'can_use_tool', tool_name: 'Write', tool_use_id: 't', input: { file_path: 'a.ts', content: 'x' } },
    });
    await settled();
    return peer;
  }

  const decide = async (peer: Peer, decision: 'allow' | 'deny' = 'allow'): Promise<void> => {
    peer.loop.dispatch({ type: 'permissionDecided', requestId: 'r', decision });
    await settled();
  };
  const permission = ({ items }: Peer) => {
    const item = items.find(({ kind }) => kind === 'permission');
    return item?.kind === 'permission' ? item : assert.fail();
  };
  const nameOf = (place: Place | undefined | Error): string => (place instanceof Error ? place.message : (JSON.stringify(place) ?? 'none'));
  const answers = ({ written }: Peer) => JSON.stringify(written).match(/"behavior":"[a-z]+"/g) ?? [];

  for (const place of [inside, outside, { outside: true }, 'unknown', 'otherComputer'] as const) {
    it(`is allowed where it is what the card shows: ${JSON.stringify(place)}`, async () => {
      const peer = await ask(place);
      await decide(peer);
      assert.deepEqual(answers(peer), ['"behavior":"allow"']);
      assert.equal(permission(peer).state, 'allowed');
    });
  }

  for (const [before, now] of [
    [inside, outside],
    [outside, inside],
    [outside, { outside: true, target: '/etc/passwd' }],
    [
      { outside: false, target: '/work/b.ts' },
      { outside: true, target: '/work/b.ts' },
    ],
    [inside, new Error('no such mount')],
    [inside, undefined],
    [inside, 'otherComputer'],
  ] as const) {
    it(`is shown and not allowed where it has changed: ${nameOf(before)} to ${nameOf(now)}`, async () => {
      const peer = await ask(before, now);
      await decide(peer);
      assert.deepEqual(answers(peer), []);
      const { state, place, lookAgain } = permission(peer);
      assert.deepEqual(
        { state, place, lookAgain },
        { state: 'asked', place: now instanceof Error ? 'unknown' : (now ?? 'unknown'), lookAgain: true },
      );
      await decide(peer);
      assert.deepEqual(answers(peer), ['"behavior":"allow"']);
      assert.equal(permission(peer).lookAgain, undefined);
    });
  }

  it('is not allowed by a second press that was made before the change was shown', async () => {
    const peer = await ask(inside, outside);
    peer.loop.dispatch({ type: 'permissionDecided', requestId: 'r', decision: 'allow' });
    await decide(peer);
    assert.deepEqual(answers(peer), []);
    assert.equal(permission(peer).state, 'asked');
  });

  it('is allowed once, however often Allow is pressed', async () => {
    const peer = await ask(inside);
    peer.loop.dispatch({ type: 'permissionDecided', requestId: 'r', decision: 'allow' });
    await decide(peer);
    assert.deepEqual(answers(peer), ['"behavior":"allow"']);
  });

  it('does not matter for Deny, which is written at once, and last', async () => {
    const peer = await ask(inside, outside);
    peer.loop.dispatch({ type: 'permissionDecided', requestId: 'r', decision: 'allow' });
    await decide(peer, 'deny');
    assert.deepEqual(answers(peer), ['"behavior":"deny"']);
    assert.equal(permission(peer).state, 'denied');
  });

  describe('on a mount that does not answer', () => {
    const overdue = async ({ timers }: Peer): Promise<void> => {
      timers.findLast(({ ms }) => ms === placeTimeout)?.run();
      await settled();
    };

    it('is shown as not known, the permission all the same, and allowed where that was shown', async () => {
      const peer = await ask('never');
      assert.deepEqual([permission(peer).state, permission(peer).place], ['asked', undefined]);
      await decide(peer);
      assert.deepEqual(answers(peer), []);
      await overdue(peer);
      const { state, place, lookAgain } = permission(peer);
      assert.deepEqual({ state, place, lookAgain }, { state: 'asked', place: 'unknown', lookAgain: true });
      await decide(peer);
      await overdue(peer);
      assert.deepEqual(answers(peer), ['"behavior":"allow"']);
    });

    it('is looked at once, because each look that hangs holds a thread', async () => {
      const peer = await ask('never');
      let looks = 0;
      peer.placeOf = () => {
        looks++;
        return Promise.resolve(inside);
      };
      await decide(peer);
      await decide(peer);
      assert.equal(looks, 0);
    });
  });

  it('that is found only at Allow is allowed where the path itself says so, and else shown', async () => {
    for (const [found, allowed] of [
      [inside, true],
      [{ outside: true }, false],
      [outside, false],
    ] as const) {
      const peer = await ask('never');
      const look = { requestId: 'r', place: found };
      peer.loop.dispatch({ type: 'placeChecked', ...look });
      await settled();
      assert.equal(permission(peer).state, allowed ? 'allowed' : 'asked', JSON.stringify(found));
    }
  });
});
