// A decision in words, for the view and the lists. Owns what is said of it; must not know how it is kept or shown.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Asker, KnownDecision } from '../../memory/decision.js';
import { textWithNames } from '../../shared/imageNames.js';
import { serverName } from '../../shared/serverName.js';
import { withoutRecommended } from '../../shared/textEnds.js';
import { anyReferenceIn } from '../commands/references.js';
import { imageFolderIn } from '../storage/chatFolders.js';
import { decisionCommand } from '../vscode/contributions.js';
import type { TreeRow } from '../vscode/plainLater.js';
import type { ListItem } from '../vscode/plainUi.js';
import { fullTimeText, timeText } from '../vscode/timeText.js';
import type { Found } from './decisionSources.js';

const { t } = vscode.l10n;

export interface DecisionRow extends TreeRow {
  /** Absent in the row that shows more. */
  readonly found?: Found;
}

export interface DecisionPick extends ListItem {
  readonly found?: Found;
}

interface RowContext {
  /** The decisions, by id, that can be named as the one that replaces another. */
  readonly known: ReadonlyMap<string, Found>;
  /** The workspace has several folders. */
  readonly hasFolders: boolean;
}

/** A row for each question, what was decided last first, with its earlier answers below. `found`: the newest first. */
export function rowsOf(found: readonly Found[], context: RowContext): readonly DecisionRow[] {
  const questions = new Map<string, Found[]>();
  for (const one of found) {
    const asked = `${one.source.folder} ${one.decision.question.question.trim()}`;
    const known = questions.get(asked);
    if (known === undefined) questions.set(asked, [one]);
    else known.push(one);
  }
  return [...questions.values()].flatMap(answers => {
    // The one that holds, wherever it stands among them.
    const holding = answers.find(({ decision }) => decision.status === 'current') ?? answers[0];
    const others = answers.filter(one => one !== holding);
    if (holding === undefined) return [];
    const row = rowOf(holding, context);
    return [
      others.length === 0 ? row : { ...row, holds: 'collapsed' as const },
      ...others.map(one => ({ ...rowOf(one, context), parent: row.id })),
    ];
  });
}

function rowOf(found: Found, context: RowContext): DecisionRow {
  const { decision, source } = found;
  const { id, question, at } = decision;
  const [answer, standing, age] = [answerText(found), standingText(decision), timeText(at)];
  return {
    id: `${source.folder} ${id}`,
    label: decisionText(found),
    description: [standing, age].filter(part => part !== '').join(' · '),
    tooltipLines: tooltipLines(found, context),
    codicon: codicons[decision.status],
    standing: tokensOf(decision).join(' '),
    accessibleName: [answer, question.question, standing, askerText(decision.asker), age].filter(part => part !== '').join('; '),
    command: decisionCommand('open'),
    found,
  };
}

/** The answer first, because that is what holds, and a row is cut at its end. */
export function decisionText(found: Found): string {
  return [answerText(found), found.decision.question.question].filter(part => part !== '').join(' – ');
}

/** An item for a list that searches by itself. */
export function pickOf(found: Found, hasFolders: boolean): DecisionPick {
  const { decision, source } = found;
  const { status, asker, at, branch } = decision;
  const details = [askerText(asker), timeText(at), branch ?? '', hasFolders ? basename(source.folder) : ''];
  return {
    label: decisionText(found),
    description: standingText(decision),
    detail: details.filter(part => part !== '').join(' · '),
    codicon: codicons[status],
    alwaysShow: true,
    found,
  };
}

const codicons: Readonly<Record<KnownDecision['status'], string>> = {
  current: 'pass',
  superseded: 'circle-slash',
  once: 'watch',
  proposed: 'lightbulb',
};

/** The answer as labels and words, with images by their names. What Claude recommended is said where the options are listed. */
export function answerText(found: Found): string {
  const { chosen, words } = found.decision;
  return [...chosen.map(label => withoutRecommended(label)), ...(words === undefined ? [] : [withImageNames(words, found)])].join(', ');
}

function withImageNames(text: string, { decision, source }: Found): string {
  const chat = decision.source?.chat;
  const anyReference = chat === undefined ? undefined : anyReferenceIn(imageFolderIn(source.storage, chat), source.folder);
  return textWithNames(text, anyReference, position => t('Image {0}', position));
}

/** Empty for a decision that holds and is told. */
function standingText({ status, untold }: KnownDecision): string {
  switch (status) {
    case 'superseded':
      return t('no longer holds');
    case 'once':
      return t('only that time');
    case 'proposed':
      return t('proposed');
    case 'current':
      return untold === true ? t('not told') : '';
  }
}

export function askerText(asker: Asker): string {
  switch (asker.kind) {
    case 'claude':
      return t('asked by Claude');
    case 'agents':
      return asker.name === undefined ? t('asked by another agent') : t('asked by the agent “{0}”', serverName(asker.name));
    case 'server':
      return t('asked by the MCP server “{0}”', serverName(asker.name));
    case 'file':
      return t('from a file');
  }
}

/** Words that the menu of a row is chosen by (`viewItem` in package.json). Answers to a server get no word about telling, because they are never told. */
function tokensOf({ status, untold, source, asker }: KnownDecision): readonly string[] {
  const telling = status !== 'current' || asker.kind === 'server' ? [] : [untold === true ? 'untold' : 'told'];
  return [status, ...telling, ...(source === undefined ? [] : ['placed'])];
}

function tooltipLines(found: Found, { known, hasFolders }: RowContext): readonly string[] {
  const { question, chosen, words, note, asker, branch, commit, at } = found.decision;
  const options = question.options.map(
    ({ label, description }) => `${chosen.includes(label) ? '●' : '○'} ${label}${description === undefined ? '' : `: ${description}`}`,
  );
  const offered = new Set(question.options.map(({ label }) => label));
  const others = chosen.filter(label => !offered.has(label)).map(label => `● ${label}`);
  return [
    question.question,
    ...options,
    ...others,
    ...(words === undefined ? [] : [t('In your own words: {0}', withImageNames(words, found))]),
    ...(note === undefined ? [] : [t('Note: {0}', withImageNames(note, found))]),
    '',
    `${askerText(asker)}, ${fullTimeText(at)}`,
    ...(branch === undefined ? [] : [t('Branch: {0}', branch)]),
    ...(commit === undefined ? [] : [t('Commit: {0}', commit.slice(0, 12))]),
    ...(hasFolders ? [t('Folder: {0}', basename(found.source.folder))] : []),
    ...standingLines(found.decision, known),
  ];
}

function standingLines({ status, superseded, untold }: KnownDecision, known: RowContext['known']): readonly string[] {
  if (status === 'superseded' && superseded !== undefined) {
    const { reason, at, by } = superseded;
    const next = by === undefined ? undefined : known.get(by);
    return [
      t('No longer holds since {0}: {1}', fullTimeText(at), reason),
      ...(next === undefined ? [] : [t('In its place: {0}', `${next.decision.question.question} → ${answerText(next)}`)]),
    ];
  }
  if (status === 'once') return [t('It held only that time. Claude is not told about it.')];
  if (status === 'proposed') return [t('Proposed, and not accepted by you. Claude is not told about it.')];
  return untold === true ? [t('Claude is not told about it.')] : [];
}
