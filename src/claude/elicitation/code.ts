// The code that answers an elicitation, for modules that activation reads. It comes with the reader of the CLI's lines (events.ts), and without a
// line there is no elicitation to answer.
import type { elicitationResult } from './elicitation.js';

export const elicitationCode: { resultOf?: typeof elicitationResult } = {};
