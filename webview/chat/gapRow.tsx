// The row that stands for items that are not here: they are being read, or could not be.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Gap } from '../state/conversation.js';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { Icon } from '../ui/icon.js';
import { ProgressRing } from '../ui/marks.js';
import { SmallButton } from '../ui/smallButton.js';

export function GapRow({ gap }: { readonly gap: Gap }) {
  const { olderPages, reading } = useApp();
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (row.current === null ? undefined : olderPages.watchGap(row.current, gap)), [olderPages, gap]);
  return (
    <div ref={row} class="gap hint">
      {gap.reading === 'failed' ? (
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
      ) : (
        <>
          {/* A progress ring turns also out of sight, and each of its frames delays the handling of a press. */}
          {gap.reading === 'yes' && <ProgressRing />}
          {strings.older.loading}
        </>
      )}
    </div>
  );
}
