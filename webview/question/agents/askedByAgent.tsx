// Who asks on a card beside Claude: in which folder another agent works and that none of its calls waits now, and which subagent asks. Their words are text and no Markdown.
import type { OtherAgent } from '../../../src/shared/question.js';
import { ExactText } from '../../chat/exactText.js';
import { questionWords } from '../words.js';
import { t } from '../../l10n.js';
import { permissionWords } from '../../chat/permissionWords.js';

const words = questionWords.agent;

interface AskedByAgentProps {
  readonly agent: OtherAgent;
  /** The card takes an answer. */
  readonly isOpen?: boolean;
}

export function AskedByAgent({ agent: { name, folder, unattended, terminal }, isOpen = false }: AskedByAgentProps) {
  return (
    <>
      {isOpen && unattended === true && <p class="cardNotice">{words.unattended(name)}</p>}
      {isOpen && terminal === true && <p class="askedBy hint">{words.alsoThere(name)}</p>}
      <p class="askedBy" dir="auto">
        <span class="hint">{words.worksIn}</span> <ExactText text={folder} isPath />
      </p>
    </>
  );
}

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
