// What the two ends of a transcript say of its session: the title, and where it works. A file is read again only once it has been written.
import type { Description, KnownSessions, SessionFile } from './knownSessions.js';
import { promptOf, readTranscriptLine } from './transcriptLine.js';
import type { TranscriptLine } from './transcriptLine.js';
import { readLines } from './readLines.js';

/** How far into a file its first prompt is looked for: past an image or two that were sent along. */
const headBytes = 16 * 1024 * 1024;

/** The end of a file, where the CLI repeats the title. Single lines of some 60 KB stand there too (2.1.329). */
const tailBytes = 256 * 1024;

const longestTitle = 200;

/** Undefined where no person has said anything. A list of a thousand sessions would read 80 MB each time, if what is `known` were read again. */
export async function descriptionOf(file: SessionFile, known: KnownSessions): Promise<Description | undefined> {
  if (known.has(file)) return known.get(file);
  const ends = await endsOf(file);
  const places = ends && [...ends.lines.map(line => line.relocatedCwd).reverse(), ...ends.lines.map(({ cwd }) => cwd)];
  const description = ends && {
    title: titleIn(ends, file.sessionId),
    places: [...new Set(places)].filter(place => place !== undefined),
  };
  known.set(file, description);
  return description;
}

/** What stands at the two ends of a transcript. */
interface Ends {
  /** The lines up to the first prompt, and the last ones. */
  readonly lines: readonly TranscriptLine[];
  readonly prompt: string;
}

/** Undefined where no person has said anything. */
async function endsOf({ path, size }: { readonly path: string; readonly size: number }): Promise<Ends | undefined> {
  const lines: TranscriptLine[] = [];
  let prompt: string | undefined;
  await readLines(path, { end: headBytes - 1 }, text => {
    const line = readTranscriptLine(text);
    // The piece may end within a line.
    if (line === undefined) return false;
    lines.push(slim(line));
    prompt = promptOf(line);
    return prompt !== undefined;
  });
  return prompt === undefined ? undefined : { lines: [...lines, ...(await tailOf(path, size))], prompt };
}

function titleIn({ lines, prompt }: Ends, sessionId: string): string {
  return cut(writtenTitle(lines, sessionId) ?? prompt);
}

/** What was written last counts. A summary is of the conversation that ends with an entry, which is often in another file. */
function writtenTitle(lines: readonly TranscriptLine[], sessionId: string): string | undefined {
  const mine = lines.filter(line => line.sessionId === sessionId);
  const summaries = lines.filter(line => line.type === 'summary' && lines.some(({ uuid }) => uuid !== undefined && uuid === line.leafUuid));
  const titles = [mine.map(line => line.customTitle), mine.map(line => line.aiTitle), summaries.map(line => line.summary)];
  const last = titles.map(given =>
    given
      .filter(title => title !== undefined)
      .at(-1)
      ?.trim(),
  );
  // One that was taken back is an empty one.
  return last.find(title => title !== undefined && title !== '');
}

async function tailOf(path: string, size: number): Promise<readonly TranscriptLine[]> {
  const start = Math.max(0, size - tailBytes);
  const lines: TranscriptLine[] = [];
  await readLines(path, { start }, text => {
    // The first may have been cut in two, the last may be being written.
    const line = readTranscriptLine(text);
    if (line !== undefined) lines.push(slim(line));
  });
  return lines;
}

/** Drops the large fields of the line. */
function slim(line: TranscriptLine): TranscriptLine {
  return { ...line, message: undefined, attachment: undefined, toolUseResult: undefined };
}

function cut(title: string): string {
  const [line = ''] = title.trim().split(/\r?\n/, 1);
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line;
}
