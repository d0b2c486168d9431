// The sign of a permission. Apart from the other icons, because the first paint never shows it.
import shield from '@vscode/codicons/src/icons/shield.svg';
import { Drawing } from './icon.js';

export function ShieldIcon() {
  return <Drawing name="shield" svg={shield} />;
}
