// The log channel: no line of it holds a credential.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createLog } from '../../src/host/vscode/log.js';
import { replace } from './openParley.js';
import { anywhere } from './where.js';

anywhere('the log', () => {
  const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;

  /** The texts that VS Code would write at this level. */
  function written(logLevel: vscode.LogLevel): readonly string[] {
    const lines: string[] = [];
    const write = (level: string) => (text: string) => lines.push(`${level} ${text}`);
    const channel = { logLevel, ...Object.fromEntries(levels.map(level => [level, write(level)])) };
    // What is used of it.
    const restore = replace(
      vscode.window,
      'createOutputChannel',
      () => (() => channel) as unknown as typeof vscode.window.createOutputChannel,
    );
    const { log } = createLog();
    restore();
    for (const level of levels) log[level]('key sk-ant-api03-secret');
    return lines;
  }

  it('holds no key, at any level', () => {
    assert.deepEqual(
      written(vscode.LogLevel.Trace),
      levels.map(level => `${level} key sk-ant-…`),
    );
  });

  it('makes nothing of wire lines that nobody reads', () => {
    assert.deepEqual(
      written(vscode.LogLevel.Debug).map(line => line.split(' ')[0]),
      levels.slice(1),
    );
  });
});
