// The rows of the conversation that are not text and not questions: prompts, tools, notices.
import { useContext, useState } from 'preact/hooks';
import type { NoticeItem, PromptItem, ToolItem } from '../../src/shared/transcript.js';
import { ReadOnlyRows, useApp } from '../state/context.js';
import { later } from '../state/laterCode.js';
import { strings } from '../strings.js';
import { useOpenedByHit } from '../find/openedByHit.js';
import { Button } from '../ui/button.js';
import { Disclosure } from '../ui/disclosure.js';
import type { IconName } from '../ui/icon.js';
import { Icon } from '../ui/icon.js';
import { HiddenText } from '../ui/marks.js';
import { PathText } from './pathText.js';

export function PromptRow({ item }: { readonly item: PromptItem }) {
  const { post } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const Attachments = later.value?.Attachments;
  return (
    <div class={`message fromPerson state-${item.state}`}>
      <HiddenText>{strings.chat.you}</HiddenText>
      {item.attachments !== undefined && Attachments && <Attachments all={item.attachments} />}
      {item.text !== '' && (
        <div class="promptText" dir="auto">
          {item.text}
        </div>
      )}
      {item.state === 'sending' && <div class="hint">{strings.chat.sending}</div>}
      {item.state === 'failed' && (
        <div class="promptFailed">
          <Icon name="error" />
          <span>{strings.chat.notSent}</span>
          {!readOnly && (
            <Button
              label={strings.chat.sendAgain}
              onPress={() => {
                post({ type: 'resendPrompt', id: item.id });
              }}
            />
          )}
        </div>
      )}
    </div>
  );
}

export function ToolRow({ item }: { readonly item: ToolItem }) {
  const [open, setOpen] = useState(false);
  useOpenedByHit(item.id, setOpen);
  const permission = useApp().store.permissionOf(item.id).value;
  const state = permission === 'asked' && item.state === 'running' ? strings.tool.asked : strings.tool[item.state];
  const line = (
    <>
      <span class="toolName">{item.name}</span>
      {item.summary !== '' && <PathText text={item.summary} />}
      <span class="toolState">
        {item.state === 'failed' && <Icon name="error" />}
        {permission === 'allowed' ? strings.tool.allowed(state) : state}
      </span>
    </>
  );
  const Details = later.value?.ToolDetails;
  return (
    <div>
      <Disclosure summary={line} open={open} onToggle={setOpen} />
      {open && Details && <Details item={item} />}
    </div>
  );
}

const noticeIcons: Record<NoticeItem['level'], IconName> = { info: 'info', warning: 'warning', error: 'error' };

export function NoticeRow({ item }: { readonly item: NoticeItem }) {
  const { post } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const { again } = item;
  return (
    <div class={`notice level-${item.level}`} role="note">
      <Icon name={noticeIcons[item.level]} />
      <div class="noticeBody">
        <div dir="auto">{item.text}</div>
        {(item.actions.length > 0 || again !== undefined) && (
          <div class="noticeActions">
            {again !== undefined && !readOnly && (
              <Button
                label={again}
                onPress={() => {
                  post({ type: 'resendPrompt', id: item.id });
                }}
              />
            )}
            {item.actions.map(({ id, label }) => (
              <Button
                key={id}
                label={label}
                onPress={() => {
                  post({ type: 'runAction', action: id });
                }}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
