// Which words of a transcript's line are the person's.
import assert from 'node:assert/strict';
import { promptOf } from '../../../../src/claude/transcripts/transcriptLine.js';

const said = (content: string): string | undefined => promptOf({ type: 'user', message: { content } });

describe("the person's words in a transcript", () => {
  it('are those outside of the reminders that the CLI puts between them', () => {
    const reminder = '<system-reminder>\nnot <b>theirs</b>\n</system-reminder>';
    assert.equal(said(`${reminder}one ${reminder}two`), 'one two');
    assert.equal(said(reminder), undefined);
    assert.equal(said('</system-reminder> <system-reminder> open'), '</system-reminder> <system-reminder> open');
  });

  // A search for an end behind each beginning takes minutes, and mocha's limit of time ends it.
  it('are read in linear time where a hundred thousand reminders begin and none ends', () => {
    const words = '<system-reminder>'.repeat(100_000);
    assert.equal(said(words), words);
  });
});
