// Rows of `npm run bench`: how a row is judged and how the table is printed. Knows nothing of the measured features.

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} now the figure of this run
 * @property {string} unit
 * @property {number} [limit] the figure to compare with, measured in the same run
 * @property {string} [limitName]
 * @property {number} [ratio] `now / limit`
 * @property {string} [bound] the comparison that must hold
 * @property {string} [aim] the comparison that should hold
 * @property {boolean} [ok] absent: not judged
 * @property {boolean} [aimed]
 * @property {string} [note]
 */
/** @typedef {{ name: string, missing: string }} Missing in the place of rows that a section did not give, and why */
/** @typedef {{ bound: number, aim?: number }} Wanted */
/** @typedef {{ name: string, now: number, unit: string, note?: string | undefined }} Figure */
/** @typedef {{ value: number, name: string }} Limit */

/** Judges by `now / limit`, where more is better: throughput. @param {Figure} figure @param {Limit} limit @param {Wanted} wanted @returns {Row} */
export function atLeastTimes(figure, limit, wanted) {
  const ratio = figure.now / limit.value;
  return {
    ...compared(figure, limit),
    ...judged(
      wanted,
      value => ratio >= value,
      value => `≥ ${round(value)} ×`,
    ),
  };
}

/** Judges by `now / limit`, where less is better: time. @param {Figure} figure @param {Limit} limit @param {Wanted} wanted @returns {Row} */
export function atMostTimes(figure, limit, wanted) {
  const ratio = figure.now / limit.value;
  return {
    ...compared(figure, limit),
    ...judged(
      wanted,
      value => ratio <= value,
      value => `≤ ${round(value)} ×`,
    ),
  };
}

/** Judges by `now - limit`. @param {Figure} figure @param {Limit} limit @param {Wanted} wanted @returns {Row} */
export function atMostMore(figure, limit, wanted) {
  const more = figure.now - limit.value;
  return {
    ...compared(figure, limit),
    ...judged(
      wanted,
      value => more <= value,
      value => `≤ limit + ${round(value)} ${figure.unit}`,
    ),
  };
}

/** Judges the figure itself. @param {Figure} figure @param {Wanted} wanted @returns {Row} */
export function atMost(figure, wanted) {
  return {
    ...figureOf(figure),
    ...judged(
      wanted,
      value => figure.now <= value,
      value => `≤ ${round(value)} ${figure.unit}`,
    ),
  };
}

/** Judges nothing. @param {Figure} figure @param {Limit} [limit] @returns {Row} */
export function told(figure, limit) {
  return limit === undefined ? figureOf(figure) : compared(figure, limit);
}

/** The figures of a row without a judgement, for a run that is too short for one. @param {Row} row @returns {Row} */
export function unjudged({ bound: _bound, aim: _aim, ok: _ok, aimed: _aimed, ...row }) {
  return row;
}

/** @param {Figure} figure */
function figureOf({ name, now, unit, note }) {
  return { name, now, unit, ...(note !== undefined && { note }) };
}

/** @param {Figure} figure @param {Limit} limit */
function compared(figure, limit) {
  return { ...figureOf(figure), limit: limit.value, limitName: limit.name, ratio: figure.now / limit.value };
}

/** @param {Wanted} wanted @param {(value: number) => boolean} holds @param {(value: number) => string} say */
function judged({ bound, aim }, holds, say) {
  return { bound: say(bound), ok: holds(bound), ...(aim !== undefined && { aim: say(aim), aimed: holds(aim) }) };
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/** The quantile by linear interpolation; NaN of nothing. @param {readonly number[]} values @param {number} part 0 to 1 */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)] ?? NaN;
  const high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** How far a median can be trusted: `n 15, 41–55` are its quartiles. @param {readonly number[]} values */
export function spread(values) {
  return `n ${values.length}, ${round(quantile(values, 0.25))}–${round(quantile(values, 0.75))}`;
}

/** @param {readonly (Row | Missing)[]} rows */
export function formatRows(rows) {
  const head = ['', 'now', 'limit', 'ratio', 'bound', 'aim', '', ''];
  const body = rows.map(row => ('missing' in row ? [row.name, '', '', '', '', '', 'MISSING', firstLine(row.missing)] : cellsOf(row)));
  const all = [head, ...body];
  const widths = head.map((_, column) => Math.max(...all.map(cells => (cells[column] ?? '').length)));
  return all
    .map(cells =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {Row} row */
function cellsOf(row) {
  return [
    row.name,
    `${round(row.now)} ${row.unit}`,
    row.limit === undefined ? '' : `${round(row.limit)} ${row.unit} (${row.limitName})`,
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.bound ?? '',
    row.aim ?? '',
    verdict(row),
    row.note ?? '',
  ];
}

/** @param {string} text */
function firstLine(text) {
  return text.split('\n', 1)[0] ?? '';
}

/** @param {Row} row */
function verdict({ ok, aimed }) {
  if (ok === undefined) return '';
  return ok ? (aimed === false ? 'ok, aim missed' : 'ok') : 'MISSED';
}

/** Rounds to three digits, because more mean nothing here. @param {number} value */
function round(value) {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
