// A conversation as a Markdown file, by the person's act.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { ChatText } from '../../src/host/commands/chatText.js';
import { pick as pickOption } from '../support/questions.js';
import { asks, asksToRun, makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';

anywhere('a conversation that a person exports', () => {
  let parley: OpenParley;
  let view: FakeView;
  let cli: FakeCli;
  const restores: (() => void)[] = [];
  const file = join(tmpdir(), `parley-export-${process.pid}.md`);

  async function begin(script: Parameters<typeof makeFakeCli>[0]): Promise<void> {
    cli = await makeFakeCli(script);
    await useCli(cli);
    parley = openParley();
    view = parley.open();
  }
  afterEach(async () => {
    rmSync(file, { force: true });
    for (const restore of restores.splice(0)) restore();
    await parley.close();
    cli.remove();
    await takeBackSettings();
  });
  const saveTo = (uri: vscode.Uri | undefined): void =>
    void restores.push(replace(vscode.window, 'showSaveDialog', () => () => Promise.resolve(uri)));

  it('is a Markdown file with the messages, and the questions with their answers', async () => {
    await begin(await asks());
    view.post({ type: 'sendPrompt', text: 'Ask me.\n```' });
    await until(() => view.find('question')?.phase === 'asked');
    view.post({ type: 'answerQuestion', id: 'toolu_fake_1', answers: [pickOption(1)] });
    await until(() => view.status?.turn === 'idle' && view.find('question')?.phase === 'answered');
    saveTo(vscode.Uri.file(file));
    await parley.run('parley.exportChat');
    const [asked] = view.find('question')?.questions ?? [];
    const text = readFileSync(file, 'utf8').replace(/^_.*_$/m, '_date_');
    assert.equal(
      text,
      [
        ...['# Ask me.', '', '_date_', '', '## You', '', '> Ask me.', '> ```', '', '## Claude', ''],
        ...[`> > **${asked?.question ?? ''}**`, '>', `> ${asked?.options[1]?.label ?? ''}`, '', 'Thank you.', '', ''],
      ].join('\n'),
    );
    assert.deepEqual(
      readdirSync(dirname(file)).filter(name => name.startsWith(basename(file)) && name !== basename(file)),
      [],
    );
  });

  it('says how a call stands where it is not over', () => {
    const call = { kind: 'tool', name: 'Bash', summary: 'npm run watch', state: 'done', result: '' } as const;
    const said = (['background', 'sent', 'cutShort', undefined] as const).map(standing =>
      /\((.*)\)/.exec(new ChatText(undefined).of([{ ...call, id: 'c', ...(standing && { standing }) }]))?.at(1),
    );
    assert.deepEqual(said, ['in the background', 'sent to the background', 'cut off', 'done']);
  });

  for (const [tool, input, decision, line] of [
    ['Bash', { command: 'echo `a`' }, 'allow', /^- Permission: \*\*Bash\*\* ``.*echo `a`.*`` \(allowed\)$/m],
    ['ExitPlanMode', { plan: '# Plan' }, 'deny', /^- Permission: \*\*The plan\*\*.* \(back to planning\)$/m],
  ] as const)
    it(`has a line for each permission and each call (${tool})`, async () => {
      await begin(await asksToRun(input, tool));
      view.post({ type: 'sendPrompt', text: 'Go.' });
      await until(() => view.find('permission')?.state === 'asked');
      view.post({ type: 'decidePermission', id: view.find('permission')?.id ?? '', decision });
      await until(() => view.status?.turn === 'idle');
      saveTo(vscode.Uri.file(file));
      await parley.run('parley.exportChat');
      assert.match(readFileSync(file, 'utf8'), line);
    });

  it('is not written where the person stops it, and the file that was there stays as it is', async () => {
    await begin(await talks());
    view.post({ type: 'sendPrompt', text: 'Go.' });
    await until(() => view.find('text')?.streaming === false);
    writeFileSync(file, 'before');
    saveTo(vscode.Uri.file(file));
    restores.push(
      replace(vscode.window, 'withProgress', () => (_options, work) => {
        const stopping = new vscode.CancellationTokenSource();
        stopping.cancel();
        return work({ report: () => undefined }, stopping.token);
      }),
    );
    await parley.run('parley.exportChat');
    assert.equal(readFileSync(file, 'utf8'), 'before');
    assert.deepEqual(
      readdirSync(dirname(file)).filter(name => name.startsWith(basename(file)) && name !== basename(file)),
      [],
    );
  });

  it('is not written where the person closes the dialog, and an empty chat asks for no file', async () => {
    await begin(await talks());
    saveTo(undefined);
    await parley.run('parley.exportChat');
    assert.deepEqual(parley.told, [['There is nothing in this chat yet.']]);
    view.post({ type: 'sendPrompt', text: 'Go.' });
    await until(() => view.find('text')?.streaming === false);
    await parley.run('parley.exportChat');
    assert.deepEqual([parley.told.length, existsSync(file)], [1, false]);
  });
});
