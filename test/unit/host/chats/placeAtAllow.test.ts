// A path is resolved once more when *Allow* is pressed: what was shown is allowed, and nothing else.
import assert from 'node:assert/strict';
import { placeTimeout } from '../../../../src/host/chats/chatLoop.js';
import type { Place } from '../../../../src/shared/transcript.js';
import { init, Peer, settled } from '../../../support/peer.js';

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
    peer.say(init, write('r', 'a.ts'));
    await settled();
    return peer;
  }

  const write = (requestId: string, path: string) => ({
    type: 'control_request',
    request_id: requestId,
    request: { subtype: 'can_use_tool', tool_name: 'Write', tool_use_id: `t-${requestId}`, input: { file_path: path, content: 'x' } },
  });

  /** Presses a button of a card that shows what is known by then. */
  const press = (peer: Peer, decision: 'allow' | 'deny', requestId = 'r'): void => {
    const { place: shown } = permission(peer, requestId);
    peer.loop.dispatch({ type: 'permissionDecided', requestId, decision, ...(shown !== undefined && { shown }) });
  };
  const decide = async (peer: Peer, decision: 'allow' | 'deny' = 'allow', requestId = 'r'): Promise<void> => {
    press(peer, decision, requestId);
    await settled();
  };
  const permission = ({ items }: Peer, requestId = 'r') => {
    const item = items.find(({ kind, id }) => kind === 'permission' && id === requestId);
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
      const { state, place, lookAgain, wasShown } = permission(peer);
      assert.deepEqual(
        { state, place, lookAgain, wasShown },
        { state: 'asked', place: now instanceof Error ? 'unknown' : (now ?? 'unknown'), lookAgain: true, wasShown: before },
      );
      await decide(peer);
      assert.deepEqual(answers(peer), ['"behavior":"allow"']);
      assert.deepEqual([permission(peer).lookAgain, permission(peer).wasShown], [undefined, undefined]);
    });
  }

  it('is not allowed by a second press that was made before the change was shown', async () => {
    const peer = await ask(inside, outside);
    press(peer, 'allow');
    await decide(peer);
    assert.deepEqual(answers(peer), []);
    assert.equal(permission(peer).state, 'asked');
    // The change is known here, and the press comes from a card that has not shown it.
    peer.loop.dispatch({ type: 'permissionDecided', requestId: 'r', decision: 'allow', shown: inside });
    await settled();
    assert.deepEqual(answers(peer), []);
  });

  it('is not allowed by a press on a card that had not shown where the path leads', async () => {
    const peer = await ask(outside);
    peer.loop.dispatch({ type: 'permissionDecided', requestId: 'r', decision: 'allow' });
    await settled();
    assert.deepEqual(answers(peer), []);
    assert.equal(permission(peer).lookAgain, true);
    assert.equal('wasShown' in permission(peer), false);
  });

  it('is allowed once, however often Allow is pressed', async () => {
    const peer = await ask(inside);
    press(peer, 'allow');
    await decide(peer);
    assert.deepEqual(answers(peer), ['"behavior":"allow"']);
  });

  it('does not matter for Deny, which is written at once, and last', async () => {
    const peer = await ask(inside, outside);
    press(peer, 'allow');
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

    it('is looked at no more than twice together, because each look that hangs holds a thread', async () => {
      const peer = await ask('never');
      let looks = 0;
      peer.placeOf = () => {
        looks++;
        return new Promise(() => undefined);
      };
      await decide(peer);
      await decide(peer);
      assert.equal(looks, 1);
    });

    for (const end of ['denied', 'cut off with its process'] as const)
      it(`holds up no path that lies elsewhere, once the permission for it is ${end}`, async () => {
        const peer = await ask('never');
        peer.placeOf = () => Promise.resolve(inside);
        if (end === 'denied') await decide(peer, 'deny');
        else {
          peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: '' });
          await settled();
          peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u2', text: 'Go on.' });
        }
        await settled();
        peer.say(write('r2', 'a.ts'));
        await settled();
        assert.deepEqual(permission(peer, 'r2').place, inside);
        await decide(peer, 'allow', 'r2');
        assert.equal(permission(peer, 'r2').state, 'allowed');
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
