// The row that stands for items that are not here: they are being read, or could not be.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Gap } from '../state/conversation.js';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { Icon } from '../ui/icon.js';
import { ProgressRing } from '../ui/marks.js';
import { SmallButton } from '../ui/smallButton.js';

export function GapRow({ gap }: { readonly gap: Gap }) {
  const { olderPages } = useApp();
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (row.current === null ? undefined : olderPages.watchGap(row.current, gap)), [olderPages, gap]);
  // Where its rows were here before, nothing is said of it out of sight.
  const isQuiet = gap.height !== undefined && gap.reading === 'no';
  return (
    <div ref={row} class="gap hint" style={gap.height === undefined ? undefined : { height: `${gap.height}px` }}>
      {!isQuiet && <div class="gapWords">{gap.reading === 'failed' ? <Failed gap={gap} row={row} /> : <Loading gap={gap} />}</div>}
    </div>
  );
}

function Failed({ gap, row }: { readonly gap: Gap; readonly row: RefObject<HTMLElement | null> }) {
  const { reading } = useApp();
  return (
    <>
      <Icon name="error" />
      {strings.older.failed}
      <SmallButton
        label={strings.older.retry}
        text={strings.older.retry}
        onPress={() => {
          // The button goes with the failure; the focus stays in the conversation.
          row.current?.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
          reading.readGap(gap, gap.after === null ? 'older' : 'newer');
        }}
      />
    </>
  );
}

function Loading({ gap }: { readonly gap: Gap }) {
  return (
    <>
      {/* A progress ring turns also out of sight, and each of its frames delays the handling of a press. */}
      {gap.reading === 'yes' && <ProgressRing />}
      {strings.older.loading}
    </>
  );
}
