// Files of other programs: found, written and put back.
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentConfigs, findAgents } from '../../../../src/host/agents/agentConfigs.js';
import { ConfigUndo, readConfig, writeConfig } from '../../../../src/host/agents/configChanges.js';
import { entryIn, withEntry } from '../../../../src/host/agents/configText.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the configuration of another agent', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-'));
  });
  afterEach(async () => {
    await removeFolder(root);
  });
  const at = (name: string): string => join(root, name);
  const places = (path = ''): Parameters<typeof findAgents>[0] => ({ home: root, env: { PATH: path }, extensionStorages: at('storages') });

  it('is found by the agent’s command, or where it lies', async () => {
    if (process.platform === 'win32') return;
    assert.deepEqual(await findAgents(places()), []);
    for (const [name, mode] of [
      ['codex', 0o755],
      ['gemini', 0o644],
    ] as const) {
      mkdirSync(at('bin'), { recursive: true });
      writeFileSync(at(`bin/${name}`), '');
      chmodSync(at(`bin/${name}`), mode);
    }
    mkdirSync(at('.config/opencode'), { recursive: true });
    writeFileSync(at('.config/opencode/opencode.jsonc'), '{}');
    const found = await findAgents(places(at('bin')));
    assert.deepEqual(
      found.map(({ agent, file, by }) => [agent.id, file, by]),
      [
        ['codex', at('.codex/config.toml'), 'command'],
        ['opencode', at('.config/opencode/opencode.jsonc'), 'file'],
      ],
    );
  });

  it('has in each row of the table a server that can be written and is known again', () => {
    for (const { format, path, entry } of agentConfigs(places())) {
      const server = { format, path, value: entry('/p/parley-ask') };
      const changed = withEntry('', server);
      assert.ok('text' in changed && entryIn(changed.text, server) === 'same');
    }
  });

  it('is put back to the byte: without a last newline, missing, behind a link', async () => {
    const undo = new ConfigUndo(at('storage'));
    writeFileSync(at('real.json'), '{"a":1}', { mode: 0o640 });
    chmodSync(at('real.json'), 0o640);
    symlinkSync(at('real.json'), at('link.json'));
    for (const [name, before] of [
      ['link.json', '{"a":1}'],
      ['deep/new.json', undefined],
    ] as const) {
      const path = at(name);
      assert.equal(await readConfig(path), before);
      await undo.keep(path, before, '{"b":2}\n');
      assert.equal(await writeConfig(path, before, '{"b":2}\n'), true);
      assert.equal(readFileSync(path, 'utf8'), '{"b":2}\n');
      const kept = await undo.before(path, '{"b":2}\n');
      assert.deepEqual(kept, { text: before });
      assert.equal(await writeConfig(path, '{"b":2}\n', kept?.text), true);
      assert.equal(existsSync(path) ? readFileSync(path, 'utf8') : undefined, before);
      assert.equal(await undo.before(path, 'changed since'), undefined);
      await undo.forget(path);
      assert.equal(await undo.before(path, '{"b":2}\n'), undefined);
    }
    assert.deepEqual([lstatSync(at('link.json')).isSymbolicLink(), statSync(at('real.json')).mode & 0o777], [true, 0o640]);
    assert.deepEqual(
      readdirSync(dirname(at('real.json'))).filter(name => name.includes('parley-new')),
      [],
    );
  });

  it('is written with its own rights, also behind a write that was cut off', async () => {
    const path = at('a.json');
    writeFileSync(path, 'mine');
    chmodSync(path, 0o666);
    writeFileSync(`${path}.parley-new`, 'half');
    assert.equal(await writeConfig(path, 'mine', 'ours'), true);
    assert.deepEqual([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], ['ours', 0o666]);
  });

  it('is not written where it has changed meanwhile, is read-only, or is a link that leads nowhere', async () => {
    const path = at('a.json');
    writeFileSync(path, 'theirs');
    assert.equal(await writeConfig(path, 'mine', 'ours'), false);
    chmodSync(path, 0o444);
    await assert.rejects(writeConfig(path, 'theirs', 'ours'), /read-only/);
    assert.equal(readFileSync(path, 'utf8'), 'theirs');
    symlinkSync(at('nowhere'), at('link'));
    await assert.rejects(writeConfig(at('link'), undefined, 'ours'), /leads nowhere/);
    writeFileSync(at('latin1'), Buffer.from([0x7b, 0xe4, 0x7d]));
    await assert.rejects(readConfig(at('latin1')), /not UTF-8/);
  });
});
