// Why the Product Doc could not be read or changed, for the person (docProblems.ts has the words for a model).
import * as vscode from 'vscode';
import type { PlaceFault } from '../../memory/docPlace.js';
import { usualPlace } from '../../memory/docPlace.js';
import type { FileProblem } from '../../memory/productDocFile.js';

const { t } = vscode.l10n;

/** A sentence. @param file the name of the file that it is about */
export function problemForPerson(problem: FileProblem, file: string): string {
  switch (problem.code) {
    case 'tooLarge':
      return t('{0} has more than 1 MB, so Parley does not read it.', file);
    case 'notUtf8':
      return t('{0} is not saved as UTF-8, so Parley leaves it as it is.', file);
    case 'isFolder':
      return t('There is a folder in the place of {0}.', file);
    case 'noFolder':
      return t('The folder of {0} is not there and cannot be made.', file);
    case 'readOnly':
      return t('{0} cannot be written: the file or its folder is read-only.', file);
    case 'full':
      return t('{0} cannot be written: the disk is full.', file);
    case 'failed':
      return t('{0} could not be read or written: {1}', file, problem.error.message);
    case 'untold':
      return t(
        'Parley cannot read which lines of the project card you have removed, so Claude is told none of its lines. Repair this file. If you delete it, Claude is told the removed lines again: {0}',
        problem.file,
      );
    case 'structure':
      return t('The text has a line that begins with “## ”, or a code block that stays open: it would make or end another section.');
    case 'conflict':
      return t('“{0}” has changed in {1} meanwhile, so nothing was written.', problem.section, file);
    case 'badName':
      return t('This cannot be the name of a section: {0}', problem.name.slice(0, 60));
    case 'sectionTooLarge':
      return t('The section “{0}” would have more than 100 kB.', problem.name);
    case 'docTooLarge':
      return t('The Product Doc would have more than 1 MB.');
    case 'tooManySections':
      return t('The Product Doc would have more than 200 sections.');
    case 'notJson':
      return t('{0} is not JSON.', file);
    case 'unknownKey':
      return t(
        '{0} has a field that a Product Doc does not have: {1}',
        file,
        problem.at === '' ? problem.key : `${problem.at}.${problem.key}`,
      );
    case 'wrongForm':
      return t('{0} is not a Product Doc: {1} is missing or has another form.', file, problem.at === '' ? t('the whole') : problem.at);
    case 'noOwner':
      return t('{0} is not a Product Doc: it must name either a folder or a session.', file);
  }
}

/** Why the file of the setting cannot be the Product Doc, and what to do. @param file as the setting names it, from the work folder on */
export function placeFaultForPerson(fault: PlaceFault, file: string): string {
  switch (fault) {
    case 'noMarkdown':
      return t(
        'The setting “parley.memory.productDocFile” does not lead to a Markdown file in the work folder, so Parley does not use it. Name one there, such as {0}.',
        usualPlace,
      );
    case 'toolsOwn':
      return t(
        'The setting “parley.memory.productDocFile” leads to {0}, which Claude or another tool reads as instructions or keeps for itself, so Parley does not use it. Name another Markdown file there, such as {1}.',
        file,
        usualPlace,
      );
  }
}
