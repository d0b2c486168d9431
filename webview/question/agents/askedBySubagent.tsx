// Which subagent asks, as Claude calls it: its words are text and no Markdown.
import { ExactText } from '../../chat/exactText.js';
import { t } from '../../l10n.js';
import { permissionWords } from '../../chat/permissionWords.js';

const unnamed = t('Asked by a subagent');

/** `name`: empty where the CLI does not tell. */
export function AskedBySubagent({ name }: { readonly name: string }) {
  if (name === '') return <p class="askedBy hint">{unnamed}</p>;
  return (
    <p class="askedBy" dir="auto">
      <span class="hint">{permissionWords.agent}</span> <ExactText text={name} />
    </p>
  );
}
