// Why a card is open again although the person has submitted. Pure.
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { questionWords } from '../words.js';

export function unsentWords(unsent: NonNullable<QuestionItem['unsent']>): string {
  return unsent === 'changed' ? questionWords.unsent.changed : questionWords.unsent.windowEnded;
}
