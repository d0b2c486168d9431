// The content beside a radio or a check box: label, description, and its key. The same for both.
import { Markdown } from './markdownText.js';
import { splitRecommended } from './recommended.js';
import { strings } from '../strings.js';

interface OptionContentProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly descriptionId?: string;
  readonly shortcut?: string | undefined;
  /** Marks an option that has a preview. */
  readonly previewId?: string | undefined;
  readonly links: 'open' | 'words';
  /** The description is still being streamed. */
  readonly growing?: boolean;
}

export function OptionContent({ label, description, descriptionId, shortcut, previewId, links, growing = false }: OptionContentProps) {
  const { text, recommended } = splitRecommended(label);
  return (
    <div class="optionContent">
      <div class="optionLine">
        <span class="optionLabel" dir="auto">
          {text}
        </span>
        {recommended && <span class="recommended">{strings.option.recommended}</span>}
        {previewId !== undefined && (
          <span id={previewId} class="hasPreview">
            {strings.option.hasPreview}
          </span>
        )}
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
