// Words in the person's language: the host puts its translation into the page, where there is one.
import * as l10n from '@vscode/l10n';

const bundle = document.getElementById('l10n')?.textContent;
if (bundle !== undefined) l10n.config({ contents: bundle });

/** The translation of an English sentence, with `{0}`, `{1}` filled in. Only ever called with a literal: a test collects them. */
export const { t } = l10n;

/** A number as VS Code's language writes it, with so many digits behind the point or comma. */
export function numberText(value: number, digits = 0): string {
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(document.documentElement.lang, places).format(value);
}

/** A number with its unit, as VS Code's language writes it. */
export function unitText(value: number, unit: 'minute' | 'second' | 'millisecond'): string {
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 3 } as const;
  return new Intl.NumberFormat(document.documentElement.lang, style).format(value);
}
