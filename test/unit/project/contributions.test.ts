import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { agentToolDefinition } from '../../../src/claude/ask/tool.js';
import {
  agentToolName,
  chatCommands,
  actCommand,
  chatTitleCommands,
  commandIds,
  commentActs,
  commentControllerId,
  contextKeys,
  decisionActs,
  decisionCommand,
  chatListActs,
  chatsViewId,
  decisionsViewId,
  docActs,
  settings,
  tabType,
  viewId,
  walkthroughId,
} from '../../../src/host/vscode/contributions.js';
import { typedBy } from '../../support/layouts.js';

interface SettingSchema {
  readonly type: string;
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly { readonly const?: unknown; readonly minimum?: number }[];
  readonly order?: number;
  readonly markdownDescription?: string;
  readonly scope?: string;
}

interface Manifest {
  readonly contributes: {
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly type: string }[]>>;
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac?: string; readonly when?: string }[];
    readonly walkthroughs: readonly {
      readonly id: string;
      readonly icon: string;
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly svg: string; readonly altText: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly languageModelTools: readonly Readonly<Record<string, unknown>>[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, SettingSchema>>;
    };
  };
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
}

// The manifest is ours, and its form is what these tests are about.
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const { contributes } = manifest;
const languages = readdirSync('.')
  .filter(name => /^package\.nls.*\.json$/.test(name))
  .map(file => JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>);

const commands: readonly string[] = [
  ...Object.values(commandIds),
  ...chatListActs.map(actCommand),
  ...decisionActs.map(decisionCommand),
  ...docActs.map(actCommand),
  ...chatCommands.map(actCommand),
  ...commentActs.map(actCommand),
];

const enumValues = Object.values(contributes.configuration.properties).flatMap(schema => schema.enum ?? []);

function isAllowed(schema: SettingSchema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.some(allowed => allowed === value);
  if (schema.type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (typeof value !== schema.type) return false;
  if (typeof value !== 'number') return true;
  const { minimum = -Infinity, maximum = Infinity, anyOf = [{}] } = schema;
  const isOneOf = anyOf.some(one => ('const' in one ? value === one.const : value >= (one.minimum ?? -Infinity)));
  return value >= minimum && value <= maximum && isOneOf;
}

describe('package.json and contributions.ts', () => {
  it('name the same views, in the container parley', () => {
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(container => container.id),
      ['parley'],
    );
    assert.deepEqual(contributes.views, { parley: contributes.views['parley'] });
    assert.deepEqual(
      contributes.views['parley']?.map(view => view.id),
      [chatsViewId, viewId, decisionsViewId],
    );
  });

  it('name the same commands', () => {
    assert.deepEqual(contributes.commands.map(command => command.command).sort(), commands.toSorted());
  });

  it('name the same commands of the title of the chat’s view alone', () => {
    const titles = contributes.menus['view/title'] ?? [];
    const isOfChat = ({ when }: { readonly when?: string }): boolean => when === `view == ${viewId}`;
    const others = titles.filter(one => !isOfChat(one)).map(({ command }) => command);
    const own = titles.filter(isOfChat).map(({ command }) => command);
    assert.deepEqual(chatTitleCommands.toSorted(), own.filter(command => !others.includes(command)).toSorted());
  });

  it('name the same settings with the same defaults', () => {
    const defaults = Object.fromEntries(Object.entries(contributes.configuration.properties).map(([id, schema]) => [id, schema.default]));
    assert.deepEqual(defaults, Object.fromEntries(Object.entries(settings).map(([id, setting]) => [id, setting.default])));
  });

  it('allow the same values', () => {
    const tried = ['', 'word', 'off', 0, -1, 1, 5, 5.9, 6, 40, 41, 60, 61, 10_080, 10_081, true, null, [], {}, ...enumValues];
    for (const [id, setting] of Object.entries(settings)) {
      const schema = contributes.configuration.properties[id];
      assert.ok(schema, id);
      for (const value of tried) assert.equal(setting.isValid(value), isAllowed(schema, value), `${id}: ${JSON.stringify(value)}`);
    }
  });

  it('give every setting a place of its own', () => {
    const orders = Object.values(contributes.configuration.properties).map(({ order }) => order);
    assert.deepEqual(
      orders,
      orders.map((_, index) => index + 1),
    );
  });

  it('describe every setting in both languages, and give each a scope', () => {
    for (const [id, schema] of Object.entries(contributes.configuration.properties)) {
      for (const words of languages) assert.ok((words[schema.markdownDescription?.replaceAll('%', '') ?? ''] ?? '').length > 40, id);
      assert.ok(schema.scope !== undefined, id);
    }
  });

  it('describe every setting without the words of the code', () => {
    for (const words of languages)
      for (const [key, text] of Object.entries(words)) assert.doesNotMatch(text, /\bparks?\b|\broutes?\b|\bextended\b/, key);
  });

  it('let each value count where docs/guide/settings.md says so, with a reason: a folder decides nothing for the person', () => {
    const rows = [...readFileSync('docs/guide/settings.md', 'utf8').matchAll(/^\| `(.*?)` +\| (.*?) +\| (.*?) +\|$/gm)];
    const whose = Object.entries(settings).map(([id, { scope, offOnly }]) => {
      const names = { machine: 'the machine', application: 'you', window: offOnly === true ? 'off by a folder' : 'looks' };
      return [id, names[scope]];
    });
    assert.deepEqual(
      rows.map(([, id, said]) => [id, said]),
      whose,
    );
    for (const [, id, , because = ''] of rows) assert.ok(because.length > 20, id);
    for (const [id, { scope }] of Object.entries(contributes.configuration.properties))
      assert.equal(scope, Object.entries(settings).find(([other]) => other === id)?.[1].scope, id);
  });

  it('have no key that types a character on the German, French, Polish or Spanish layout', () => {
    assert.deepEqual(typedBy('ctrl+alt+q'), ['@ (German)'], 'Windows reports AltGr as Ctrl+Alt');
    assert.deepEqual(
      contributes.keybindings.flatMap(({ key, mac }) => [...typedBy(key), ...(mac === undefined ? [] : typedBy(mac))]),
      [],
    );
  });

  it('use only known commands and context keys in menus, keybindings and enablements', () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings];
    const known = new Set<string>(commands);
    assert.deepEqual(
      used.filter(entry => !known.has(entry.command)),
      [],
    );
    const clauses = [...used.map(entry => entry.when), ...contributes.commands.map(command => command.enablement)].filter(
      clause => clause !== undefined,
    );
    const steps = contributes.walkthroughs.flatMap(walkthrough => walkthrough.steps);
    const completing = steps.flatMap(step => step.completionEvents);
    const keys = [...clauses, ...completing]
      .flatMap(clause => clause.match(/(?<!config\.)\bparley\.\w+/g) ?? [])
      .filter(key => ![viewId, chatsViewId, decisionsViewId, tabType, commentControllerId].includes(key));
    assert.deepEqual([...new Set(keys)].sort(), [...contextKeys].sort());
    assert.doesNotMatch(
      JSON.stringify(contributes),
      /config\.parley\.memory/,
      'a folder can only turn it off, which VS Code does not know',
    );
  });

  it('give other agents the tool in words of their own, where it is turned on and a card can be shown', () => {
    const [tool, ...others] = contributes.languageModelTools;
    const { name, modelDescription, inputSchema, when } = tool ?? {};
    const { description, inputSchema: schema } = agentToolDefinition;
    assert.doesNotMatch(JSON.stringify(agentToolDefinition), /AskUserQuestion|Claude/, 'only Claude has that tool');
    assert.deepEqual([name, others], [agentToolName, []]);
    // As JSON, which is what VS Code reads.
    const hint = 'run node scripts/agentTool.mjs';
    assert.deepEqual(
      { modelDescription, inputSchema },
      JSON.parse(JSON.stringify({ modelDescription: description, inputSchema: schema })),
      hint,
    );
    assert.equal(when, 'config.parley.askUser.enabled && isWorkspaceTrusted && workspaceFolderCount != 0');
    for (const words of languages)
      for (const key of ['displayName', 'userDescription'] as const)
        assert.ok((words[String(tool?.[key]).replaceAll('%', '')] ?? '').length > 5, key);
  });

  describe('the walkthrough', () => {
    const [walkthrough] = contributes.walkthroughs;
    const steps = walkthrough?.steps ?? [];

    it('is the one that the command opens', () => {
      assert.equal(`parley.parley#${walkthrough?.id ?? ''}`, walkthroughId);
    });

    it('has four steps, each with a picture, its description, and events that complete it, before it is opened and after', () => {
      assert.equal(steps.length, 4);
      for (const { media, completionEvents } of steps) {
        assert.match(readFileSync(media.svg, 'utf8'), /^<svg /, media.svg);
        for (const words of languages) assert.ok((words[media.altText.replaceAll('%', '')] ?? '').length > 20, media.altText);
        const [event = ''] = completionEvents;
        assert.match(event, /^onContext:parley\.\w+$/);
        assert.deepEqual(completionEvents, [event, `${event} && parley.walkthroughOpened`]);
      }
    });

    it('has pictures in the theme’s own colours', () => {
      for (const { media } of steps) {
        const picture = readFileSync(media.svg, 'utf8');
        assert.doesNotMatch(picture, /style=/, 'VS Code’s page paints no style attribute');
        const painted = [...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour = '']) => colour);
        const colours = painted.filter(colour => colour !== 'none');
        assert.ok(colours.length > 5);
        assert.deepEqual(
          colours.filter(colour => !colour.startsWith('var(--vscode-')),
          [],
          media.svg,
        );
      }
    });

    it('has buttons for commands that are there, in both languages', () => {
      const known = new Set<string>([...commands, `${viewId}.focus`]);
      for (const words of languages) {
        const texts = steps.map(({ description }) => words[description.replaceAll('%', '')] ?? '');
        const called = texts.flatMap(text => [...text.matchAll(/\]\(command:([^?)]+)/g)].map(([, command = '']) => command));
        assert.equal(called.length, 5);
        assert.deepEqual(
          called.filter(command => !known.has(command)),
          [],
        );
      }
    });
  });
});
