// The parts of a card that are there for an elicitation only: who asks, the page that is to be opened, and the acts. The server's words are text
// and no Markdown.
import { useEffect } from 'preact/hooks';
import type { Elicitation } from '../../../src/shared/question.js';
import { heldKeyWords } from '../../chat/heldKey.js';
import { useApp } from '../../state/context.js';
import { Button } from '../../ui/button.js';
import type { CardState } from '../open/cardContract.js';
import { questionWords } from '../words.js';
import { strings } from '../../strings.js';

interface AskedByServerProps {
  readonly elicitation: Elicitation;
  /** The card takes no answer any more. */
  readonly over?: boolean;
}

export function AskedByServer({ elicitation, over = false }: AskedByServerProps) {
  const { server, page } = elicitation;
  const words = questionWords.elicitation;
  const open = page === undefined ? words.formOf(server) : words.pageOf(server);
  return (
    <>
      <p class="askedBy hint">{over ? words.asked(server) : open}</p>
      {page !== undefined && (
        <div class="serverPage" role="group" aria-label={words.page}>
          <div class="pageHost" dir="ltr">
            {page.host}
          </div>
          <div class="pageAddress" dir="ltr">
            {page.address}
          </div>
        </div>
      )}
    </>
  );
}

/** A server learns whether the person has declined or only closed the card, and it reads no reply. */
export function ElicitationActs({ state }: { readonly state: CardState }) {
  const { elicitation: { page, server = '' } = {}, offBecause, tabs, page: shown, reviewPage, heldKeys } = state;
  const { store } = useApp();
  const words = questionWords.elicitation;
  useEffect(() => {
    if (heldKeys > 0) store.say(heldKeyWords.noKey);
  }, [heldKeys]);
  return (
    <>
      {page !== undefined ? (
        <Button key="open" appearance="primary" label={words.openPage(page.host)} onPress={state.openPage} />
      ) : (
        (!tabs || shown === reviewPage) && (
          <Button key="submit" appearance="primary" label={questionWords.submit} disabledReason={offBecause} onPress={state.submit} />
        )
      )}
      <Button key="decline" appearance="quiet" label={words.decline} onPress={state.decline} />
      <Button key="cancel" appearance="quiet" label={strings.composer.cancel} onPress={state.dismiss} />
      {page === undefined && (
        <span key="goesTo" class="goesTo hint">
          {words.goesTo(server)}
        </span>
      )}
      {heldKeys > 0 && (
        <span key="held" class="hint">
          {heldKeyWords.noKey}
        </span>
      )}
    </>
  );
}
