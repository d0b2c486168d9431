// The decisions that an answered question holds: one for each question of its set that has an answer and, in a form of an MCP server, asks
// for no secret. Pure.
import type { Asker, Decision, GitPlace } from '../../memory/decision.js';
import type { QuestionState } from '../../chat/state.js';
import { askedNow, isAnswered, otherTextOf } from '../../shared/answers.js';
import { asksForSecret } from '../../shared/secretFields.js';

interface DecisionPlace extends GitPlace {
  readonly chat: string;
  readonly session?: string | undefined;
  /** Absolute path of the work folder. */
  readonly folder: string;
  /** Other agents ask in this chat. */
  readonly isOfAgents: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function decisionsOf(item: QuestionState, place: DecisionPlace): readonly Decision[] {
  const { questions, draft, endedAt } = item;
  const shown = askedNow(questions, draft);
  const { chat, session, folder, branch, commit, now } = place;
  const asker = askerOf(item, place.isOfAgents);
  return questions.flatMap((question, position): readonly Decision[] => {
    const answer = draft[position];
    if (shown[position] !== true || answer === undefined || !isAnswered(answer)) return [];
    if (item.elicitation !== undefined && asksForSecret(question)) return [];
    const words = otherTextOf(question, answer);
    const note = answer.note.trim();
    return [
      {
        // Only Claude's ids are unique in the world.
        id: asker.kind === 'claude' ? `${item.id}:${position}` : `${chat}:${item.id}:${position}`,
        question,
        answer,
        folder,
        asker,
        at: endedAt ?? now,
        chosen: answer.selected.map(option => question.options[option]?.label ?? ''),
        source: { chat, item: item.id, ...(session !== undefined && { session }) },
        ...(words !== undefined && { words }),
        ...(note !== '' && { note }),
        ...(branch !== undefined && { branch }),
        ...(commit !== undefined && { commit }),
      },
    ];
  });
}

function askerOf({ elicitation, otherAgent }: QuestionState, isOfAgents: boolean): Asker {
  if (elicitation !== undefined) return { kind: 'server', name: elicitation.server };
  if (!isOfAgents) return { kind: 'claude' };
  return { kind: 'agents', ...(otherAgent && { name: otherAgent.name }) };
}
