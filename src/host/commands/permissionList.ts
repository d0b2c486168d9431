// The list of the permission rules that apply here, with Remove for each rule of a file. Import it lazily. The rules of a file are read from the
// file, because that is what Remove changes; the CLI tells the others, such as those of this chat.
import { relative } from 'node:path';
import * as vscode from 'vscode';
import type { ToldRule } from '../../claude/settings/ruleReply.js';
import { isSameRule, rulesTold } from '../../claude/settings/ruleReply.js';
import type { SettingsRule } from '../../claude/settings/ruleText.js';
import type { RulePlace } from '../../shared/permissionRules.js';
import { rulePlaces } from '../../shared/permissionRules.js';
import type { RuleLine } from '../../shared/permissionRuleSchema.js';
import { lineOfRule } from '../../shared/ruleLine.js';
import type { RuleFile, RuleProblem } from '../cli/ruleFiles.js';
import { readRules, removeRule, ruleFiles } from '../cli/ruleFiles.js';
import { isAgentChat } from '../chats/agentChats.js';
import { folderOf } from '../chats/chat.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { ChatLoop } from '../chats/chatLoop.js';
import { homePath, isBelow } from '../cli/homePath.js';
import { workFolder } from '../vscode/folders.js';
import { List } from '../vscode/plainLater.js';
import type { ListItem } from '../vscode/plainUi.js';
import { pickItem, showMessage } from '../vscode/plainUi.js';

const t = vscode.l10n.t;

interface RuleItem extends ListItem {
  /** Absent for a rule that ends with its process or belongs to the organization, and for the name of a place. */
  readonly held?: Held;
  /** Opened where its rules cannot be read. */
  readonly unread?: string;
  /** Said where nothing can be done with the row. */
  readonly why?: string;
}

/** A rule in a file. */
interface Held extends RuleFile {
  readonly rule: SettingsRule;
}

/** Asked for milliseconds: the CLI replies at once, and the rules of the files are shown also without it. */
const limit = 2_000;

/** `chat`: the one whose CLI is asked, and whose folder has the rules. `environment`: of the CLI's processes. */
interface PermissionListOptions {
  readonly chat: Chat;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

export async function showPermissions(options: PermissionListOptions): Promise<void> {
  if (isAgentChat(options.chat.key))
    return void (await showMessage(t('Other agents ask in this chat. Go to a chat with Claude to see the rules of its folder.')));
  const cwd = workFolder(folderOf(options.chat));
  if (cwd === undefined) return void (await showMessage(t('Open a folder first: the rules belong to it.')));
  /** A CLI that runs tells them for some seconds more. */
  const removed = new Set<Held>();
  const list = new List<RuleItem>(
    {
      title: t('Permissions: what Claude can and can’t do without asking'),
      placeHolder: t('Search rules'),
      matchOnDescription: true,
    },
    {
      picked: item => void choose(item).catch(failed),
      stays: ({ why }) => {
        if (why !== undefined) void showMessage(why);
        return why !== undefined;
      },
      pressed: ({ held }) => void (held && remove(held).catch(failed)),
      hidden: () => list.dispose(),
    },
  );
  const failed = (error: unknown): void => options.log.error(`The list of permissions failed: ${String(error)}`);
  const refresh = async (): Promise<void> => {
    list.busy = true;
    try {
      list.items = await itemsOf(await ruleFiles(cwd, options.environment), cwd, options.chat.loop, removed);
    } finally {
      list.busy = false;
    }
  };
  const remove = async (held: Held): Promise<void> => {
    const { path, rule } = held;
    const done = await removeRule(path, rule);
    if (done.ok) removed.add(held);
    await refresh();
    const [name, words] = [nameOf(path, cwd), wordsOf(lineOfRule(rule.rule))];
    if (!done.ok) return sayProblem(path, t('The rule was not removed: {0}', problemText(done.problem, name)));
    const text = t('Removed from {0}: {1}. Claude notices within seconds; an old version only when it is started again.', name, words);
    if ((await showMessage(text, [t('Undo')])) !== 0) return;
    const undone = await done.undo();
    if (!undone.ok) return sayProblem(path, t('The rule was not put back: {0}', problemText(undone.problem, name)));
    removed.delete(held);
    await refresh();
    await showMessage(t('Put back in {0}: {1}', name, words));
  };
  list.show();
  await refresh();

  /** Offers the acts on a rule by the keyboard, which does not reach the button of a row. */
  async function choose({ held, unread, label }: RuleItem): Promise<void> {
    const path = held?.path ?? unread;
    if (path === undefined) return;
    const acts: readonly (ListItem & { readonly act: () => unknown })[] = [
      ...(held === undefined ? [] : [{ label: t('Remove'), codicon: 'trash', act: () => remove(held) }]),
      { label: t('Open File'), codicon: 'go-to-file', act: () => open(path) },
    ];
    await (await pickItem(acts, { title: label }))?.act();
  }
}

async function sayProblem(path: string, text: string): Promise<void> {
  if ((await showMessage(text, [t('Open File')], { level: 'warning' })) === 0) await open(path);
}

async function open(path: string): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(path));
}

async function itemsOf(files: readonly RuleFile[], cwd: string, loop: ChatLoop, removed: Iterable<Held>): Promise<readonly RuleItem[]> {
  const reply = await loop.ask({ subtype: 'list_permission_rules' }, { limit });
  const told = reply.ok ? rulesTold(reply.response) : [];
  const inFiles = (await Promise.all(files.map(file => itemsInFile(file, cwd)))).flat();
  const known = [...removed, ...inFiles.flatMap(({ held }) => held ?? [])];
  // By each rule, because the CLI may go by a file that Parley does not know.
  const others = told.filter(one => !known.some(({ place, rule }) => place === one.source && isSameRule(one, rule)));
  const items = [...itemsElsewhere(others), ...inFiles];
  if (items.length > 0) return items;
  return [
    { label: t('No rules yet. Choose Always… on a permission card to add one.'), why: t('There is no rule here to open or remove.') },
  ];
}

async function itemsInFile(file: RuleFile, cwd: string): Promise<readonly RuleItem[]> {
  const { place, path } = file;
  const name = nameOf(path, cwd);
  const read = await readRules(path);
  const items: readonly RuleItem[] = read.ok
    ? read.rules.map(rule => ({ ...rowOf(rule), held: { place, path, rule }, buttons: [removeButton] }))
    : [{ label: problemText(read.problem, name), codicon: 'warning', unread: path }];
  return items.length === 0 ? [] : [separator(t('{0} ({1})', placeWords()[place], name)), ...items];
}

function itemsElsewhere(rules: readonly ToldRule[]): readonly RuleItem[] {
  return [...new Set(rules.map(({ source }) => source))].flatMap(source => {
    const { heading, why } = sourceWords(source);
    return [separator(heading), ...rules.filter(rule => rule.source === source).map(rule => ({ ...rowOf(rule), why }))];
  });
}

function separator(label: string): RuleItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

const removeButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Remove') };

function rowOf({ behavior, rule }: SettingsRule): RuleItem {
  const row = { allow: ['pass', t('allowed')], ask: ['question', t('always asked')], deny: ['circle-slash', t('denied')] } as const;
  const [codicon, description] = row[behavior];
  return { label: wordsOf(lineOfRule(rule)), codicon, description };
}

/** The path in the project, or in the person's home, as a person writes it. */
function nameOf(path: string, cwd: string): string {
  const inProject = relative(cwd, path);
  return isBelow(inProject) ? inProject : homePath(path);
}

/** The words that the card of a permission has for the line. */
function wordsOf({ as, text }: RuleLine): string {
  const words = {
    every: t('Every use of'),
    exact: t('The command'),
    prefix: t('Every command that starts with'),
    domain: t('Web pages of'),
    below: t('Reading everything in the folder'),
    rule: t('What this rule of Claude’s covers'),
    directory: t('Work in the folder'),
    edits: t('Changes to files in your folders'),
  } satisfies Record<RuleLine['as'], string>;
  return `${words[as]} ${text}`;
}

function placeWords(): Record<RulePlace, string> {
  return {
    session: t('In this chat'),
    localSettings: t('In this project, for you'),
    projectSettings: t('In this project, for everyone'),
    userSettings: t('In all your projects'),
  };
}

/** `why`: no file of it can be opened. */
function sourceWords(source: string): { readonly heading: string; readonly why: string } {
  switch (source) {
    case 'session':
      return {
        heading: t('{0} ({1})', placeWords().session, t('until Claude restarts')),
        why: t('This rule is in no file: it ends when Claude restarts.'),
      };
    case 'policySettings':
      return {
        heading: t('Your organization’s settings (read-only)'),
        why: t('This rule is your organization’s, so you cannot change it here.'),
      };
    default:
      return {
        heading: isPlace(source) ? placeWords()[source] : t('From elsewhere: {0}', source),
        why: t('Claude goes by this rule, but Parley does not know the file that has it.'),
      };
  }
}

function isPlace(source: string): source is RulePlace {
  return rulePlaces.some(place => place === source);
}

function problemText(problem: RuleProblem, name: string): string {
  switch (problem.code) {
    case 'notJson':
      return t('{0} is not valid JSON.', name);
    case 'notThere':
      return t('It is not in {0} any more.', name);
    case 'changed':
      return t('{0} has changed meanwhile.', name);
    case 'readOnly':
      return t('{0} or its folder is read-only.', name);
    case 'tooLarge':
    case 'notUtf8':
    case 'isFolder':
    case 'noFolder':
    case 'full':
      return t('{0} cannot be read or written ({1}).', name, problem.code);
    case 'failed':
      return t('{0} cannot be read or written ({1}).', name, problem.error.message);
  }
}
