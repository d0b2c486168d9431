import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commandIds, contextKeys, restrictedSettings, settingDefaults, viewId } from '../../src/host/contributions.js';

interface Manifest {
  readonly contributes: {
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly type: string }[]>>;
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly default: unknown; readonly markdownDescription?: string; readonly scope?: string }>
      >;
    };
  };
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
}

// The manifest is ours, and its form is what these tests are about.
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { contributes } = manifest;
const words = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;

describe('package.json and contributions.ts', () => {
  it('name the same view, in the container parley', () => {
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(container => container.id),
      ['parley'],
    );
    assert.deepEqual(contributes.views, { parley: contributes.views['parley'] });
    assert.deepEqual(
      contributes.views['parley']?.map(view => view.id),
      [viewId],
    );
  });

  it('name the same commands', () => {
    assert.deepEqual(contributes.commands.map(command => command.command).sort(), Object.values(commandIds).sort());
  });

  it('name the same settings with the same defaults', () => {
    const defaults = Object.fromEntries(Object.entries(contributes.configuration.properties).map(([id, schema]) => [id, schema.default]));
    assert.deepEqual(defaults, settingDefaults);
  });

  it('describe every setting, and give each a scope', () => {
    for (const [id, schema] of Object.entries(contributes.configuration.properties)) {
      assert.ok((words[schema.markdownDescription?.replaceAll('%', '') ?? ''] ?? '').length > 40, id);
      assert.ok(schema.scope !== undefined, id);
    }
  });

  it('let no folder that is not trusted choose a program, its environment or a route', () => {
    assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, restrictedSettings);
  });

  it('use only known commands and context keys in menus, keybindings and enablements', () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    const known = new Set<string>(Object.values(commandIds));
    assert.deepEqual(
      used.filter(entry => !known.has(entry.command)),
      [],
    );
    const clauses = [...used.map(entry => entry.when), ...contributes.commands.map(command => command.enablement)].filter(
      clause => clause !== undefined,
    );
    const keys = clauses.flatMap(clause => clause.match(/parley\.\w+/g) ?? []).filter(key => key !== viewId);
    assert.deepEqual([...new Set(keys)].sort(), [...contextKeys].sort());
  });
});
