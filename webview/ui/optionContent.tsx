// What stands beside a radio or a check box: label, description, the key that picks it. The same in both.
import { strings } from '../strings.js';
import { Markdown } from './markdownText.js';

interface OptionContentProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly descriptionId?: string;
  readonly shortcut?: string | undefined;
  readonly links: 'open' | 'words';
  /** More of the description is on its way. */
  readonly growing?: boolean;
}

export function OptionContent({ label, description, descriptionId, shortcut, links, growing = false }: OptionContentProps) {
  const { text, recommended } = splitRecommended(label);
  return (
    <div class="optionContent">
      <div class="optionLine">
        <span class="optionLabel" dir="auto">
          {text}
        </span>
        {recommended && <span class="recommended">{strings.question.recommended}</span>}
        {shortcut !== undefined && <kbd class="shortcut">{shortcut}</kbd>}
      </div>
      {description !== undefined && description !== '' && (
        <div id={descriptionId} class="optionDescription">
          <Markdown text={description} links={links} growing={growing} />
        </div>
      )}
    </div>
  );
}

/** Claude marks the option it would take by a suffix of the label. The label stays whole in the name and in the answer. */
export function splitRecommended(label: string): { readonly text: string; readonly recommended: boolean } {
  const text = label.replace(/\s*\(recommended\)\s*$/i, '');
  return text === '' ? { text: label, recommended: false } : { text, recommended: text !== label };
}
