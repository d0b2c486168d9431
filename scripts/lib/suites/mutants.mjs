// What became of the mutants, and the list of those that may live (test/mutants.md). Pure.

/** @typedef {Pick<import('@stryker-mutator/api/core').MutantResult, 'fileName' | 'status' | 'location' | 'replacement'>} Mutant */
/**
 * @typedef {object} Change
 * @property {string} file
 * @property {string} diff the lines as they are, each after `- `, and as the mutant has them, each after `+ `, without their indentation
 */
/** @typedef {{ readonly killed: number, readonly all: number }} Score */

/** The least score in percent. */
const leastScore = 85;

/**
 * @param {readonly Mutant[]} mutants
 * @param {(file: string) => string} sourceOf
 * @param {string} list of the survivors that are explained
 * @returns {{ readonly ok: boolean, readonly report: string }}
 */
export function judge(mutants, sourceOf, list) {
  const explained = readExplained(list);
  const files = [...new Set(mutants.map(({ fileName }) => fileName))].sort();
  const survivors = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(mutant => changeOf(mutant, sourceOf));
  const unexplained = survivors.filter(survivor => !explained.some(entry => isSame(entry, survivor)));
  const gone = explained.filter(entry => files.includes(entry.file) && !survivors.some(survivor => isSame(entry, survivor)));
  const wordless = explained.filter(({ why }) => why === '');
  const total = scoreOf(mutants);
  const report = [
    ...files.map(file => line(file, scoreOf(mutants.filter(({ fileName }) => fileName === file)))),
    line('all', total),
    ...told('No test notices these mutants. Write the test, or say in test/mutants.md why nobody could notice them:', unexplained),
    ...told('test/mutants.md names these mutants, which are killed or no longer made:', gone),
    ...told('test/mutants.md does not say why these mutants may live:', wordless),
    ...(percent(total) < leastScore ? [`At least ${leastScore} % of the mutants must be killed.`] : []),
  ];
  const ok = percent(total) >= leastScore && unexplained.length + gone.length + wordless.length === 0;
  return { ok, report: report.join('\n') };
}

/** @param {readonly Mutant[]} mutants @returns {Score} */
function scoreOf(mutants) {
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  return { killed, all: mutants.length };
}

/** @param {Score} score */
const percent = ({ killed, all }) => (100 * killed) / Math.max(all, 1);

/** @param {string} name @param {Score} score */
const line = (name, score) => `${percent(score).toFixed(1).padStart(5)} %  ${`${score.killed} of ${score.all}`.padStart(12)}  ${name}`;

/** The changes in the form of the list. @param {string} heading @param {readonly Change[]} changes @returns {string[]} */
function told(heading, changes) {
  const shown = changes.map(({ file, diff }) => `\n## ${file}\n\n\`\`\`diff\n${diff}\n\`\`\``);
  return changes.length === 0 ? [] : [`\n${heading}`, ...shown];
}

/** @param {Mutant} mutant @param {(file: string) => string} sourceOf @returns {Change} */
function changeOf({ fileName: file, location: { start, end }, replacement = '' }, sourceOf) {
  const lines = sourceOf(file)
    .split('\n')
    .slice(start.line - 1, end.line);
  const before = lines.join('\n');
  const rest = (lines.at(-1) ?? '').slice(end.column - 1);
  const after = before.slice(0, start.column - 1) + replacement + rest;
  return { file, diff: [...signed('-', before), ...signed('+', after)].join('\n') };
}

/** @param {string} sign @param {string} text @returns {string[]} */
function signed(sign, text) {
  return text.split('\n').map(row => `${sign} ${row.trim()}`);
}

/** @param {Change} one @param {Change} other */
function isSame(one, other) {
  return one.file === other.file && one.diff === other.diff;
}

/**
 * Reads the list: under a heading with the file's path stands why a mutant may live, and then its change in a fence of the language `diff`. More
 * fences behind the same words are explained by them too.
 * @param {string} list
 * @returns {(Change & { readonly why: string })[]}
 */
function readExplained(list) {
  const explained = [];
  let [file, why] = ['', ''];
  for (const part of list.split(/^(## .*|```diff\n[\s\S]*?^```)$/m)) {
    if (part.startsWith('## ')) [file, why] = [part.slice(3), ''];
    else if (part.startsWith('```diff')) explained.push({ file, why, diff: part.split('\n').slice(1, -1).join('\n') });
    else if (part.trim() !== '') why = part.trim();
  }
  return explained;
}
