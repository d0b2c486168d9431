// Why the Product Doc could not be read or changed, for a model and for the log. In English, because a model reads it.
import { faultSentence } from '../../memory/productDoc.js';
import type { FileProblem } from '../../memory/productDocFile.js';

export function problemForModel(problem: FileProblem): string {
  switch (problem.code) {
    case 'tooLarge':
      return 'The file of the Product Doc has more than 1 MB, so it is not read.';
    case 'notUtf8':
      return 'The file of the Product Doc is not UTF-8, so it is left as it is.';
    case 'isFolder':
      return 'There is a folder in the place of the Product Doc.';
    case 'noFolder':
      return 'The folder of the Product Doc is not there.';
    case 'readOnly':
      return 'The Product Doc cannot be written: the file or its folder is read-only.';
    case 'full':
      return 'The Product Doc cannot be written: the disk is full.';
    case 'failed':
      return `The Product Doc could not be read or written: ${problem.error.message}`;
    case 'untold':
      return `Which sections the user has taken out cannot be read, so no section is told: ${problem.file}`;
    case 'structure':
      return 'The content must not have a line that begins with “## ”, or a code fence that stays open: it would make or end another section. Use “###”.';
    case 'conflict':
      return `“${problem.section}” is not as you last read it, or you have not read it, so nothing was written. It says now:\n\n${problem.present ?? '(nothing: it is gone)'}`;
    case 'badName':
    case 'docTooLarge':
    case 'noOwner':
    case 'notJson':
    case 'sectionTooLarge':
    case 'tooManySections':
    case 'unknownKey':
    case 'wrongForm':
      return faultSentence(problem);
  }
}
