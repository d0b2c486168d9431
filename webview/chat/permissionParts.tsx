// The parts of what a permission permits: texts, the path, and diffs. Each shows every character of its part.
import type { ComponentChildren } from 'preact';
import type { PermissionItem, PermissionPart } from '../../src/shared/transcript.js';
import { plain } from '../../src/shared/plain.js';
import { strings } from '../strings.js';
import { ExactText, ExactWords } from './exactText.js';

type Part<As extends PermissionPart['as']> = Extract<PermissionPart, { as: As }>;

interface PartViewProps {
  readonly part: PermissionPart;
  /** `notLookedFor`: of a call that has ended, nobody has asked where its path leads. */
  readonly place: PermissionItem['place'] | 'notLookedFor';
  /** The title of the card says which field of the input this is. */
  readonly isTitled: boolean;
}

export function PartView({ part, place, isTitled }: PartViewProps) {
  switch (part.as) {
    case 'text':
      return <TextPart part={part} isTitled={isTitled} />;
    case 'path':
      return <PathPart part={part} isTitled={isTitled} place={place} />;
    case 'diff':
      return <DiffPart part={part} isTitled={isTitled} />;
  }
}

/** Lines and bytes, where they are not seen at a glance. */
export function sizeOf(part: PermissionPart): string {
  if (part.as === 'diff') return strings.permission.changes(part.added, part.removed);
  const { lines, bytes } = part;
  return strings.permission.size([...(lines > 1 ? [strings.permission.lines(lines)] : []), ...(bytes > 200 ? [bytesText(bytes)] : [])]);
}

function bytesText(bytes: number): string {
  if (bytes < 1_000) return strings.permission.bytes(bytes);
  if (bytes < 1_000_000) return strings.permission.kilobytes(bytes / 1_000);
  return strings.permission.megabytes(bytes / 1_000_000);
}

function Caption({ part }: { readonly part: PermissionPart }) {
  return (
    <div class="partCaption hint">
      <span>
        <ExactText text={part.name} />
      </span>
      <span>{sizeOf(part)}</span>
    </div>
  );
}

interface SectionProps {
  readonly part: PermissionPart;
  readonly isTitled: boolean;
  readonly look: string;
  readonly children: ComponentChildren;
}

function Section({ part, isTitled, look, children }: SectionProps) {
  return (
    <div class="permissionField">
      {!isTitled && <Caption part={part} />}
      <pre class={look} role="region" aria-label={plain(part.name)} tabIndex={0} dir="ltr">
        {children}
      </pre>
    </div>
  );
}

function TextPart({ part, isTitled }: { readonly part: Part<'text'>; readonly isTitled: boolean }) {
  return (
    <>
      <Section part={part} isTitled={isTitled} look={part.lines > 1 ? 'numbered' : ''}>
        <ExactText text={part.text} />
      </Section>
      <CutHint part={part} />
    </>
  );
}

function CutHint({ part }: { readonly part: Part<'text' | 'path'> }) {
  return part.cut === true ? <p class="permissionText hint">{strings.permission.onlyBeginning}</p> : null;
}

/** Relative where that is the same file, and with the real target where the path does not say it. */
function PathPart({ part, isTitled, place: resolved }: Omit<PartViewProps, 'part'> & { readonly part: Part<'path'> }) {
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
          <span class="hint">{strings.permission.leadsTo}</span>{' '}
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
  const { resolving, unresolved, otherComputer, outside } = strings.permission;
  if (place === undefined) return resolving;
  if (place === 'unknown') return unresolved;
  if (place === 'otherComputer') return otherComputer;
  return place !== 'notLookedFor' && place.outside ? outside : undefined;
}

const rowTags = { ' ': 'span', '-': 'del', '+': 'ins' } as const;

function DiffPart({ part, isTitled }: { readonly part: Part<'diff'>; readonly isTitled: boolean }) {
  return (
    <Section part={part} isTitled={isTitled} look="diff">
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
