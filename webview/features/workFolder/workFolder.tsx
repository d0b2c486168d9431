// The folder in which Claude works, among several roots: beside the status, above the message box. Until the chat has begun a menu changes it.
import type { ChatNews } from '../../../src/shared/contract/news.js';
import type { Variant } from '../../../src/shared/variant.js';
import { useApp } from '../../state/context.js';
import { Icon } from '../../ui/icon.js';
import { MenuButton } from '../steering/menuButton.js';
import { useNews } from '../news.js';
import { SteeringNote } from '../steering/steeringNote.js';
import { steeringWords as words } from '../steering/steeringWords.js';
import { useIsSteered } from '../steering/useIsSteered.js';

type Place = Variant<ChatNews, 'workFolder'>;

function usePlace(): Place | undefined {
  const { store } = useApp();
  const place = useNews('workFolder');
  const isSteered = useIsSteered();
  return isSteered || store.elsewhere.value !== undefined ? place : undefined;
}

/** False once a message is sent, before the host says so with its next news: the chat stays where it is. */
function useCanChoose(place: Place | undefined): boolean {
  const { store } = useApp();
  const isSteered = useIsSteered();
  const isNew = place?.gone !== undefined || store.conversation.slots.value.length === 0;
  return isSteered && place !== undefined && place.roots.length > 0 && isNew;
}

export function WorkFolder() {
  const { post } = useApp();
  const place = usePlace();
  const canChoose = useCanChoose(place);
  if (place === undefined) return null;
  const { name, path, roots } = place;
  const text = words.folder(name);
  if (!canChoose) {
    return (
      <span class="workFolder" title={path} dir="auto">
        {text}
      </span>
    );
  }
  const onChoose = (value: string): void => {
    if (value !== path) post({ type: 'chooseFolder', path: value });
  };
  return (
    <MenuButton
      {...{ label: text, text, title: path, icon: <Icon name="folder" />, atEnd: true }}
      groups={[{ entries: roots.map(root => ({ value: root.path, name: root.name, what: root.path })), chosen: path, onChoose }]}
    />
  );
}

/** Why Claude cannot be started in its folder. */
export function WorkFolderNote() {
  const place = usePlace();
  const canChoose = useCanChoose(place);
  if (place?.gone === undefined) return null;
  return <SteeringNote text={canChoose ? words.gone.choose : words.gone[place.gone]} />;
}
