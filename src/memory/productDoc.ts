// The Product Doc: what is known of a product, in sections that a model or a person names. Owns its form, its bounds and its JSON; must not
// know files (productDocFile.ts) or Markdown (productDocText.ts). Fields are written as in the JSON.
import * as z from 'zod/mini';

/** `user`: the person. `llm`: a model, by a tool or by *Rewrite with Claude*. */
export type Editor = 'user' | 'llm';

export interface ProductDocSection {
  /** One line; a person sees it as the heading. */
  readonly title: string;
  /** Markdown, with `\n` at the ends of lines. */
  readonly content: string;
  /** ISO 8601, in UTC. */
  readonly updated_at: string;
  readonly updated_by: Editor;
}

export interface ProductDoc {
  /** One of both: the conversation or the folder (absolute path) that it belongs to. */
  readonly session_id?: string;
  readonly folder?: string;
  /** The sections by name, in the order of the document. */
  readonly sections: Readonly<Record<string, ProductDocSection>>;
  /** The compact summary of all sections (projectCard.ts). */
  readonly project_card: string;
  readonly updated_at: string;
}

/** `section` and `total` are bytes of UTF-8; `name` counts characters. */
export const productDocLimits = { section: 100_000, total: 1_000_000, sections: 200, name: 200 } as const;

export type ProductDocFault =
  | { readonly code: 'notJson' }
  /** `at`: where in the JSON, as `sections.goal.title`. */
  | { readonly code: 'unknownKey'; readonly at: string; readonly key: string }
  | { readonly code: 'wrongForm'; readonly at: string }
  | { readonly code: 'noOwner' }
  | { readonly code: 'badName'; readonly name: string }
  | { readonly code: 'sectionTooLarge'; readonly name: string }
  | { readonly code: 'docTooLarge' }
  | { readonly code: 'tooManySections' };

export type ProductDocResult = { readonly ok: true; readonly doc: ProductDoc } | { readonly ok: false; readonly fault: ProductDocFault };

/** An English sentence for a model or a log. */
export function faultSentence(fault: ProductDocFault): string {
  switch (fault.code) {
    case 'notJson':
      return 'This is not JSON.';
    case 'unknownKey':
      return `"${fault.key}" is not a field of ${fault.at === '' ? 'a Product Doc' : fault.at}.`;
    case 'wrongForm':
      return `${fault.at === '' ? 'The Product Doc' : fault.at} is missing or has another form.`;
    case 'noOwner':
      return 'A Product Doc has either session_id or folder.';
    case 'badName':
      return `A section's name and title are one line of 1 to ${productDocLimits.name} characters; this one is not: ${JSON.stringify(fault.name.slice(0, 60))}.`;
    case 'sectionTooLarge':
      return `The section "${fault.name}" would have more than ${productDocLimits.section / 1000} kB.`;
    case 'docTooLarge':
      return `The Product Doc would have more than ${productDocLimits.total / 1_000_000} MB.`;
    case 'tooManySections':
      return `The Product Doc would have more than ${productDocLimits.sections} sections.`;
  }
}

const moment = z.string().check(z.iso.datetime());
const form = z.strictObject({
  session_id: z.optional(z.string()),
  folder: z.optional(z.string()),
  sections: z.record(
    z.string(),
    z.strictObject({ title: z.string(), content: z.string(), updated_at: moment, updated_by: z.enum(['user', 'llm']) }),
  ),
  project_card: z.string(),
  updated_at: moment,
});

/** The text of `formatProductDoc`, or another JSON text of the same form; any other field is a fault. */
export function parseProductDoc(json: string): ProductDocResult {
  if (json.length > 2 * productDocLimits.total) return failed({ code: 'docTooLarge' });
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return failed({ code: 'notJson' });
  }
  const parsed = form.safeParse(value);
  if (!parsed.success) return failed(faultOf(parsed.error.issues[0]));
  const { session_id, folder, ...rest } = parsed.data;
  if ((session_id === undefined) === (folder === undefined)) return failed({ code: 'noOwner' });
  return checked({ ...(session_id !== undefined && { session_id }), ...(folder !== undefined && { folder }), ...rest });
}

/** Ends with a newline. */
export function formatProductDoc({ session_id, folder, sections, project_card, updated_at }: ProductDoc): string {
  return `${JSON.stringify({ session_id, folder, sections, project_card, updated_at }, null, 2)}\n`;
}

/** One line that can be a key of an object. */
export function isSectionName(name: string): boolean {
  return name.trim() === name && name !== '' && name.length <= productDocLimits.name && name !== '__proto__' && !notOneLine.test(name);
}

/** The fault of one section alone. */
export function sectionFault(name: string, { title, content }: Pick<ProductDocSection, 'title' | 'content'>): ProductDocFault | undefined {
  for (const line of [name, title]) if (!isSectionName(line)) return { code: 'badName', name: line };
  return Buffer.byteLength(content) > productDocLimits.section ? { code: 'sectionTooLarge', name } : undefined;
}

// Control characters, and what some programs take for the end of a line.
const notOneLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

function checked(doc: ProductDoc): ProductDocResult {
  const sections = Object.entries(doc.sections);
  if (sections.length > productDocLimits.sections) return failed({ code: 'tooManySections' });
  let total = Buffer.byteLength(doc.project_card);
  for (const [name, section] of sections) {
    const fault = sectionFault(name, section);
    if (fault !== undefined) return failed(fault);
    total += Buffer.byteLength(name) + Buffer.byteLength(section.title) + Buffer.byteLength(section.content);
  }
  return total > productDocLimits.total ? failed({ code: 'docTooLarge' }) : { ok: true, doc };
}

const failed = (fault: ProductDocFault): ProductDocResult => ({ ok: false, fault });

function faultOf(issue: z.core.$ZodIssue | undefined): ProductDocFault {
  const at = issue?.path.map(String).join('.') ?? '';
  return issue?.code === 'unrecognized_keys' ? { code: 'unknownKey', at, key: issue.keys[0] ?? '' } : { code: 'wrongForm', at };
}
