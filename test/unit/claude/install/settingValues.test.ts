// What a value of `parley.claude.*` means.
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { variableIn, withHome } from '../../../../src/claude/install/settingValues.js';

describe('a value of a setting of the CLI', () => {
  for (const [value, meant, name = 'PATH'] of [
    ['~', '/home/me'],
    ['~/.claude-work', '/home/me/.claude-work'],
    [['~/bin', '/usr/bin', '~/.local/bin'].join(delimiter), ['/home/me/bin', '/usr/bin', '/home/me/.local/bin'].join(delimiter)],
    ['x:~:y', 'x:~:y', 'OTHER'],
    [['x', '~', 'y'].join(delimiter), ['x', '/home/me', 'y'].join(delimiter)],
    ['~other/bin', '~other/bin'],
    ['a~/b', 'a~/b'],
    ['5~', '5~'],
    ['', ''],
  ] as const) {
    it(`is ${JSON.stringify(meant)} for ${JSON.stringify(value)} in ${name}`, () => assert.equal(withHome(name, value, '/home/me'), meant));
  }

  for (const [value, found] of [
    ['${workspaceFolder}/bin/claude', '${workspaceFolder}'],
    ['/x/${workspaceFolder:api}', '${workspaceFolder:api}'],
    ['${workspaceFolderBasename}', '${workspaceFolderBasename}'],
    ['${userHome}/.claude', '${userHome}'],
    ['${env:HOME}/.claude', '${env:HOME}'],
    ['${config:a.b}', '${config:a.b}'],
    ['key-${1}', undefined],
    ['$HOME/.claude', undefined],
    ['{"a":"${NAME}"}', undefined],
  ] as const) {
    it(`has ${found ?? 'no variable of VS Code’s'}: ${value}`, () => assert.equal(variableIn(value, {}), found));
  }

  const environment = { HOME: '/home/me', PATH: '/usr/bin', 'ProgramFiles(x86)': 'C:', _: 'node' };
  for (const [value, found] of [
    ['$HOME/bin:$PATH', '$HOME'],
    ['/opt/bin:${PATH}', '${PATH}'],
    ['%PATH%;C:\\bin', '%PATH%'],
    ['%ProgramFiles(x86)%\\bin', '%ProgramFiles(x86)%'],
    ['$HOME and ${workspaceFolder}', '${workspaceFolder}'],
    ['pa$word', undefined],
    ['$PATHOLOGY', undefined],
    ['a$_b$', undefined],
    ['50%PATH', undefined],
    ['100% of HOME%', undefined],
    ['5% of %PATH%', '%PATH%'],
    ['$constructor', undefined],
  ] as const) {
    it(`has ${found ?? 'no variable'} where the environment has ${Object.keys(environment).join(', ')}: ${value}`, () =>
      assert.equal(variableIn(value, environment), found));
  }
});
