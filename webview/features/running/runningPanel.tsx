// One list of all that runs: commands and subagents. Folded to one line; absent where nothing runs, and then nothing is asked and no clock runs.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { oneLine } from '../../../src/shared/plain.js';
import type { RunningNews, RunningTask } from '../../../src/shared/contract/news.js';
import { useFocusKept } from '../../a11y/focusKept.js';
import { composerTarget } from '../../a11y/focusTargets.js';
import { OutputText } from '../../chat/outputText.js';
import { runningStrings } from './runningStrings.js';
import { useApp } from '../../state/context.js';
import { Disclosure } from '../../ui/disclosure.js';
import { useNews } from '../news.js';

const words = runningStrings.running;

/** Milliseconds between a reply and the next request for the output. */
const pause = 1_000;

export function RunningPanel() {
  const { store } = useApp();
  const news = useNews('running');
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLElement>(null);
  useFocusKept(whole);
  const [first, ...others] = news?.tasks ?? [];
  if (news === undefined || first === undefined || store.elsewhere.value !== undefined) return null;
  return (
    <section ref={whole} class="running" aria-label={words.list}>
      <Disclosure
        summary={
          others.length > 0 ? (
            words.count(news.tasks.length)
          ) : open ? (
            words.list
          ) : (
            <>
              <span class="runningTitle" dir="auto">
                {words.one(titleOf(first))}
              </span>
              <Elapsed since={first.since} />
            </>
          )
        }
        open={open}
        onToggle={setOpen}
      />
      {open && others.length > 0 && <StopAll tasks={news.tasks} />}
      {open && <Tasks tasks={news.tasks} can={news.can} />}
    </section>
  );
}

function StopAll({ tasks }: Pick<RunningNews, 'tasks'>) {
  const { focusTargets, post, store } = useApp();
  return (
    <div class="waitingActs runningAll">
      <Act
        name={words.stopAll}
        onPress={() => {
          for (const { id } of tasks) post({ type: 'stopTask', id });
          store.say(words.stoppingAll);
          focusTargets.focus(composerTarget);
        }}
      >
        {words.stopAll}
      </Act>
    </div>
  );
}

function Tasks({ tasks, can }: Pick<RunningNews, 'tasks' | 'can'>) {
  // The output of one task at a time, so that the requests do not grow with the tasks.
  const [shown, setShown] = useState<string>();
  return (
    <ul class="runningTasks">
      {tasks.map(task => (
        <Task
          key={task.id}
          task={task}
          can={can}
          isShown={shown === task.id}
          onShow={isShown => {
            setShown(isShown ? task.id : undefined);
          }}
        />
      ))}
    </ul>
  );
}

/** Claude's words, which name what a button stops. */
function titleOf({ title }: RunningTask): string {
  return oneLine(title);
}

interface TaskProps {
  readonly task: RunningTask;
  readonly can: RunningNews['can'];
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}

function Task({ task, can, isShown, onShow }: TaskProps) {
  const { focusTargets, post, store } = useApp();
  const { id, kind, background } = task;
  const title = titleOf(task);
  return (
    <li class="runningTask">
      <div class="runningHead">
        <span class="runningTitle" dir="auto">
          {title}
        </span>
        <Elapsed since={task.since} />
      </div>
      <div class="hint" dir="auto">
        {kind === 'agent' && task.now !== '' ? oneLine(task.now) : words.kinds[kind](background)}
      </div>
      <div class="waitingActs">
        {kind === 'command' && can.read && (
          <Act name={words.of(isShown ? words.hide : words.show, title)} expanded={isShown} onPress={() => onShow(!isShown)}>
            {isShown ? words.hide : words.show}
          </Act>
        )}
        {!background && can.background && (
          <Act
            name={words.of(words.background, title)}
            onPress={() => {
              post({ type: 'backgroundTask', id });
              // The button goes, and the focus with it.
              focusTargets.focus(composerTarget);
            }}
          >
            {words.background}
          </Act>
        )}
        <Act
          name={words.of(words.stop, title)}
          onPress={() => {
            post({ type: 'stopTask', id });
            store.say(words.stopping(title));
            focusTargets.focus(composerTarget);
          }}
        >
          {words.stop}
        </Act>
      </div>
      {isShown && <Output id={id} title={title} />}
    </li>
  );
}

interface ActProps {
  readonly name: string;
  readonly expanded?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

function Act({ name, expanded, onPress, children }: ActProps) {
  return (
    <button type="button" class="rowAct" aria-label={name} aria-expanded={expanded} onClick={onPress}>
      {children}
    </button>
  );
}

/** The end of the output, asked for again a moment after each reply. Its last line stays in sight unless the person has scrolled up. */
function Output({ id, title }: { readonly id: string; readonly title: string }) {
  const { post } = useApp();
  const news = useNews('taskOutput');
  const box = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  const [text, setText] = useState<string | null>();
  const reply = news?.id === id ? news : undefined;
  useLayoutEffect(() => {
    const ask = (): void => {
      post({ type: 'readTaskOutput', id, known: text === undefined ? -1 : (reply?.total ?? -1) });
    };
    if (reply === undefined) return ask();
    const came = reply.text ?? text;
    if (reply.text !== undefined) setText(reply.text);
    // A reply to an earlier unfolding, whose text is not here any more.
    if (came === undefined) return ask();
    const timer = setTimeout(ask, pause);
    return () => {
      clearTimeout(timer);
    };
    // A request tells what is here, so it is made anew once the first text is.
  }, [id, reply, text === undefined]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  if (text === undefined) return <p class="hint">{words.reading}</p>;
  if (text === null) return <p class="hint">{words.noOutput}</p>;
  if (text === '') return <p class="hint">{words.nothingYet}</p>;
  return (
    <pre
      ref={box}
      class="runningOutput"
      tabIndex={0}
      role="region"
      aria-label={words.output(title)}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 4;
      }}
    >
      <OutputText text={text} />
    </pre>
  );
}

/** Silent, because a second is no news. */
function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  const passed = Math.max(0, now - since);
  useLayoutEffect(() => {
    const timer = setTimeout(
      () => {
        setNow(Date.now());
      },
      1000 - (passed % 1000),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [now]);
  return (
    <span role="timer" aria-live="off" class="elapsed">
      {words.elapsed(Math.floor(passed / 60_000), Math.floor(passed / 1000) % 60)}
    </span>
  );
}
