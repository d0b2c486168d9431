// The list at the caret of the message box: files and more after `@`, commands after `/`. The box keeps the focus. It stays a text box of
// several lines, which ARIA lets have a list and a marked entry, and which may be no combobox.
import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { oneLine } from '../../../src/shared/plain.js';
import { useNews } from '../news.js';
import { PathText } from '../../chat/pathText.js';
import { useApp } from '../../state/context.js';
import { Icon } from '../../ui/icon.js';
import { MentionState } from './mentionState.js';
import type { Option } from './options.js';
import { commandOptions, missingArguments, placeOptions, wordsOf } from './options.js';
import type { Trigger } from './trigger.js';
import { mentionWords } from './words.js';

export function MentionList({ box }: { readonly box: RefObject<HTMLTextAreaElement | null> }) {
  const { composer, post, store } = useApp();
  const state = useMemo(() => new MentionState(post), [post]);
  const news = useNews('mentions');
  const shown = useRef(news);
  if (!state.isWalking.value || shown.current?.id !== news?.id) shown.current = news;
  const found = shown.current;
  const known = useNews('commands');
  const commands = useNews('offers')?.commands ?? known?.commands ?? [];
  const trigger = state.trigger.value;
  const id = useId();
  const isSearching = trigger?.kind === 'place' && found?.id !== state.request.value;
  const options =
    trigger === undefined
      ? []
      : trigger.kind === 'place'
        ? placeOptions(trigger, found)
        : commandOptions(trigger, commands, state.isAll.value);
  const marked = Math.min(state.marked.value, options.length - 1);
  const isOpen = trigger !== undefined;
  const pick = (option: Option | undefined): void => {
    if (option === undefined || trigger === undefined || box.current === null) return;
    if (option.kind === 'all') {
      state.isAll.value = true;
      return;
    }
    replaceWords(box.current, trigger, wordsOf(option));
    if (option.kind === 'add') post({ type: 'addMention', what: option.what });
  };
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = event => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (!isOpen || event.isComposing || altKey || ctrlKey || metaKey) return;
    // The focus goes to what is before the box, and not to the list, which closes.
    if (key === 'Tab' && shiftKey) state.leave();
    if (shiftKey) return;
    if (key === 'Escape') state.close();
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && options.length > 0) state.move(key === 'ArrowDown' ? 1 : -1, options.length);
    else if ((key === 'Enter' || key === 'Tab') && options.length > 0) pick(options[marked]);
    // The reply is on its way: this key is for an entry that cannot be seen yet, and must not send the message.
    else if (key !== 'Enter' || !isSearching) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  useEffect(() => listen(box.current, state, event => keys.current(event)), [box, state]);
  const snapshots = store.snapshots.value;
  useEffect(() => state.askAnew(), [snapshots, state]);
  const text = composer.text.value;
  // The host may have put other words into the box, with the sign elsewhere in them or nowhere. A list that is closed stays so.
  useLayoutEffect(() => {
    if (isOpen && box.current !== null && text !== state.typed) state.read(box.current);
  }, [text]);
  useLayoutEffect(() => {
    describe(box.current, isOpen ? id : undefined, options.length > 0 ? `${id}-${marked}` : undefined);
    document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' });
  });
  const count = isOpen && !isSearching ? options.length : undefined;
  useEffect(() => {
    if (count !== undefined) store.aside.value = count === 0 ? mentionWords.none : mentionWords.count(count);
  }, [count, store]);
  const hint = isOpen ? undefined : missingArguments(text, commands);
  if (!isOpen) return hint === undefined ? null : <p class="hint">{mentionWords.argumentsOf(oneLine(hint))}</p>;
  return (
    <div class="mentions">
      <div
        id={id}
        role="listbox"
        // For axe, because it scrolls; the box keeps the focus.
        tabIndex={0}
        aria-label={trigger.kind === 'place' ? mentionWords.places : mentionWords.commands}
        onMouseDown={event => {
          event.preventDefault();
        }}
      >
        {options.map((option, at) => (
          <div
            key={keyOf(option)}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === marked}
            onClick={() => {
              pick(option);
            }}
          >
            <OptionText option={option} />
          </div>
        ))}
      </div>
      {options.length === 0 && <p class="hint">{emptyText(trigger, isSearching, commands.length)}</p>}
    </div>
  );
}

function OptionText({ option }: { readonly option: Option }) {
  if (option.kind === 'path') {
    return (
      <>
        <Icon name={option.path.endsWith('/') ? 'listFlat' : 'goToFile'} />
        <PathText text={option.path} isPath />
      </>
    );
  }
  if (option.kind === 'all') return <span class="mentionName">{mentionWords.all(option.count)}</span>;
  const [name, hint, detail] =
    option.kind === 'add' ? [option.name, '', option.detail] : [`/${option.command.name}`, option.command.hint, option.command.description];
  return (
    <>
      {option.kind === 'add' && <Icon name="mention" />}
      <span class="mentionName">
        {oneLine(name)}
        {hint !== '' && <span class="mentionArguments"> {oneLine(hint)}</span>}
      </span>
      <span class="mentionDetail" dir="auto" title={oneLine(detail)}>
        {oneLine(detail)}
      </span>
    </>
  );
}

function keyOf(option: Option): string {
  if (option.kind === 'path') return option.path;
  if (option.kind === 'all') return 'all';
  return option.kind === 'add' ? `+${option.what}` : `/${option.command.name}`;
}

function emptyText({ kind }: Trigger, isSearching: boolean, commands: number): string {
  if (kind === 'place') return isSearching ? mentionWords.searching : mentionWords.none;
  return commands === 0 ? mentionWords.noCommands : mentionWords.noCommand;
}

/** Returns how to end it. The keys are heard before the message box sends or goes to earlier messages by them. */
function listen(box: HTMLTextAreaElement | null, state: MentionState, onKeyDown: (event: KeyboardEvent) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  const read = (event: Event): void => {
    if (box === null) return;
    state.typed = box.value;
    if (!(event instanceof InputEvent && event.isComposing)) state.read(box);
  };
  box?.addEventListener('keydown', onKeyDown, { signal, capture: true });
  for (const type of ['input', 'compositionend', 'select', 'click', 'keyup'] as const) box?.addEventListener(type, read, { signal });
  box?.addEventListener('blur', () => state.leave(), { signal });
  return () => {
    end.abort();
  };
}

/** The person can undo it, as if typed. */
function replaceWords(box: HTMLTextAreaElement, { start, end }: Trigger, words: string): void {
  box.focus();
  box.setSelectionRange(start, end);
  // The only way in a browser that the box's own undo knows.
  document.execCommand(words === '' ? 'delete' : 'insertText', false, words);
}

function describe(box: HTMLTextAreaElement | null, list: string | undefined, option: string | undefined): void {
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) box?.removeAttribute(name);
    else box?.setAttribute(name, value);
  };
  set('aria-autocomplete', 'list');
  set('aria-haspopup', 'listbox');
  set('aria-controls', list);
  set('aria-activedescendant', list && option);
}
