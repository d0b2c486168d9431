// The rows of the conversation that are not text and not questions: prompts and notices.
import { useContext, useRef } from 'preact/hooks';
import { useFocusKept } from '../a11y/focusKept.js';
import { composerTarget } from '../a11y/focusTargets.js';
import type { NoticeItem, PromptItem } from '../../src/shared/transcript.js';
import { ReadOnlyRows, useApp } from '../state/context.js';
import type { Store } from '../state/store.js';
import { BackButtons } from '../features/back/backRows.js';
import { Attachments } from './attachments.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import type { IconName } from '../ui/icon.js';
import { Icon } from '../ui/icon.js';
import { MessageFoot } from './messageTime.js';
import { HiddenText } from '../ui/marks.js';

export function PromptRow({ item }: { readonly item: PromptItem }) {
  const { composer, focusTargets, post, store } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const message = useRef<HTMLDivElement>(null);
  // Claude reads a message while the focus is on one of its buttons.
  useFocusKept(message);
  const isNoted = item.queue !== undefined || item.state === 'takenBack';
  return (
    <>
      <div ref={message} class={item.goOn ? 'hint' : `message fromPerson state-${item.state}`}>
        {!item.goOn && <HiddenText>{strings.chat.you}</HiddenText>}
        {item.attachments !== undefined && <Attachments all={item.attachments} />}
        {item.text !== '' && (
          <div class="promptText" dir="auto">
            {item.goOn ? strings.chat.wentOn : item.text}
          </div>
        )}
        {isNoted ? <PromptNote item={item} /> : item.state === 'sending' && <div class="hint">{strings.chat.sending}</div>}
        {item.state === 'failed' && (
          <div class="promptFailed">
            <Icon name="error" />
            <span>{strings.chat.notSent}</span>
            {!readOnly && (
              <>
                {store.elsewhere.value === undefined && (
                  <Button
                    label={strings.chat.sendAgain}
                    disabledReason={composer.noMessageBecause.value}
                    onPress={() => {
                      post({ type: 'resendPrompt', id: item.id });
                      // The button goes, and the focus with it.
                      focusTargets.focus(composerTarget);
                    }}
                  />
                )}
                <Button
                  label={strings.chat.edit}
                  onPress={() => {
                    post({ type: 'editPrompt', id: item.id });
                    focusTargets.focus(composerTarget);
                  }}
                />
              </>
            )}
          </div>
        )}
      </div>
      <MessageFoot at={item.at}>{canGoBack(item, store) && <BackButtons id={item.id} />}</MessageFoot>
    </>
  );
}

/** It has reached Claude, and the chat is this window's. */
export function canGoBack({ state, goOn }: PromptItem, { elsewhere }: Store): boolean {
  return state === 'sent' && !goOn && elsewhere.value === undefined;
}

const noticeIcons: Record<NoticeItem['level'], IconName> = { info: 'info', warning: 'warning', error: 'error' };

export function NoticeRow({ item }: { readonly item: NoticeItem }) {
  const { composer, focusTargets, post, store } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const whole = useRef<HTMLDivElement>(null);
  useFocusKept(whole);
  // Only the owner of the chat can send.
  const again = readOnly || store.elsewhere.value !== undefined ? undefined : item.again;
  // An action that removes the cause comes before the new attempt, which would fail without it; the log comes last.
  const fixes = item.actions.filter(({ id }) => id !== 'showLog');
  const buttons = [
    ...fixes,
    ...(again === undefined ? [] : [{ id: undefined, label: again }]),
    ...item.actions.filter(({ id }) => id === 'showLog'),
  ];
  return (
    <div ref={whole} class={`notice level-${item.level}${item.divides ? ' divides' : ''}`} role="note">
      <Icon name={noticeIcons[item.level]} />
      <div class="noticeBody">
        <div dir="auto">{item.text}</div>
        {buttons.length > 0 && (
          <div class="noticeActions">
            {buttons.map(({ id, label }) => (
              <Button
                key={id}
                label={label}
                disabledReason={id === undefined ? composer.noMessageBecause.value : undefined}
                appearance={again !== undefined && id !== undefined && id === fixes[0]?.id ? 'primary' : 'secondary'}
                onPress={() => {
                  post(id === undefined ? { type: 'resendPrompt', id: item.id } : { type: 'runAction', action: id });
                  // That button goes, and the focus with it.
                  if (id === undefined) focusTargets.focus(composerTarget);
                }}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

const words = strings.send;

function PromptNote({ item }: { readonly item: PromptItem }) {
  const { focusTargets, post } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const isTakenBack = item.state === 'takenBack';
  const said = isTakenBack ? words.takenBack : words[item.queue ?? 'next'];
  return (
    <div class="hint promptNote">
      <span>{said}</span>
      {!readOnly && item.canTakeBack === true && (
        <button
          type="button"
          class="rowAct"
          onClick={() => {
            post({ type: 'takeBackPrompt', id: item.id });
            focusTargets.focus(composerTarget);
          }}
        >
          {words.takeBack}
        </button>
      )}
      {!readOnly && isTakenBack && (
        <button
          type="button"
          class="rowAct"
          onClick={() => {
            post({ type: 'editPrompt', id: item.id });
            focusTargets.focus(composerTarget);
          }}
        >
          {words.edit}
        </button>
      )}
    </div>
  );
}
