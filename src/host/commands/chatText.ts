// Items of a conversation as Markdown, for a file that the person exports. Owns the form; reads no files.
import * as vscode from 'vscode';
import { attachmentPlace } from '../../shared/attachments.js';
import { toolTitle } from '../../shared/mcpTool.js';
import { plain } from '../../shared/plain.js';
import type { PermissionItem, ToolItem } from '../../shared/transcript.js';
import { planTool } from '../../shared/tools.js';
import type { QuestionState, ChatItem } from '../../chat/state.js';
import { outcomeOf } from './answeredQuestions.js';
import { words } from '../views/problems.js';
import { messageText, questionText, quoted } from './messageText.js';

const { t } = vscode.l10n;

function changedText({ files, plus, minus }: Extract<ChatItem, { kind: 'changes' }>): string {
  const changed = files === 1 ? t('1 file changed') : t('{0} files changed', files);
  return `${changed}, +${plus} −${minus}`;
}

function wentBackWords(text: string): string {
  return text === '' ? t('Went back to before an earlier message') : t('Went back to before “{0}”', text);
}

function toQuestionWords(text: string): string {
  return t('Went back to the question “{0}”', text);
}

function filesWentWords(text: string): string {
  return text === '' ? t('Files went back to before an earlier message') : t('Files went back to before “{0}”', text);
}

type Speaker = 'person' | 'claude';

/** Turns items into Markdown, in their order, and names who speaks when that changes. */
export class ChatText {
  #speaker: Speaker | undefined;

  /** @param anyReference as in `splitImages` */
  constructor(private readonly anyReference: string | undefined) {}

  of(items: readonly ChatItem[]): string {
    return items.map(item => this.#item(item)).join('');
  }

  #item(item: ChatItem): string {
    switch (item.kind) {
      case 'prompt': {
        const added = (item.attachments ?? [])
          .map(one => `- ${code(attachmentPlace(one))}${one.kind === 'comment' ? `: ${code(one.words, one.words.length)}` : ''}\n`)
          .join('');
        return this.#said('person', messageText(item.text) + (added === '' ? '' : `${added}\n`));
      }
      case 'text':
        return this.#said('claude', messageText(item.text));
      case 'thought':
        return '';
      case 'tool':
        return this.#said(
          'claude',
          `- ${callText(item.name, item.summary)} (${stateText(item.name, item.standing ?? item.state, toolStates)})\n\n`,
        );
      case 'permission':
        return this.#said(
          'claude',
          `- ${t('Permission')}: ${callText(item.toolName, item.summary)} (${stateText(item.toolName, item.state, permissionStates)})\n\n`,
        );
      case 'question':
        return this.#said('claude', this.#question(item));
      case 'problem':
        return `_${line(words.problem(item).text)}_\n\n`;
      case 'exit':
        return `_${line(words.exit(item).text)}_\n\n`;
      case 'told':
        return `_${t('Claude was told what is remembered of this folder.')}_\n\n`;
      case 'docChange':
        return `- ${t('Product Doc')}: ${code(item.change.name)}\n\n`;
      case 'changes':
        return item.isLate === true ? '' : `_${changedText(item)}_\n\n`;
      case 'wentBack':
        return `_${line(item.branch === undefined ? filesWentWords(item.text) : item.isQuestion ? toQuestionWords(item.text) : wentBackWords(item.text))}_\n\n`;
    }
  }

  #said(speaker: Speaker, text: string): string {
    if (text.trim() === '' || speaker === this.#speaker) return text;
    this.#speaker = speaker;
    return `## ${speaker === 'person' ? t('You') : t('Claude')}\n\n${text}`;
  }

  #question(item: QuestionState): string {
    const title = item.title === undefined ? '' : `${quoted(quoted(item.title))}\n\n`;
    const parts = item.questions.map(({ question }, index) => questionText(question, outcomeOf(item, index, this.anyReference)));
    return `${title}${parts.join('')}`;
  }
}

const toolStates: Readonly<Record<ToolItem['state'] | NonNullable<ToolItem['standing']>, string>> = {
  running: t('running'),
  done: t('done'),
  failed: t('failed'),
  denied: t('denied'),
  stopped: t('stopped'),
  asked: t('waiting'),
  waiting: t('waiting'),
  background: t('in the background'),
  cutShort: t('cut off'),
  sent: t('sent to the background'),
};

const permissionStates: Readonly<Record<PermissionItem['state'], string>> = {
  asked: t('waiting'),
  allowed: t('allowed'),
  denied: t('denied'),
  withdrawn: t('no longer needed'),
};

/** A plan is never denied: the person wants more planning. */
function stateText<State extends string>(name: string, state: State, states: Readonly<Record<State, string>>): string {
  return state === 'denied' && name === planTool ? t('back to planning') : states[state];
}

/** The most code points of a call, which has one line. */
const longestCall = 300;

function callText(name: string, summary: string): string {
  const shown = name === planTool ? t('The plan') : toolTitle(name);
  return summary === '' ? `**${line(shown)}**` : `**${line(shown)}** ${code(summary)}`;
}

/** No tag in it folds the rest of the file away. */
function line(text: string): string {
  return plain(text, Infinity).replaceAll('<', '\\<');
}

/** One line as code, whatever signs are in it. */
function code(text: string, most = longestCall): string {
  const line = plain(text, most);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const edge = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${edge}${line}${edge}${fence}`;
}
