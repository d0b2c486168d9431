// Reads the person's answer from the tool result that the model gets, so that the demo's Claude can repeat it. The text is the
// CLI's; its forms are recorded in test/fixtures/streams.

/** @typedef {{ question: string, answer: string, note?: string }} ReadAnswer */
/**
 * @typedef {{ kind: 'answered', answers: ReadAnswer[] } | { kind: 'responded', text: string } | { kind: 'unanswered' }
 *   | { kind: 'refused', text: string }} ReadResult
 */

/**
 * @param {import('../api/apiConversation.mjs').ToolResult} result
 * @returns {ReadResult}
 */
export function readAnswers({ text, isError, input }) {
  if (isError) return { kind: 'refused', text };
  if (text.startsWith('Q: ')) return { kind: 'answered', answers: ownAnswers(text) };
  const responded = /^The user responded: ([\s\S]*)$/.exec(text)?.[1];
  if (responded !== undefined) return { kind: 'responded', text: responded };
  const body = text.replace(/\. (?:You can now continue with|Read the answers carefully)[\s\S]*$/, '');
  // Questions are found by their own text, because an answer may hold commas, quotation marks, even another `"="`.
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
 * The answers of `ask_user`: only an entry of Parley's begins at the margin.
 * @param {string} text
 * @returns {ReadAnswer[]}
 */
function ownAnswers(text) {
  return text.split(/\n\n(?=Q: )/).map(entry => {
    const [, question = '', answer = '', note] = /^Q: ([\s\S]*?)\nA: ([\s\S]*?)(?:\nNote: ([\s\S]*))?$/.exec(entry) ?? [];
    return { question, answer, ...(note !== undefined && { note }) };
  });
}

/**
 * @param {unknown} input
 * @returns {string[]}
 */
function questionTexts(input) {
  const { questions = [] } = /** @type {{ questions?: { question: string }[] }} */ (input ?? {}); // the script's own question, echoed
  return questions.map(({ question }) => question);
}
