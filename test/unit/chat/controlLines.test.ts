// The lines to the CLI that are not answers to questions, and the answers that go in at the hook.
import assert from 'node:assert/strict';
import { dismissedText, repliedText, skippedText, unattendedText } from '../../../src/claude/answers/record.js';
import { encode } from '../../../src/claude/stream/encode.js';
import type { Outgoing, Peer } from '../../../src/chat/effects.js';
import type { Settlement } from '../../../src/chat/settlement.js';
import { choice, pick } from '../../support/questions.js';

const wire = (message: Outgoing): unknown => JSON.parse(encode(message, 'w1'));
const success = (response: unknown): unknown => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: 'r', response },
});

/** The hook behind each call but these, for a word with its result; and what MCP servers were answered. */
const confirming = (asking: string) => {
  const after = [{ matcher: `^(?!(?:${asking})$)`, hookCallbackIds: ['ran'] }];
  return {
    PostToolUse: after,
    PostToolUseFailure: after,
    ElicitationResult: [{ hookCallbackIds: ['elicited'], timeout: 2_000_000 }],
    ConfigChange: [{ hookCallbackIds: ['settings'], timeout: 2_000_000 }],
  };
};

const inFrontOfFiles = { matcher: 'Read|Edit|Write|MultiEdit|NotebookEdit', hookCallbackIds: ['file'], timeout: 2_000_000 };

describe('a line to the CLI', () => {
  it('asks at the start that questions come to the hook, which waits for weeks', () => {
    const hook = { matcher: 'AskUserQuestion', hookCallbackIds: ['ask'], timeout: 2_000_000 };
    assert.deepEqual(wire({ type: 'initialize', askUser: false }), {
      type: 'control_request',
      request_id: 'parley-w1',
      request: {
        subtype: 'initialize',
        forwardSubagentText: true,
        perTaskStopAffordance: true,
        hooks: { PreToolUse: [hook, inFrontOfFiles], ...confirming(hook.matcher) },
      },
    });
  });

  it('offers ask_user at the start, whose calls wait for a day in the foreground', () => {
    const hook = { matcher: 'AskUserQuestion|mcp__parley__ask_user', hookCallbackIds: ['ask'], timeout: 2_000_000 };
    const server = { disableAutoBackground: true, timeout: 86_400_000, alwaysLoad: true };
    assert.deepEqual(wire({ type: 'initialize', askUser: true }), {
      type: 'control_request',
      request_id: 'parley-w1',
      request: {
        subtype: 'initialize',
        sdkMcpServers: ['parley'],
        sdkMcpServerConfigs: { parley: server },
        forwardSubagentText: true,
        perTaskStopAffordance: true,
        hooks: { PreToolUse: [hook, inFrontOfFiles], ...confirming(hook.matcher) },
      },
    });
  });

  it('lets an answer go on at once, and has every other call wait for a word of the person’s', () => {
    const { hooks } = (wire({ type: 'initialize', askUser: true }) as { request: { hooks: { PostToolUse: { matcher: string }[] } } })
      .request;
    const waits = (tool: string): boolean => hooks.PostToolUse.some(({ matcher }) => new RegExp(matcher).test(tool));
    const tools = ['AskUserQuestion', 'mcp__parley__ask_user', 'Bash', 'AskUserQuestions', 'mcp__parley__ask', 'Edit'];
    assert.deepEqual(tools.filter(waits), ['Bash', 'AskUserQuestions', 'mcp__parley__ask', 'Edit']);
  });

  it('interrupts the turn', () => {
    assert.deepEqual(wire({ type: 'interrupt' }), {
      type: 'control_request',
      request_id: 'parley-w1',
      request: { subtype: 'interrupt' },
    });
  });

  it('hands a question back at its hook', () => {
    assert.deepEqual(
      wire({ type: 'deferQuestion', requestId: 'r' }),
      success({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'defer' } }),
    );
  });

  it('allows a tool with the input that was shown', () => {
    assert.deepEqual(
      wire({ type: 'allowTool', requestId: 'r', input: { command: 'ls' } }),
      success({ behavior: 'allow', updatedInput: { command: 'ls' } }),
    );
  });

  it('denies a tool, says so, and lets the turn go on', () => {
    assert.deepEqual(
      wire({ type: 'denyTool', requestId: 'r', message: 'No.' }),
      success({ behavior: 'deny', interrupt: false, message: 'No.' }),
    );
  });
});

describe('an answer at the hook', () => {
  const raw = { questions: [{ question: 'Which?' }] };
  const peer: Peer = { version: '2.1.329', capabilities: [] };
  const settle = (settlement: Settlement, hook: boolean, more: Partial<Peer> = {}): unknown =>
    wire({
      type: 'settleQuestion',
      route: 'control',
      toolUseId: 't',
      requestId: 'r',
      hook,
      settlement,
      peer: { ...peer, ...more },
      input: { questions: [choice('Which?', 'Which', ['A', 'B'])], raw },
    });
  const updatedInput = { ...raw, answers: { 'Which?': 'B' } };

  it('allows the tool, with the answers in its input', () => {
    assert.deepEqual(
      settle({ type: 'answer', answers: [pick(1)] }, true),
      success({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput } }),
    );
    assert.deepEqual(settle({ type: 'answer', answers: [pick(1)] }, false), success({ behavior: 'allow', updatedInput }));
  });

  it('says nothing of a dismissal or a reply, which the CLI asks for at the tool', () => {
    const takesReplies = { capabilities: ['ask_user_question_unanswered_v1'] };
    assert.deepEqual(settle({ type: 'dismiss' }, true), success({}));
    assert.deepEqual(settle({ type: 'reply', text: 'Later.' }, true), success({}));
    assert.deepEqual(settle({ type: 'reply', text: 'Later.' }, true, takesReplies), success({}));
  });

  it('tells at the tool who dismissed it: a person, or the time', () => {
    assert.deepEqual(
      settle({ type: 'dismiss', byTimeout: true }, false),
      success({ behavior: 'deny', interrupt: false, message: unattendedText }),
    );
  });
});

describe('what Claude reads where there is no answer', () => {
  it('says what happened, so that nothing is taken for decided', () => {
    assert.match(dismissedText, /^The user saw your question and chose not to answer it\. Nothing was decided\./);
    assert.match(unattendedText, /^Nobody answered your question within the time .* Nothing was decided\./);
    assert.match(skippedText, /^The user skipped this question and gave no answer/);
    assert.match(repliedText('Later.'), /replied instead: Later\.$/);
  });
});
