// The work of a subagent, below the row of the call that began it: one line of what it does now, which unfolds to its last words and calls.
import { useLayoutEffect, useState } from 'preact/hooks';
import type { AgentEntry, AgentLine } from '../../src/shared/contract/news.js';
import { oneLine } from '../../src/shared/plain.js';
import { beginsAgent } from '../../src/shared/tools.js';
import type { ToolItem } from '../../src/shared/transcript.js';
import { useNews } from '../features/news.js';
import { runningStrings } from '../features/running/runningStrings.js';
import { useApp } from '../state/context.js';
import { useViewState } from '../state/useViewState.js';
import { Disclosure } from '../ui/disclosure.js';
import type { Tense } from './callWords.js';
import { callText } from './callWords.js';

const words = runningStrings.subagent;

export function AgentWork({ item: { id, name } }: { readonly item: ToolItem }) {
  return beginsAgent(name) ? <Work id={id} /> : null;
}

function Work({ id }: { readonly id: string }) {
  const line = useNews('agents')?.agents.find(agent => agent.id === id);
  const [open, setOpen] = useViewState(id, 'work', false);
  const folder = useApp().store.workFolder.value;
  if (line === undefined) return null;
  return (
    <div class="agentWork">
      <Disclosure
        summary={
          <span class="runningTitle" dir="auto">
            {line.isOver ? words.over(line.count) : oneLine(entryLine(line.now, 'during', folder))}
          </span>
        }
        open={open}
        onToggle={setOpen}
      />
      {open && <Entries line={line} />}
    </div>
  );
}

function entryLine(entry: AgentEntry, tense: Tense, folder: string | undefined): string {
  if (entry.type === 'text') return entry.text;
  return callText({ name: entry.name, summary: entry.text }, tense, folder);
}

/** The host is asked for them once for each change, because a change tells the last entry only. */
function Entries({ line }: { readonly line: AgentLine }) {
  const { id } = line;
  const { post, store } = useApp();
  const folder = store.workFolder.value;
  const news = useNews('agentWork');
  const [known, setKnown] = useState<{ readonly count: number; readonly entries: readonly AgentEntry[] }>();
  useLayoutEffect(() => {
    if (news?.id === id) setKnown(news);
  }, [id, news]);
  useLayoutEffect(() => {
    post({ type: 'readAgent', id });
    // A step that has failed is a change too, and leaves their number as it is.
  }, [id, line]);
  if (known === undefined) return <p class="hint">{words.reading}</p>;
  const left = known.count - known.entries.length;
  return (
    <ol class="agentEntries">
      {left > 0 && <li class="hint">{words.left(left)}</li>}
      {known.entries.map((entry, position) => (
        <li key={left + position} dir="auto" class={entry.type === 'tool' ? 'agentCall' : ''}>
          {entry.type === 'tool' && entry.failed === true
            ? words.failed(entryLine(entry, 'done', folder))
            : entryLine(entry, 'done', folder)}
        </li>
      ))}
    </ol>
  );
}
