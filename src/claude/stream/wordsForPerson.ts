// Messages that the CLI sends for the person's eyes and that are neither Claude's words nor a fault → session events. The table of all kinds of
// messages, and where each is seen, is in docs/protocol.md. Forms differ between versions, so each field is checked by hand.
import type { ClaudeEvent } from '../../chat/events.js';
import type { Problem } from '../../chat/problem.js';
import { oneLine, quoted } from '../../shared/plain.js';
import type { Loose } from '../../shared/loose.js';
import { objectOf, textOf } from '../../shared/loose.js';

/** `kind`: `type` or `system/subtype`. */
export function wordsFor(kind: string, message: Loose): readonly ClaudeEvent[] {
  switch (kind) {
    case 'system/informational':
      return informational(message);
    case 'system/notification':
      // The key is the terminal's.
      return fromCli(
        textOf(message['text'])
          .replace(/·\s{0,3}ctrl\+\w to \w{1,30}\s{0,3}$/, '')
          .trimEnd(),
      );
    case 'system/hook_response':
      return hookResponse(message);
    case 'system/status':
      return fromCli(textOf(message['compact_error']));
    case 'system/local_command_output':
      return fromCli(textOf(message['content']));
    case 'system/model_refusal_fallback':
    case 'system/model_fallback':
    case 'system/model_consent_fallback':
      return fromCli(textOf(message['content']));
    case 'system/plugin_install':
      return message['status'] === 'failed' ? fromCli(pluginWords(message)) : [];
    case 'auth_status':
      return fromCli(textOf(message['error']));
    case 'system/session_writes_lost':
      return [{ type: 'problemSeen', problem: { code: 'told', detail: '', reason: 'writesLost' } }];
    case 'conversation_reset':
      return [{ type: 'contextCleared' }];
    case 'user':
      return [...feedback(message), ...commandOutput(message)];
    default:
      return [];
  }
}

function informational(message: Loose): readonly ClaudeEvent[] {
  const content = textOf(message['content']);
  const outcome = objectOf(message['prompt_submit_outcome']) ?? {};
  const refused: readonly ClaudeEvent[] =
    outcome['kind'] === 'blocked_by_hook' && outcome['prompt_kept'] !== true ? [{ type: 'promptRefused' }] : [];
  if (outcome['kind'] === 'blocked_by_hook' || outcome['kind'] === 'stopped_by_hook')
    return [...refused, ...fromHook('UserPromptSubmit', textOf(outcome['reason']) || content)];
  // The terminal shows it only where the person has asked for the details.
  if (message['level'] === 'info') return [];
  const [, hook = '', words = ''] = /^(\w+(?::\S+)?) says: ([\s\S]*)$/.exec(content) ?? [];
  return isHook(hook) ? fromHook(hook, words) : fromCli(content);
}

/** The words of hooks at the start of a session; those of hooks at other events come by `informational`. */
function hookResponse(message: Loose): readonly ClaudeEvent[] {
  const hook = textOf(message['hook_name']);
  if (message['outcome'] === 'error') return fromHook(hook, textOf(message['stderr']) || textOf(message['stdout']));
  return fromHook(hook, textOf(jsonOf(textOf(message['stdout']))['systemMessage']));
}

/** Why a hook makes Claude go on, which the CLI writes as a message to Claude. */
function feedback(message: Loose): readonly ClaudeEvent[] {
  if (message['isReplay'] === true || typeof message['parent_tool_use_id'] === 'string') return [];
  const content = (objectOf(message['message']) ?? {})['content'];
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = typeof content === 'string' ? content : blocks.map(block => textOf((objectOf(block) ?? {})['text'])).join('\n');
  const [, hook = '', words = ''] = /^(\w+) hook feedback:\n([\s\S]*)$/.exec(text) ?? [];
  return isHook(hook) ? fromHook(hook, words) : [];
}

/**
 * 2.0.77 and 2.1.100 give out what a command of the CLI's own has said as if the person had said it. 2.1.100 and 2.1.329 say so too which model
 * Parley has asked for (`set_model`), in front of the response: the row below the message box has it.
 */
function commandOutput({ isReplay, message, uuid }: Loose): readonly ClaudeEvent[] {
  const content = (objectOf(message) ?? {})['content'];
  if (isReplay !== true || typeof content !== 'string') return [];
  const text = /^<local-command-std(?:out|err)>([\s\S]*)<\/local-command-std(?:out|err)>$/.exec(content.trim())?.[1]?.trim() ?? '';
  return text === '' || text.startsWith('Set model to ') ? [] : [{ type: 'textFinished', id: `cli:${textOf(uuid)}`, text, by: 'cli' }];
}

/** Whether the name is that of an event, with or without what it was for. Any text may begin like words of a hook. */
function isHook(name: string): boolean {
  return hookEvents.has(name.split(':')[0] ?? '');
}

/** The events of hooks in 2.0.77 to 2.1.329. */
const hookEvents: ReadonlySet<string> = new Set([
  ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'PermissionRequest', 'PermissionDenied', 'Notification'],
  ...['UserPromptSubmit', 'UserPromptExpansion', 'SessionStart', 'SessionEnd', 'Setup', 'Stop', 'StopFailure', 'MessageDisplay'],
  ...['SubagentStart', 'SubagentStop', 'TeammateIdle', 'TaskCreated', 'TaskCompleted', 'PreCompact', 'PostCompact'],
  ...['PreModelSwitch', 'PostModelSwitch', 'Elicitation', 'ElicitationResult', 'ConfigChange', 'InstructionsLoaded'],
  ...['WorktreeCreate', 'WorktreeRemove', 'CwdChanged', 'FileChanged', 'DirectoryAdded'],
]);

function pluginWords({ subtype, status, name, error }: Loose): string {
  const told = [name, error].map(textOf).filter(part => part !== '');
  return (told.length > 0 ? told : [subtype, status].map(textOf)).join(': ');
}

function fromHook(hook: string, words: string): readonly ClaudeEvent[] {
  return words.trim() === '' ? [] : [{ type: 'problemSeen', problem: { code: 'hookSaid', ...shown(words), reason: oneLine(hook) } }];
}

function fromCli(words: string): readonly ClaudeEvent[] {
  return words.trim() === '' ? [] : [{ type: 'problemSeen', problem: { code: 'cliSaid', ...shown(words) } }];
}

/** Characters of one notice. */
const longest = 4_000;

function shown(words: string): Pick<Problem, 'detail' | 'omitted'> {
  const whole = words.trim();
  const kept = whole.length > longest ? whole.slice(0, longest).replace(/[\ud800-\udbff]$/, '') : whole;
  return { detail: quoted(kept), ...(kept.length < whole.length && { omitted: whole.length - kept.length }) };
}

function jsonOf(text: string): Loose {
  try {
    return objectOf(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}
