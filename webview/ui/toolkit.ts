// Registers the toolkit's elements we use, each from its own folder so that the rest is left out of the bundle. They are defined here and not
// by the toolkit's design system, because that brings a container for dependency injection, as large as Preact, that nothing else needs.
import { FASTElementDefinition } from '@microsoft/fast-element';
import type {
  DesignSystemRegistrationContext,
  ElementDefinitionContext,
  ElementDefinitionParams,
  FoundationElementRegistry,
} from '@microsoft/fast-foundation';
import { DefaultComponentPresentation } from '@microsoft/fast-foundation';
import { vsCodeButton } from '@vscode/webview-ui-toolkit/dist/button/index.js';
import { vsCodeProgressRing } from '@vscode/webview-ui-toolkit/dist/progress-ring/index.js';

export function registerToolkit(): void {
  for (const element of [vsCodeButton(), vsCodeProgressRing()]) define(element);
}

function define(element: Pick<FoundationElementRegistry<never, never>, 'register'>): void {
  const context: Pick<DesignSystemRegistrationContext, 'elementPrefix'> & {
    tryDefineElement(params: ElementDefinitionParams): void;
  } = { elementPrefix: 'vscode', tryDefineElement };
  element.register(undefined as never, context as DesignSystemRegistrationContext);
}

function tryDefineElement({ name, type, callback }: ElementDefinitionParams): void {
  let look: DefaultComponentPresentation | undefined;
  const definer: Pick<ElementDefinitionContext, 'definePresentation' | 'defineElement'> = {
    definePresentation: presentation => {
      if (presentation instanceof DefaultComponentPresentation) look = presentation;
    },
    defineElement: definition => {
      const template = look?.template ?? undefined;
      const styles = look?.styles ?? undefined;
      new FASTElementDefinition(type, { ...definition, name, ...(template && { template }), ...(styles && { styles }) }).define();
    },
  };
  callback(definer as ElementDefinitionContext);
}
