// Finds the active colour theme among the extensions, and its colours for code. Import it lazily.
import * as vscode from 'vscode';
import { coloursBy, settingRules, themeRules } from './themeRules.js';

/** The most bytes of a theme's file. */
const largestFile = 2_000_000;

const uiThemes: Readonly<Record<string, vscode.ColorThemeKind>> = {
  vs: vscode.ColorThemeKind.Light,
  'vs-dark': vscode.ColorThemeKind.Dark,
  'hc-black': vscode.ColorThemeKind.HighContrast,
  'hc-light': vscode.ColorThemeKind.HighContrastLight,
};

/** The setting that names the theme which follows the system, by its kind. */
const preferred: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: 'workbench.preferredLightColorTheme',
  [vscode.ColorThemeKind.Dark]: 'workbench.preferredDarkColorTheme',
  [vscode.ColorThemeKind.HighContrast]: 'workbench.preferredHighContrastColorTheme',
  [vscode.ColorThemeKind.HighContrastLight]: 'workbench.preferredHighContrastLightColorTheme',
};

interface FoundTheme {
  readonly names: readonly string[];
  readonly path: string;
  readonly extension: vscode.Uri;
}

/**
 * The colours as `coloursBy` gives them; undefined where the theme is not found or not understood. An extension host on another computer does not
 * see the themes that are installed beside the window.
 */
export async function readThemeColours(): Promise<readonly string[] | undefined> {
  const { kind } = vscode.window.activeColorTheme;
  const configuration = vscode.workspace.getConfiguration();
  const auto = configuration.get('window.autoDetectColorScheme') === true;
  // The order in which VS Code looks: a theme of another kind is not the one that is shown.
  const settings = auto ? [preferred[kind], 'workbench.colorTheme'] : ['workbench.colorTheme', preferred[kind]];
  const theme = settings.map(setting => find(configuration.get<unknown>(setting), kind)).find(found => found !== undefined);
  if (theme === undefined) return undefined;
  const rules = await themeRules(theme.path, path => read(vscode.Uri.joinPath(theme.extension, path)));
  if (rules === undefined) return undefined;
  // The person's alone: a folder's could give code of an answer, a command with it, the colour of the ground.
  const ofPerson = configuration.inspect<unknown>('editor.tokenColorCustomizations')?.globalValue;
  return coloursBy([...rules, ...settingRules(ofPerson, theme.names)]);
}

function find(name: unknown, kind: vscode.ColorThemeKind): FoundTheme | undefined {
  if (typeof name !== 'string') return undefined;
  for (const { packageJSON, extensionUri } of vscode.extensions.all) {
    // What the author of the extension has written, of any form.
    const themes = (packageJSON as { contributes?: { themes?: unknown } } | undefined)?.contributes?.themes;
    if (!Array.isArray(themes)) continue;
    for (const theme of themes as readonly unknown[]) {
      const { id, label, path, uiTheme } = (typeof theme === 'object' && theme !== null ? theme : {}) as Readonly<Record<string, unknown>>;
      const own = id ?? label;
      if (
        typeof own !== 'string' ||
        nameOfToday(own) !== nameOfToday(name) ||
        typeof path !== 'string' ||
        uiThemes[String(uiTheme)] !== kind
      )
        continue;
      return { names: [name, ...(typeof label === 'string' ? [label] : [])], path, extension: extensionUri };
    }
  }
  return undefined;
}

/** VS Code's own themes were called `Default Dark Modern` and the like before; each VS Code takes the name of the other's settings. */
function nameOfToday(name: string): string {
  return name.replace(/^Default (?=(?:Dark|Light)(?: Modern|\+)$)/, '');
}

async function read(file: vscode.Uri): Promise<string | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(file)).size > largestFile) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch {
    // A theme that names a file that is not there is a broken one, for which there are colours of ours.
    return undefined;
  }
}
