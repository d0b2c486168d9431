// Registers the toolkit's elements we use, each from its own folder so that the rest is left out of the bundle.
import { vsCodeButton } from '@vscode/webview-ui-toolkit/dist/button/index.js';
import { vsCodeProgressRing } from '@vscode/webview-ui-toolkit/dist/progress-ring/index.js';
import { vsCodeTag } from '@vscode/webview-ui-toolkit/dist/tag/index.js';
import { provideVSCodeDesignSystem } from '@vscode/webview-ui-toolkit/dist/vscode-design-system.js';

export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing(), vsCodeTag());
}
