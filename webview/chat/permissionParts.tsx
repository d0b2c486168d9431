// The parts of what a permission permits: texts, the path, and diffs. Each shows every character of its part.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { PermissionItem, PermissionPart } from '../../src/shared/transcript.js';
import { oneLine } from '../../src/shared/plain.js';
import { actOf } from '../../src/shared/tools.js';
import { ExactText, ExactWords } from './exactText.js';
import { durationOf } from './fieldWords.js';
import { usePartColours } from './partColours.js';
import { permissionWords } from './permissionWords.js';

type Part<As extends PermissionPart['as']> = Extract<PermissionPart, { as: As }>;

export interface PartViewProps {
  readonly part: PermissionPart;
  readonly toolName: string;
  /** `notLookedFor`: of a call that has ended, nobody has asked where its path leads. */
  readonly place: PermissionItem['place'] | 'notLookedFor';
  /** The title of the card says which field of the input this is. */
  readonly isTitled: boolean;
  /** The language of the code in the part; empty where it is none, or nobody knows. */
  readonly language?: string;
}

export function PartView({ part, toolName, place, isTitled, language = '' }: PartViewProps) {
  switch (part.as) {
    case 'text':
      return (
        <TextPart
          part={part}
          isTitled={isTitled}
          language={language}
          note={actOf(toolName) === 'run' && part.name === 'timeout' ? durationOf(part.text) : ''}
        />
      );
    case 'path':
      return <PathPart part={part} isTitled={isTitled} place={place} />;
    case 'diff':
      return <DiffPart part={part} isTitled={isTitled} language={language} />;
  }
}

/** Lines and bytes, where they are not seen at a glance. */
export function sizeOf(part: PermissionPart): string {
  if (part.as === 'diff') return permissionWords.changes(part.added, part.removed);
  const { lines, bytes } = part;
  return permissionWords.size([...(lines > 1 ? [permissionWords.lines(lines)] : []), ...(bytes > 200 ? [bytesText(bytes)] : [])]);
}

function bytesText(bytes: number): string {
  if (bytes < 1_000) return permissionWords.bytes(bytes);
  if (bytes < 1_000_000) return permissionWords.kilobytes(bytes / 1_000);
  return permissionWords.megabytes(bytes / 1_000_000);
}

interface CaptionProps {
  readonly part: PermissionPart;
  readonly note: string;
}

function Caption({ part, note }: CaptionProps) {
  return (
    <div class="partCaption hint">
      <span>
        <ExactText text={part.name} />
      </span>
      <span>{note || sizeOf(part)}</span>
    </div>
  );
}

interface SectionProps {
  readonly part: PermissionPart;
  readonly isTitled: boolean;
  readonly look: string;
  /** What the value means, beside its name. */
  readonly note?: string;
  readonly language?: string;
  /** A region is a landmark, which has to have a name of its own on the page. */
  readonly role?: 'region' | 'group';
  readonly children: ComponentChildren;
}

function Section({ part, isTitled, look, note = '', language = '', role = 'region', children }: SectionProps) {
  const pre = useRef<HTMLPreElement>(null);
  usePartColours(pre, part, language);
  return (
    <div class={isTitled || part.as === 'diff' ? 'permissionField main' : 'permissionField'}>
      {!isTitled && <Caption part={part} note={note} />}
      <pre ref={pre} class={look} role={role} aria-label={oneLine(part.name)} tabIndex={0} dir="ltr">
        {children}
      </pre>
    </div>
  );
}

interface TextPartProps {
  readonly language: string;
  readonly part: Part<'text'>;
  readonly isTitled: boolean;
  readonly note: string;
}

function TextPart({ part, isTitled, note, language }: TextPartProps) {
  return (
    <>
      <Section part={part} isTitled={isTitled} look={part.lines > 1 ? 'numbered' : ''} note={note} language={language}>
        <ExactText text={part.text} />
      </Section>
      <CutHint part={part} />
    </>
  );
}

function CutHint({ part }: { readonly part: Part<'text' | 'path'> }) {
  return part.cut === true ? <p class="permissionText hint">{permissionWords.onlyBeginning}</p> : null;
}

/** Relative where that is the same file, and with the real target where the path does not say it. */
function PathPart({ part, isTitled, place: resolved }: Omit<PartViewProps, 'part' | 'toolName'> & { readonly part: Part<'path'> }) {
  const place = typeof resolved === 'string' ? undefined : resolved;
  const mark = markOf(resolved);
  return (
    <>
      <Section part={part} isTitled={isTitled && part.cut !== true} look={part.lines > 1 ? 'numbered' : ''}>
        <ExactText text={(part.cut === true ? undefined : place?.relative) ?? part.text} isPath />
      </Section>
      <CutHint part={part} />
      {place?.target !== undefined && (
        <p class="permissionText" dir="ltr">
          <span class="hint">{permissionWords.leadsTo}</span>{' '}
          <span class="exactPath">
            <ExactText text={place.target} isPath />
          </span>
        </p>
      )}
      {mark !== undefined && <p class="permissionText outside">{mark}</p>}
    </>
  );
}

function markOf(place: PartViewProps['place']): string | undefined {
  const { resolving, unresolved, otherComputer, outside } = permissionWords;
  if (place === undefined) return resolving;
  if (place === 'unknown') return unresolved;
  if (place === 'otherComputer') return otherComputer;
  return place !== 'notLookedFor' && place.outside ? outside : undefined;
}

const rowTags = { ' ': 'span', '-': 'del', '+': 'ins' } as const;

export function DiffPart({
  part,
  isTitled,
  role,
  language = '',
}: Pick<SectionProps, 'isTitled' | 'role' | 'language'> & { readonly part: Part<'diff'> }) {
  return (
    <Section part={part} isTitled={isTitled} look="diff" language={language} {...(role && { role })}>
      {part.rows.map(({ sign, pieces }, index) => {
        const Row = rowTags[sign];
        return (
          <Row key={index} class="diffRow">
            {pieces.map((text, at) => (at % 2 === 0 ? <ExactWords key={at} text={text} /> : <ChangedWords key={at} text={text} />))}
          </Row>
        );
      })}
    </Section>
  );
}

function ChangedWords({ text }: { readonly text: string }) {
  return (
    <span class="changedWords">
      <ExactWords text={text} />
    </span>
  );
}
