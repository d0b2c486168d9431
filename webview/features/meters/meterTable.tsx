// What the context is made of, what the last turn and the session have cost, and how much of the plan is used. Asks the host when it is
// opened, when a turn has ended and after a snapshot, which takes the reply away; never in between.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ContextPartsNews, LimitsNews, MetersNews, PlanLimit, Spent } from '../../../src/shared/contract/news.js';
import { composerTarget } from '../../a11y/focusTargets.js';
import { useApp } from '../../state/context.js';
import { Button } from '../../ui/button.js';
import { meterWords as words } from './meterWords.js';
import { useNews } from '../news.js';
import { resetTime } from '../../../src/shared/resetTime.js';

export function MeterTable({ news }: { readonly news: MetersNews }) {
  const { composer, focusTargets, post, store } = useApp();
  const { turn, waiting } = store.status.value;
  const isIdle = turn === 'idle';
  const because = composer.blockedBecause.value;
  const parts = useNews('contextParts');
  const limits = useNews('limits')?.limits ?? [];
  const snapshots = store.snapshots.value;
  const askedAt = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (isIdle || askedAt.current !== snapshots) post({ type: 'readMeters' });
    askedAt.current = snapshots;
  }, [isIdle, snapshots]);
  const queued = store.waiting.value.length > 0 ? words.messagesWait : undefined;
  const off = because ?? (isIdle && !news.compacting ? (waiting === true ? words.waitsForYou : queued) : words.isWorking);
  return (
    <>
      <Parts news={news} parts={parts} />
      <div class="meterCompact">
        <Button
          label={words.compact}
          disabledReason={off}
          onPress={() => {
            post({ type: 'compact' });
            focusTargets.focus(composerTarget);
          }}
        />
        {/* Why it is off, or what it does. */}
        <span class="hint">{news.compacting ? words.compacting : (off ?? words.compactHint)}</span>
      </div>
      {(news.turn !== undefined || news.session !== undefined) && <SpentTable news={news} />}
      {limits.length > 0 && <Limits limits={limits} />}
    </>
  );
}

function Parts({ news: { used, window }, parts }: { readonly news: MetersNews; readonly parts: ContextPartsNews | undefined }) {
  const size = window ?? 0;
  const listed = parts?.parts ?? [];
  return (
    <>
      {used !== undefined && window !== undefined && <p class="meterLine">{words.ofWindow(used, window)}</p>}
      {listed.length > 0 && size > 0 ? (
        <table class="meters">
          <caption class="visuallyHidden">{words.context}</caption>
          <thead>
            <tr>
              <th scope="col">{words.partHead}</th>
              <th scope="col">{words.tokens}</th>
              <th scope="col">{words.share}</th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ id, tokens, kind }) => (
              <tr key={id} class={kind}>
                <th scope="row" dir="auto">
                  {words.part(id)}
                </th>
                <td>{words.number(tokens)}</td>
                <td>{words.percent((tokens / size) * 100)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p class="hint">{parts === undefined ? words.reading : parts.inVain === true ? words.inVain : words.noParts}</p>
      )}
      {listed.length > 0 && size > 0 && (
        <p class="hint">
          {parts?.compactsAt === undefined ? words.compactsNever : words.compactsAt(parts.compactsAt, (parts.compactsAt / size) * 100)}
        </p>
      )}
    </>
  );
}

function SpentTable({ news: { turn, session, sinceStart } }: { readonly news: MetersNews }) {
  const columns = [
    ...(turn === undefined ? [] : [{ name: words.turn, spent: turn }]),
    ...(session === undefined ? [] : [{ name: sinceStart === true ? words.sinceStart : words.session, spent: session }]),
  ];
  return (
    <>
      <table class="meters">
        <caption class="visuallyHidden">{words.spent}</caption>
        <thead>
          <tr>
            <th scope="col">{words.tokens}</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, textOf }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map(({ name: column, spent }) => (
                <td key={column}>{textOf(spent)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{words.estimate}</p>
    </>
  );
}

const rows: readonly { readonly name: string; readonly textOf: (spent: Spent) => string }[] = [
  { name: words.input, textOf: ({ input }) => words.number(input) },
  { name: words.cached, textOf: ({ cached }) => words.number(cached) },
  { name: words.output, textOf: ({ output }) => words.number(output) },
  { name: words.cost, textOf: ({ cost }) => words.money(cost) },
];

function Limits({ limits }: Pick<LimitsNews, 'limits'>) {
  return (
    <>
      <h3 class="meterLine">{words.limits}</h3>
      <ul class="meterLimits">
        {limits.map(limit => (
          <li key={limit.id} class={hasReset(limit) ? 'open' : limit.state}>
            <span dir="auto">{words.limit(limit.id)}</span>
            <span>{stateOf(limit)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The CLI tells of a limit with a message of Claude's, so what is known may be of the time before. */
function hasReset({ resetsAt }: PlanLimit): boolean {
  return resetsAt !== undefined && resetsAt <= Date.now();
}

function stateOf(limit: PlanLimit): string {
  if (hasReset(limit)) return words.hasReset;
  const time = limit.resetsAt;
  const resets = time === undefined ? '' : words.resets(resetTime(time, Date.now(), document.documentElement.lang));
  return [words.limitState(limit), resets].filter(text => text !== '').join(' · ');
}
