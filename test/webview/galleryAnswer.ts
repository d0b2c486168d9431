// A text of Claude's with every form that Markdown has here.
export const answer = `The schema is small, so **PostgreSQL** it is. See [the manual](https://www.postgresql.org/docs/) and \`db/schema.sql\`.

## What changes

1. A table \`notes\` with a full-text index
2. A migration that runs once
   - it can be run again
   - it never drops anything

\`\`\`sql
create table notes (id uuid primary key, title text not null, body text not null, created timestamptz not null default now());
\`\`\`

| Query | Before | After |
|---|---:|---:|
| search | 120 ms | 4 ms |

| Where | What is kept there | How long | Who may read it |
|---|---|---|---|
| \`packages/server/src/storage/journal/journalFile.ts\` | Drafts, settlements | 30 days | NotesAdministratorsOnly |

> Nothing is deleted without a question.`;
