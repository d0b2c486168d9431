// The toolkit's elements as components, so that JSX checks what they are given. ui/toolkit.ts registers them.
import type { ComponentType, HTMLAttributes, Ref } from 'preact';

interface ToolkitElement extends HTMLAttributes<HTMLElement> {
  readonly ref?: Ref<HTMLElement>;
}

interface ButtonElement extends ToolkitElement {
  readonly appearance: 'primary' | 'secondary' | 'icon';
  /** Properties, because the toolkit passes only these to the button inside. */
  readonly ariaDisabled: 'true' | 'false';
  readonly ariaExpanded?: 'true' | 'false';
}

export const VscodeButton = element<ButtonElement>('vscode-button');
export const VscodeProgressRing = element<ToolkitElement>('vscode-progress-ring');

function element<Props>(tag: string): ComponentType<Props> {
  // Preact accepts a tag as a component; only its types do not know this one.
  return tag as unknown as ComponentType<Props>;
}
