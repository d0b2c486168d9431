// Permission mode, model and effort of one process: what the CLI says of them, and the requests that change them. Whatever sets a mode goes
// through `setMode`.
import { needsStartForBypass, startsWithEffort, takesEffortBack } from '../../../claude/process/steeringArguments.js';
import type { ControlReply, ControlRequest } from '../../../claude/stream/controlRequests.js';
import type { Steering } from '../../../shared/features/steering/modes.js';
import { bypass } from '../../../shared/features/steering/modes.js';
import type { Refused, SteeringNews } from '../../../shared/contract/news.js';
import { plain } from '../../../shared/plain.js';
import { planTool } from '../../../shared/tools.js';
import { isObject, objectsIn, textOf } from '../../../shared/loose.js';
import type { Loose } from '../../../shared/loose.js';
import type { PartContext, ProcessPart } from '../part.js';
import { within } from '../../../claude/process/within.js';

/**
 * The time limit of a reply in milliseconds. The person has pressed something, such as *Approve*, and must not wait for ever for a CLI that does
 * not reply.
 */
const replyLimit = 20_000;

/** 2.1.329. */
const fallbacks: ReadonlySet<string> = new Set(['system/model_fallback', 'system/model_consent_fallback', 'system/model_refusal_fallback']);

export class Steered implements ProcessPart {
  /** The process was started for this mode. */
  readonly #startedFor: string | undefined;
  #mode: string | undefined;
  #beforePlan: string | undefined;
  #runs: string | undefined;
  /** Chosen in mid-turn, of a CLI that takes it up with the next turn. */
  #nextModel: string | undefined;
  #inTurn = false;
  /** The call by which Claude has shown its plan in this turn; undefined too where the person has sent it back. */
  #planCall: string | undefined;
  /** This version goes on with an effort that was taken back. */
  #effortStays = false;
  #refused: Refused | undefined;
  #isOver = false;

  constructor(private readonly context: PartContext) {
    const { mode, effort } = context.chosen();
    this.#startedFor = mode;
    if (effort !== undefined && !startsWithEffort(effort, context.version ?? '')) this.#refused = 'effort';
  }

  /** The mode `bypassPermissions` needs another process. */
  get needsStartForBypass(): boolean {
    return this.#startedFor !== bypass && needsStartForBypass(this.context.version);
  }

  /** 2.1.329 alone names the mode in this reply. */
  began({ current_permission_mode: said }: Loose): void {
    const mode = nameIn(said);
    if (mode !== undefined) this.#said(mode);
    this.tell();
  }

  /**
   * `system/init` comes with each turn and names mode and model; `system/status` names a mode that has changed (2.1.100 and newer). The call of a
   * hook names the mode too, which is how 2.0.77 tells in mid-turn that Claude has left plan mode.
   */
  observed(kind: string, message: Loose): void {
    if (kind === 'control_request') return this.#requested(message['request']);
    if (kind === 'result') this.#inTurn = false;
    // `local`: a subagent alone has got a response of the other model.
    if (fallbacks.has(kind) && message['scope'] !== 'local') return this.#goesOnWith(nameIn(message['fallback_model']));
    if (kind === 'user' && this.#planCall !== undefined && isRefused(this.#planCall, message['message'])) this.#planCall = undefined;
    if (kind !== 'system/init' && kind !== 'system/status') return;
    const mode = nameIn(message['permissionMode']);
    const isNewModel = kind === 'system/init' && this.#begins(nameIn(message['model']));
    if ((mode !== undefined && this.#said(mode)) || isNewModel) this.tell();
  }

  /** A turn, with this model. True where the model is news. */
  #begins(model: string | undefined): boolean {
    const isNews = this.#nextModel !== undefined || (model !== undefined && model !== this.#runs);
    this.#inTurn = true;
    this.#planCall = undefined;
    this.#nextModel = undefined;
    if (model !== undefined) this.#runs = model;
    // For the next window, which knows the model before its process says it.
    if (model !== undefined && model !== this.context.chosen().ran) this.context.choose({ ran: model });
    return isNews;
  }

  /** The CLI has changed the model by itself: for this turn, or until another one is chosen. The next turn names its own. */
  #goesOnWith(model: string | undefined): void {
    if (model === undefined || model === this.#runs) return;
    this.#runs = model;
    this.tell();
  }

  /** The process has ended: from now on the news say how the next process begins. */
  ended(): void {
    this.#isOver = true;
    this.#effortStays = false;
    this.#nextModel = undefined;
    this.tell();
  }

  tell(): void {
    const { mode: chosen } = this.context.chosen();
    const mode = this.#isOver ? (chosen ?? this.#mode) : (this.#mode ?? chosen ?? this.context.startedIn);
    this.context.tell({
      ...steeringNewsOf(this.context.chosen()),
      ...(mode !== undefined && { mode }),
      ...(chosen !== undefined && chosen !== mode && { nextMode: chosen }),
      ...(this.#beforePlan !== undefined && { beforePlan: this.#beforePlan }),
      ...(this.#runs !== undefined && { runs: this.#runs }),
      ...(this.#nextModel !== undefined && { nextModel: this.#nextModel }),
      ...(this.#effortStays && { effortStays: true as const }),
      ...(this.#refused !== undefined && { refused: this.#refused }),
    });
  }

  /** The mode in which Claude was before it began to plan; undefined where it does not plan, and where nobody has said. */
  get beforePlan(): string | undefined {
    return this.#beforePlan;
  }

  /** Back into plan mode from the mode of an approval that did not come about. `before`: in which Claude was before it began to plan. */
  async planAgain(before: string | undefined): Promise<ControlReply> {
    const reply = await this.setMode('plan');
    if (reply.ok) this.#beforePlan = before;
    this.tell();
    return reply;
  }

  /** The CLI refuses `bypassPermissions` where it was not started for it; that refusal is the caller's. */
  setMode(mode: string): Promise<ControlReply> {
    return this.#ask({ subtype: 'set_permission_mode', mode }, mode === bypass ? undefined : 'mode', ({ mode: taken }) => {
      this.#isIn(nameIn(taken) ?? mode);
      this.context.choose({ mode: nameIn(taken) ?? mode });
    });
  }

  /** 2.1.329 replies with the model's own id. The older two say nothing, and take the model up with the next turn. */
  setModel(model: string): Promise<ControlReply> {
    return this.#ask({ subtype: 'set_model', model }, 'model', ({ model: taken }) => {
      const runs = nameIn(taken);
      this.#nextModel = runs === undefined && this.#inTurn ? model : undefined;
      if (this.#nextModel === undefined) this.#runs = runs;
      this.context.choose({ model });
    });
  }

  /** `undefined`: as the CLI's own settings say. */
  async setEffort(effort: string | undefined): Promise<ControlReply> {
    const stays = effort === undefined && !takesEffortBack(this.context.version);
    const taken = (): void => {
      this.#effortStays = stays;
      this.context.choose({ effort });
    };
    if (!stays) return this.#ask({ subtype: 'apply_flag_settings', settings: { effortLevel: effort ?? null } }, 'effort', taken);
    taken();
    return this.#replied({ ok: true, response: {} }, 'effort');
  }

  /** The reply, or `silent` after the limit. A reply that comes after that counts all the same, because the CLI has done it. */
  #ask(request: ControlRequest, what: Refused | undefined, taken: (response: Loose) => void): Promise<ControlReply> {
    const replied = this.context.ask(request).then(reply => {
      if (reply.ok) taken(reply.response);
      return this.#replied(reply, what);
    });
    return within(replied, replyLimit, () => this.#replied({ ok: false, why: 'silent', detail: '' }, what), this.context.clock);
  }

  #replied(reply: ControlReply, what: Refused | undefined): ControlReply {
    const isRefused = !reply.ok && reply.why !== 'ended';
    if (isRefused) this.context.log.warn(`Not changed: ${what ?? bypass}. ${reply.why} ${reply.detail}`);
    this.#refused = isRefused ? what : undefined;
    this.tell();
    return reply;
  }

  /** The CLI is in this mode. True where that is news. A mode that has come after the beginning is kept, whoever has chosen it. */
  #said(mode: string): boolean {
    const before = this.#mode;
    if (before === mode) return false;
    const { mode: chosen } = this.context.chosen();
    const isPending = chosen === bypass && this.#startedFor !== bypass && mode !== bypass;
    this.#isIn(mode);
    if (before !== undefined) {
      if (!isPending) this.context.choose({ mode });
    } else if (this.#startedFor !== undefined && this.#startedFor !== mode && chosen === this.#startedFor) {
      // The settings of the person or the organization do not allow it.
      this.#refused = chosen === bypass ? 'bypass' : 'mode';
      this.context.choose({ mode });
    }
    return true;
  }

  #isIn(mode: string): void {
    if (mode !== 'plan') this.#beforePlan = undefined;
    else if (this.#mode !== 'plan') this.#beforePlan = this.#mode;
    this.#mode = mode;
  }

  #requested(request: unknown): void {
    if (!isObject(request)) return;
    if (request['subtype'] === 'can_use_tool' && request['tool_name'] === planTool) this.#planCall = textOf(request['tool_use_id']);
    if (request['subtype'] !== 'hook_callback' || !isObject(request['input'])) return;
    const { permission_mode: said, agent_id: agent } = request['input'];
    const mode = nameIn(said);
    if (mode === undefined || agent !== undefined || this.#mayBeAgents(mode)) return;
    if (this.#said(mode)) this.tell();
  }

  /**
   * The oldest CLI does not say that a subagent has called, which can have a mode of its own; the chat must not be kept in it. Claude goes
   * by itself only into plan mode, and out of it with a plan that the person has been shown.
   */
  #mayBeAgents(mode: string): boolean {
    if (needsStartForBypass(this.context.version)) return false;
    return mode === bypass || (mode !== 'plan' && !(this.#mode === 'plan' && this.#planCall !== undefined));
  }
}

/** What is chosen, for a chat in which no process runs. */
export function steeringNewsOf({ mode, model, ran, effort }: Steering): SteeringNews {
  return {
    type: 'steering',
    ...(mode !== undefined && { mode }),
    ...(model !== undefined && { model }),
    ...(ran !== undefined && { runs: ran }),
    ...(effort !== undefined && { effort }),
  };
}

/** Whether the result of this call is an error, such as a denial. `message`: of the role `user`. */
function isRefused(call: string, message: unknown): boolean {
  const blocks = isObject(message) ? objectsIn(message['content']) : [];
  return blocks.some(({ tool_use_id: id, is_error: isError }) => id === call && isError === true);
}

/** The name of a mode or a model, as the page can show it; undefined where it is no text. */
function nameIn(value: unknown): string | undefined {
  return typeof value === 'string' ? plain(value) : undefined;
}
