// Owns: reading, out of the tool result which the model gets, what the person answered, so that the demo's Claude can
// repeat it in words of its own. The text is the CLI's; its shapes are recorded in test/fixtures/streams.

/** @typedef {{ question: string, answer: string, note?: string }} ReadAnswer */
/**
 * @typedef {{ kind: 'answered', answers: ReadAnswer[] } | { kind: 'responded', text: string } | { kind: 'unanswered' }
 *   | { kind: 'refused', text: string }} ReadResult
 */

/**
 * @param {import('./apiConversation.mjs').ToolResult} result
 * @returns {ReadResult}
 */
export function readAnswers({ text, isError, input }) {
  if (isError) return { kind: 'refused', text };
  const responded = /^The user responded: ([\s\S]*)$/.exec(text)?.[1];
  if (responded !== undefined) return { kind: 'responded', text: responded };
  const body = text.replace(/\. (?:You can now continue with|Read the answers carefully)[\s\S]*$/, '');
  // Questions are found by their own text: an answer may hold commas, quotation marks, even another `"="`.
  const found = questionTexts(input)
    .map(question => ({ question, mark: `"${question}"="`, at: body.indexOf(`"${question}"="`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const answers = found.map(({ question, mark, at }, nth) => {
    const written = body.slice(at + mark.length, found[nth + 1]?.at).replace(/, $/, '');
    const [, answer = written, note] = /^([\s\S]*)"(?: notes: ([\s\S]*))?$/.exec(written) ?? [];
    return { question, answer, ...(note !== undefined && { note }) };
  });
  return answers.length > 0 ? { kind: 'answered', answers } : { kind: 'unanswered' };
}

/**
 * @param {unknown} input
 * @returns {string[]}
 */
function questionTexts(input) {
  const { questions = [] } = /** @type {{ questions?: { question: string }[] }} */ (input ?? {}); // the script's own question, echoed
  return questions.map(({ question }) => question);
}
