import assert from 'node:assert/strict';
import { launchArguments, launchEnvironment } from '../../../../src/claude/process/launch.js';

describe('launch arguments', () => {
  const always = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const questions = ['--include-partial-messages', '--replay-user-messages', '--permission-prompt-tool', 'stdio'];

  it('always ask for questions over the pipes', () => {
    assert.deepEqual(launchArguments({ addDirs: [], hasServer: false }), [...always, ...questions]);
  });

  it('name the server of ask_user, without which a question that was handed back cannot be asked again', () => {
    // Its settings too: those in `initialize` alone would be ignored, and the call would go to the background.
    const settings = '"disableAutoBackground":true,"timeout":86400000,"alwaysLoad":true';
    const server = ['--mcp-config', `{"mcpServers":{"parley":{"type":"sdk","name":"parley",${settings}}}}`];
    assert.deepEqual(launchArguments({ addDirs: [], hasServer: true }), [...always, ...questions, ...server]);
  });

  it('name the session to resume and each further folder', () => {
    assert.deepEqual(launchArguments({ resume: 'id-1', addDirs: ['/a b', '/c'], hasServer: false }), [
      ...[...always, ...questions, '--resume', 'id-1'],
      ...['--add-dir', '/a b', '--add-dir', '/c'],
    ]);
  });
});

describe('launch environment', () => {
  const from = (base: Record<string, string>, additions: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') =>
    launchEnvironment(base, additions, platform);

  it('keeps what is the person’s, also what configures Claude', () => {
    const own = { PATH: '/bin', HOME: '/home/x', EMPTY: '', CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_API_KEY: 'k', HTTPS_PROXY: 'p' };
    assert.deepEqual(from(own), own);
  });

  it('drops what VS Code’s own processes are told, but not the way back to this window', () => {
    const base = { ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '1', VSCODE_NLS_CONFIG: '{}', VSCODE_IPC_HOOK_CLI: '/s' };
    assert.deepEqual(from(base), { VSCODE_IPC_HOOK_CLI: '/s' });
  });

  it('drops what an outer Claude gives to its children, and does not claim to be a known client', () => {
    const base = { CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SSE_PORT: '1', CLAUDE_CODE_SESSION_ID: 's' };
    assert.deepEqual(from(base), {});
  });

  it('drops VS Code’s askpass together with the names it needs, and keeps any other', () => {
    assert.deepEqual(from({ GIT_ASKPASS: '/vscode/askpass.sh', VSCODE_GIT_ASKPASS_MAIN: 'm' }), {});
    assert.deepEqual(from({ GIT_ASKPASS: '/usr/bin/ksshaskpass' }), { GIT_ASKPASS: '/usr/bin/ksshaskpass' });
  });

  it('takes only the debugger out of NODE_OPTIONS', () => {
    const loader = '--require "/x y/ms-vscode.js-debug/bootloader.js"';
    assert.deepEqual(from({ NODE_OPTIONS: `--max-old-space-size=4096 --inspect-brk=9229 ${loader} --use-openssl-ca` }), {
      NODE_OPTIONS: '--max-old-space-size=4096 --use-openssl-ca',
    });
    assert.deepEqual(from({ NODE_OPTIONS: '--inspect --require=/js-debug/b.js' }), {});
    assert.deepEqual(from({ NODE_OPTIONS: '--require "/my proxy.js" --inspector-like' }), {
      NODE_OPTIONS: '--require "/my proxy.js" --inspector-like',
    });
  });

  it('adds last, so that an addition always wins', () => {
    const additions = { PATH: '/mine', ELECTRON_RUN_AS_NODE: '1', CLAUDECODE: '' };
    assert.deepEqual(from({ PATH: '/bin', CLAUDECODE: '1' }, additions), additions);
  });

  it('never leaves two spellings of one name on Windows', () => {
    assert.deepEqual(from({ Path: 'C:\\a', vscode_pid: '1', Home: 'h' }, { PATH: 'C:\\b' }, 'win32'), { Home: 'h', PATH: 'C:\\b' });
    assert.deepEqual(from({ Path: '/a' }, { PATH: '/b' }), { Path: '/a', PATH: '/b' });
  });

  it('drops names without a value', () => {
    assert.deepEqual(launchEnvironment({ A: undefined, B: 'b' }, {}, 'linux'), { B: 'b' });
  });
});
