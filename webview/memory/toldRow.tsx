// The row that shows what Claude was told, with _Remove_ at each line. Must not change the lines itself: the host
// sends them, before and after each press.
import { useLayoutEffect } from 'preact/hooks';
import type { ToldLine, ToldLines as Told } from '../../src/shared/contract/toView.js';
import { oneLine } from '../../src/shared/plain.js';
import type { ToldItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { useReply } from '../state/useReply.js';
import { useViewState } from '../state/useViewState.js';
import { Disclosure } from '../ui/disclosure.js';
import { SmallButton } from '../ui/smallButton.js';
import { memoryWords } from './words.js';
import { strings } from '../strings.js';

const words = memoryWords.told;

/** The most characters of a line in the name of its button. */
const longestName = 100;

export function ToldRow({ item: { id, count, isOlder } }: { readonly item: ToldItem }) {
  const [open, setOpen] = useViewState(id, 'open', false);
  const told = useReply('toldLines', id);
  return (
    <div class="remembered told">
      <Disclosure summary={<span>{words.row(count, removedOf(count, told))}</span>} open={open} onToggle={setOpen} />
      {isOlder === true && <p class="hint">{words.older}</p>}
      {open && <ToldLines id={id} told={told} />}
    </div>
  );
}

/** How many of `count` lines are taken out or gone, as far as that is known. */
function removedOf(count: number, told: Told | undefined): number {
  if (told === undefined || told.problem !== undefined) return 0;
  return Math.max(0, count - told.lines.filter(({ isRemoved }) => isRemoved !== true).length);
}

function ToldLines({ id, told }: { readonly id: string; readonly told: Told | undefined }) {
  const { post, store } = useApp();
  // A reply that was on its way may be lost with a snapshot, and tells of what was before it.
  const snapshots = store.snapshots.value;
  useLayoutEffect(() => {
    post({ type: 'readTold', id });
  }, [post, id, snapshots]);
  const lines = told?.lines;
  return (
    <div class="rememberedPart">
      {lines === undefined && <p class="hint">{strings.toolDetails.reading}</p>}
      {told?.problem !== undefined && (
        <p class="problem" dir="auto">
          {told.problem}
        </p>
      )}
      {lines?.length === 0 && <p class="hint">{words.nothing}</p>}
      {lines !== undefined && lines.length > 0 && (
        <>
          <ul class="toldLines">
            {lines.map(line => (
              <Line key={line.key} id={id} line={line} />
            ))}
          </ul>
          <p class="hint">{words.hint}</p>
        </>
      )}
      <div class="smallActs">
        <SmallButton
          label={memoryWords.docChange.open}
          text={memoryWords.docChange.open}
          icon="goToFile"
          onPress={() => {
            post({ type: 'openProductDoc' });
          }}
        />
      </div>
    </div>
  );
}

function Line({ id, line: { key, text, isRemoved: removed } }: { readonly id: string; readonly line: ToldLine }) {
  const { post } = useApp();
  const name = oneLine(text, longestName);
  const isRemoved = removed === true;
  return (
    <li>
      <span class="toldText">
        {isRemoved ? <del dir="auto">{text}</del> : <span dir="auto">{text}</span>}
        {isRemoved && <span class="hint"> {words.removed}</span>}
      </span>
      {/* The same button before and after, so that it keeps the focus. */}
      <SmallButton
        label={isRemoved ? words.putBackNamed(name) : words.removeNamed(name)}
        text={isRemoved ? words.putBack : words.remove}
        onPress={() => {
          post({ type: 'tellLine', id, key, told: isRemoved });
        }}
      />
    </li>
  );
}
