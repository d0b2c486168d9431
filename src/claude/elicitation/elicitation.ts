// An elicitation, with which an MCP server asks the person through the CLI → questions; a settlement → the server's answer. Pure.
import { emptyAnswer } from '../../shared/answers.js';
import { isTooDeep } from '../../shared/depth.js';
import { isObject } from '../../shared/loose.js';
import { visible } from '../../shared/plain.js';
import type { Answer } from '../../shared/question.js';
import type { QuestionInput } from '../../chat/events.js';
import type { Settlement } from '../../chat/settlement.js';
import type { YesNo } from './fields.js';
import { CannotShow, fieldsOf, strings } from './fields.js';

/** The CLI's `control_request` of the subtype `elicitation` (2.1.100; 2.1.329 adds `property_order` and the mode `url`). */
export interface ElicitationRequest {
  readonly mcp_server_name: string;
  readonly message: string;
  /** Absent: `form`. */
  readonly mode?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly requested_schema?: unknown;
  readonly property_order?: unknown;
}

/** `why` ends the sentence "The MCP server “db” …". */
type ReadElicitation = { readonly ok: true; readonly input: QuestionInput } | { readonly ok: false; readonly why: string };

/** What the server gets. Only an accepted form has a content. */
export interface ElicitationResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>>;
}

/** The most characters of a message. */
const longestMessage = 20_000;
const longestAddress = 8_000;
/** The most characters of the form as JSON: every name, label and value of it is shown or kept. */
const longestForm = 500_000;

export function readElicitation(request: ElicitationRequest, words: YesNo): ReadElicitation {
  try {
    return { ok: true, input: inputOf(request, words) };
  } catch (error) {
    if (error instanceof CannotShow) return { ok: false, why: error.message };
    throw error;
  }
}

function inputOf(request: ElicitationRequest, words: YesNo): QuestionInput {
  const { mcp_server_name: server, message, mode = 'form' } = request;
  if (message.length > longestMessage) throw new CannotShow(`asks with a message of ${message.length} characters`);
  const set = { tool: 'elicitation' as const, title: visible(message) };
  if (mode === 'url') return { ...set, questions: [], elicitation: { server, page: pageOf(request.url ?? '') }, raw: {} };
  if (mode !== 'form' && mode !== null) throw new CannotShow(`asks in the mode “${mode}”, which Parley does not know`);
  const schema = request.requested_schema ?? {};
  const order = strings(request.property_order) ?? [];
  if (isTooDeep(schema)) throw new CannotShow('asks with a form that is nested too deeply');
  const { length } = JSON.stringify({ schema, order });
  if (length > longestForm) throw new CannotShow(`asks with a form of ${length} characters`);
  const questions = fieldsOf(schema, order, words).map(({ question }) => question);
  return { ...set, questions, elicitation: { server }, raw: { schema, order } };
}

/**
 * The page that the server wants to be opened. `host` and `address` are ASCII: a host that only looks like another one shows its `xn--`. Any
 * scheme but http and https could start a program.
 */
function pageOf(address: string): { readonly host: string; readonly address: string } {
  if (address.length > longestAddress) throw new CannotShow(`wants to open an address of ${address.length} characters`);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) throw new CannotShow('wants to open something that is no web address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new CannotShow(`wants to open an address that begins with “${url.protocol}” and is no web address`);
  return { host: url.host, address: url.href };
}

/** The words of a choice play no part in its value. */
const anyWords: YesNo = { yes: 'yes', no: 'no' };

export function elicitationResult({ raw, elicitation }: QuestionInput, settlement: Settlement): ElicitationResult {
  if (settlement.type !== 'answer') return { action: settlement.type === 'dismiss' && settlement.declined === true ? 'decline' : 'cancel' };
  if (elicitation?.page !== undefined) return { action: 'accept' };
  return { action: 'accept', content: contentOf(raw, settlement.answers) };
}

function contentOf({ schema, order }: QuestionInput['raw'], answers: readonly Answer[]): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(isObject(schema) ? schema : {}, strings(order) ?? [], anyWords);
  const values = fields.map(({ name, valueOf }, index) => [name, valueOf(answers[index] ?? emptyAnswer)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
