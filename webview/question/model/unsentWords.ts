// Why a card is open again although the person has submitted. Pure.
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { laterStrings } from '../../laterStrings.js';

export function unsentWords(unsent: NonNullable<QuestionItem['unsent']>): string {
  return unsent === 'changed' ? laterStrings.unsent.changed : laterStrings.unsent.windowEnded;
}
